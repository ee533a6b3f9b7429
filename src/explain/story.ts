import type {PolicyExplanation} from '../admission/explanation.js'
import type {PluginExplanation} from '../admission/explanations.js'
import type {FieldChange, Phase, PolicyPlace} from '../admission/plugin.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import {decodeObject, encodeObject} from '../cluster/codec.js'
import type {Trace} from '../cluster/review.js'
import type {KindInfo} from '../cluster/scheme.js'
import {identify} from '../cluster/target.js'
import {remember} from '../machinery/collections/remember.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import {FieldPath} from '../machinery/field/path.js'
import {noResources, type ResourceList, resourceNames} from '../machinery/quantity/resource-list.js'
import {causeOf, explain, type PolicyCause, subjectOf} from '../simulate/explain.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import {differencesOf} from '../simulate/operations/changes.js'
import type {FieldDifference} from '../simulate/operations/object-change.js'
import {usageDifferences} from '../simulate/quotas.js'
import type {Simulation} from '../simulate/simulate.js'
import type {CausedChange, PolicyStory, QuotaStory, StoryStep} from './types.js'

/** The manifests of the policies in force, by object key. */
type Manifests = Simulation['policies']['manifests']

/** Returns the way of a request through the server, step by step, with the values by which the server decides. */
export const stepsOf = (review: ManifestReview, simulation: Pick<Simulation, 'policies' | 'cluster'>): StoryStep[] =>
  [...requestSteps(review, simulation), ...usageSteps(review, simulation.policies.manifests)]

function requestSteps(review: ManifestReview, {policies: {manifests}, cluster}: Pick<Simulation, 'policies' | 'cluster'>): StoryStep[] {
  const {trace} = review
  const info = identify(bodyOf(review), cluster.kubernetesVersion)
  if (review.operation === 'DELETE' && !('code' in info)) return deleteSteps(review, manifests)
  if (trace !== undefined && !('code' in info)) return tracedSteps(review, trace, info, manifests)
  const reasons = explain(review, manifests)
  return [
    ...review.problems.length === 0 ? [] : [{step: 'unreadable', reasons} as const],
    ...review.steps.map(({plugin, phase, rejection}) =>
      ({step: 'plugin', plugin, phase, isReached: true, changes: [], policies: [], ...rejection && {rejection: rejection.status}} as const)),
  ]
}

/** The quotas whose usage the request has changed. */
function usageSteps({quotaChanges = []}: ManifestReview, manifests: Manifests): StoryStep[] {
  if (quotaChanges.length === 0) return []
  const quotas = quotaChanges.map((change): QuotaStory => ({
    policy: causeOf({policy: change.quota, field: FieldPath.of('spec')}, manifests),
    differences: usageDifferences(change).flatMap(({usage, ...rest}) => usage === undefined || usage.change.isZero() ? [] : [{...rest, usage}]),
  }))
  return [{step: 'usage', quotas}]
}

/** A DELETE has no object: admission gets the stored one, which the server then removes. */
const deleteSteps = (review: ManifestReview, manifests: Manifests): StoryStep[] => [
  {step: 'stored', isFound: review.before !== undefined},
  ...(['admit', 'validate'] as const).flatMap((phase) => stepsOfPhase(review, review.trace?.explanations ?? [], phase, manifests)),
  ...review.allowed ? [{step: 'deleted'} as const] : [],
]

/** The object as it was sent. */
const bodyOf = ({sent, manifest}: ManifestReview): JsonObject => sent ?? manifest.body

