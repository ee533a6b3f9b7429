import {greatest} from '../../machinery/collections/append.js'
import {merge} from '../../machinery/collections/immutable.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {validName} from '../../machinery/meta/names.js'
import {isScalingEvent, type OwnedReplicaSet, replicasOf, scaleDeployment, scaleTo} from './deployment-scaling.js'
import {limitsOf, type StoredDeploymentSpec} from './rolling-update.js'
import type {Revision} from './revision.js'
import {controllerReferences, type OwnerIdentity, type WorkloadController} from './owner.js'
import {isFinished} from './pod.js'
import {ReplicaSetReconciler} from './replica-set-reconciler.js'
import type {Template} from './template.js'
import type {WorkloadRecord} from './workload-record.js'
import type {ControlLoop} from './control-loop.js'

/** Placeholder for the pod-template-hash, which no policy depends on. */
const hash = 'XXXXX'

/** Creates ReplicaSets for a Deployment, and replaces old ones by the new one (pkg/controller/deployment). */
export class DeploymentReconciler implements WorkloadController {
  /** From the oldest to the newest. */
  private owned: OwnedReplicaSet[] = []
  private compared: {readonly template: Template, readonly latest: OwnedReplicaSet | undefined} | undefined

  constructor(private readonly loop: ControlLoop, readonly workload: WorkloadRecord, private readonly identity: OwnerIdentity) {}

  private get spec(): StoredDeploymentSpec {
    return this.workload.object['spec'] as unknown as StoredDeploymentSpec
  }

  /** The number of desired pods; 0 while it is paused before its first ReplicaSet. */
  get wanted(): number {
    return this.spec.paused === true && this.owned.length === 0 ? 0 : this.spec.replicas
  }

  /** True when all pods are ready and of the present template, and no others remain (DeploymentComplete). */
  get isComplete(): boolean {
    const latest = this.latest()
    if (latest === undefined) return this.wanted === 0
    return latest.replicaSet.available === this.spec.replicas && replicasOf(this.owned) === this.spec.replicas
      && this.owned.every(({replicaSet}) => replicaSet.pods.active === replicaSet.replicas)
  }

  /** The pods of its ReplicaSets, from the oldest to the newest. */
  get revisions(): readonly Revision[] {
    return this.owned.map(({replicaSet: {template, replicas, spec: {shownName, storedAs}, pods}}) =>
      ({template, replicas, shownName, storedAs, pods: pods.all.map((pod) => ({...pod}))}))
  }

  /** Adopts an existing ReplicaSet with its pods, as the newest so far. */
  adopt(revision: Revision): void {
    this.adoptReplicaSet(revision).adopt(revision)
  }

  /** Adopts a ReplicaSet. */
  private adoptReplicaSet({template, replicas, shownName, storedAs}: Omit<Revision, 'pods'>): ReplicaSetReconciler {
    const {loop, workload, identity: {namespace}} = this
    const identity = {apiVersion: 'apps/v1', kind: 'ReplicaSet', namespace, name: validName(shownName)}
    const replicaSet = new ReplicaSetReconciler(loop, {identity, shownName, storedAs, template, replicas, workload, parent: this})
    const revision = newestRevision(this.owned) + 1
    this.owned.push({replicaSet, desired: this.spec.replicas, max: this.spec.replicas + limitsOf(this.spec).surge, revision})
    this.compared = undefined
    return replicaSet
  }

  sync(): boolean {
    const {spec, owned} = this
    if (spec.paused === true || isScalingEvent(owned, spec)) {
      scaleDeployment(owned, this.latest(), spec)
      if (spec.paused === true) this.forgetOldest()
    } else if (spec.strategy.type === 'Recreate') return this.recreate()
    else return this.roll()
    return true
  }

  /** The ReplicaSet of the present template. */
  private latest(): OwnedReplicaSet | undefined {
    const {template} = this.spec
    if (this.compared?.template !== template) {
      const latest = this.owned.find(({replicaSet}) => isOfTemplate(replicaSet, template))
      this.compared = {template, latest}
      if (latest !== undefined) latest.revision = Math.max(latest.revision, newestRevision(this.old()) + 1)
    }
    return this.compared.latest
  }

  private old(): OwnedReplicaSet[] {
    const latest = this.latest()
    return this.owned.filter((owned) => owned !== latest)
  }

  private recreate(): boolean {
    const old = this.old()
    const active = old.filter(({replicaSet}) => replicaSet.replicas > 0)
    for (const owned of active) scaleTo(owned, 0, this.spec)
    if (active.length > 0 || old.some(({replicaSet}) => replicaSet.pods.all.some((pod) => !isFinished(pod)))) return true
    const latest = this.latest() ?? this.make(this.spec.replicas)
    if (latest === undefined) return false
    if (latest.replicaSet.replicas !== this.spec.replicas) scaleTo(latest, this.spec.replicas, this.spec)
    if (this.isComplete) this.forgetOldest()
    return true
  }

  private roll(): boolean {
    const latest = this.latest() ?? this.make(this.newReplicas(undefined))
    if (latest === undefined) return false
    if (!this.growLatest(latest) && !this.shrinkOld(latest) && this.isComplete) this.forgetOldest()
    return true
  }

