import {isObject} from '../../machinery/go/json-value.js'
import type {Manifest} from '../../manifests/manifest.js'
import type {JsonObject} from '../../source/json-value.js'
import {type ApiServer, type Mount, nodePaths} from './api-server.js'
import type {Argument} from './command-line.js'

const program = 'kube-apiserver'

/**
 * The API server that a pod runs, one in kube-system, as the kubelet of a control plane node starts it from a file. Undefined for any
 * other object.
 */
export function apiServerPod(manifest: Manifest): ApiServer | undefined {
  const {body: {apiVersion, kind, metadata, spec}} = manifest
  if (apiVersion !== 'v1' || kind !== 'Pod' || !isObject(metadata) || metadata['namespace'] !== 'kube-system' || !isObject(spec)) return undefined
  for (const [i, container] of objectsOf(spec['containers']).entries()) {
    if (container === undefined) continue
    const args = programArgs(container, i)
    if (args !== undefined) return {manifest, args, pathsOf: (path) => nodePaths(path, mountsOf(container, spec))}
  }
  return undefined
}

/** The arguments after the name of the program in the command of a container; undefined for another program. */
function programArgs({command, args, image}: JsonObject, i: number): Argument[] | undefined {
  const textsOf = (list: unknown, name: string): Argument[] => Array.isArray(list)
    ? list.flatMap((text: unknown, j) => typeof text === 'string' ? [{text, steps: ['spec', 'containers', i, name, j]}] : []) : []
  const all = [...textsOf(command, 'command'), ...textsOf(args, 'args')]
  const at = all.findIndex(({text}) => text.split('/').at(-1) === program)
  if (at !== -1) return all.slice(at + 1)
  const isDefault = command === undefined && typeof image === 'string' && /(?:^|\/)kube-apiserver(?:-[a-z0-9]+)?(?:[:@]|$)/.test(image)
  return isDefault ? all : undefined
}

/** The items of a list, with undefined for those that are no objects. */
const objectsOf = (list: unknown): readonly (JsonObject | undefined)[] =>
  Array.isArray(list) ? list.map((item: unknown) => isObject(item) ? item as JsonObject : undefined) : []

/** The mounts of a container that come from folders and files of the node. */
function mountsOf({volumeMounts}: JsonObject, {volumes}: JsonObject): Mount[] {
  const folders = new Map(objectsOf(volumes).flatMap((volume) => {
    const {name, hostPath} = volume ?? {}
    return typeof name === 'string' && isObject(hostPath) && typeof hostPath['path'] === 'string' ? [[name, hostPath['path']]] : []
  }))
  return objectsOf(volumeMounts).flatMap((mount) => {
    const {name, mountPath, subPath} = mount ?? {}
    const folder = typeof name === 'string' ? folders.get(name) : undefined
    if (folder === undefined || typeof mountPath !== 'string') return []
    return [{mountPath, source: typeof subPath === 'string' ? `${folder}/${subPath}` : folder}]
  })
}
