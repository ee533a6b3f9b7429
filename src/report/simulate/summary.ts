import type {Simulation, WorkloadOutcome} from '../../simulate/simulate.js'
import {counted} from '../counted.js'
import type {Style} from '../style.js'

/** How much was sent, and what came of it, for people. */
export interface SimulationCounts {
  readonly objects: string
  readonly found: string
  /** Absent where there are none. */
  readonly workloads?: string
}

export function simulationCounts({reviews, workloads, diagnostics, notSent, policies}: Simulation, style: Style): SimulationCounts {
  const allowed = reviews.filter((review) => review.allowed).length
  const denied = reviews.length - allowed
  const parts = [
    `${allowed} admitted`,
    denied === 0 ? '0 denied' : style.red(`${denied} denied`),
    ...diagnostics.length === 0 ? [] : [style.red(`${diagnostics.length} unreadable`)],
    ...notSent.length === 0 ? [] : [`${notSent.length} not sent`],
    ...policies.refused.length === 0 ? [] : [style.red(`${counted(policies.refused.length, 'policy').replace(/ys$/, 'ies')} not in force`)],
  ]
  return {objects: counted(reviews.length, 'object'), found: parts.join(', '), ...workloads.length > 0 && {workloads: workloadCounts(workloads, style)}}
}

function workloadCounts(workloads: readonly WorkloadOutcome[], style: Style): string {
  const refused = workloads.filter(({isRefused}) => isRefused).length
  const parts = [
    ...refused === workloads.length ? [] : [`${workloads.length - refused} with all that it asks for`],
    ...refused === 0 ? [] : [style.red(`${refused} with something refused`)],
  ]
  return `${counted(workloads.length, 'workload')}: ${parts.join(', ')}`
}
