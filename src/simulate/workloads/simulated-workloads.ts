import type {Cluster} from '../../cluster/cluster.js'
import type {ClusterOptions} from '../../cluster/options.js'
import type {WorkLimit} from '../../cluster/work-limit.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {ControllerManager} from '../../controllers/workload/controller-manager.js'
import {defaultKubelet, type Kubelet} from '../../controllers/workload/kubelet.js'
import {anonymousNodes, nodeOf} from '../../controllers/workload/nodes.js'
import {outOfBudget, RequestBudget} from '../../controllers/workload/request-budget.js'
import {cronJob} from '../../kinds/cron-job/index.js'
import {daemonSet} from '../../kinds/daemon-set/index.js'
import {deployment} from '../../kinds/deployment/index.js'
import {job} from '../../kinds/job/index.js'
import type {AnyKind, KubeObject} from '../../kinds/kind.js'
import {replicaSet} from '../../kinds/replica-set/index.js'
import {replicationController} from '../../kinds/replication-controller/index.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import {statefulSet} from '../../kinds/stateful-set/index.js'
import type {HorizontalPodAutoscaler, HorizontalPodAutoscalerSpec} from '../../machinery/api/autoscaling-v2.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {merge} from '../../machinery/collections/immutable.js'
import {encode, type JsonObject} from '../../machinery/decode/encode.js'
import {namespaceOf} from '../object-fields.js'
import {isPolicyManifest} from '../policies.js'
import {withoutBounds} from '../unbounded.js'
import {Autoscalers, isScaledBy, isTarget, simulateAutoscaler} from './autoscaler.js'
import {restarted} from './edit.js'
import {ExistingPods} from './existing-pods.js'
import {ForeseenRuns} from './foreseen-runs.js'
import {type JobRuns, runsToCompletion} from './job.js'
import {podRequest, replacementRequest, resultKey} from './result-key.js'
import {notesOf} from './notes.js'
import {certainRollout, evaluateRollout, rolloutWithNeeds, withNeedsAndRemedies} from './rollout.js'
import {sharedResult, type SimulatedNodes, Snapshot, type WorkloadState, workloadStateOf} from './scenario.js'
import type {Rollout, RolloutResult, WorkloadReport} from './types.js'

export interface WorkloadOptions extends Pick<ClusterOptions, 'injector' | 'nameSuffix'> {
  /** Limits the work of all simulations of a run. */
  readonly work?: WorkLimit
  /** The number of nodes; by default the given Node objects, else one node. */
  readonly nodes?: number
  /** True to simulate a rollout of each workload, even of new ones. */
  readonly rollout?: boolean
  /** True if new pods never become ready. */
  readonly neverReady?: boolean
  /** False to skip the needs and remedies of rollouts, which take several simulations. */
  readonly remedies?: boolean
  /** False to skip the runs of Jobs and CronJobs to their end, which are simulations of their own. */
  readonly runs?: boolean
  /** True to report each pod, even identical ones. */
  readonly pods?: boolean
}

/**
 * False for a workload whose rollout is not simulated.
 *
 * @param sent the number of workloads in the report
 */
export type HasRollout = (workload: Pick<WorkloadReport, 'kind' | 'namespace' | 'name'>, sent: number) => boolean

/** Owners come before the kinds that they create. */
const workloadKinds = [deployment, statefulSet, daemonSet, cronJob, job, replicaSet, replicationController] as unknown as readonly AnyKind[]

const nodeKind: AnyKind = {apiVersion: 'v1', kind: 'Node'}

/** Simulates the controllers for the workloads of a simulation. */
export class SimulatedWorkloads {
  private readonly simulatedNodes: SimulatedNodes
  private readonly manager: ControllerManager
  private readonly budget = new RequestBudget()
  private readonly sent = new Set<ControlledWorkload>()
  private readonly rollouts = new Map<ControlledWorkload, Rollout>()
  private readonly runs = new Map<ControlledWorkload, JobRuns>()
  /** The number of changes so far that admission of pods may read. */
  private admissionChanges = 0
  /** The same number when each workload was sent. */
  private readonly changesAtStart = new Map<ControlledWorkload, number>()
  private hasAdoptedExisting = false

  constructor(private readonly cluster: Cluster, private readonly options: WorkloadOptions) {
    const declared = cluster.list(nodeKind).map(nodeOf)
    const nodes = options.nodes !== undefined ? anonymousNodes(options.nodes) : declared.length > 0 ? declared : anonymousNodes(1)
    const kubelet: Kubelet = {...defaultKubelet, outcome: () => this.hasAdoptedExisting && options.neverReady === true ? 'never-ready' : 'runs'}
    this.simulatedNodes = {kubelet, nodes: () => nodes, budget: this.budget}
    this.manager = new ControllerManager(cluster, {...this.simulatedNodes, listsAll: options.pods ?? false})
  }

