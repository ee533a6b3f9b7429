import {differingFields, policyValue} from '../../diff/policy-changes.js'
import {configurationKind} from '../../diff/policy-fields.js'
import type {
  Cause, CauseEffects, Difference, Effect, FieldDifference, IdleChange, IdleReason, NamespaceDiff, PolicyChange, Replicas, TotalDifference,
} from '../../diff/types.js'
import type {Json} from '../../machinery/decode/encode.js'
import {goJson} from '../../machinery/go/text.js'
import {isMap} from '../../machinery/patch/json.js'
import {oneLine} from '../../machinery/output/printable.js'
import {counted} from '../counted.js'
import {locationOf} from '../location.js'

/** The texts of a diff that all reports for people share. */

/** A cause: `LimitRange defaults: max.memory 2Gi → 1Gi (policies/limits.yaml:12)`. */
export function causeText(cause: Cause): string {
  switch (cause.type) {
    case 'policy': return policyChangeText(cause)
    case 'object': return 'Manifests that changed'
    case 'server': return `The API server: ${cause.changes.join(', ')}`
    case 'other': return 'Other changes'
  }
}

/** A change of a policy with its place. */
function policyChangeText({policy, change, field, from, to, place, isRejected}: PolicyChange): string {
  const name = policy.kind === configurationKind ? `The configuration of ${policy.name}` : `${policy.kind} ${policy.name}`
  const at = place === undefined ? '' : ` (${placeText(place)})`
  const texts = {
    added: `${name} is ${isRejected === true ? 'no longer rejected' : 'new'}${field === '' ? '' : `: ${field} ${policyValue(to)}`}`,
    removed: `${name} is ${isRejected === true ? 'rejected' : 'removed'}${field === '' ? '' : `: ${field} ${policyValue(from)}`}`,
    changed: `${name}: ${field} ${changedValues(from, to)}`,
    same: `${name}: ${field}${to === undefined ? '' : ` ${policyValue(to)}`}, unchanged`,
  }
  return oneLine(`${texts[change]}${at}`)
}

/** The values of a change; of an item, only its fields that differ: `burst 10 → 3`. */
function changedValues(from: Json | undefined, to: Json | undefined): string {
  if (!isMap(from) || !isMap(to)) return `${policyValue(from)} → ${policyValue(to)}`
  return differingFields(from, to).map((field) => `${field} ${policyValue(from[field])} → ${policyValue(to[field])}`).join(', ')
}

const idleReasons: Readonly<Record<IdleReason, (change: IdleChange) => string>> = {
  'plugin-off': () => 'its admission plugin is off',
  'not-read': () => 'nothing that kadm evaluates reads this field',
  'audit-log': () => 'it changes only the audit log of the API server',
  'same-value': () => 'both values are the same quantity',
  'no-objects': ({policy: {namespace, name}}) => `no object in namespace ${namespace ?? name} is compared`,
  'same-results': () => 'all results are the same',
}

/** A change without effect, with the reason: `LimitRange a: max.memory 1Gi → 2Gi (a.yaml:7): no object in namespace dev is compared`. */
export const idleText = (change: IdleChange): string => oneLine(`${policyChangeText(change)}: ${idleReasons[change.reason](change)}`)

/** The amounts of a total: before, after and the change with its sign. */
export const totalCells = ({before, after, change}: Omit<TotalDifference, 'resource'>): string[] =>
  [String(before), String(after), change.sign() > 0 ? `+${String(change)}` : String(change)]

/** A place without its column: `policies/limits.yaml:12`. */
export function placeText(place: Effect['place']): string {
  const {path, line} = locationOf(place)
  return `${oneLine(path)}:${line}`
}

/** An object without its namespace: `Deployment/web`. */
export const objectText = ({object: {kind, name}}: Pick<Effect, 'object'>): string => oneLine(`${kind}/${name}`)

/** The outcomes by which effects are counted, in the order of their report. */
export const outcomes = ['denied', 'limited', 'admitted', 'otherwise', 'defaults', 'warnings', 'edited', 'added', 'removed'] as const

export type Outcome = typeof outcomes[number]

/** The outcome of an effect. `limited`: a rollout, Job or autoscaler that no longer completes. */
export function outcomeOf({difference, isNewlyDenied}: Effect): Outcome {
  switch (difference.type) {
    case 'denied': case 'admitted': case 'defaults': case 'warnings': case 'edited': case 'removed': return difference.type
    case 'added': return isNewlyDenied ? 'denied' : 'added'
    case 'denied-otherwise': return 'otherwise'
    case 'replicas': return isNewlyDenied ? 'denied' : missing(difference.to) < missing(difference.from) ? 'admitted' : 'otherwise'
    default: return isNewlyDenied ? 'limited' : 'otherwise'
  }
}

/** The effects with an outcome. A workload whose pods are denied is not limited, too: its rollout cannot complete. */
export function withOutcome(effects: readonly Effect[], outcome: Outcome): Effect[] {
  const found = effects.filter((effect) => outcomeOf(effect) === outcome)
  if (outcome !== 'limited') return found
  const denied = new Set(effects.filter((effect) => outcomeOf(effect) === 'denied').map(objectKeyOf))
  return found.filter((effect) => !denied.has(objectKeyOf(effect)))
}

/** A key of the object of an effect. */
export const objectKeyOf = ({object: {apiVersion, kind, namespace, name}}: Effect): string => JSON.stringify([apiVersion, kind, namespace, name])

