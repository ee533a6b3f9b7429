import type {Ending} from '../lint/ending.js'
import {isEnough} from '../simulate/capacity/capacity.js'
import type {Capacity} from '../simulate/capacity/types.js'
import type {SendOptions} from '../simulate/operations/operation.js'
import {isPolicyManifest} from '../simulate/policies.js'
import {hasDenials, type Simulation} from '../simulate/simulate.js'
import {incompleteText, type RunFacts} from './exit-status.js'
import {namedSources, type SimulationInputs} from './read-inputs.js'

/** What decides how a command ends that simulates, as far as its result goes. */
export const simulationFacts = (simulation: Simulation): RunFacts => ({
  hasFindings: hasDenials(simulation),
  diagnostics: [...simulation.policies.diagnostics, ...simulation.diagnostics],
  notSent: simulation.notSent,
  refused: simulation.policies.refused,
  reasons: simulation.incomplete,
})

/** What a command was given that sends objects. */
export interface Given extends Omit<SimulationInputs, 'warnings' | 'skipped'> {
  /** True to accept files without any object. */
  readonly allowsEmpty: boolean
  readonly operation?: SendOptions['operation']
}

/** What decides how a command ends that sends the objects of files: as kubectl, it fails where there is none. */
export function sendingFacts(simulation: Simulation, {allowsEmpty, operation = 'create', areAllSkipped, ...inputs}: Given): RunFacts {
  const facts = {...simulationFacts(simulation), sources: namedSources(inputs)}
  if (allowsEmpty) return facts
  const isEmpty = simulation.isEmpty && !areAllSkipped
  return {...facts, areAllSkipped, reasons: [...facts.reasons ?? [], ...isEmpty ? [`${nothingSent}${operation}`] : []]}
}

/** The beginning of what kubectl says where there is nothing to send. */
const nothingSent = 'no objects passed to '

/** What kubectl says where there is nothing to send, and how to have that accepted. */
export const emptyNotes = ({incomplete}: Ending): string[] => incomplete.filter((reason) => reason.startsWith(nothingSent))
  .flatMap((reason) => [`error: ${reason}`, 'Hint: --allow-empty accepts files without any object.'])

/** What decides how `kadm capacity` ends. A policy that is rejected bounds nothing, whether it is among the policies or the objects. */
export function capacityFacts(result: Capacity, given: Given): RunFacts {
  const {simulation} = result
  const denied = simulation.reviews.filter(({allowed}) => !allowed)
  const facts = sendingFacts(simulation, given)
  return {
    ...facts,
    hasFindings: !isEnough(result) || denied.length > 0,
    refused: [...facts.refused ?? [], ...denied.filter(({manifest}) => isPolicyManifest(manifest))],
  }
}

/** A simulation whose notes say why it is incomplete, if it is. */
export const withEnding = (simulation: Simulation, ending: Ending): Simulation => ({...simulation, notes: [...simulation.notes, ...incompleteText(ending)]})
