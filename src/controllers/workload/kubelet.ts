import type {JsonObject} from '../../machinery/encode.js'

/** What becomes of a pod that runs. */
export type Outcome = 'runs' | 'succeeds' | 'fails' | 'never-ready'

/** How pods behave on their nodes, which only those who run them know. */
export interface Kubelet {
  outcome(pod: JsonObject): Outcome
  /** How long a deleted pod stays, in seconds. */
  terminationSeconds(pod: JsonObject): number
}

/** The seconds that a pod may take to stop when its manifest says nothing (core/v1 DefaultTerminationGracePeriodSeconds). */
const usualGraceSeconds = 30

/** How long a pod may take to stop. */
export function graceSecondsOf(pod: JsonObject): number {
  const {terminationGracePeriodSeconds = usualGraceSeconds} = (pod['spec'] ?? {}) as {readonly terminationGracePeriodSeconds?: number}
  return terminationGracePeriodSeconds
}

/** Pods start at once and run on; deleted ones take all the time that they may, so that the most pods stand side by side. */
export const patientKubelet: Kubelet = {outcome: () => 'runs', terminationSeconds: graceSecondsOf}
