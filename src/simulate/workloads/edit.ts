import {merge} from '../../machinery/collections/immutable.js'
import type {Json, JsonObject} from '../../machinery/decode/encode.js'

/** The object with a field set, which is created if it is missing. */
export function withField(object: JsonObject, [first, ...rest]: readonly string[], value: Json): JsonObject {
  if (first === undefined) return object
  const inner = object[first]
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
  return merge(object, {[first]: rest.length === 0 ? value : withField(isObject ? inner as JsonObject : {}, rest, value)})
}

/** The value of a field, or undefined. */
export const fieldOf = (object: JsonObject, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, key) => typeof value === 'object' && value !== null ? (value as JsonObject)[key] : undefined, object)

const restartedAt = ['spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt']

/** A workload with a changed template, so that all pods are replaced by identical ones (`kubectl rollout restart`). */
export const restarted = (object: JsonObject): JsonObject => withField(object, restartedAt, 'now')

/** True if two workloads were restarted at the same time, or not at all. */
export const hasSameRestart = (one: JsonObject, other: JsonObject): boolean => fieldOf(one, restartedAt) === fieldOf(other, restartedAt)

/** A workload with another number of replicas. */
export const scaled = (object: JsonObject, replicas: number): JsonObject => withField(object, ['spec', 'replicas'], replicas)
