import {hasChanges, hasNewDenials} from '../../diff/diff.js'
import type {Cause, CauseEffects, Diff, Difference, Effect, FieldDifference, NamespaceDiff, PolicyChange, QuotaDifference, QuotaState} from '../../diff/types.js'
import type {Status} from '../../machinery/meta/status.js'
import {type BoundedLists, boundedLists} from '../bounded-lists.js'
import {jsonText} from '../json-text.js'
import {locationOf} from '../location.js'
import type {DiffReporterOptions} from './options.js'
import {outcomeCounts} from './summary.js'

/** The functions that shorten the lists of a diff. */
interface Bounds {
  readonly unfit: BoundedLists
  readonly otherChanges: BoundedLists
}

/** A diff as JSON; the contract is schemas/diff.schema.json. */
export function diffJson(diff: Diff, {skipped = [], ending, notes = []}: Partial<DiffReporterOptions> = {}): string {
  const bounds: Bounds = {
    unfit: boundedLists(diff.namespaces.flatMap(({quotas}) => quotas).flatMap(({unfit}) => unfit.map(({objects}) => objects))),
    otherChanges: boundedLists(diff.namespaces.flatMap(({causes}) => causes).flatMap(({effects}) => effects.map(({otherChanges}) => otherChanges))),
  }
  return jsonText({
    version: 1,
    server: diff.server,
    policies: diff.policies.map(policyJson),
    withoutEffect: diff.withoutEffect.map((change) => ({...policyJson(change), reason: change.reason})),
    namespaces: diff.namespaces.map((namespace) => namespaceJson(namespace, bounds)),
    notes, skipped,
    summary: {objects: diff.objects, ...outcomeCounts(diff), stillDenied: diff.stillDenied, newlyDenied: hasNewDenials(diff), changed: hasChanges(diff)},
    ...ending,
  })
}

const namespaceJson = ({namespace, counts, causes, quotas, totals}: NamespaceDiff, bounds: Bounds): object => ({
  namespace, counts: {workloads: counts.workload, pods: counts.pod, others: counts.object},
  causes: causes.map((cause) => causeJson(cause, bounds)), quotas: quotas.map((quota) => quotaJson(quota, bounds)), totals,
})

const causeJson = ({cause, effects}: CauseEffects, bounds: Bounds): object =>
  ({cause: causeItself(cause), effects: effects.map((effect) => effectJson(effect, bounds))})

const causeItself = (cause: Cause): object => cause.type === 'policy' ? {type: 'policy', ...policyJson(cause)} : cause

const policyJson = ({policy, change, field, from, to, place, isRejected}: PolicyChange): object =>
  ({policy, change, field, from: from ?? null, to: to ?? null, source: place === undefined ? null : sourceOf(place), ...isRejected && {rejected: true}})

function sourceOf(place: Effect['place']): object {
  const {path, line, column} = locationOf(place)
  return {path, line, column}
}

const effectJson = ({object, place, difference, isNewlyDenied, otherChanges}: Effect, bounds: Bounds): object => ({
  object, source: sourceOf(place), newlyDenied: isNewlyDenied, ...differenceJson(difference), ...bounds.otherChanges('otherChanges', otherChanges, policyJson),
})

function differenceJson(difference: Difference): object {
  switch (difference.type) {
    case 'denied': case 'admitted': case 'denied-otherwise': {
      const {type, from, to} = difference
      return {type, from: statusJson(from), to: statusJson(to)}
    }
    case 'added': case 'removed': return {type: difference.type, allowed: difference.allowed, status: statusJson(difference.status)}
    case 'defaults': case 'edited': return {type: difference.type, fields: difference.fields.map(fieldJson)}
    case 'warnings': return difference
    case 'replicas': return {type: 'replicas', from: difference.from ?? null, to: difference.to}
    case 'rollout': case 'rollout-at-maximum': {
      const {type, from, to, reason} = difference
      return {type, from: from ?? null, to: to ?? null, ...reason !== undefined && {reason}}
    }
    case 'autoscaler': case 'job': case 'second-run': {
      const {type, from, to, message} = difference
      return {type, from: from ?? null, to: to ?? null, ...message !== undefined && {message}}
    }
  }
}

const fieldJson = ({field, from, to, owned}: FieldDifference): object => ({field, from: from ?? null, to: to ?? null, ...owned && {owned}})

const statusJson = (status: Status | undefined): object | null =>
  status === undefined ? null : {code: status.code, reason: status.reason, message: status.message}

const quotaJson = ({quota, resource, before, after, headroom, unfit}: QuotaDifference, bounds: Bounds): object => ({
  quota, resource, before: stateJson(before), after: stateJson(after), headroom: headroom ?? null,
  unfit: unfit.map((part) => ({...part, ...bounds.unfit('objects', part.objects)})),
})

const stateJson = (state: QuotaState | undefined): QuotaState | null => state ?? null
