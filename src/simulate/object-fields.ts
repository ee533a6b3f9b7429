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

/** Returns the value at a path in an object; undefined if there is none. */
export const valueAt = (object: unknown, steps: readonly (string | number)[]): unknown => steps.reduce<unknown>((value, step) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Readonly<Record<string | number, unknown>>)[step] : undefined, object)
