import type {DeviceRequest, DeviceSubRequest, DeviceToleration, ExactDeviceRequest, ResourceClaimSpec} from '../../machinery/api/resource-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'

/** Returns the spec of a claim with its defaults (resource/v1 `SetDefaults_ExactDeviceRequest` and others; spec kinds 13). */
export function setClaimDefaults(spec: ResourceClaimSpec): ResourceClaimSpec {
  const {devices} = spec
  if (devices?.requests === undefined) return spec
  return assign<ResourceClaimSpec>(spec, {devices: assign(devices, {requests: mapItems(devices.requests, defaultRequest)})})
}

function defaultRequest(request: DeviceRequest): DeviceRequest {
  const {exactly, firstAvailable} = request
  return assign<DeviceRequest>(request, {
    ...exactly && {exactly: defaultRequirement(exactly)},
    ...firstAvailable && {firstAvailable: mapItems(firstAvailable, defaultRequirement)},
  })
}

function defaultRequirement(requirement: DeviceRequirement): DeviceRequirement {
  const allocationMode = requirement.allocationMode || 'ExactCount'
  const count = allocationMode === 'ExactCount' ? requirement.count || 1 : requirement.count
  return assign<DeviceRequirement>(requirement, {
    allocationMode, ...count && {count}, ...requirement.tolerations && {tolerations: mapItems(requirement.tolerations, defaultToleration)},
  })
}

const defaultToleration = (toleration: DeviceToleration): DeviceToleration =>
  assign<DeviceToleration>(toleration, {operator: toleration.operator || 'Equal'})

/** The requested devices and their number: of a request, or of one of its alternatives. */
export type DeviceRequirement = ExactDeviceRequest & DeviceSubRequest
