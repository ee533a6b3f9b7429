import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Ending} from '../../simulate/simulate.js'
import type {Expectation} from '../../test-file/expectation.js'
import type {Step} from '../../test-file/step.js'
import {isSelected} from '../object-files.js'
import type {Failure} from '../types.js'
import {answerText, compareAnswers, subjectOf} from './answers.js'
import type {Checker} from './checker.js'
import {compareState} from './state.js'

/**
 * Compares the answers to a step, and the state after it, with the expectations of the step. An object about whose admission no
 * expectation says anything must be admitted.
 *
 * @param checker collects the differences
 */
export function compareStep(checker: Checker, {expectations, node}: Step, reviews: readonly ManifestReview[], ending: Ending): readonly Failure[] {
  const decided = new Set<ManifestReview>()
  for (const expected of expectations) {
    const chosen = chosenBy(checker, expected, reviews)
    if (isAboutAdmission(expected)) for (const review of chosen) decided.add(review)
    compareAnswers(checker, expected, chosen)
    compareState(checker, expected, ending)
  }
  for (const review of reviews) {
    if (!decided.has(review) && !review.allowed) checker.fail({subject: subjectOf(review), field: 'allowed', node: expectations[0]?.node ?? node}, 'admitted', answerText(review))
  }
  return checker.failures
}

const isAboutAdmission = ({allowed, code, reason, message, admitted, denied}: Expectation): boolean =>
  [allowed, code, reason, message, admitted, denied].some((field) => field !== undefined)

/** Returns the answers that an expectation is about; reports if an object that it names is not among them. */
function chosenBy(checker: Checker, expected: Expectation, reviews: readonly ManifestReview[]): readonly ManifestReview[] {
  const {object, pods, rollout, node} = expected
  if (object === undefined) return reviews
  const chosen = reviews.filter(({manifest}) => isSelected(manifest.body, object))
  // The workload can be an existing one.
  const isOfWorkload = (pods !== undefined || rollout !== undefined) && !isAboutAdmission(expected)
  if (chosen.length === 0 && !isOfWorkload) {
    const sent = [...new Set(reviews.map(subjectOf))].join(', ')
    checker.fail({subject: '', field: 'object', node: node.at(['object'])}, object.text, `the step sends ${sent}`)
  }
  return chosen
}
