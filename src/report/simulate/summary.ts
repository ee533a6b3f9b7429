import {oneLine} from '../../machinery/output/printable.js'
import type {Manifest} from '../../manifests/manifest.js'
import {isPolicyManifest} from '../../simulate/policies.js'
import type {Simulation, WorkloadOutcome} from '../../simulate/simulate.js'
import {counted} from '../counted.js'
import type {Style} from '../style.js'

/** The number of desired pods that workloads did not get, without workloads whose simulation is incomplete. */
export const rejectedPods = (workloads: readonly WorkloadOutcome[]): number =>
  workloads.reduce((sum, {refused, incomplete}) => incomplete === undefined ? sum + refused : sum, 0)

/** The totals of a simulation, for people. */
export interface SimulationCounts {
  readonly objects: string
  readonly found: string
  /** Undefined without workloads. */
  readonly workloads?: string
}

export function simulationCounts({reviews, workloads, diagnostics, notSent, policies}: Simulation, style: Style): SimulationCounts {
  const allowed = reviews.filter((review) => review.allowed).length
  const denied = reviews.length - allowed
  const {refused: rejected} = policies
  const leftOut = rejected.filter(({manifest}) => !isPolicyManifest(manifest))
  const parts = [
    `${allowed} admitted`,
    denied === 0 ? '0 denied' : style.red(`${denied} denied`),
    ...diagnostics.length === 0 ? [] : [style.red(`${diagnostics.length} unreadable`)],
    ...notSent.length === 0 ? [] : [`${notSent.length} not sent`],
    ...rejected.length === leftOut.length ? [] : [style.red(`${counted(rejected.length - leftOut.length, 'policy').replace(/ys$/, 'ies')} not in force`)],
    ...leftOut.length === 0 ? [] : [style.red(`${counted(leftOut.length, 'existing object')} left out`)],
  ]
  const lost = rejectedPods(workloads)
  const pods = lost === 0 ? '' : `; ${style.red(`${counted(lost, 'pod')} of workloads denied`)}`
  return {objects: counted(reviews.length, 'object'), found: `${parts.join(', ')}${pods}`, ...workloads.length > 0 && {workloads: workloadCounts(workloads, style)}}
}

function workloadCounts(workloads: readonly WorkloadOutcome[], style: Style): string {
  const short = workloads.filter(({isRefused}) => isRefused).length
  const unknown = workloads.filter(({isRefused, incomplete}) => !isRefused && incomplete !== undefined).length
  const whole = workloads.length - short - unknown
  const parts = [
    ...whole === 0 ? [] : [whole === 1 ? '1 gets everything that it requests' : `${whole} get everything that they request`],
    ...short === 0 ? [] : [style.red(short === 1 ? '1 does not get everything' : `${short} do not get everything`)],
    ...unknown === 0 ? [] : [style.red(`${unknown} not simulated to ${unknown === 1 ? 'its' : 'their'} end`)],
  ]
  return `${counted(workloads.length, 'workload')}: ${parts.join(', ')}`
}

/** The sentence about an object of the initial cluster that the server rejects: a policy, or an existing object. */
export const rejectedTitle = (manifest: Manifest, {kind, name}: {readonly kind: string, readonly name: string}): string =>
  `${oneLine(kind)} ${oneLine(name)} ${isPolicyManifest(manifest) ? 'is not in force' : 'is left out'}: the API server would reject it`
