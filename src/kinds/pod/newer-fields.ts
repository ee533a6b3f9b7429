import type {Container, EnvVar, PodSpec} from '../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'

const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const

type ListName = typeof lists[number]

/** Returns a spec without the fields that only newer versions have by default: older ones drop them silently (pkg/api/pod `dropDisabledFields`). */
export function dropNewerFields(spec: PodSpec, version: KubernetesVersion): PodSpec {
  const has = (feature: Parameters<typeof hasFeature>[1]): boolean => hasFeature(version, feature)
  const named = has('hostnameOverride') ? spec : without(spec, 'hostnameOverride')
  const restarted = has('containerRestartRules') ? named : changeContainers(named, dropRestartRules)
  const read = has('envFiles') ? restarted : changeContainers(restarted, dropEnvFiles)
  return has('imageVolume') ? read : dropImageVolumes(read)
}

function without<T extends object, K extends keyof T>(object: T, field: K): Omit<T, K> {
  if (object[field] === undefined) return object
  const {[field]: _dropped, ...rest} = object
  return rest
}

function changeContainers(spec: PodSpec, change: (container: Container, list: ListName) => Container): PodSpec {
  return lists.reduce<PodSpec>((changed, list) => {
    const containers = changed[list]
    return containers === undefined ? changed : assign<PodSpec>(changed, {[list]: mapItems(containers, (container) => change(container, list))})
  }, spec)
}

/** Removes restart rules and restart policies, except the policy of sidecars, which the version supports. */
function dropRestartRules(container: Container, list: ListName): Container {
  const isSidecar = list === 'initContainers' && container.restartPolicy === 'Always'
  return without(isSidecar ? container : without(container, 'restartPolicy'), 'restartPolicyRules')
}

const dropEnvFiles = (container: Container): Container => container.env === undefined ? container
  : assign<Container>(container, {env: mapItems(container.env, dropEnvFile)})

const dropEnvFile = (variable: EnvVar): EnvVar => variable.valueFrom?.fileKeyRef === undefined ? variable
  : {...variable, valueFrom: without(variable.valueFrom, 'fileKeyRef')}

/** Removes image volumes and their mounts. */
function dropImageVolumes(spec: PodSpec): PodSpec {
  const {volumes = []} = spec
  const dropped = new Set(volumes.flatMap(({name = '', image}) => image === undefined ? [] : [name]))
  if (dropped.size === 0) return spec
  const kept = {...spec, volumes: volumes.filter(({image}) => image === undefined)}
  return changeContainers(kept, (container) => container.volumeMounts === undefined ? container
    : {...container, volumeMounts: container.volumeMounts.filter(({name = ''}) => !dropped.has(name))})
}
