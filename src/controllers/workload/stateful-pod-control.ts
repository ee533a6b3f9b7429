import {gaps, type NumberRange, smallestWithMoreDigits, smallestWithSameDigits} from '../../machinery/collections/number-ranges.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import type {NumberedObjects, StoredReference} from './api-server.js'
import {ClaimRetention, type RetentionPolicy} from './claim-retention.js'
import {claimKind, claimName, claimOf, type ClaimTemplate, withClaims} from './claims.js'
import type {OwnerIdentity, PodOwner} from './owner.js'
import {podFromTemplate} from './pod-from-template.js'
import type {Template} from './template.js'
import type {ControlLoop} from './control-loop.js'

/** The part of a StatefulSet's spec that determines its pods and claims. */
export interface StatefulPodSpec {
  readonly selector?: {readonly matchLabels?: JsonObject}
  readonly volumeClaimTemplates?: readonly ClaimTemplate[]
  readonly serviceName?: string
  readonly persistentVolumeClaimRetentionPolicy?: RetentionPolicy
}

/** The result for consecutive ordinals, which is the same for each of them. */
export interface CreationResult {
  readonly count: number
  /** True if their pods were created; false if something was rejected for each of them. */
  readonly isCreated: boolean
}

/** Placeholder for the hash of a revision, of maximum length. */
const revisionHash = 'XXXXXXXXXX'

/** Creates the pods of a StatefulSet and their claims (pkg/controller/statefulset, stateful_pod_control.go). */
export class StatefulPodControl {
  /** The names of the pods without their ordinals. */
  readonly prefix: string
  readonly retention: ClaimRetention

  constructor(
    private readonly loop: ControlLoop, private readonly owner: PodOwner, private readonly identity: OwnerIdentity,
    private readonly specOf: () => StatefulPodSpec,
  ) {
    this.prefix = `${identity.name}-`
    this.retention = new ClaimRetention(
      loop.cluster, identity, () => this.templates.map((template) => this.claimReference(template)), () => specOf().persistentVolumeClaimRetentionPolicy,
    )
  }

  /** The ordinals that have a claim, for each claim template. */
  get claims(): readonly (readonly NumberRange[])[] {
    return this.templates.map((template) => this.loop.cluster.numbers(this.claimReference(template)))
  }

  private get templates(): readonly ClaimTemplate[] {
    return this.specOf().volumeClaimTemplates ?? []
  }

  /** The ordinals at which something changes: which claims and pods exist. */
  private get edges(): readonly number[] {
    const pods = this.loop.cluster.numbers({apiVersion: 'v1', kind: 'Pod', namespace: this.identity.namespace, name: this.prefix})
    return [pods, ...this.claims].flat(2)
  }

  /**
   * Numbers of ordinals before and after some ordinals that do not differ from them in what exists and in the length of names.
   *
   * @param others more ordinals at which something changes
   */
  distances(ordinals: readonly number[], others: readonly number[] = []): readonly number[] {
    const edges = [...this.edges, ...others]
    return ordinals.flatMap((ordinal) => {
      const [before, after] = [edges.filter((edge) => edge <= ordinal), edges.filter((edge) => edge > ordinal)]
      const number = Math.max(ordinal, 0)
      const first = before.reduce((a, b) => Math.max(a, b), smallestWithSameDigits(number))
      const next = after.reduce((a, b) => Math.min(a, b), smallestWithMoreDigits(number))
      return [ordinal - first, next - ordinal]
    })
  }

  /**
   * Creates the claims and the pod of the first ordinal. Then it does the same for the next ones that differ only in the number, while
   * the quotas have room.
   *
   * @param repeatsRejections true to treat the next ordinals alike even if something is rejected for the first, without reporting that
   */
  create([ordinal, end]: NumberRange, revision: Template, repeatsRejections = false): CreationResult {
    const {cluster} = this.loop
    const {namespace} = this.identity
    const identical = this.maxIdentical([ordinal, end], revision)
    if (this.templates.length === 0) return this.createWithoutClaims([ordinal, ordinal + identical], revision, repeatsRejections)
    const before = identical > 1 ? cluster.headrooms(namespace) : undefined
    const first: NumberRange = [ordinal, ordinal + 1]
    const claims = this.templates.flatMap((template) => this.hasClaim(template, ordinal) ? [] : [{template, rejected: this.createClaims(template, first)}])
    const rejected = claims.flatMap((claim) => claim.rejected ?? [])
    const message = rejected.length > 0 ? rejected.length === 1 ? rejected.join() : `[${rejected.join(', ')}]` : this.createPods(first, revision)
    if (rejected.length === 0) this.retention.own(first)
    if (message !== undefined) this.failPod(ordinal, message)
    const isOne = before === undefined || (message !== undefined && !repeatsRejections)
    const count = isOne ? 1 : Math.min(identical, 1 + timesLeft(before, cluster.headrooms(namespace)))
    if (count > 1) {
      const others: NumberRange = [ordinal + 1, ordinal + count]
      for (const claim of claims) if (claim.rejected === undefined) this.createClaims(claim.template, others)
      if (message === undefined) this.createPods(others, revision)
      if (rejected.length === 0) this.retention.own(others)
    }
    return {count, isCreated: message === undefined}
  }