  /** Adopts the existing workloads with their pods; those without given pods create them. */
  adoptExisting(): void {
    const pods = new ExistingPods(this.cluster)
    for (const object of this.stored().filter((object) => !pods.isOwned(object))) {
      this.manager.adopt(object, pods.revisionsOf(object, this.simulatedNodes.nodes()))
      this.manager.settle()
    }
    for (const {record} of this.manager.workloads) record.startMeasurement()
    this.hasAdoptedExisting = true
  }

  /** Simulates the consequences of an admitted object. */
  admitted(object: JsonObject): void {
    const known = this.manager.find(object)
    if (known === undefined) this.start(object)
    else this.rollOut(known, object)
  }

  /** Takes into account that the status of an object changed: pods of a namespace that terminates are rejected. */
  statusChanged(): void {
    this.admissionChanges++
  }

  /** Simulates the consequences of a deletion: dependents are deleted, and rejected requests may now be admitted. */
  deleted(object: JsonObject): void {
    const {apiVersion, kind, metadata} = object as unknown as KubeObject
    const {name = '', namespace = '', uid} = metadata
    this.admissionChanges++
    this.manager.forget(object)
    this.cluster.deleteOwned({apiVersion, kind, namespace, name}, uid)
    this.manager.clusterChanged()
    this.manager.settle()
  }

  /**
   * Reports the result for each workload that was sent.
   *
   * @param onProgress called with the completed fraction, from 0 to 1
   */
  reports(onProgress?: (done: number) => void): readonly WorkloadReport[] {
    return this.reportsOn(this.simulatedNodes, () => true, onProgress)
  }

  /** Reports the result for each workload that was sent so far. Changes nothing: the requests that it takes are available again afterwards. */
  presentReports(hasRollout: HasRollout): readonly WorkloadReport[] {
    const run = (): readonly WorkloadReport[] => this.reportsOn({...this.simulatedNodes, budget: this.budget.fork()}, hasRollout)
    return this.options.work?.separately(run) ?? run()
  }

  private reportsOn(nodes: SimulatedNodes, hasRollout: HasRollout, onProgress?: (done: number) => void): readonly WorkloadReport[] {
    const snapshot = new Snapshot(this.cluster)
    const autoscalers = new Autoscalers(this.cluster)
    return [...this.sent].map((workload, i) => {
      this.options.work?.at(`after ${i} of ${this.sent.size} workloads, with their rollouts and autoscalers`)
      onProgress?.(i / this.sent.size)
      return this.report(workload, this.stateWithSharedResults(workloadStateOf(snapshot, nodes, workload), workload), autoscalers.of(workload), hasRollout)
    })
  }

  /**
   * Removes the bounds of all quotas and lets the controllers create what the quotas rejected.
   *
   * @returns false if the result may differ from that of a simulation without bounds; then nothing is changed
   */
  continueWithoutBounds(): boolean {
    const isSame = this.rollouts.size === 0 && this.manager.workloads.every((workload) => this.wouldContinue(workload))
    if (!isSame) return false
    for (const namespace of this.cluster.namespacesWith(resourceQuota)) {
      for (const quota of this.cluster.list(resourceQuota, namespace)) this.cluster.load({namespace, object: withoutBounds(encode(quota))})
    }
    this.manager.retryOneByOne()
    return true
  }

  /** True if nothing of a workload was rejected, or if its controller retries until the workload has everything. */
  private wouldContinue(workload: ControlledWorkload): boolean {
    const {record, identity: {kind}} = workload
    return !this.budget.hasEnded(record.key) && (record.failures.length === 0 || (this.sent.has(workload) && retryingKinds.has(kind)))
  }

  /** True if pods of the same template are certain to be alike, except for names. */
  private get hasLikePods(): boolean {
    const {injector, nameSuffix} = this.options
    return injector === undefined && nameSuffix === undefined
  }

  /** The state of a workload whose scenarios may share their results with those of identical workloads. */
  private stateWithSharedResults(state: WorkloadState, workload: ControlledWorkload): WorkloadState {
    if (!this.hasLikePods) return state
    const {record, controller: {isComplete, claims}} = workload
    const replacement = isComplete && claims?.created === claims?.wanted ? replacementRequest(state, record) : undefined
    const isAdmittedAsBefore = this.changesAtStart.get(workload) === this.admissionChanges
    return merge(state, {resultKey: resultKey(state, record), podRequest: podRequest(state, record), replacement, isAdmittedAsBefore})
  }

  private stateOf(workload: ControlledWorkload): WorkloadState {
    return workloadStateOf(new Snapshot(this.cluster), this.simulatedNodes, workload)
  }

  private stored(): JsonObject[] {
    const objectsOf = (kind: AnyKind): (JsonObject | undefined)[] => this.cluster.namespacesWith(kind).flatMap((namespace) =>
      this.cluster.list(kind, namespace).map(({apiVersion, metadata: {name = ''}}) => this.cluster.get({apiVersion, kind: kind.kind, namespace, name})))
    return workloadKinds.flatMap(objectsOf).filter((object) => object !== undefined)
  }

