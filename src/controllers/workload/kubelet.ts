import type {JsonObject} from '../../machinery/decode/encode.js'

/** The outcome of a running pod. */
export type PodOutcome = 'runs' | 'succeeds' | 'fails' | 'never-ready'

/** The behaviour of pods on their nodes, which manifests do not determine. */
export interface Kubelet {
  outcome(pod: JsonObject): PodOutcome
  /** Seconds that a deleted pod takes to terminate. */
  terminationSeconds(pod: JsonObject): number
}

/** The default grace period in seconds (core/v1 DefaultTerminationGracePeriodSeconds). */
const defaultGraceSeconds = 30

/** The grace period of a pod in seconds. */
export function graceSecondsOf(pod: JsonObject): number {
  const {terminationGracePeriodSeconds = defaultGraceSeconds} = (pod['spec'] ?? {}) as {readonly terminationGracePeriodSeconds?: number}
  return terminationGracePeriodSeconds
}

/** Pods start at once and keep running; deleted ones use their whole grace period, so that the number of pods is at its maximum. */
export const defaultKubelet: Kubelet = {outcome: () => 'runs', terminationSeconds: graceSecondsOf}
