import type {Container, EnvVar, PodSpec, PodTemplateSpec, Volume} from '../../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../../machinery/collections/immutable.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'

/**
 * Returns a spec without the fields whose feature gates are off by default, which the server drops silently (pkg/api/pod
 * `DropDisabledPodFields`; spec pod 3).
 */
export function dropDisabledFields(given: PodSpec, version = defaultVersion): PodSpec {
  const spec = dropNewerFields(given, version)
  const hasCertificates = hasFeature(version, 'certificateProjections')
  const {volumes, initContainers, containers, ephemeralContainers} = spec
  const kept = assign<PodSpec>(spec, {
    ...volumes && !hasCertificates && {volumes: mapItems(volumes, dropProjections)},
    ...initContainers && {initContainers: mapItems(initContainers, dropStopSignal)},
    ...containers && {containers: mapItems(containers, dropStopSignal)},
    ...ephemeralContainers && {ephemeralContainers: mapItems(ephemeralContainers, dropStopSignal)},
  })
  if (kept.schedulingGroup === undefined) return kept
  const {schedulingGroup, ...rest} = kept
  return rest
}

/** Removes the stop signal, and the lifecycle if it is empty then. */
function dropStopSignal(container: Container): Container {
  if (container.lifecycle?.stopSignal === undefined) return container
  const {lifecycle, ...others} = container
  const {stopSignal, ...rest} = lifecycle
  return Object.keys(rest).length === 0 ? others : {...others, lifecycle: rest}
}

function dropProjections(volume: Volume): Volume {
  const {projected} = volume
  if (projected?.sources === undefined) return volume
  const sources = mapItems(projected.sources, (source) => {
    const {clusterTrustBundle, podCertificate, ...rest} = source
    return clusterTrustBundle === undefined && podCertificate === undefined ? source : rest
  })
  return assign<Volume>(volume, {projected: assign(projected, {sources})})
}

const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const

type ListName = typeof lists[number]

/** Returns a spec without the fields that only newer versions have by default: older ones drop them silently (pkg/api/pod `dropDisabledFields`). */
function dropNewerFields(spec: PodSpec, version: KubernetesVersion): PodSpec {
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

/** A template without the fields whose feature gates are off by default (pkg/api/pod `DropDisabledTemplateFields`; spec pod 3). */
export function dropDisabledTemplateFields(template: PodTemplateSpec, version = defaultVersion): PodTemplateSpec {
  const {spec} = template
  return spec === undefined ? template : assign<PodTemplateSpec>(template, {spec: dropDisabledFields(spec, version)})
}
