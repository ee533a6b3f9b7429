import type {JsonObject} from '../../machinery/encode.js'
import {semanticEqual} from '../../machinery/semantic-equal.js'
import {claimKind, claimName, claimOf, type ClaimTemplate, ordinalOf, withClaims} from './claims.js'
import {type Holding, holdingsOf, revisionAmong, revisionOf} from './holding.js'
import type {ClaimCount, OwnerIdentity, PodOwner, WorkloadController} from './owner.js'
import {podFromTemplate} from './pod-from-template.js'
import type {Template} from './template.js'
import {countOf, isFinished, type Pod, Pods} from './pod.js'
import {slowStart} from './slow-start.js'
import type {WorkloadRecord} from './workload-record.js'
import type {World} from './world.js'

interface StoredSpec {
  readonly replicas: number
  readonly template: Template
  readonly selector?: {readonly matchLabels?: JsonObject}
  readonly volumeClaimTemplates?: readonly ClaimTemplate[]
  readonly serviceName?: string
  readonly podManagementPolicy: string
  readonly updateStrategy: {readonly type: string, readonly rollingUpdate?: {readonly partition?: number}}
  readonly ordinals?: {readonly start?: number}
}

/** Placeholder for the hash of a revision, of maximum length. */
const revisionHash = 'XXXXXXXXXX'

/** Keeps one pod for each ordinal, with its claims, and replaces them from the last to the first (pkg/controller/statefulset). */
export class StatefulSetReconciler implements PodOwner, WorkloadController {
  readonly pods: Pods
  /** The templates of the pods before and after a rollout. */
  private current: Template
  private update: Template

  /** Cached facts about the pods for this spec and template, so that not all pods are examined each time. */
  private seen?: {readonly spec: StoredSpec, readonly update: Template, filled: number, updated: number, hasCondemned: boolean, readonly changed: Set<number>}

  constructor(private readonly world: World, readonly workload: WorkloadRecord, private readonly identity: OwnerIdentity) {
    this.pods = new Pods(workload.tally, 'each')
    this.current = this.update = this.spec.template
  }

  private get spec(): StoredSpec {
    return this.workload.object['spec'] as unknown as StoredSpec
  }

  private get isOrdered(): boolean {
    return this.spec.podManagementPolicy !== 'Parallel'
  }

  get isComplete(): boolean {
    return this.isUpToDate() && this.pods.size === this.spec.replicas
  }

  get wanted(): number {
    return this.spec.replicas
  }

  get holdings(): readonly Holding[] {
    return holdingsOf(this.pods.all)
  }

  /** The numbers of desired and existing claims. */
  get claims(): ClaimCount {
    const {spec: {replicas, volumeClaimTemplates = []}, identity} = this
    const [first, last] = this.ends()
    if (volumeClaimTemplates.length === 0) return {wanted: 0, created: 0}
    const names = [...this.world.cluster.names({...claimKind, namespace: identity.namespace})]
    const created = volumeClaimTemplates.map((template) => names.filter((name) => {
      const ordinal = ordinalOf(template, identity.name, name)
      return ordinal !== undefined && ordinal >= first && ordinal <= last
    }).length)
    return {wanted: replicas * volumeClaimTemplates.length, created: created.reduce((sum, count) => sum + count, 0)}
  }

  /** Adopts existing pods. */
  hold({template, pods}: Holding): void {
    const revision = revisionOf(template, this.update)
    if (revision !== this.update) this.current = revision
    for (const pod of pods) this.world.take(this, pod, revision)
  }

  sync(): boolean {
    this.lookForRevision()
    const step = this.isOrdered ? this.fillInOrder() : this.fillAtOnce()
    if (step !== 'go-on') return step !== 'refused'
    if (this.condemn()) this.rollOn()
    return true
  }

  private lookForRevision(): void {
    const {template} = this.spec
    if (template === this.update || semanticEqual(template, this.update)) return
    if (this.isUpToDate()) this.current = this.update
    this.update = revisionAmong([{revision: this.current}, ...this.pods.all], template)
  }

  /** The first and the last ordinal; without replicas, the last is before the first. */
  private ends(): readonly [first: number, last: number] {
    const {replicas, ordinals: {start = 0} = {}} = this.spec
    return [start, start + replicas - 1]
  }

  /** True if each pod is ready and of the newest template. */
  private isUpToDate(): boolean {
    const [first, last] = this.ends()
    const isReady = ({state, revision, slot}: Pod): boolean => state === 'ready' && revision === this.update && slot >= first && slot <= last
    return countOf(this.pods.all.filter(isReady)) === this.spec.replicas
  }

  /** Invariants: all pods below `filled` except `changed` are ready; all from `updated` on are ready and of the newest template. */
  private look(): NonNullable<StatefulSetReconciler['seen']> {
    const {spec, update, seen} = this
    const [first, last] = this.ends()
    const changed = this.pods.takeChanged()
    if (seen?.spec !== spec || seen.update !== update) {
      return this.seen = {spec, update, filled: first, updated: last + 1, hasCondemned: true, changed: new Set()}
    }
    for (const slot of changed) {
      if (slot >= first && slot < seen.filled) seen.changed.add(slot)
      seen.updated = Math.max(seen.updated, slot + 1)
    }
    return seen
  }

