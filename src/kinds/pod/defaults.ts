import type {Container, Pod, PodSpec} from '../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {rememberSharedWith, shareWith} from '../../machinery/collections/shared.js'
import {defaultVersion, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {withoutInitContainerAnnotations} from './metadata/annotations.js'
import {setResourceDefaults} from './resources/defaults.js'
import {setPodSpecDefaults} from './spec/defaults.js'

/**
 * Returns a pod with its defaults, after conversion to the server's internal form and back (core/v1 `SetDefaults_Pod`,
 * `SetDefaults_PodSpec`, `Convert_v1_Pod_To_core_Pod`; spec pod 1, spec pod 2).
 */
export function setPodDefaults(pod: Pod, version = defaultVersion): Pod {
  const {metadata, spec = {}} = pod
  return assign<Pod>(pod, {metadata: withoutInitContainerAnnotations(metadata), spec: setSpecDefaults(spec, version)})
}

const setSpecDefaults = rememberSharedWith((spec: PodSpec, version: KubernetesVersion): PodSpec => {
  const filled = setPodSpecDefaults(setResourceDefaults(spec, version))
  return shareWith(spec, assign<PodSpec>(filled, {
    enableServiceLinks: spec.enableServiceLinks ?? true,
    ...spec.terminationGracePeriodSeconds !== undefined && spec.terminationGracePeriodSeconds < 0 && {terminationGracePeriodSeconds: 1},
    ...spec.hostNetwork === true && withHostPorts(filled),
  }))
})

/** Returns the containers of a pod with `hostNetwork`: their host ports default to the container ports. */
const withHostPorts = ({containers, initContainers}: PodSpec): Partial<PodSpec> => ({
  ...containers && {containers: mapItems(containers, setHostPorts)},
  ...initContainers && {initContainers: mapItems(initContainers, setHostPorts)},
})

function setHostPorts(container: Container): Container {
  const {ports} = container
  if (ports === undefined) return container
  return assign<Container>(container, {
    ports: mapItems(ports, (port) => port.hostPort || !port.containerPort ? port : {...port, hostPort: port.containerPort}),
  })
}
