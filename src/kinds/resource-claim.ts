import {type FieldError, forbidden} from '../machinery/field-error.js'
import {FieldPath} from '../machinery/field-path.js'
import {assign, mapItems} from '../machinery/immutable.js'
import type {KindDefinition, KubeObject} from './kind.js'

/** Which devices are asked for, and how many. */
export interface DeviceRequirement {
  readonly name?: string
  readonly deviceClassName?: string
  readonly allocationMode?: string
  readonly count?: number | bigint
  /** Devices that others use too, for monitoring say. */
  readonly adminAccess?: boolean
}

/** One request of a claim: exactly these devices, or the first of several that can be had. */
export interface DeviceRequest {
  readonly name?: string
  readonly exactly?: DeviceRequirement
  readonly firstAvailable?: readonly DeviceRequirement[]
}

export interface ResourceClaimSpec {
  readonly devices?: {readonly requests?: readonly DeviceRequest[]}
}

export interface ResourceClaim extends KubeObject {
  readonly spec?: ResourceClaimSpec
}

const adminAccessLabel = 'resource.kubernetes.io/admin-access'

/** ResourceClaim: its defaults, and who may ask for access to the devices of others (kinds spec 13). */
export const resourceClaim: KindDefinition<ResourceClaim> = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  setDefaults(claim) {
    const {devices} = claim.spec ?? {}
    if (devices?.requests === undefined) return claim
    const requests = mapItems(devices.requests, defaultRequest)
    return requests === devices.requests ? claim : {...claim, spec: {...claim.spec, devices: {...devices, requests}}}
  },

  validateInNamespace({spec}, labels): FieldError[] {
    const first = (spec?.devices?.requests ?? []).findIndex(({exactly}) => exactly?.adminAccess === true)
    if (first === -1 || labels[adminAccessLabel] === 'true') return []
    const path = FieldPath.of('spec', 'devices', 'requests').index(first).child('adminAccess')
    return [forbidden(path, `admin access to devices requires the \`${adminAccessLabel}: true\` label on the containing namespace`, 'cluster/admin-access')]
  },
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
  return assign<DeviceRequirement>(requirement, {allocationMode, ...count !== undefined && {count}})
}
