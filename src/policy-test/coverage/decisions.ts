import type {Step} from '../../admission/chain.js'
import type {PolicyPlace} from '../../admission/plugin.js'
import type {FieldPath} from '../../machinery/field/path.js'

/** Everything that decided the outcome of a request: places in policies, and fields of the configurations of plugins. */
export interface Decisions {
  readonly places: readonly PolicyPlace[]
  readonly configured: readonly {readonly plugin: string, readonly field: FieldPath}[]
}

/** Returns what decided a request: the causes of a denial, and those of changes. */
export function decisionsOf(steps: readonly Step[]): Decisions {
  const reasons = steps.flatMap(({plugin, refusal}) => (refusal?.reasons ?? []).map((reason) => ({plugin, ...reason})))
  return {
    places: [
      ...steps.flatMap(({changes}) => changes.flatMap(({cause}) => cause ?? [])),
      ...reasons.flatMap(({cause, setBy = []}) => cause === undefined ? setBy : [cause, ...setBy]),
    ],
    configured: reasons.flatMap(({plugin, configuredBy = []}) => configuredBy.map((field) => ({plugin, field}))),
  }
}