  private start(object: JsonObject): void {
    const workload = this.manager.observe(object)
    if (workload === undefined) {
      // Admission of pods does not read autoscalers.
      if (object['kind'] !== 'HorizontalPodAutoscaler') this.admissionChanges++
      if (mayAdmitPods(object)) this.manager.clusterChanged(namespaceOf(object))
      this.addScaledWorkload(object)
      this.manager.settle()
    } else {
      const runs = this.options.runs !== false && runsToCompletion(object) ? new ForeseenRuns(this.stateOf(workload), this.hasLikePods) : undefined
      workload.controller.trigger?.()
      this.sent.add(workload)
      this.changesAtStart.set(workload, this.admissionChanges)
      this.manager.settle()
      if (runs !== undefined) this.runs.set(workload, runs.after(workload))
    }
  }

  /** Adds the existing workload of a new autoscaler to the report. */
  private addScaledWorkload({kind, metadata, spec}: JsonObject): void {
    if (kind !== 'HorizontalPodAutoscaler') return
    const {name = '', namespace = ''} = metadata as ObjectMeta
    const {scaleTargetRef = {}} = (spec ?? {}) as HorizontalPodAutoscalerSpec
    const target = workloadKinds.find((workloadKind) => isTarget(scaleTargetRef, workloadKind))
    const workload = target && this.manager.find({apiVersion: target.apiVersion, kind: target.kind, metadata: {namespace, name: scaleTargetRef.name ?? ''}})
    if (workload !== undefined && !this.sent.has(workload) && isScaledBy(workload.identity, name, this.cluster)) this.sent.add(workload)
  }

  private rollOut(workload: ControlledWorkload, object: JsonObject): void {
    const state = this.stateOf(workload)
    workload.record.startMeasurement()
    this.manager.observe(object)
    this.manager.settle()
    this.sent.add(workload)
    if (!runsToCompletion(object)) this.rollouts.set(workload, this.completeRollout(state, object, evaluateRollout(workload)))
  }

  private report(
    workload: ControlledWorkload, state: WorkloadState, target: HorizontalPodAutoscaler | undefined, hasRollout: HasRollout,
  ): WorkloadReport {
    const {record, identity: {apiVersion, kind, namespace, name}, controller} = workload
    const {wanted, claims = {wanted: 0, created: 0}} = controller
    const created = Math.min(record.counts.alive + record.counts.succeeded, wanted)
    const [event] = record.failures
    const rollout = this.rollouts.get(workload) ?? this.simulateRestart(workload, state, hasRollout)
    const autoscaler = target && simulateAutoscaler(state, workload, target)
    const runs = this.runs.get(workload)
    const isIncomplete = state.simulatedNodes.budget?.hasEnded(record.key) === true
    return {
      apiVersion, kind, namespace, name, wanted, created, refused: wanted - created,
      claims,
      ...event && {event},
      answers: record.answers.map((answer) => merge(answer, {})),
      ...rollout && {rollout},
      ...autoscaler && {autoscaler},
      ...runs,
      ...isIncomplete && {incomplete: outOfBudget},
      isRefused: [event, rollout?.event, runs?.completion?.event, autoscaler?.stopsAt].some((rejection) => rejection !== undefined),
      notes: [...isIncomplete ? [outOfBudget] : [], ...notesOf(workload, {
        cluster: this.cluster, nodes: this.simulatedNodes.nodes(), areNodesGiven: this.options.nodes !== undefined,
      })],
    }
  }

  private completeRollout(state: WorkloadState, object: JsonObject, result: RolloutResult): Rollout {
    return this.options.remedies === false ? withoutNeeds(result) : withNeedsAndRemedies(state, object, result)
  }

  /** Simulates a rollout of a new workload, if requested. */
  private simulateRestart(workload: ControlledWorkload, state: WorkloadState, hasRollout: HasRollout): Rollout | undefined {
    if (this.options.rollout !== true || !rollingKinds.has(workload.identity.kind) || !hasRollout(workload.identity, this.sent.size)) return undefined
    const object = restarted(workload.record.object)
    const simulate = (): RolloutResult | undefined =>
      sharedResult(state, 'restart', (scenario) => ({created: 0, rollout: evaluateRollout(scenario.change(object))})).rollout
    if (this.options.remedies !== false) return rolloutWithNeeds(state, object, simulate)
    const result = certainRollout(state, object) ?? simulate()
    return result && withoutNeeds(result)
  }
}

const withoutNeeds = (result: RolloutResult): Rollout => merge(result, {needs: [], remedies: []})

/** True for objects that may cause rejected requests to be admitted; a StatefulSet may wait for a claim. */
const mayAdmitPods = (object: JsonObject): boolean => object['kind'] === 'PersistentVolumeClaim' || isPolicyManifest({body: object})

/** Kinds whose controllers retry rejected requests until all pods exist. */
const retryingKinds: ReadonlySet<string> = new Set(['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet', 'DaemonSet'])

const rollingKinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet'])
