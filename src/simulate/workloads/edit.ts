import type {Json, JsonObject} from '../../machinery/encode.js'

/** An object with another value in a field, which is made where it is not. */
export function withField(object: JsonObject, [first, ...rest]: readonly string[], value: Json): JsonObject {
  if (first === undefined) return object
  const inner = object[first]
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
  return {...object, [first]: rest.length === 0 ? value : withField(isObject ? inner as JsonObject : {}, rest, value)}
}

/** The value of a field, undefined where there is none. */
export const fieldOf = (object: JsonObject, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, key) => typeof value === 'object' && value !== null ? (value as JsonObject)[key] : undefined, object)

const restartedAt = ['spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt']

/** A workload whose pods are all to be replaced by pods like them (`kubectl rollout restart`). */
export const restarted = (object: JsonObject): JsonObject => withField(object, restartedAt, 'now')

/** A workload that asks for another number of pods. */
export const scaled = (object: JsonObject, replicas: number): JsonObject => withField(object, ['spec', 'replicas'], replicas)
