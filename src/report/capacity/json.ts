import type {ResourceList} from '../../machinery/quantity/resource-list.js'
import {isEnough} from '../../simulate/capacity/capacity.js'
import type {Capacity, NamespaceCapacity, ObjectNeeds, PerPhase, QuotaNeeds} from '../../simulate/capacity/types.js'
import {type BoundedLists, boundedLists} from '../bounded-lists.js'
import {jsonText} from '../json-text.js'
import type {LintReporterOptions} from '../lint/options.js'

/** The result of `kadm capacity` as JSON; the contract is schemas/capacity.schema.json. */
export function capacityJson(capacity: Capacity, {skipped = [], ending}: Partial<LintReporterOptions> = {}): string {
  const bounded = boundedLists(capacity.namespaces.flatMap(({quotas}) => quotas.map(({breaks}) => breaks?.objects ?? [])))
  return jsonText({
    version: 1, namespaces: capacity.namespaces.map((namespace) => namespaceJson(namespace, bounded)), notes: capacity.simulation.notes, skipped,
    summary: {enough: isEnough(capacity) && (ending === undefined || ending.exitStatus === 0)}, ...ending,
  })
}

const namespaceJson = ({namespace, objects, total, quotas}: NamespaceCapacity, bounded: BoundedLists): object =>
  ({namespace, objects: objects.map(objectJson), total: listsJson(total), quotas: quotas.map((quota) => quotaJson(quota, bounded))})

function objectJson({kind, name, needs, event, verdict, reason}: ObjectNeeds): object {
  return {
    kind, name, needs: listsJson(needs),
    event: event === undefined ? null : {reason: event.reason, message: event.message, object: {kind: event.kind, name: event.name}},
    rollout: verdict ?? null,
    ...reason !== undefined && {rolloutReason: reason},
  }
}

const quotaJson = ({quota, resource, hard, used, needed, breaks}: QuotaNeeds, bounded: BoundedLists): object =>
  ({quota, resource, hard, used, needed, breaks: breaks === undefined ? null : {...breaks, ...bounded('objects', breaks.objects)}})

const listsJson = (lists: PerPhase<ResourceList>): object => ({...lists})
