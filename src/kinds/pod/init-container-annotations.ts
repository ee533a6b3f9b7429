import type {ObjectMeta} from '../../machinery/api/meta-v1.js'

const droppedAnnotations: ReadonlySet<string> = new Set(['alpha', 'beta'].flatMap((stage) =>
  [`pod.${stage}.kubernetes.io/init-containers`, `pod.${stage}.kubernetes.io/init-container-statuses`]))

/** Returns the metadata of a pod or template without the deprecated annotations that servers drop (core/v1 `dropInitContainerAnnotations`). */
export function withoutInitContainerAnnotations(metadata: ObjectMeta): ObjectMeta {
  const {annotations} = metadata
  if (annotations === undefined) return metadata
  const entries = Object.entries(annotations)
  const kept = entries.filter(([key]) => !droppedAnnotations.has(key))
  return kept.length === entries.length ? metadata : {...metadata, annotations: Object.fromEntries(kept)}
}
