import type {Container, PodSpec, Volume} from '../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {defaultVersion, hasFeature} from '../../machinery/version/kubernetes-version.js'
import {dropNewerFields} from './newer-fields.js'

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
