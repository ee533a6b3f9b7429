import type {Review} from '../../cluster/review.js'
import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import {isObject} from '../../machinery/go/json-value.js'
import {goText, jsonEqual} from '../../machinery/patch/json.js'

const hint = 'the resources of a running pod change through its resize endpoint: send the pod with --subresource resize'

/** A hint if a pod update is rejected because it changes resources, which only the resize endpoint may change. */
export function resizeHint({allowed, errors}: Review, stored: JsonObject, sent: JsonObject | undefined): {readonly hint?: string} {
  const isRefused = !allowed && errors.some((error) => String(error).includes('pod updates may not change fields'))
  return isRefused && sent !== undefined && !jsonEqual(resourcesOf(stored), resourcesOf(sent)) ? {hint} : {}
}

/** The resources of a pod and of its containers, by their names. */
function resourcesOf({spec}: JsonObject): JsonObject {
  if (!isObject(spec)) return {}
  const {resources = null, containers = [], initContainers = []} = spec as JsonObject
  const all = [containers, initContainers].flatMap((list) => Array.isArray(list) ? list as readonly Json[] : []).filter(isObject) as JsonObject[]
  return {resources, ...Object.fromEntries(all.map(({name, resources: own = null}) => [`container ${goText(name)}`, own]))}
}
