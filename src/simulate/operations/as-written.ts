import type {Json, JsonObject} from '../../machinery/encode.js'
import {isObject} from '../../machinery/json-value.js'

/** The annotations that controllers and tools write into objects. */
const ofControllers = /^((deployment|kubectl|pv|volume|volume\.beta|autoscaling\.alpha|batch|endpoints|control-plane\.alpha)\.kubernetes\.io|meta\.helm\.sh)\//

/**
 * What somebody has written of a stored object that has no record of it. What only servers and controllers write is left out; so
 * what a new manifest leaves out goes away, as in a replace, and what others have set stays. Of an object that was read from a
 * cluster the number of replicas counts for an autoscaler's.
 */
export function asWritten(stored: JsonObject): JsonObject {
  const {status: _status, metadata, ...rest} = stored
  const isFromCluster = isObject(metadata) && metadata['uid'] !== undefined
  const {labels, annotations} = mapOf(metadata)
  const written = {...rest, metadata: {...labels !== undefined && {labels}, ...annotations !== undefined && {annotations: ofUsers(annotations)}}}
  return isFromCluster ? withoutReplicas(withTemplate(written)) : written
}

const mapOf = (value: Json | undefined): JsonObject => isObject(value) ? value : {}

const ofUsers = (annotations: Json): JsonObject => Object.fromEntries(Object.entries(mapOf(annotations)).filter(([key]) => !ofControllers.test(key)))

/** The template of a workload without the annotation that restarted it. */
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
