import type {KindDefinition, KubeObject} from '../kind.js'

/**
 * The fields that kadm reads. Written by hand: without a field table, all other fields of a definition are accepted as they are.
 */
export interface CustomResourceDefinition extends KubeObject {
  readonly spec?: {readonly group?: string, readonly names?: {readonly plural?: string, readonly kind?: string}}
}

/** CustomResourceDefinition: kadm reads only the names of the defined resource. */
export const customResourceDefinition: KindDefinition<CustomResourceDefinition> = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  isLookedUp: true,
}
