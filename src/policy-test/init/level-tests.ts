import type {JsonObject} from '../../source/json-value.js'
import {objectAt} from '../mutate/body.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import {expectationOf, type Outcome} from './bench.js'
import {type DraftTest, inline, type Subject} from './draft.js'
import type {Materials} from './materials.js'
import {minimalObject} from './minimal-objects.js'
import {type MakePod, minimalPod, restrictedPod} from './pods.js'

/** A pod that meets one level of Pod Security and not the next stricter one, with words for it. */
interface Candidate {
  readonly text: string
  readonly make: MakePod
  readonly spec?: JsonObject
}

/** The least restricted pod first. */
const candidates: readonly Candidate[] = [
  {text: 'a pod in the network of its node', make: minimalPod, spec: {hostNetwork: true}},
  {text: 'a pod without a security context', make: minimalPod},
  {text: 'a pod with the fields that restricted requires', make: restrictedPod},
]

/** A pod with the answer to it. */
interface Answer {
  readonly text: string
  readonly subject: Subject
  readonly outcome: Outcome
}

/**
 * Returns the tests of a level of Pod Security: the least restricted pod that it accepts, and the most restricted one that it rejects. For
 * warnings, Deployments have these pods, as the enforced level does not reject them. None for pods that other policies deny.
 */
export function levelTests(item: PolicyItem, materials: Materials): DraftTest[] {
  const {name, value, policy} = item
  const isWarning = name === 'warn'
  const answers = candidates.flatMap((candidate) => answerTo(candidate, isWarning ? deploymentOf : inline, materials) ?? [])
  const isBroken = isWarning ? hasWarning : isRejected
  const kept = answers.find((answer) => answer.outcome.review.allowed && !isBroken(answer))
  const broken = answers.findLast((answer) => answer.outcome.review.allowed === isWarning && isBroken(answer))
  const draft = (answer: Answer | undefined, verb: string): DraftTest[] => answer === undefined ? [] : [{
    name: `${policy.name}: ${name} ${value} ${verb} ${answer.text}`, namespace: materials.namespace, existing: [], object: answer.subject.source,
    expect: {...expectationOf(answer.outcome), ...isWarning && {warnings: [...answer.outcome.review.warnings]}},
  }]
  return [...draft(kept, isWarning ? 'is silent about' : 'admits'), ...draft(broken, isWarning ? 'warns about' : 'denies')]
}

/** Returns a Deployment of a pod, for which no pods are created. */
function deploymentOf(pod: JsonObject): Subject {
  const {object} = minimalObject('apps/v1', 'Deployment')
  return inline({...object, spec: {...objectAt(object, 'spec'), template: {...objectAt(object, 'spec', 'template'), spec: objectAt(pod, 'spec')}}})
}

/** Returns the first object with a pod that is admitted, or that Pod Security denies. */
function answerTo({text, make, spec}: Candidate, objectFor: (pod: JsonObject) => Subject, {bench, namespace, fills, labelled}: Materials): Answer | undefined {
  for (const fill of fills) {
    const made = make([{requests: fill, limits: fill}], spec)
    const subject = made && labelled(objectFor(made.object))
    const outcome = subject && bench.send({object: subject.object, namespace})
    if (subject === undefined || outcome === undefined) continue
    const answer = {text: objectFor === inline ? text : `a Deployment of ${text}`, subject, outcome}
    if (outcome.review.allowed || isRejected(answer)) return answer
  }
  return undefined
}

const isRejected = ({outcome: {review: {steps}}}: Answer): boolean => steps.some(({plugin, rejection}) => plugin === 'PodSecurity' && rejection !== undefined)

const hasWarning = ({outcome: {review: {warnings}}}: Answer): boolean => warnings.some((warning) => warning.startsWith('would violate PodSecurity '))
