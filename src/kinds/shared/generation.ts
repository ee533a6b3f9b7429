import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import type {KubeObject} from '../kind.js'

/** Returns the object with the stored generation, incremented if its desired state changed. */
export function withGeneration<T extends KubeObject>(object: T, old: T, isUnchanged: boolean): T {
  const generation = Number(old.metadata.generation ?? 0) + (isUnchanged ? 0 : 1)
  return assign<KubeObject>(object, {metadata: assign<ObjectMeta>(object.metadata, {generation})}) as T
}

/** Returns a new object with generation 1. */
export const firstGeneration = <T extends KubeObject>(object: T): T => ({...object, metadata: assign<ObjectMeta>(object.metadata, {generation: 1})})

/** True if an object is new, or its desired state differs from the stored one. */
export const isNewGeneration = ({generation}: ObjectMeta, old: KubeObject | undefined): boolean =>
  old === undefined || Number(generation ?? 0) !== Number(old.metadata.generation ?? 0)
