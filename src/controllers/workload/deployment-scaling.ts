import {isRollingUpdate, limitsOf, type StoredDeploymentSpec} from './deployment-spec.js'
import type {ReplicaSetReconciler} from './replica-set-reconciler.js'

/** A ReplicaSet of a Deployment, with what its annotations say of the Deployment when it was scaled last. */
export interface OwnedReplicaSet {
  readonly replicaSet: ReplicaSetReconciler
  /** The replicas that the Deployment asked for. */
  desired: number
  /** The most pods that the Deployment could have. */
  max: number
  /** The number of its template among those that the Deployment has had. */
  revision: number
}

/** Gives a ReplicaSet other replicas, and notes what the Deployment asks for (scaleReplicaSet). */
export function scaleTo(owned: OwnedReplicaSet, replicas: number, spec: StoredDeploymentSpec): void {
  owned.desired = spec.replicas
  owned.max = spec.replicas + limitsOf(spec).surge
  owned.replicaSet.scale(replicas)
}

export const replicasOf = (owned: readonly OwnedReplicaSet[]): number => owned.reduce((sum, {replicaSet}) => sum + replicaSet.replicas, 0)

const activeOf = (owned: readonly OwnedReplicaSet[]): OwnedReplicaSet[] => owned.filter(({replicaSet}) => replicaSet.replicas > 0)

/** True when the Deployment asks for another number of pods than when its ReplicaSets were scaled last (isScalingEvent). */
export const isScalingEvent = (owned: readonly OwnedReplicaSet[], spec: StoredDeploymentSpec): boolean =>
  activeOf(owned).some(({desired}) => desired !== spec.replicas)

/**
 * Spreads another number of pods over the ReplicaSets of a Deployment, in proportion when it is amid a rollout (sync.go `scale`).
 *
 * @param owned from the oldest to the newest
 * @param latest the one of the present template, if there is one
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
  // The largest take most; of equal ones the newest grows first, and the oldest shrinks first.
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

/** How many pods more a ReplicaSet gets when all of them grow alike (getReplicaSetFraction). */
function fractionOf({replicaSet: {replicas}, max}: OwnedReplicaSet, spec: StoredDeploymentSpec): number {
  if (spec.replicas === 0) return -replicas
  return Math.round(replicas * (spec.replicas + limitsOf(spec).surge) / max) - replicas
}
