import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import {isObject} from '../../machinery/go/json-value.js'

/** The annotations that controllers and tools set. */
const ofControllers = /^((deployment|kubectl|pv|volume|volume\.beta|autoscaling\.alpha|batch|endpoints|control-plane\.alpha)\.kubernetes\.io|meta\.helm\.sh)\//

/**
 * The user's part of a stored object without a last-applied record: fields that only servers and controllers write are removed. So
 * fields that a new manifest leaves out are removed, as in a replace, and fields set by others stay. In an object that was read from a
 * cluster the number of replicas is treated as set by an autoscaler.
 */
export function manifestFromStored(stored: JsonObject): JsonObject {
  const {status: _status, metadata, ...rest} = stored
  const isFromCluster = isObject(metadata) && metadata['uid'] !== undefined
  const {labels, annotations} = mapOf(metadata)
  const manifest = {...rest, metadata: {...labels !== undefined && {labels}, ...annotations !== undefined && {annotations: ofUsers(annotations)}}}
  return isFromCluster ? withoutReplicas(withTemplate(manifest)) : manifest
}

const mapOf = (value: Json | undefined): JsonObject => isObject(value) ? value : {}

const ofUsers = (annotations: Json): JsonObject => Object.fromEntries(Object.entries(mapOf(annotations)).filter(([key]) => !ofControllers.test(key)))

/** The template of a workload without the restart annotation. */
function withTemplate(object: JsonObject): JsonObject {
  const spec = mapOf(object['spec'])
  const template = mapOf(spec['template'])
  const metadata = mapOf(template['metadata'])
  const {annotations} = metadata
  if (annotations === undefined) return object
  return {...object, spec: {...spec, template: {...template, metadata: {...metadata, annotations: ofUsers(annotations)}}}}
}

function withoutReplicas(object: JsonObject): JsonObject {
  if (!isObject(object['spec']) || object['spec']['replicas'] === undefined) return object
  const {replicas: _replicas, ...spec} = mapOf(object['spec'])
  return {...object, spec}
}
