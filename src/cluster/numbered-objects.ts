import type {OwnedRange} from '../controllers/workload/api-server.js'
import {controllerUser} from '../controllers/workload/controller-user.js'
import type {OwnerReference} from '../machinery/api/meta-v1.js'
import {renumbered} from '../machinery/collections/renumbered.js'
import {intersection, type NumberRange, smallestWithMoreDigits} from '../machinery/collections/number-ranges.js'
import {semanticEqual} from '../machinery/collections/semantic-equal.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import type {ObjectReference} from './options.js'
import {chargeRepeats, repeatsThatFit} from './pipeline.js'
import {hasBlockingFinalizers} from './prepare.js'
import type {Server} from './registry.js'
import type {CreatedBatch} from './review.js'
import type {Router} from './router.js'
import {type KindInfo, lookUpKind} from './scheme.js'
import type {Target} from './target.js'

/** Objects that differ only in a number: `web-0`, `web-1` and so on. */
export interface NumberedObjects {
  readonly namespace: string
  /** Their names without the number. */
  readonly prefix: string
  /** Returns the object with a number, as a client sends it. */
  readonly at: (number: number) => JsonObject
}

/** Stored objects of the same series: their key, and the number of one of them. */
export interface KnownNumber {
  readonly storedAs: string
  readonly number: number
}

/** Creates, finds and deletes objects with consecutive numbers, any number of them at once. */
export class NumberedWriter {
  constructor(private readonly server: Server, private readonly router: Router) {}

  /**
   * Creates objects with the numbers from `first` on. Only the first passes through admission, which decides. The verdict on the others is the same
   * as long as their names have the same length and are free, and the quotas have room.
   *
   * @param count the most to create; fewer are created if the others are not certain to be like the first
   * @param like stored objects: if the new ones differ from them only in the number, they get the same key
   */
  create(objects: NumberedObjects, first: number, count: number, like?: KnownNumber): CreatedBatch {
    const {namespace, at} = objects
    const object = at(first)
    const {review, target} = this.router.createOne({operation: 'CREATE', ...controllerUser(object), namespace, object})
    if (!review.allowed || review.object === undefined) return {count: 0, rejected: review}
    const more = target === undefined ? 0 : Math.min(count - 1, this.maxIdentical(target, objects, first) - 1)
    if (target !== undefined && more > 0) this.repeat(target, objects, first, review.object, more)
    const storedAs = target !== undefined && like !== undefined && this.isLike(target, objects, first, review.object, like) ? like.storedAs : `${objects.prefix}${first}`
    return {count: 1 + more, admitted: {...review, storedAs}}
  }

  private maxIdentical(target: Target, {prefix}: NumberedObjects, first: number): number {
    const {plugins, store} = this.server
    if (hasBlockingFinalizers(target.object) || plugins.some((plugin) => plugin.readsNames?.(target.namespace) === true)) return 1
    const taken = store.numbers(target.info, target.namespace, prefix).find(([from]) => from > first)
    return Math.min(smallestWithMoreDigits(first) - first, (taken?.[0] ?? Infinity) - first, 1 + repeatsThatFit(plugins, target))
  }

  private repeat(target: Target, {prefix, at}: NumberedObjects, first: number, stored: JsonObject, more: number): void {
    const {info, namespace} = target
    const request = at(first)
    chargeRepeats(this.server.plugins, target, more)
    this.server.store.addSeries(info, namespace, {prefix, first, at: (number) => renumbered(stored, request, at(number))}, more)
    this.server.writer.notify({operation: 'CREATE', info, namespace, key: `${prefix}${first}`, count: more})
  }

  private isLike({info, namespace}: Target, {prefix, at}: NumberedObjects, first: number, stored: JsonObject, {number}: KnownNumber): boolean {
    const known = this.server.store.getJson(info, namespace, `${prefix}${number}`)
    return known !== undefined && semanticEqual(known, renumbered(stored, at(first), at(number)))
  }

  /** Deletes the stored objects with these numbers. `name` is the prefix. */
  delete({apiVersion, kind, namespace = 'default', name: prefix}: ObjectReference, row: NumberRange): void {
    const info = lookUpKind(apiVersion, kind)
    for (const {name, row: [from, to]} of info === undefined ? [] : this.parts(info, namespace, prefix, row)) {
      this.router.delete({operation: 'DELETE', namespace, object: {apiVersion, kind, metadata: {name}}}, to - from)
    }
  }

  /** The owner references of the stored objects with these numbers. `name` is the prefix. */
  owners({apiVersion, kind, namespace = 'default', name: prefix}: ObjectReference, row: NumberRange): OwnedRange[] {
    const info = lookUpKind(apiVersion, kind)
    if (info === undefined) return []
    return [...this.parts(info, namespace, prefix, row)].map(({name, row: part}) => ({range: part, owners: this.server.store.owners(info, namespace, name)}))
  }

  /** Replaces the owner references of the stored objects with these numbers. `name` is the prefix. */
  setOwners({apiVersion, kind, namespace = 'default', name: prefix}: ObjectReference, row: NumberRange, owners: readonly OwnerReference[]): void {
    const info = lookUpKind(apiVersion, kind)
    if (info === undefined) return
    this.server.store.cut(info, namespace, `${prefix}${row[1]}`)
    for (const {name} of this.parts(info, namespace, prefix, row)) this.server.store.setOwners(info, namespace, name, owners)
  }

  /** The entries of the stored objects with these numbers, each with the name of the first. An entry may continue beyond the numbers. */
  private * parts(info: KindInfo, namespace: string, prefix: string, row: NumberRange): Generator<{readonly name: string, readonly row: NumberRange}> {
    const {store} = this.server
    for (const taken of store.numbers(info, namespace, prefix)) {
      const [from, to] = intersection(taken, row)
      for (let number = from; number < to;) {
        const name = `${prefix}${number}`
        store.cut(info, namespace, name)
        const end = Math.min(number + store.count(info, namespace, name), to)
        yield {name, row: [number, end]}
        number = end
      }
    }
  }
}
