import type {JsonObject} from '../machinery/decode/encode.js'

/** True for a HorizontalPodAutoscaler. */
export const isAutoscaler = ({kind}: JsonObject): boolean => kind === 'HorizontalPodAutoscaler'

/** The name of a stored object. */
export const nameOf = ({metadata}: JsonObject): string => (metadata as {readonly name: string}).name

/** The namespace that an object names. */
export function namespaceOf({metadata}: JsonObject): string | undefined {
  const {namespace} = (metadata ?? {}) as {readonly namespace?: unknown}
  return typeof namespace === 'string' ? namespace : undefined
}
