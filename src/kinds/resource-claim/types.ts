import type {ObjectMeta} from '../../machinery/meta/object-meta.js'
import type {ResourceList} from '../../machinery/quantity/resource-list.js'
import type {KubeObject} from '../kind.js'

/** A CEL expression that selects devices. */
export interface DeviceSelector {
  readonly cel?: {readonly expression?: string}
}

export interface DeviceToleration {
  readonly key?: string
  readonly operator?: string
  readonly value?: string
  readonly effect?: string
  readonly tolerationSeconds?: number | bigint
}

/** The requested devices and their number. */
export interface DeviceRequirement {
  readonly name?: string
  readonly deviceClassName?: string
  readonly selectors?: readonly DeviceSelector[]
  readonly allocationMode?: string
  readonly count?: number | bigint
  /** Devices that others use too, for monitoring say. */
  readonly adminAccess?: boolean
  readonly tolerations?: readonly DeviceToleration[]
  readonly capacity?: {readonly requests?: ResourceList}
}

/** One request of a claim: exactly these devices, or the first of several that can be had. */
export interface DeviceRequest {
  readonly name?: string
  readonly exactly?: DeviceRequirement
  readonly firstAvailable?: readonly DeviceRequirement[]
}

/** Attributes that the devices of several requests must share, or must not share. */
export interface DeviceConstraint {
  readonly requests?: readonly string[]
  readonly matchAttribute?: string
  readonly distinctAttribute?: string
}

/** Configuration for drivers. */
export interface DeviceConfiguration {
  readonly requests?: readonly string[]
  readonly opaque?: {readonly driver?: string, readonly parameters?: unknown}
}

export interface DeviceClaim {
  readonly requests?: readonly DeviceRequest[]
  readonly constraints?: readonly DeviceConstraint[]
  readonly config?: readonly DeviceConfiguration[]
}

export interface ResourceClaimSpec {
  readonly devices?: DeviceClaim
}

export interface ResourceClaim extends KubeObject {
  readonly spec?: ResourceClaimSpec
  readonly status?: object
}

export interface ResourceClaimTemplate extends KubeObject {
  readonly spec?: {readonly metadata?: ObjectMeta, readonly spec?: ResourceClaimSpec}
}
