import type {Operation} from '../admission/attributes.js'
import {type Clock, timestamp} from '../admission/clock.js'
import type {Change, Controller} from '../controllers/controller.js'
import type {KubeObject} from '../kinds/kind.js'
import type {JsonObject} from '../machinery/encode.js'
import {encodeObject} from './codec.js'
import {atNextVersion, isHeld, withMetadata} from './prepare.js'
import type {KindInfo} from './scheme.js'
import type {Store} from './store.js'

/** What has happened to an object of the store, which keeps it under the key. */
export interface StoreEvent {
  readonly operation: Operation
  readonly info: KindInfo
  readonly namespace: string
  readonly key: string
  readonly old?: KubeObject
  /** To how many of the objects that the key stands for it happens; by default to one. */
  readonly count?: number
}

/** Changes the store, and tells the controllers what has happened in it. */
export class StoreWriter {
  constructor(private readonly store: Store, private readonly controllers: readonly Controller[], private readonly clock: Clock) {}

  /** Takes an object out of the store; one that somebody holds by a finalizer stays and is marked. */
  remove(event: StoreEvent & {readonly old: KubeObject}): void {
    const {old: object} = event
    const {generation, deletionTimestamp = timestamp(this.clock)} = object.metadata
    const remaining = event.info.definition.whenDeleted?.(object)
    if (remaining !== undefined) this.put(event, encodeObject(event.info, withMetadata(atNextVersion(remaining), {deletionTimestamp})))
    else if (!isHeld(object)) this.erase(event)
    else if (object.metadata.deletionTimestamp === undefined) {
      const next = generation === undefined ? {} : {generation: Number(generation) + 1}
      this.put(event, encodeObject(event.info, withMetadata(atNextVersion(object), {...next, deletionTimestamp, deletionGracePeriodSeconds: 0})))
    }
  }

  /**
   * Stores an object, in the place of those that an event is about.
   *
   * @returns its key, another one where some of those that are alike stay as they are
   */
  put(event: StoreEvent, json: JsonObject): string {
    const {info, namespace, key} = event
    const all = this.store.count(info, namespace, key)
    const count = Math.min(event.count ?? 1, all)
    if (count === all) {
      this.store.put(info, namespace, key, json)
      this.tell({...event, count: Math.max(count, 1)})
      return key
    }
    this.store.addTimes(info, namespace, key, -count)
    const newKey = this.store.putGenerated(info, namespace, json)
    this.store.addTimes(info, namespace, newKey, count - 1)
    this.tell({...event, key: newKey, count})
    return newKey
  }

  /** Takes the objects that an event is about out of the store. */
  erase(event: StoreEvent): void {
    const {info, namespace, key} = event
    const count = Math.min(event.count ?? 1, this.store.count(info, namespace, key))
    this.store.addTimes(info, namespace, key, -count)
    this.tell({...event, count}, () => undefined)
  }

  /**
   * Tells the controllers what has happened in the store.
   *
   * @param object gives what is there now; by default what the store has under the key
   */
  tell(event: StoreEvent, object: Change['object'] = () => this.store.get(event.info, event.namespace, event.key)): void {
    const {operation, info, namespace, old, count = 1} = event
    const change: Change = {operation, resource: info.resource, namespace, count, oldObject: old, object}
    for (const controller of this.controllers) controller.observe(change)
  }
}