  /** Creates the pods of ordinals that differ only in the number, while the quotas have room. */
  private createWithoutClaims([ordinal, end]: NumberRange, revision: Template, repeatsRejections: boolean): CreationResult {
    const {count, rejected} = this.loop.pods.createNumberedPods(this.owner, this.podsOf(revision), revision, [ordinal, end])
    if (rejected === undefined) return {count, isCreated: true}
    this.failPod(ordinal, rejected.status.message)
    return {count: repeatsRejections ? end - ordinal : 1, isCreated: false}
  }

  /** True if policies may read the names of pods and claims, and for pods with finalizers: each of them is marked when it is deleted. */
  createsUniquePods(templates: readonly Template[]): boolean {
    return this.loop.cluster.readsNames(this.identity.namespace) || templates.some(({metadata}) => (metadata?.finalizers ?? []).length > 0)
  }

  /** The number of ordinals, from the first on, that do not differ in what exists and in the length of names. */
  private maxIdentical([ordinal, end]: NumberRange, revision: Template): number {
    if (end - ordinal === 1 || this.loop.pods.isOneByOne || this.createsUniquePods([revision])) return 1
    return Math.min(this.distances([ordinal])[1] ?? 1, end - ordinal)
  }

  private hasClaim(template: ClaimTemplate, ordinal: number): boolean {
    return this.loop.cluster.numbers(this.claimReference(template)).some(([from, to]) => from <= ordinal && ordinal < to)
  }

  private claimReference(template: ClaimTemplate): StoredReference {
    return {...claimKind, namespace: this.identity.namespace, name: claimName(template, this.prefix)}
  }

  /** @returns why the pod of the first ordinal cannot be created, if its claim is rejected */
  private createClaims(template: ClaimTemplate, row: NumberRange): string | undefined {
    const {loop, owner, identity: {name: set}, prefix} = this
    const message = loop.sender.createNumbered(owner.workload, this.claimsOf(template), row)?.status.message
    if (message === undefined) return undefined
    const name = claimName(template, `${prefix}${row[0]}`)
    this.fail(`Create Claim ${name} for Pod ${prefix}${row[0]} in StatefulSet ${set} failed error: ${message}`)
    return `failed to create PVC ${name}: ${message}`
  }

  /** @returns the message of the rejection, if any */
  private createPods([from, to]: NumberRange, revision: Template): string | undefined {
    for (let ordinal = from; ordinal < to;) {
      const {count, rejected} = this.loop.pods.createNumberedPods(this.owner, this.podsOf(revision), revision, [ordinal, to])
      if (rejected !== undefined) return rejected.status.message
      ordinal += count
    }
    return undefined
  }

  private failPod(ordinal: number, message: string): void {
    this.fail(`Create Pod ${this.prefix}${ordinal} in StatefulSet ${this.identity.name} failed error: ${message}`)
  }

  private fail(message: string): void {
    this.owner.workload.recordFailure({kind: 'StatefulSet', name: this.identity.name, reason: 'FailedCreate', message})
  }

  /** Creates the claims and pods of ordinals only on the server. */
  restore(row: NumberRange, revision: Template): void {
    const {loop: {cluster}} = this
    const create = (objects: NumberedObjects, [from, to]: NumberRange): void => {
      for (let number = from, count = 1; number < to && count > 0; number += count) count = cluster.createNumbered(objects, number, to - number).count
    }
    for (const template of this.templates) for (const gap of gaps(row, cluster.numbers(this.claimReference(template)))) create(this.claimsOf(template), gap)
    create(this.podsOf(revision), row)
    this.retention.own(row)
  }

  private claimsOf(template: ClaimTemplate): NumberedObjects {
    const {selector} = this.specOf()
    const prefix = claimName(template, this.prefix)
    return {namespace: this.identity.namespace, prefix, at: (ordinal) => claimOf(template, `${prefix}${ordinal}`, selector?.matchLabels)}
  }

  /** The request for the pod of an ordinal. */
  podOf(ordinal: number, revision: Template): JsonObject {
    return this.podsOf(revision).at(ordinal)
  }

  private podsOf(revision: Template): NumberedObjects {
    const {identity, prefix} = this
    const {serviceName, volumeClaimTemplates = []} = this.specOf()
    return {namespace: identity.namespace, prefix, at: (ordinal) => {
      const name = `${prefix}${ordinal}`
      return podFromTemplate(revision, identity, {
        name,
        labels: {
          'statefulset.kubernetes.io/pod-name': name, 'controller-revision-hash': `${identity.name}-${revisionHash}`, 'apps.kubernetes.io/pod-index': String(ordinal),
        },
        spec: {hostname: name, ...serviceName && {subdomain: serviceName}, ...withClaims(revision.spec, volumeClaimTemplates, name)},
      })
    }}
  }
}

/** Returns the number of times that quotas have room for the same requests again. */
function timesLeft(before: ReadonlyMap<string, Quantity>, after: ReadonlyMap<string, Quantity>): number {
  let times = Infinity
  for (const [name, left] of after) {
    const step = (before.get(name) ?? left).sub(left)
    if (step.sign() > 0) times = Math.min(times, Math.max(Number(left.quotient(step)), 0))
  }
  return times
}