  private fillInOrder(): 'go-on' | 'wait' | 'refused' {
    const [, last] = this.ends()
    const seen = this.look()
    for (const slot of [...seen.changed].sort((a, b) => a - b)) {
      const step = this.fillPlace(slot)
      if (step !== 'go-on') return step
      seen.changed.delete(slot)
    }
    for (; seen.filled <= last; seen.filled++) {
      const step = this.fillPlace(seen.filled)
      if (step !== 'go-on') return step
    }
    return 'go-on'
  }

  private fillPlace(ordinal: number): 'go-on' | 'wait' | 'refused' {
    const pod = this.pods.at(ordinal)
    if (pod === undefined) return this.createPod(ordinal) ? 'wait' : 'refused'
    return this.replaceFinished(pod) || pod.state !== 'ready' ? 'wait' : 'go-on'
  }

  private fillAtOnce(): 'go-on' | 'refused' {
    const [first] = this.ends()
    const isComplete = slowStart(this.spec.replicas, (i) => {
      const ordinal = first + i
      const pod = this.pods.at(ordinal)
      if (pod !== undefined) this.replaceFinished(pod)
      return pod !== undefined || this.createPod(ordinal)
    })
    return isComplete ? 'go-on' : 'refused'
  }

  /** Deletes a finished pod, so that another one can take its place. */
  private replaceFinished(pod: Pod): boolean {
    if (isFinished(pod)) this.world.deletePods(this, pod)
    return isFinished(pod)
  }

  /** Deletes surplus pods, the last first. @returns true if there are none to wait for */
  private condemn(): boolean {
    const [first, end] = this.ends()
    const seen = this.look()
    if (!seen.hasCondemned) return true
    const condemned = this.pods.all.filter(({slot}) => slot < first || slot > end).sort((a, b) => b.slot - a.slot)
    if (!this.isOrdered) {
      for (const pod of condemned) this.world.deletePods(this, pod)
      return true
    }
    const [last] = condemned
    seen.hasCondemned = last !== undefined
    if (last === undefined) return true
    if (last.state === 'ready' || last === condemned.findLast(({state}) => state !== 'ready')) this.world.deletePods(this, last)
    return false
  }

  /** Deletes the last pod of an older template, once all pods behind it are ready. */
  private rollOn(): void {
    const {updateStrategy: {type, rollingUpdate}} = this.spec
    if (type === 'OnDelete') return
    const [first, last] = this.ends()
    const seen = this.look()
    seen.updated = Math.min(seen.updated, last + 1)
    for (; seen.updated > first + (rollingUpdate?.partition ?? 0); seen.updated--) {
      const pod = this.pods.at(seen.updated - 1)
      if (pod === undefined) return
      if (pod.revision !== this.update && pod.state !== 'terminating') return this.world.deletePods(this, pod)
      if (pod.state !== 'ready') return
    }
  }

  private templateOf(ordinal: number): Template {
    const {updateStrategy: {type, rollingUpdate}, ordinals: {start = 0} = {}} = this.spec
    return type === 'RollingUpdate' && ordinal < start + (rollingUpdate?.partition ?? 0) ? this.current : this.update
  }

  private createPod(ordinal: number): boolean {
    const {identity, spec, world} = this
    const name = `${identity.name}-${ordinal}`
    const refused = this.createClaims(ordinal, name)
    if (refused.length > 0) return this.refuse(name, refused.length === 1 ? refused.join() : `[${refused.join(', ')}]`)
    const revision = this.templateOf(ordinal)
    const {allowed, status} = world.createPod(this, podFromTemplate(revision, identity, {
      name,
      labels: {
        'statefulset.kubernetes.io/pod-name': name, 'controller-revision-hash': `${identity.name}-${revisionHash}`, 'apps.kubernetes.io/pod-index': String(ordinal),
      },
      spec: {hostname: name, ...spec.serviceName && {subdomain: spec.serviceName}, ...withClaims(revision.spec, spec.volumeClaimTemplates ?? [], name)},
    }), identity.namespace, {revision, slot: ordinal})
    return allowed || this.refuse(name, status.message)
  }

  private refuse(name: string, message: string): false {
    this.fail(`Create Pod ${name} in StatefulSet ${this.identity.name} failed error: ${message}`)
    return false
  }

  private fail(message: string): void {
    this.workload.fail({kind: 'StatefulSet', name: this.identity.name, reason: 'FailedCreate', message})
  }

  private hasClaim(name: string): boolean {
    return this.world.cluster.get({...claimKind, namespace: this.identity.namespace, name}) !== undefined
  }

  /** Creates the missing claims of a pod. @returns the messages of rejected claims */
  private createClaims(ordinal: number, podName: string): string[] {
    const {identity: {namespace, name: set}, spec: {volumeClaimTemplates = [], selector}, world, workload} = this
    return volumeClaimTemplates.flatMap((template) => {
      const name = claimName(template, podName)
      if (this.hasClaim(name)) return []
      const {allowed, status: {message}} = world.create(workload, claimOf(template, name, selector?.matchLabels), namespace)
      if (allowed) return []
      this.fail(`Create Claim ${name} for Pod ${set}-${ordinal} in StatefulSet ${set} failed error: ${message}`)
      return [`failed to create PVC ${name}: ${message}`]
    })
  }
}
