/** Where a pod stands in its life, as far as controllers look at it. */
export type PodState = 'pending' | 'ready' | 'succeeded' | 'failed' | 'terminating'
