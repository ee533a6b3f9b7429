import type {NumberRange} from '../../machinery/collections/number-ranges.js'
import type {OwnerReference} from '../../machinery/api/meta-v1.js'
import {uuidPlaceholder} from '../../machinery/meta/object-meta.js'
import type {ApiServer, StoredReference} from './api-server.js'
import {controllerReference, type OwnerIdentity} from './owner.js'

/** The field `persistentVolumeClaimRetentionPolicy` of a StatefulSet; both are `Retain` by default. */
export interface RetentionPolicy {
  readonly whenDeleted?: string
  readonly whenScaled?: string
}

/**
 * Applies the retention policy of a StatefulSet to its claims (pkg/controller/statefulset, stateful_set_utils.go): claims that are deleted with
 * the set have it as owner, and claims of pods that a smaller set deletes are deleted with them.
 */
export class ClaimRetention {
  /** The policy of the owner references of claims whose pods exist. */
  private applied: string | undefined

  /**
   * @param claimsOf returns the claims of each template, with their names without the number
   * @param policyOf returns the present policy
   */
  constructor(
    private readonly cluster: ApiServer, private readonly set: OwnerIdentity,
    private readonly claimsOf: () => readonly StoredReference[], private readonly policyOf: () => RetentionPolicy | undefined,
  ) {}

  /** Updates the claims of all pods, whose ordinals are given, if the policy changed. */
  update(rows: Iterable<NumberRange>): void {
    const {whenDeleted = 'Retain'} = this.policyOf() ?? {}
    if (whenDeleted === this.applied) return
    this.applied = whenDeleted
    for (const row of rows) this.own(row)
  }

  /** Sets the owner references of the claims with these ordinals (updateClaimOwnerRefForSetAndPod). */
  own(row: NumberRange): void {
    const isDeleted = this.policyOf()?.whenDeleted === 'Delete'
    this.eachClaim(row, (claims, part, {own, others}) => {
      const [first, ...more] = own
      const wanted = isDeleted && !others.some(({controller}) => controller === true) ? [controllerReference(this.set)] : []
      const isUpToDate = more.length === 0 && (wanted.length === 0 ? first === undefined : first?.kind === this.set.kind && first.controller === true)
      if (!isUpToDate) this.cluster.setOwners(claims, part, [...others, ...wanted])
    })
  }

  /** Deletes the claims of pods that a smaller set deleted, if the policy says so. The pods owned them; a claim with another owner stays. */
  release(row: NumberRange): void {
    if (this.policyOf()?.whenScaled !== 'Delete') return
    this.eachClaim(row, (claims, part, {own, others}) => {
      if (others.length === 0) this.cluster.deleteNumbered(claims, part)
      else if (own.length > 0) this.cluster.setOwners(claims, part, others)
    })
  }

  /** Calls back for the claims with these ordinals, except for those that an earlier set of the same name owns: these do not change. */
  private eachClaim(row: NumberRange, callback: (claims: StoredReference, part: NumberRange, owners: Owners) => void): void {
    for (const claims of this.claimsOf()) {
      for (const {range: part, owners} of this.cluster.owners(claims, row)) {
        const own = owners.filter((reference) => this.isOwn(reference, part[0]))
        if (!own.some((reference) => this.isStale(reference))) callback(claims, part, {own, others: owners.filter((reference) => !own.includes(reference))})
      }
    }
  }

  /** True for references to the set, and to the pod with an ordinal. */
  private isOwn({apiVersion, kind, name}: OwnerReference, ordinal: number): boolean {
    const {set} = this
    return (apiVersion === set.apiVersion && kind === set.kind && name === set.name) || (apiVersion === 'v1' && kind === 'Pod' && name === `${set.name}-${ordinal}`)
  }

  /** True for a reference to an earlier set of the same name. */
  private isStale({kind, uid}: OwnerReference): boolean {
    const known = this.set.uid
    return kind === this.set.kind && known !== undefined && known !== uuidPlaceholder && uid !== known && uid !== uuidPlaceholder
  }
}

/** The owner references of a claim: those to its set or its pod, and all others. */
interface Owners {
  readonly own: readonly OwnerReference[]
  readonly others: readonly OwnerReference[]
}
