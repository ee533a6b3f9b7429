import {isRollingUpdate, limitsOf, type StoredDeploymentSpec} from './rolling-update.js'
import type {ReplicaSetReconciler} from './replica-set-reconciler.js'

/** A ReplicaSet of a Deployment, with the annotations of its last scaling. */
export interface OwnedReplicaSet {
  readonly replicaSet: ReplicaSetReconciler
  /** The replicas of the Deployment at that time. */
  desired: number
  /** The maximum number of pods of the Deployment at that time. */
  max: number
  /** The revision of its template. */
  revision: number
}

/** Scales a ReplicaSet and updates its annotations (scaleReplicaSet). */
export function scaleTo(owned: OwnedReplicaSet, replicas: number, spec: StoredDeploymentSpec): void {
  owned.desired = spec.replicas
  owned.max = spec.replicas + limitsOf(spec).surge
  owned.replicaSet.scale(replicas)
}

export const replicasOf = (owned: readonly OwnedReplicaSet[]): number => owned.reduce((sum, {replicaSet}) => sum + replicaSet.replicas, 0)

const activeOf = (owned: readonly OwnedReplicaSet[]): OwnedReplicaSet[] => owned.filter(({replicaSet}) => replicaSet.replicas > 0)

/** True if the replicas of the Deployment changed after its ReplicaSets were scaled last (isScalingEvent). */
export const isScalingEvent = (owned: readonly OwnedReplicaSet[], spec: StoredDeploymentSpec): boolean =>
  activeOf(owned).some(({desired}) => desired !== spec.replicas)

/**
 * Spreads another number of pods over the ReplicaSets of a Deployment, in proportion during a rollout (sync.go `scale`).
 *
 * @param owned from the oldest to the newest
 * @param latest the ReplicaSet of the present template, if any
 */
export function scaleDeployment(owned: readonly OwnedReplicaSet[], latest: OwnedReplicaSet | undefined, spec: StoredDeploymentSpec): void {
  const active = activeOf(owned)
  const only = active.length === 0 ? latest ?? owned.at(-1) : active.length === 1 ? active[0] : undefined
  if (only !== undefined) {
    if (only.replicaSet.replicas !== spec.replicas) scaleTo(only, spec.replicas, spec)
  } else if (latest !== undefined && isSaturated(latest, spec)) {
    for (const old of active) if (old !== latest) scaleTo(old, 0, spec)
  } else if (isRollingUpdate(spec)) scaleInProportion(active, spec)
}

const isSaturated = ({replicaSet, desired}: OwnedReplicaSet, {replicas}: StoredDeploymentSpec): boolean =>
  replicaSet.replicas === replicas && desired === replicas && replicaSet.available === replicas

function scaleInProportion(active: readonly OwnedReplicaSet[], spec: StoredDeploymentSpec): void {
  const allowed = spec.replicas > 0 ? spec.replicas + limitsOf(spec).surge : 0
  const missing = allowed - replicasOf(active)
  // The largest ReplicaSet gets the most; among equal ones the newest grows first, and the oldest shrinks first.
  const bySize = (missing > 0 ? [...active].reverse() : [...active]).sort((a, b) => b.replicaSet.replicas - a.replicaSet.replicas)
  const shares: number[] = []
  for (const owned of bySize) {
    const rest = missing - shares.reduce((sum, share) => sum + share, 0)
    const fraction = rest === 0 ? 0 : fractionOf(owned, spec)
    shares.push(missing > 0 ? Math.min(fraction, rest) : Math.max(fraction, rest))
  }
  const leftover = missing - shares.reduce((sum, share) => sum + share, 0)
  bySize.forEach((owned, i) => {
    const share = missing === 0 ? 0 : (shares[i] ?? 0) + (i === 0 ? leftover : 0)
    scaleTo(owned, Math.max(owned.replicaSet.replicas + share, 0), spec)
  })
}

/** The number of pods by which a ReplicaSet grows if all of them grow in proportion (getReplicaSetFraction). */
function fractionOf({replicaSet: {replicas}, max}: OwnedReplicaSet, spec: StoredDeploymentSpec): number {
  if (spec.replicas === 0) return -replicas
  return Math.round(replicas * (spec.replicas + limitsOf(spec).surge) / max) - replicas
}
