import type {KindDefinition, KubeObject} from './kind.js'

export interface DeviceClass extends KubeObject {
  /** `extendedResourceName` is the name under which pods may request the devices as well. */
  readonly spec?: {readonly extendedResourceName?: string}
}

/** DeviceClass: nothing but its fields is known. */
export const deviceClass: KindDefinition<DeviceClass> = {apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass'}