  /** The number of replicas that the newest ReplicaSet may have now (NewRSNewReplicas). */
  private newReplicas(latest: OwnedReplicaSet | undefined): number {
    const {spec} = this
    const present = latest?.replicaSet.replicas ?? 0
    const room = spec.replicas + limitsOf(spec).surge - replicasOf(this.owned)
    return room <= 0 ? present : present + Math.min(room, spec.replicas - present)
  }

  /** @returns true if its number of replicas changed (reconcileNewReplicaSet) */
  private growLatest(latest: OwnedReplicaSet): boolean {
    const {replicas} = latest.replicaSet
    if (replicas === this.spec.replicas) return false
    const wanted = replicas > this.spec.replicas ? this.spec.replicas : this.newReplicas(latest)
    if (wanted === replicas) return false
    scaleTo(latest, wanted, this.spec)
    return true
  }

  /** @returns true if an old ReplicaSet was scaled down (reconcileOldReplicaSets) */
  private shrinkOld(latest: OwnedReplicaSet): boolean {
    const {spec} = this
    const minimum = spec.replicas - limitsOf(spec).unavailable
    const notReady = latest.replicaSet.replicas - latest.replicaSet.available
    const maximum = replicasOf(this.owned) - minimum - notReady
    if (replicasOf(this.old()) === 0 || maximum <= 0) return false
    const unhealthy = this.takeFromOld(maximum, ({replicas, available}) => replicas - available)
    const available = this.owned.reduce((sum, {replicaSet}) => sum + replicaSet.available, 0)
    const healthy = this.takeFromOld(available - minimum, ({replicas}) => replicas)
    return unhealthy + healthy > 0
  }

  /** Scales down old ReplicaSets, the oldest first. @returns the number of replicas removed */
  private takeFromOld(maximum: number, spareOf: (replicaSet: ReplicaSetReconciler) => number): number {
    let taken = 0
    for (const owned of this.old()) {
      const count = Math.min(maximum - taken, owned.replicaSet.replicas, spareOf(owned.replicaSet))
      if (count <= 0) continue
      scaleTo(owned, owned.replicaSet.replicas - count, this.spec)
      taken += count
    }
    return taken
  }

  /** Deletes ReplicaSets beyond the revision history limit (cleanupDeployment). */
  private forgetOldest(): void {
    const {spec: {revisionHistoryLimit = Infinity}, identity: {namespace}} = this
    const old = this.old().sort((a, b) => a.revision - b.revision)
    const idle = old.slice(0, Math.max(old.length - revisionHistoryLimit, 0)).filter(({replicaSet}) => replicaSet.replicas === 0 && replicaSet.pods.size === 0)
    for (const owned of idle) {
      this.owned = this.owned.filter((other) => other !== owned)
      this.loop.delete('apps/v1', 'ReplicaSet', namespace, owned.replicaSet.spec.storedAs)
    }
  }

  /** Creates the ReplicaSet of the present template; undefined when it is rejected. */
  private make(replicas: number): OwnedReplicaSet | undefined {
    const {loop, workload, identity, spec} = this
    const template = withHash(spec.template)
    const {matchLabels = {}, ...selector} = (spec.selector ?? {}) as {readonly matchLabels?: JsonObject}
    const {status, object, storedAs} = loop.sender.create(workload, {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {generateName: `${identity.name}-`, labels: template.metadata?.labels ?? {}, ...controllerReferences(identity)},
      spec: {
        replicas, selector: {...selector, matchLabels: merge(matchLabels, {'pod-template-hash': hash})}, template: template as unknown as JsonObject,
        ...spec.minReadySeconds !== undefined && {minReadySeconds: spec.minReadySeconds},
      },
    }, identity.namespace)
    if (object === undefined || storedAs === undefined) {
      const message = `Failed to create new replica set "${identity.name}-${hash}": ${status.message}`
      workload.recordFailure({kind: 'Deployment', name: identity.name, reason: 'ReplicaSetCreateError', message})
      return undefined
    }
    loop.enqueue(this.adoptReplicaSet({template, replicas, shownName: `${identity.name}-${hash}`, storedAs}))
    loop.enqueue(this)
    return this.owned.at(-1)
  }
}

const newestRevision = (owned: readonly OwnedReplicaSet[]): number => greatest(owned.map(({revision}) => revision), 0)

const withHash = ({metadata, ...template}: Template): Template =>
  merge(template, {metadata: {...metadata, labels: merge(metadata?.labels ?? {}, {'pod-template-hash': hash})}})

/** True if a ReplicaSet was created from the template (EqualIgnoreHash). */
function isOfTemplate({template: {metadata, ...template}}: ReplicaSetReconciler, {metadata: wanted, ...other}: Template): boolean {
  const {'pod-template-hash': _hash, ...labels} = metadata?.labels ?? {}
  const {'pod-template-hash': _wantedHash, ...wantedLabels} = wanted?.labels ?? {}
  return semanticEqual({...metadata, labels}, {...wanted, labels: wantedLabels}) && semanticEqual(template, other)
}
