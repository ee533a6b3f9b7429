import {assign, mapItems} from '../../machinery/immutable.js'
import type {Container, PodSpec} from '../pod/types.js'
import type {Volume} from '../pod/volume-types.js'
import type {PodTemplateSpec} from './types.js'

/**
 * A template without the fields whose feature gates are off by default, which the server drops without a word (pkg/api/pod
 * `DropDisabledTemplateFields`; pod spec 3).
 */
export function dropDisabledTemplateFields(template: PodTemplateSpec): PodTemplateSpec {
  const {spec} = template
  return spec === undefined ? template : assign<PodTemplateSpec>(template, {spec: dropDisabledFields(spec)})
}

function dropDisabledFields({schedulingGroup, ...rest}: PodSpec): PodSpec {
  const {volumes, initContainers, containers, ephemeralContainers} = rest
  return {
    ...rest,
    ...volumes && {volumes: mapItems(volumes, dropProjections)},
    ...initContainers && {initContainers: mapItems(initContainers, dropStopSignal)},
    ...containers && {containers: mapItems(containers, dropStopSignal)},
    ...ephemeralContainers && {ephemeralContainers: mapItems(ephemeralContainers, dropStopSignal)},
  }
}

/** Without the stop signal, and without the lifecycle when there was nothing else in it. */
function dropStopSignal(container: Container): Container {
  const {lifecycle, ...others} = container
  if (lifecycle?.stopSignal === undefined) return container
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
