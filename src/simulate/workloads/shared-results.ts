import {exceededQuotaText} from '../../admission/plugins/resource-quota/index.js'
import type {RequestBudget} from '../../controllers/workload/request-budget.js'
import {keyOf} from '../../controllers/workload/workload-record.js'
import {merge} from '../../machinery/collections/immutable.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {renamedFailure, renamedMessage} from './result-key.js'
import type {RolloutResult, ScenarioResult} from './types.js'

/** The result of a scenario of one workload. */
interface KnownResult {
  readonly name: string
  readonly result: ScenarioResult
}

/** The workload of a scenario. */
interface SharingWorkload {
  readonly object: JsonObject
  readonly simulatedNodes: {readonly budget?: RequestBudget}
  /** The same text for workloads whose scenarios have the same results, except for names; undefined if that is not known. */
  readonly resultKey?: string | undefined
}

/** The results of scenarios that start from one cluster. A scenario is simulated once for a workload, and for all that are identical to it. */
export class SharedResults {
  private readonly known = new Map<string, KnownResult>()

  /**
   * Returns the result of a scenario, which is that of the same or of an identical workload if one is known.
   *
   * @param change a text that identifies the change of the workload
   * @param simulate simulates the scenario
   */
  of({resultKey, object, simulatedNodes}: SharingWorkload, change: string, simulate: () => ScenarioResult): ScenarioResult {
    const {name} = object['metadata'] as {readonly name: string}
    const own = keyOf(object)
    const key = `${change} ${resultKey ?? own}`
    const known = this.known.get(key)
    if (known !== undefined) return resultKey === undefined ? known.result : renamed(known, name)
    const result = simulate()
    const isWhole = simulatedNodes.budget?.hasEnded(own) !== true
    if (isWhole && (resultKey === undefined || isShareable(result))) this.known.set(key, {name, result})
    return result
  }
}

const messagesOf = ({event, rollout}: ScenarioResult): string[] => [event, rollout?.event].flatMap((one) => one?.message ?? [])

/** False for results with messages that may contain names of their workload in other places. */
const isShareable = (result: ScenarioResult): boolean => messagesOf(result).every((message) => message.includes(exceededQuotaText))

/** The result of an identical workload with another name. */
function renamed({name: from, result}: KnownResult, to: string): ScenarioResult {
  const {event, rollout} = result
  const named = event === undefined ? result : merge(result, {event: renamedFailure(event, from, to)})
  return rollout === undefined ? named : merge(named, {rollout: renamedRollout(rollout, from, to)})
}

function renamedRollout(rollout: RolloutResult, from: string, to: string): RolloutResult {
  const {reason, event} = rollout
  const named = reason === undefined ? rollout : merge(rollout, {reason: renamedMessage(reason, from, to)})
  return event === undefined ? named : merge(named, {event: renamedFailure(event, from, to)})
}