function tracedSteps(review: ManifestReview, trace: Trace, info: KindInfo, manifests: Manifests): StoryStep[] {
  const {before, object, errors, subresource} = review
  const [defaulted, mutated] = [encodeObject(info, trace.defaulted), encodeObject(info, trace.mutated)]
  const decoded = encodeObject(info, decodeObject(info, bodyOf(review)).object)
  const changed = (from: JsonObject, to: JsonObject): FieldDifference[] => shownChanges(differencesOf(from, to), review)
  const pluginSteps = (phase: Phase): StoryStep[] => stepsOfPhase(review, trace.explanations, phase, manifests)
  const ofInterest = (one: JsonObject): JsonObject => subresource === 'status' ? one : withoutStatus(one)
  const isValidated = trace.explanations.every(({phase, isReached, rejection}) => phase === 'validate' || !isReached || rejection === undefined)
  return [
    ...before === undefined ? [] : [{step: 'sent', changes: changed(ofInterest(before), ofInterest(defaulted))} as const],
    {step: 'defaults', changes: changed(decoded, defaulted)},
    ...pluginSteps('admit'),
    ...object === undefined ? [] : [{step: 'server', changes: changed(mutated, object)} as const],
    ...isValidated ? [{step: 'validation', reasons: errors.length === 0 ? [] : explain(review, manifests)} as const] : [],
    ...pluginSteps('validate'),
  ]
}

const withoutStatus = ({status: _status, ...object}: JsonObject): JsonObject => object

/** Metadata that the server keeps for itself. */
const internal: ReadonlySet<string> = new Set(['metadata.generation', 'metadata.managedFields', 'metadata.resourceVersion'])

/** Metadata of objects with generated names, in which placeholders differ. */
const ofGenerated = /^metadata\.(generateName|name|namespace|ownerReferences)\b/

const shownChanges = (changes: readonly FieldDifference[], {owner}: ManifestReview): FieldDifference[] =>
  changes.filter(({field}) => !internal.has(field) && (owner === undefined || !ofGenerated.test(field)))

/** The plugins of a phase that change the object or say something about it, in the order of the server. */
const stepsOfPhase = (review: ManifestReview, explanations: readonly PluginExplanation[], phase: Phase, manifests: Manifests): StoryStep[] =>
  admissionPlugins.flatMap(({name: plugin}): StoryStep[] => {
    const changes = review.steps.filter((step) => step.plugin === plugin && step.phase === phase).flatMap((step) => step.changes)
    const explanation = explanations.find((one) => one.plugin === plugin && one.phase === phase)
    if (changes.length === 0 && explanation === undefined) return []
    const {isReached = true, policies = [], rejection} = explanation ?? {}
    return [{
      step: 'plugin', plugin, phase, isReached, changes: changes.map((change) => causedChange(change, manifests)),
      policies: policies.map((policy) => policyStory(policy, review, manifests)), ...rejection && {rejection: rejection.status},
    }]
  })

const causedChange = ({field, from, to, cause}: FieldChange, manifests: Manifests): CausedChange =>
  ({field: String(field), from, to, ...cause && {policy: causeOf(cause, manifests)}})

/** The names of the bounds of a quota, which all stories about it share. */
const boundNames = remember((hard: ResourceList): readonly string[] => resourceNames(hard))

function policyStory(explained: PolicyExplanation, review: ManifestReview, manifests: Manifests): PolicyStory {
  if (explained.type === 'event-limit') return explained
  const place = (cause: PolicyPlace): PolicyCause => causeOf(cause, manifests)
  const policy = place({policy: explained.policy, field: explained.type === 'metadata-rule' ? explained.field : FieldPath.of('spec')})
  switch (explained.type) {
    case 'metadata-rule': return {...explained, policy}
    case 'limit-range': return {
      ...explained, policy, checks: explained.checks.map((check) => ({...check, policy: place(check.cause), subject: subjectIn(review, check.path)})),
    }
    case 'quota': return {
      ...explained, policy,
      sums: explained.sums.map((sum) => ({...sum, policy: place(sum.cause)})),
      hard: boundNames(explained.policy.spec?.hard ?? noResources),
    }
  }
}

/** The container at a path, else the object itself. */
const subjectIn = (review: ManifestReview, path: FieldPath): string => subjectOf(review.manifest, path) || review.manifest.body['kind'] as string
