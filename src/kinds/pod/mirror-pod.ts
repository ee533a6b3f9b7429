import type {Pod} from '../../machinery/api/core-v1.js'

export const mirrorAnnotation = 'kubernetes.io/config.mirror'

/** True if a pod is the kubelet's copy of a static manifest of its node. */
export const isMirrorPod = ({metadata}: Pick<Pod, 'metadata'>): boolean => metadata.annotations?.[mirrorAnnotation] !== undefined
