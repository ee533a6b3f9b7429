import {auditKey, auditViolations, type Mode, modes, warning} from '../../admission/plugins/pod-security/index.js'
import type {JsonObject} from '../../source/json-value.js'
import {objectAt} from '../mutate/body.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import {expectationOf, type Outcome} from './bench.js'
import {type DraftTest, inline, type Subject} from './draft.js'
import type {Materials} from './materials.js'
import {minimalObject} from './minimal-objects.js'
import {type MakePod, minimalPod, restrictedPod} from './pods.js'

const exemption = auditKey('exempt')

/** A pod that meets one level of Pod Security and not the next stricter one, with words for it. */
interface Candidate {
  readonly text: string
  readonly make: MakePod
  readonly spec?: JsonObject
}

/** The least restricted pod first. */
const candidates = [
  {text: 'a pod in the network of its node', make: minimalPod, spec: {hostNetwork: true}},
  {text: 'a pod without a security context', make: minimalPod},
  {text: 'a pod with the fields that restricted requires', make: restrictedPod},
] as const satisfies readonly Candidate[]

/** A pod with the answer to it. */
interface Answer {
  readonly text: string
  readonly subject: Subject
  readonly outcome: Outcome
}

/** The objects and answers by which the tests of a mode show its level. */
interface ModeTests {
  /** The verbs of the names of tests, for an object that meets the level and for another one. */
  readonly verbs: readonly [kept: string, broken: string]
  readonly objectFor: (pod: JsonObject) => Subject
  /** True for the answer to an object that breaks the level. */
  readonly isBroken: (answer: Answer) => boolean
  readonly expectationOf: (answer: Answer) => JsonObject
}

const violationsIn = ({outcome: {review}}: Answer): string | undefined => review.auditAnnotations?.[auditViolations]

const modeTests: Readonly<Record<Mode, ModeTests>> = {
  enforce: {verbs: ['admits', 'denies'], objectFor: inline, isBroken: isRejected, expectationOf: () => ({})},
  warn: {
    verbs: ['is silent about', 'warns about'], objectFor: deploymentOf, isBroken: ({outcome: {review}}) => review.warnings.some((text) => text.startsWith(warning)),
    expectationOf: ({outcome: {review}}) => ({warnings: [...review.warnings]}),
  },
  audit: {
    verbs: ['notes nothing about', 'notes'], objectFor: deploymentOf, isBroken: (answer) => violationsIn(answer) !== undefined,
    expectationOf: (answer) => ({auditAnnotations: {[auditViolations]: violationsIn(answer) ?? null}}),
  },
}

/**
 * Returns the tests of a level of Pod Security: the least restricted pod that it accepts, and the most restricted one that it rejects. For
 * warnings and the audit log, Deployments have these pods, as the enforced level does not reject them. None for pods that other policies deny.
 */
export function levelTests({name, value, policy}: PolicyItem, materials: Materials): DraftTest[] {
  const mode = modes.find((one) => one === name) ?? 'enforce'
  const {verbs, objectFor, isBroken, expectationOf: ofMode} = modeTests[mode]
  const answers = candidates.flatMap((candidate) => answerTo(candidate, objectFor, materials) ?? [])
  const kept = answers.find((answer) => answer.outcome.review.allowed && !isBroken(answer))
  const broken = answers.findLast((answer) => answer.outcome.review.allowed === (mode !== 'enforce') && isBroken(answer))
  const draft = (answer: Answer | undefined, verb: string): DraftTest[] => answer === undefined ? [] : [{
    name: `${policy.name}: ${name} ${value} ${verb} ${answer.text}`, namespace: materials.namespace, existing: [], object: answer.subject.source,
    expect: {...expectationOf(answer.outcome), ...ofMode(answer)},
  }]
  return [...draft(kept, verbs[0]), ...draft(broken, verbs[1])]
}

/** The namespace of tests of defaults: one without labels. */
export const unlabelledNamespace = 'test-without-labels'

/** Returns the test of an exemption from Pod Security: a pod that breaks each level but `privileged` is admitted. None if another policy denies it. */
export function exemptionTests({name, value, policy}: PolicyItem, materialsIn: (namespace: string) => Materials): DraftTest[] {
  const namespace = name === 'exemptions.namespaces' ? value : unlabelledNamespace
  const user = name === 'exemptions.usernames' ? value : undefined
  const [candidate] = candidates
  const spec = {...candidate.spec, ...name === 'exemptions.runtimeClasses' && {runtimeClassName: value}}
  const {text, subject, outcome} = answerTo({...candidate, spec}, inline, materialsIn(namespace), user) ?? {}
  const annotation = outcome?.review.auditAnnotations?.[exemption]
  if (subject === undefined || outcome?.review.allowed !== true || annotation === undefined) return []
  return [{
    name: `${policy.name}: ${name} ${value} admits ${text}`, namespace, ...user !== undefined && {user}, existing: [], object: subject.source,
    expect: {...expectationOf(outcome), auditAnnotations: {[exemption]: annotation}},
  }]
}

/** Returns a Deployment of a pod, for which no pods are created. */
function deploymentOf(pod: JsonObject): Subject {
  const {object} = minimalObject('apps/v1', 'Deployment')
  return inline({...object, spec: {...objectAt(object, 'spec'), template: {...objectAt(object, 'spec', 'template'), spec: objectAt(pod, 'spec')}}})
}

/** Returns the first object with a pod that is admitted, or that Pod Security denies. */
function answerTo(
  {text, make, spec}: Candidate, objectFor: ModeTests['objectFor'], {bench, namespace, fills, labelled}: Materials, user?: string,
): Answer | undefined {
  for (const fill of fills) {
    const made = make([{requests: fill, limits: fill}], spec)
    const subject = made && labelled(objectFor(made.object))
    const outcome = subject && bench.send({object: subject.object, namespace, user})
    if (subject === undefined || outcome === undefined) continue
    const answer = {text: objectFor === inline ? text : `a Deployment of ${text}`, subject, outcome}
    if (outcome.review.allowed || isRejected(answer)) return answer
  }
  return undefined
}

function isRejected({outcome: {review: {steps}}}: Answer): boolean {
  return steps.some(({plugin, rejection}) => plugin === 'PodSecurity' && rejection !== undefined)
}
