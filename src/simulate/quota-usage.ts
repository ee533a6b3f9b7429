import type {Cluster} from '../cluster/cluster.js'
import type {Review} from '../cluster/review.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import {isObject} from '../machinery/go/json-value.js'
import {objectKey} from './object-key.js'

/** The source of a quota's usage: its own status, the existing objects, or none, so that it begins at zero. */
export type UsageSource = 'status' | 'recomputed' | 'empty'

type Amounts = Readonly<Record<string, unknown>>

/** The recorded usage of a quota, from its own manifest or from a ResourceQuotaUsage document that sets it. */
export interface RecordedUsage {
  readonly used: unknown
  /** `status.hard` of the quota's own manifest. */
  readonly hard: unknown
  /** True for a document, which counts even if objects exist. */
  readonly isSet: boolean
}

/** Determines the usage of quotas before anything is sent (docs/server.md). */
export class QuotaUsage {
  readonly sources = new Map<string, UsageSource>()
  /** The namespaces in which objects exist. */
  private readonly counted = new Set<string>()

  /** @param isAlwaysCounted true to count objects even if there are none, ignoring recorded statuses */
  constructor(private readonly cluster: Cluster, private readonly isAlwaysCounted: boolean) {}

  addExisting(namespace: string): void {
    this.counted.add(namespace)
  }

  /**
   * Settles the status of a quota, for which the quota controller has just run. The whole status comes from one place:
   *
   * - Usage that a document sets, or, in a namespace without existing objects, usage that the quota's status records, is
   *   believed. `status.hard` is then the recorded one, as on a server whose quota controller has not run since: admission
   *   compares with it, even where it differs from `spec.hard`, until something in the run makes the controller count
   *   again. Without a recorded `status.hard` it is `spec.hard`, and keys without usage begin at zero.
   * - Otherwise the status is the controller's: `spec.hard`, and the usage of the objects that exist.
   *
   * @returns the answer to a status that the API server would reject
   */
  settle(quota: JsonObject, {used: recorded, hard: recordedHard, isSet}: RecordedUsage): Review | undefined {
    const {metadata, spec = {}} = quota as {metadata: {name: string, namespace: string}, spec?: {hard?: Amounts}}
    const key = objectKey(quota)
    const isCounted = this.isAlwaysCounted || (!isSet && this.counted.has(metadata.namespace))
    if (isCounted || recorded === undefined) {
      this.sources.set(key, isCounted ? 'recomputed' : 'empty')
      return undefined
    }
    const stored = this.cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', ...metadata})
    const zero = (stored?.['status'] as {used?: Amounts} | undefined)?.used
    const {hard, used} = isObject(recordedHard) ? {hard: recordedHard, used: {}} : {hard: spec.hard ?? {}, used: zero}
    const status = {hard, used: {...used, ...onlyKeysOf(hard, recorded)}}
    const review = this.cluster.handle({operation: 'UPDATE', subresource: 'status', namespace: metadata.namespace, object: {...quota, ...stored, status}})
    this.sources.set(key, review.allowed ? 'status' : 'empty')
    return review.allowed ? undefined : review
  }
}

function onlyKeysOf(hard: Amounts, used: unknown): Amounts {
  if (typeof used !== 'object' || used === null) return {}
  return Object.fromEntries(Object.entries(used).filter(([name]) => Object.hasOwn(hard, name)))
}
