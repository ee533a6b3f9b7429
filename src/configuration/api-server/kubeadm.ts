import {isObject} from '../../machinery/go/json-value.js'
import type {Steps} from '../../manifests/locate.js'
import type {Manifest} from '../../manifests/manifest.js'
import {type ApiServer, nodePaths} from './api-server.js'
import type {Argument} from './command-line.js'

/** kubeadm's default arguments of the API server that kadm emulates; `extraArgs` override them (kubeadm controlplane `getAPIServerCommand`). */
const kubeadmArgs: Readonly<Record<string, string>> = {'allow-privileged': 'true', 'enable-admission-plugins': 'NodeRestriction'}

/** The API server that a ClusterConfiguration of kubeadm sets up, by its `apiServer.extraArgs`. Undefined for any other object. */
export function kubeadmApiServer(manifest: Manifest): ApiServer | undefined {
  const {body: {apiVersion, kind, apiServer}} = manifest
  if (kind !== 'ClusterConfiguration' || typeof apiVersion !== 'string' || !apiVersion.startsWith('kubeadm.k8s.io/')) return undefined
  const {extraArgs, extraVolumes} = isObject(apiServer) ? apiServer : {}
  const given = extraArgsOf(extraArgs)
  const defaults = Object.entries(kubeadmArgs).filter(([name]) => !given.some((arg) => arg.name === name)).map(([name, value]) => ({name, value, steps: []}))
  const mounts = (Array.isArray(extraVolumes) ? extraVolumes : []).flatMap((volume: unknown) => {
    const {hostPath, mountPath} = isObject(volume) ? volume : {}
    return typeof hostPath === 'string' && typeof mountPath === 'string' ? [{source: hostPath, mountPath}] : []
  })
  const args = [...defaults, ...given].map(({name, value, steps}): Argument => ({text: `--${name}=${value}`, steps}))
  return {manifest, args, pathsOf: (path) => nodePaths(path, mounts)}
}

interface ExtraArg {
  readonly name: string
  readonly value: string
  readonly steps: Steps
}

/** The arguments as a list of names and values (v1beta4), or as a map (v1beta3 and before). */
function extraArgsOf(extraArgs: unknown): ExtraArg[] {
  const path = ['apiServer', 'extraArgs']
  const argOf = (name: unknown, value: unknown, steps: Steps): ExtraArg[] =>
    typeof name === 'string' && typeof value === 'string' ? [{name, value, steps: [...path, ...steps]}] : []
  if (Array.isArray(extraArgs)) return extraArgs.flatMap((arg: unknown, i) => isObject(arg) ? argOf(arg['name'], arg['value'], [i, 'value']) : [])
  return isObject(extraArgs) ? Object.entries(extraArgs).flatMap(([name, value]) => argOf(name, value, [name])) : []
}
