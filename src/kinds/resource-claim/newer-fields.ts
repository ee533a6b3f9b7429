import type {DeviceClaim, DeviceConstraint, DeviceRequest, ResourceClaimSpec} from '../../machinery/api/resource-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {defaultVersion, hasFeature} from '../../machinery/version/kubernetes-version.js'
import type {DeviceRequirement} from './defaults.js'

/** Returns a spec without the fields that only newer versions have by default: older ones drop them silently (pkg/api/resourceclaimspec `DropDisabledFields`). */
export function dropNewerFields(spec: ResourceClaimSpec, version = defaultVersion): ResourceClaimSpec {
  const {devices} = spec
  const dropped = new Set<keyof DeviceRequirement>([
    ...hasFeature(version, 'draDeviceTaints') ? [] : ['tolerations'] as const,
    ...hasFeature(version, 'draConsumableCapacity') ? [] : ['capacity'] as const,
  ])
  if (devices === undefined || dropped.size === 0) return spec
  const {requests, constraints} = devices
  return assign<ResourceClaimSpec>(spec, {devices: assign<DeviceClaim>(devices, {
    ...requests && {requests: mapItems(requests, (request) => withoutFields(request, dropped))},
    ...constraints && !hasFeature(version, 'draConsumableCapacity') && {constraints: mapItems(constraints, withoutDistinct)},
  })})
}

function withoutFields(request: DeviceRequest, dropped: ReadonlySet<string>): DeviceRequest {
  const {exactly, firstAvailable} = request
  const drop = (requirement: DeviceRequirement): DeviceRequirement => Object.keys(requirement).some((field) => dropped.has(field))
    ? Object.fromEntries(Object.entries(requirement).filter(([field]) => !dropped.has(field))) : requirement
  return assign<DeviceRequest>(request, {...exactly && {exactly: drop(exactly)}, ...firstAvailable && {firstAvailable: mapItems(firstAvailable, drop)}})
}

function withoutDistinct(constraint: DeviceConstraint): DeviceConstraint {
  const {distinctAttribute, ...rest} = constraint
  return distinctAttribute === undefined ? constraint : rest
}
