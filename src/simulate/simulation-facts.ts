import type {RunFacts} from '../lint/ending.js'
import {isPolicyManifest} from './policies.js'
import {hasDenials, type Simulation} from './simulate.js'

/** Returns the facts of a simulation that determine the exit status, and whether its result is incomplete. */
export const simulationFacts = (simulation: Simulation): RunFacts => ({
  hasFindings: hasDenials(simulation),
  diagnostics: [...simulation.policies.diagnostics, ...simulation.diagnostics],
  notSent: simulation.notSent,
  rejected: simulation.policies.refused.filter(({manifest}) => isPolicyManifest(manifest)),
  rejectedObjects: simulation.policies.refused.filter(({manifest}) => !isPolicyManifest(manifest)),
  reasons: simulation.incomplete,
})
