import {isObject, textOf as text} from '../../machinery/go/json-value.js'
import {fieldOf} from '../../manifests/object-error.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {JsonValue} from '../../source/json-value.js'
import type {Expectation} from '../../test-file/expectation.js'
import type {TextMatch} from '../../test-file/text-match.js'
import type {Positioned} from '../../test-file/decoder.js'
import {type Checker, type Compared, textOf} from './checker.js'
import {differences, valueText} from './partial.js'

/** The object of an answer: `Pod/web`. */
export function subjectOf({manifest: {body}}: ManifestReview): string {
  const {name, generateName} = isObject(body['metadata']) ? body['metadata'] : {}
  return `${text(body['kind'])}/${text(name) || text(generateName)}`
}

/** An answer in a few words. */
export const answerText = ({allowed, status: {code, reason, message}}: ManifestReview): string =>
  allowed ? `admitted: ${code} ${reason}` : `denied: ${code} ${reason}: ${message}`

/** Compares the answers to objects with an expectation. */
export function compareAnswers(checker: Checker, expected: Expectation, reviews: readonly ManifestReview[]): void {
  const {allowed, code, reason, message, warnings, auditAnnotations, stored, admitted, denied} = expected
  for (const review of reviews) {
    const subject = subjectOf(review)
    const {status} = review
    if (allowed !== undefined && allowed.value !== review.allowed) {
      checker.fail({subject, field: 'allowed', node: allowed.node}, allowed.value ? 'admitted' : 'denied', answerText(review), review.allowed)
    }
    if (code !== undefined) checker.equal({subject, field: 'code', node: code.node}, code.value, status.code)
    if (reason !== undefined) checker.text({subject, field: 'reason'}, reason, status.reason)
    if (message !== undefined) checker.text({subject, field: 'message'}, message, status.message)
    if (warnings !== undefined) compareWarnings(checker, {subject, field: 'warnings', node: warnings.node}, warnings.value, review.warnings)
    const annotations = new Map(Object.entries(review.auditAnnotations ?? {}))
    for (const [key, match] of auditAnnotations ?? []) compareAnnotation(checker, {subject, field: `auditAnnotations.${key}`}, match, annotations.get(key))
    if (stored !== undefined) compareFields(checker, {subject, field: 'stored', node: stored.node}, stored, review.object)
  }
  compareCount(checker, 'admitted', admitted, reviews.filter((review) => review.allowed).length)
  compareCount(checker, 'denied', denied, reviews.filter((review) => !review.allowed).length)
}

/** Compares a number that is expected for a step. */
export function compareCount(checker: Checker, field: string, expected: Positioned<number> | undefined, actual: number, subject = ''): void {
  if (expected !== undefined) checker.equal({subject, field, node: expected.node}, expected.value, actual)
}

/** Compares all warnings with the expected ones, in any order. Whole texts come first: a warning can match a part of it, too. */
function compareWarnings(checker: Checker, compared: Compared, expected: readonly TextMatch[], actual: readonly string[]): void {
  const left = [...actual]
  const missing = expected.toSorted((a, b) => Number(b.how === 'exact') - Number(a.how === 'exact')).filter((match) => {
    const i = left.findIndex((warning) => checker.accepts(match, warning))
    if (i !== -1) left.splice(i, 1)
    return i === -1
  })
  for (const [i, match] of missing.entries()) {
    const {[i]: warning} = left
    if (warning === undefined) checker.fail({...compared, node: match.node}, textOf(match), 'no such warning')
    else checker.text(compared, match, warning)
  }
  for (const warning of left.slice(missing.length)) checker.fail(compared, 'no other warning', warning)
}

/** Compares an annotation. An empty text expects that it is absent. */
function compareAnnotation(checker: Checker, compared: Omit<Compared, 'node'>, match: TextMatch, actual: string | undefined): void {
  if (actual !== undefined && match.text !== '') checker.text(compared, match, actual)
  else if (actual !== undefined) checker.fail({...compared, node: match.node}, 'absent', actual, actual)
  else if (match.text !== '') checker.fail({...compared, node: match.node}, textOf(match), 'absent')
}

/** Compares the fields of an object; each difference has its path. */
export function compareFields(
  checker: Checker, compared: Compared, {value: {value}, node}: Positioned<{readonly value: JsonValue}>, actual: JsonValue | undefined,
): void {
  if (actual === undefined) {
    checker.fail(compared, 'an object that is stored', 'nothing is stored')
    return
  }
  for (const difference of differences(value, actual)) {
    const {steps} = difference
    const at = {...compared, field: `${compared.field}${fieldText(steps)}`, node: node.at(steps)}
    checker.fail(at, valueText(difference.expected), valueText(difference.actual), scalarOf(difference.actual))
  }
}

const scalarOf = (value: JsonValue | undefined): string | number | boolean | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined

const fieldText = (steps: readonly (string | number)[]): string => {
  const field = fieldOf(steps)
  return field === '' ? field : `.${field}`
}
