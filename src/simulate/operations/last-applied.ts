import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import {compareText, goJson} from '../../machinery/go/text.js'

/** The annotation of `kubectl apply` with the last applied configuration. */
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** The object as `kubectl apply` sends it, with its configuration in the annotation (kubectl `GetModifiedConfiguration`). */
export function withLastApplied(body: JsonObject): JsonObject {
  const configuration = withAnnotations(body, without(annotationsOf(body), lastApplied))
  return withAnnotations(configuration, {...annotationsOf(configuration), [lastApplied]: `${goJson(sorted(configuration))}\n`})
}

/** The last applied configuration of a stored object; undefined if kubectl did not apply it. */
export const lastAppliedOf = (object: JsonObject): string | undefined => textOf(annotationsOf(object)[lastApplied]) || undefined

/** The annotations of an object; empty if they are not a map. */
function annotationsOf({metadata}: JsonObject): JsonObject {
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined
  return isObject(annotations) ? annotations : {}
}

const withAnnotations = (body: JsonObject, annotations: JsonObject): JsonObject =>
  ({...body, metadata: {...isObject(body['metadata']) ? body['metadata'] : {}, annotations}})

function without(map: JsonObject, key: string): JsonObject {
  const {[key]: _gone, ...rest} = map
  return rest
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value as JsonObject).sort(([a], [b]) => compareText(a, b)).map(([key, item]) => [key, sorted(item)]))
}

/** The object without fields that hold null, as `kubectl apply` creates it (kubectl `pruneNullsFromMap`). */
export function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null).map(([key, value]) => [key, pruned(value)]))
}

function pruned(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(pruned)
  return isObject(value) ? withoutNulls(value) : value
}
