import type {ResourceList} from '../../machinery/quantity/resource-list.js'
import {isEnough} from '../../simulate/capacity/capacity.js'
import type {Capacity, NamespaceCapacity, ObjectNeeds, PerPhase, QuotaNeeds} from '../../simulate/capacity/types.js'
import {jsonText} from '../json-text.js'
import type {LintReporterOptions} from '../lint/options.js'

/** The maximum number of objects that all quotas list together, and how many each of them lists if there are more. */
const [maxListed, fewListed] = [100_000, 10]

/** The result of `kadm capacity` as JSON; the contract is schemas/capacity.schema.json. */
export function capacityJson(capacity: Capacity, {skipped = [], ending}: Partial<LintReporterOptions> = {}): string {
  const listed = capacity.namespaces.flatMap(({quotas}) => quotas).reduce((sum, {breaks}) => sum + (breaks?.objects.length ?? 0), 0)
  const shown = listed > maxListed ? fewListed : Infinity
  return jsonText({
    version: 1, namespaces: capacity.namespaces.map((namespace) => namespaceJson(namespace, shown)), notes: capacity.simulation.notes, skipped,
    summary: {enough: isEnough(capacity) && (ending === undefined || ending.exitStatus === 0)}, ...ending,
  })
}

const namespaceJson = ({namespace, objects, total, quotas}: NamespaceCapacity, shown: number): object =>
  ({namespace, objects: objects.map(objectJson), total: listsJson(total), quotas: quotas.map((quota) => quotaJson(quota, shown))})

function objectJson({kind, name, needs, event, verdict, reason}: ObjectNeeds): object {
  return {
    kind, name, needs: listsJson(needs),
    event: event === undefined ? null : {reason: event.reason, message: event.message, object: {kind: event.kind, name: event.name}},
    rollout: verdict ?? null,
    ...reason !== undefined && {rolloutReason: reason},
  }
}

function quotaJson({quota, resource, hard, used, needed, breaks}: QuotaNeeds, shown: number): object {
  const more = (breaks?.objects.length ?? 0) - shown
  return {
    quota, resource, hard, used, needed,
    breaks: breaks === undefined ? null : more <= 0 ? breaks : {...breaks, objects: breaks.objects.slice(0, shown), moreObjects: more},
  }
}

const listsJson = (lists: PerPhase<ResourceList>): object => ({...lists})
