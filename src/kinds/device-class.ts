import {semanticEqual} from '../machinery/semantic-equal.js'
import {firstGeneration, withGeneration} from './generation.js'
import type {KindDefinition, KubeObject} from './kind.js'

export interface DeviceClass extends KubeObject {
  /** `extendedResourceName` is the name under which pods may request the devices as well. */
  readonly spec?: {readonly extendedResourceName?: string}
}

/** DeviceClass: none of its rules is known. */
export const deviceClass: KindDefinition<DeviceClass> = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  prepareForCreate: firstGeneration,
  prepareForUpdate: (object, old) => withGeneration(object, old, semanticEqual(object.spec, old.spec)),
}
