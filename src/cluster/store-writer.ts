import type {Operation} from '../admission/attributes.js'
import {type Clock, timestamp} from '../admission/clock.js'
import type {Change, Controller} from '../controllers/controller.js'
import type {KubeObject} from '../kinds/kind.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import {encodeObject} from './codec.js'
import {atNextVersion, hasBlockingFinalizers, withMetadata} from './prepare.js'
import type {KindInfo} from './scheme.js'
import type {Store} from './store.js'

/** A change of an object in the store. */
export interface StoreEvent {
  readonly operation: Operation
  readonly info: KindInfo
  readonly namespace: string
  readonly key: string
  readonly old?: KubeObject
  /** The number of affected objects among those that share the key; 1 by default. */
  readonly count?: number
}

/** Writes to the store and notifies the controllers of each change. */
export class StoreWriter {
  constructor(private readonly store: Store, private readonly controllers: Controller, private readonly clock: Clock) {}

  /** Removes an object from the store; an object with finalizers stays and is marked as being deleted. */
  remove(event: StoreEvent & {readonly old: KubeObject}): void {
    const {old: object} = event
    const {generation, deletionTimestamp = timestamp(this.clock)} = object.metadata
    const remaining = event.info.definition.whenDeleted?.(object)
    if (remaining !== undefined) this.put(event, encodeObject(event.info, withMetadata(atNextVersion(remaining), {deletionTimestamp})))
    else if (!hasBlockingFinalizers(object)) this.erase(event)
    else if (object.metadata.deletionTimestamp === undefined) {
      const next = generation === undefined ? {} : {generation: Number(generation) + 1}
      this.put(event, encodeObject(event.info, withMetadata(atNextVersion(object), {...next, deletionTimestamp, deletionGracePeriodSeconds: 0})))
    }
  }

  /**
   * Stores an object in place of those that the event names.
   *
   * @returns its key, which is new if only some of the objects under the old key are replaced
   */
  put(event: StoreEvent, json: JsonObject): string {
    const {info, namespace, key} = event
    const all = this.store.count(info, namespace, key)
    const count = Math.min(event.count ?? 1, all)
    if (count === all) {
      this.store.put(info, namespace, key, json)
      this.notify(event, Math.max(count, 1))
      return key
    }
    this.store.addTimes(info, namespace, key, -count)
    const newKey = this.store.putGenerated(info, namespace, json)
    this.store.addTimes(info, namespace, newKey, count - 1)
    this.notify({...event, key: newKey, count})
    return newKey
  }

  /** Removes the objects that the event names from the store. */
  erase(event: StoreEvent): void {
    const {info, namespace, key} = event
    const count = Math.min(event.count ?? 1, this.store.count(info, namespace, key))
    this.store.addTimes(info, namespace, key, -count)
    this.notify(event, count, () => undefined)
  }

  /**
   * Notifies the controllers of a change.
   *
   * @param count the number of objects that changed
   * @param object returns the present object; by default the stored one
   */
  notify(
    event: StoreEvent, count = event.count ?? 1, object: Change['object'] = () => this.store.get(event.info, event.namespace, event.key),
  ): void {
    const {operation, info, namespace, old} = event
    const change: Change = {operation, resource: info.resource, namespace, count, oldObject: old, object}
    this.controllers.observe(change)
  }
}
