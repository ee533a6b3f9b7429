import {isMap} from '../../machinery/patch/json.js'
import {mergeMaps} from '../../machinery/patch/merge.js'
import {PatchError} from '../../machinery/patch/patch-error.js'
import {patchTypeOf} from '../../machinery/patch/patch-meta.js'
import type {JsonObject} from '../../source/json-value.js'
import {listOf, objectAt, scalarText} from '../mutate/body.js'
import {inline, type Subject} from './draft.js'

export type Amounts = Readonly<Record<string, string>>

/** Amounts with which a pod is not of the class BestEffort, for any policies. */
export const otherAmounts: readonly Amounts[] = [{cpu: '100m', memory: '64Mi'}, {memory: '64Mi'}]

/** The amounts of one container. */
export interface ContainerAmounts {
  readonly requests: Amounts
  readonly limits: Amounts
}

/** Makes a pod whose containers have these amounts, with further fields in its spec; undefined if the pod has not as many containers. */
export type MakePod = (containers: readonly ContainerAmounts[], spec?: JsonObject) => Subject | undefined

const image = 'registry.k8s.io/pause:3.10'

/** Returns the function that makes a minimal pod with further fields, of the pod and of each container. */
const podWith = (fields: JsonObject, ofContainers: JsonObject): MakePod => (containers, spec = {}) => inline({
  apiVersion: 'v1', kind: 'Pod', metadata: {name: 'test'},
  spec: {...fields, ...spec, containers: containers.map((amounts, i) => ({name: i === 0 ? 'app' : `app-${i + 1}`, image, ...ofContainers, ...resourcesOf(amounts)}))},
})

/** Makes a minimal pod. */
export const minimalPod = podWith({}, {})

/** Makes a minimal pod that meets the strictest level of Pod Security. */
export const restrictedPod = podWith(
  {securityContext: {runAsNonRoot: true, seccompProfile: {type: 'RuntimeDefault'}}},
  {securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: ['ALL']}}},
)

function resourcesOf({requests, limits}: ContainerAmounts): JsonObject {
  const lists = {...Object.keys(requests).length > 0 && {requests}, ...Object.keys(limits).length > 0 && {limits}}
  return Object.keys(lists).length === 0 ? {} : {resources: lists}
}

/** Returns the function that changes a pod of a file by a patch. */
export function patchedPod(base: string, pod: JsonObject): MakePod {
  const names = listOf(objectAt(pod, 'spec')['containers']).map((container) => scalarText(objectAt(container)['name']))
  const name = scalarText(objectAt(pod, 'metadata')['name'])
  return (containers, spec = {}) => {
    if (containers.length > names.length) return undefined
    const changed = containers.flatMap((amounts, i) => Object.keys(resourcesOf(amounts)).length === 0 ? [] : [{name: names[i] ?? '', ...resourcesOf(amounts)}])
    const patch: JsonObject = {spec: {...spec, ...changed.length > 0 && {containers: changed}}}
    const object = merged(pod, patch)
    return object && {object, source: {base, select: `Pod/${name}`, ...Object.keys(objectAt(patch, 'spec')).length > 0 && {patch}}}
  }
}

/** Returns an object with a strategic merge patch applied; undefined if it cannot be applied. */
export function merged(object: JsonObject, patch: JsonObject): JsonObject | undefined {
  try {
    const result = mergeMaps(object, patch, patchTypeOf(scalarText(object['apiVersion']), scalarText(object['kind'])), 'server')
    return isMap(result) ? result : undefined
  } catch (error) {
    if (error instanceof PatchError) return undefined
    throw error
  }
}
