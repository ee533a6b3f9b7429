import {type Ending, incompleteText, type RunFacts} from '../lint/ending.js'
import {isEnough} from '../simulate/capacity/capacity.js'
import type {Capacity} from '../simulate/capacity/types.js'
import type {SendOptions} from '../simulate/operations/operation.js'
import {isPolicyManifest} from '../simulate/policies.js'
import type {Simulation} from '../simulate/simulate.js'
import {simulationFacts} from '../simulate/simulation-facts.js'
import {namedSources, type SimulationInputs} from './read-inputs.js'

/** The inputs and flags of a command that sends objects. */
export interface SendingContext extends Omit<SimulationInputs, 'warnings' | 'skipped'> {
  /** True to accept files without any object. */
  readonly allowsEmpty: boolean
  readonly operation?: SendOptions['operation']
}

/** Returns the facts that determine the exit status of a command that sends objects. Like kubectl, it fails if there are none. */
export function sendingFacts(simulation: Simulation, {allowsEmpty, operation = 'create', areAllSkipped, ...inputs}: SendingContext): RunFacts {
  const facts = {...simulationFacts(simulation), sources: namedSources(inputs)}
  if (allowsEmpty) return facts
  const isEmpty = simulation.isEmpty && !areAllSkipped
  return {...facts, areAllSkipped, reasons: [...facts.reasons ?? [], ...isEmpty ? [`${nothingSent}${operation}`] : []]}
}

/** The beginning of kubectl's message if there is nothing to send. */
const nothingSent = 'no objects passed to '

/** Returns kubectl's message if there is nothing to send, with a hint at --allow-empty. */
export const emptyNotes = ({incomplete}: Ending): string[] => incomplete.filter((reason) => reason.startsWith(nothingSent))
  .flatMap((reason) => [`error: ${reason}`, 'Hint: --allow-empty accepts files without any object.'])

/** Returns the facts that determine the exit status of `kadm capacity`. A rejected policy makes it incomplete, also one among the objects. */
export function capacityFacts(result: Capacity, given: SendingContext): RunFacts {
  const {simulation} = result
  const denied = simulation.reviews.filter(({allowed}) => !allowed)
  const facts = sendingFacts(simulation, given)
  return {
    ...facts,
    hasFindings: !isEnough(result) || denied.length > 0,
    rejected: [...facts.rejected ?? [], ...denied.filter(({manifest}) => isPolicyManifest(manifest))],
  }
}

/** Adds the reasons why a simulation is incomplete to its notes. */
export const withEnding = (simulation: Simulation, ending: Ending): Simulation => ({...simulation, notes: [...simulation.notes, ...incompleteText(ending)]})
