/** The state of a pod, as controllers distinguish it. */
export type PodState = 'pending' | 'ready' | 'succeeded' | 'failed' | 'terminating'