const missing = (replicas: Replicas | undefined): number =>
  replicas === undefined ? 0 : replicas.wanted - replicas.created + replicas.claimsWanted - replicas.claimsCreated

const verbs: Readonly<Record<Outcome, readonly [one: string, several: string]>> = {
  denied: ['is denied', 'are denied'],
  limited: ['no longer rolls out, scales or completes', 'no longer roll out, scale or complete'],
  admitted: ['is admitted', 'are admitted'],
  otherwise: ['has another result', 'have other results'],
  defaults: ['gets other defaults', 'get other defaults'],
  warnings: ['gets other warnings', 'get other warnings'],
  edited: ['changes', 'change'],
  added: ['is new', 'are new'],
  removed: ['is removed', 'are removed'],
}

/** The number of objects by outcome: `3 of 41 workloads are denied, 1 of 2 pods is admitted`. */
export function effectCounts({effects}: Pick<CauseEffects, 'effects'>, {counts}: Pick<NamespaceDiff, 'counts'>): string {
  return outcomes.flatMap((outcome) => {
    const found = withOutcome(effects, outcome)
    return (['workload', 'pod', 'object'] as const).flatMap((objectClass) => {
      const count = new Set(found.filter((effect) => effect.objectClass === objectClass).map(objectText)).size
      return count === 0 ? [] : [`${count} of ${counted(counts[objectClass], objectClass)} ${verbs[outcome][count === 1 ? 0 : 1]}`]
    })
  }).join(', ')
}

/** The lines about an effect, each a sentence without the object. */
export function effectTexts({difference}: Effect): string[] {
  switch (difference.type) {
    case 'denied': return [`denied: ${difference.to?.message ?? ''}`]
    case 'admitted': return ['admitted']
    case 'denied-otherwise': return [`still denied: ${difference.to?.message ?? ''}`]
    case 'added': return [difference.allowed ? 'new, admitted' : `new, denied: ${difference.status?.message ?? ''}`]
    case 'removed': return [difference.allowed ? 'removed' : 'removed, was denied']
    case 'defaults': case 'edited': return difference.fields.map(fieldText)
    case 'warnings': return [...difference.added.map((text) => `new warning: ${text}`), ...difference.removed.map((text) => `no longer warns: ${text}`)]
    case 'replicas': return [replicasText(difference)]
    default: return [laterText(difference)]
  }
}

function replicasText({from, to}: Extract<Difference, {type: 'replicas'}>): string {
  const reason = to.message === undefined ? '' : `: ${to.message}`
  const still = from !== undefined && missing(from) > 0 && missing(from) === missing(to) ? 'still ' : ''
  const start = to.wanted === 0 ? 'no pods' : `${still}${to.created} of ${counted(to.wanted, 'pod')} start${to.created === 1 || to.wanted === 1 ? 's' : ''}`
  const claims = to.claimsCreated < to.claimsWanted ? `, ${to.claimsCreated} of ${counted(to.claimsWanted, 'claim')} created` : ''
  const earlier = from === undefined || from.created === to.created ? '' : `, ${from.created} before`
  return `${start}${earlier}${claims}${reason}`
}

type Later = Extract<Difference, {type: 'rollout' | 'autoscaler' | 'rollout-at-maximum' | 'job' | 'second-run'}>

/** The result of what happens after the pods start. */
function laterText(difference: Later): string {
  switch (difference.type) {
    case 'rollout': case 'rollout-at-maximum': {
      const {type, from, to, reason} = difference
      return `${type === 'rollout' ? 'rollout' : 'rollout at the maximum of the autoscaler'}: ${changeText(from, to)}${reason === undefined ? '' : `: ${reason}`}`
    }
    case 'autoscaler': {
      const [from, to] = [difference.from, difference.to].map((stop) => stop === undefined ? 'reaches its maximum' : `stops at ${counted(stop, 'pod')}`)
      return `autoscaler: ${changeText(from, to)}${difference.message === undefined ? '' : `: ${difference.message}`}`
    }
    case 'job': {
      const [from, to] = [difference.from, difference.to].map((completes) => completes === undefined ? 'none' : completes ? 'completes' : 'does not complete')
      return `Job: ${changeText(from, to)}${difference.message === undefined ? '' : `: ${difference.message}`}`
    }
    case 'second-run': {
      const [from, to] = [difference.from, difference.to].map((run) => run === undefined ? 'none' : `${run.created} of ${counted(run.wanted, 'pod')}`)
      return `two runs at once: ${changeText(from, to)}${difference.message === undefined ? '' : `: ${difference.message}`}`
    }
  }
}

/** A verdict on both sides: `fits → blocked`, `still blocked`. */
const changeText = (from: string | undefined, to: string | undefined): string =>
  from === to ? `still ${String(to)}` : `${from ?? 'none'} → ${to ?? 'none'}`

/** A field: `spec.containers[name=app].resources.limits[memory] 512Mi → 256Mi`. */
function fieldText({field, from, to, owned}: FieldDifference): string {
  const of = owned === undefined ? '' : `${owned.kind.toLowerCase()} `
  return `${of}${field}: ${valueText(from)} → ${valueText(to)}`
}

/** Maximum length of a value. */
const longestValue = 60

function valueText(value: Json | undefined): string {
  if (value === undefined) return 'none'
  const text = typeof value === 'string' && value !== '' ? value : goJson(value)
  return text.length > longestValue ? `${text.slice(0, longestValue - 3)}...` : text
}
