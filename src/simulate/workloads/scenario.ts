import {resourceQuotaPlugin} from '../../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../../cluster/cluster.js'
import type {ApiServer} from '../../controllers/workload/api-server.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {ControllerManager} from '../../controllers/workload/controller-manager.js'
import {controllerUser} from '../../controllers/workload/controller-user.js'
import type {Revision} from '../../controllers/workload/revision.js'
import type {Kubelet} from '../../controllers/workload/kubelet.js'
import type {Node} from '../../controllers/workload/nodes.js'
import type {RequestBudget} from '../../controllers/workload/request-budget.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {encode, type JsonObject} from '../../machinery/decode/encode.js'
import {withoutBounds} from '../unbounded.js'
import {CountingServer, type RejectionOf} from './counting-server.js'
import {FittingObjects} from './fitting-objects.js'
import {OptimisticServer} from './optimistic-server.js'
import {QuotaHeadroom} from './quota-headroom.js'
import {SharedResults} from './shared-results.js'
import type {ScenarioResult} from './types.js'

/** The behaviour of the nodes in a simulation. */
export interface SimulatedNodes {
  readonly kubelet: Kubelet
  readonly nodes: () => readonly Node[]
  /** The budget that all scenarios of a run share. */
  readonly budget?: RequestBudget
}

/** A cluster at one moment, the start of any number of scenarios. */
export class Snapshot {
  /** Never modified. */
  readonly cluster: Cluster
  /** Results that identical workloads share. */
  readonly results = new SharedResults()
  readonly fitting: FittingObjects
  private readonly headrooms = new Map<string, QuotaHeadroom>()
  private readonly unbounded = new Map<string, Cluster>()

  constructor(cluster: Cluster) {
    this.cluster = cluster.fork()
    this.fitting = new FittingObjects(this.cluster, (namespace) => this.unboundedIn(namespace))
  }

  /** The remaining room in the quotas of a namespace. */
  headroomIn(namespace: string): QuotaHeadroom {
    const room = this.headrooms.get(namespace) ?? new QuotaHeadroom(this.cluster, namespace)
    this.headrooms.set(namespace, room)
    return room
  }

  /** The cluster with no bounds in the quotas of a namespace, which still count the same. Fork it before you change it. */
  unboundedIn(namespace: string): Cluster {
    const known = this.unbounded.get(namespace)
    if (known !== undefined) return known
    const cluster = this.cluster.fork()
    for (const quota of quotasIn(cluster, namespace)) cluster.handle({operation: 'UPDATE', namespace, object: withoutBounds(encode(quota))})
    this.unbounded.set(namespace, cluster)
    return cluster
  }
}

/** The quotas in force in a namespace. */
export const quotasIn = (cluster: Cluster, namespace: string): readonly ResourceQuota[] =>
  cluster.hasPlugin(resourceQuotaPlugin.name) ? cluster.list(resourceQuota, namespace) : []

/** The state of a workload in a cluster, the start of scenarios. */
export interface WorkloadState {
  readonly snapshot: Snapshot
  readonly simulatedNodes: SimulatedNodes
  readonly object: JsonObject
  readonly revisions: readonly Revision[]
  /** As {@link SharedResults} reads it. */
  readonly resultKey?: string | undefined
  /** The request for a pod of a Deployment whose scenarios depend only on its spec and the room in quotas. */
  readonly podRequest?: JsonObject | undefined
  /** The request for one more pod of a StatefulSet or DaemonSet that has all its pods, alike and ready. */
  readonly replacement?: JsonObject | undefined
  /** True if the API server would store a new pod as it stored those that the workload has. */
  readonly isAdmittedAsBefore?: boolean
}

/** Captures the present state of a workload; later changes do not affect it. */
export const workloadStateOf = (snapshot: Snapshot, simulatedNodes: SimulatedNodes, {record, controller}: ControlledWorkload): WorkloadState =>
  ({snapshot, simulatedNodes, object: record.object, revisions: controller.revisions})

/** A simulation of a workload on an independent copy: its changes affect nothing else. */
export class Scenario {
  readonly workload: ControlledWorkload
  private readonly manager: ControllerManager

  /** @param server answers the controller; no other client sends requests to it */
  constructor({snapshot, simulatedNodes, object, revisions}: WorkloadState, server: ApiServer = snapshot.cluster.fork()) {
    this.manager = new ControllerManager(server, {...simulatedNodes, isSummary: true})
    const workload = this.manager.adopt(object, revisions)
    if (workload === undefined) throw new TypeError('a scenario is about a workload')
    this.workload = workload
  }

  /** Replaces the object of the workload, and settles. */
  change(object: JsonObject): ControlledWorkload {
    this.workload.record.startMeasurement()
    this.manager.observe(object)
    this.manager.settle()
    return this.workload
  }

  /** Starts a scheduled run, and settles. A workload without a schedule just starts. */
  trigger(): ControlledWorkload {
    this.workload.controller.trigger?.()
    this.manager.settle()
    return this.workload
  }

  /** Sets a callback for each object created from now on. */
  onCreated(callback: () => void): void {
    this.manager.onCreated(callback)
  }
}

/** Kinds whose pods are identical. */
const kindsWithIdenticalPods: ReadonlySet<unknown> = new Set(['Deployment', 'ReplicaSet', 'ReplicationController'])

/** Returns the result of a scenario, from an identical workload if one is known. */
export const sharedResult = (state: WorkloadState, change: string, run: (scenario: Scenario) => ScenarioResult): ScenarioResult =>
  state.snapshot.results.of(state, change, () => simulateFrom(state, run))

/** Returns a server that answers the controllers of a Deployment by counting; undefined if that is not possible. */
function countingServer(state: WorkloadState): CountingServer | undefined {
  const {fitting, cluster} = state.snapshot
  const [counts, pod] = [fitting.of(state), fitting.podOf(state)]
  return counts && pod && new CountingServer(counts, pod, rejectionBy(cluster))
}

/** Returns the rejection of an object by a cluster after a number of objects like it are admitted. */
const rejectionBy = (cluster: Cluster): RejectionOf => ({namespace, object}, present) => {
  if (present > 0) return cluster.fork().createIdentical({namespace, object}, present + 1).rejected
  const answer = cluster.handle({operation: 'CREATE', ...controllerUser(object), namespace, object, dryRun: true})
  return answer.allowed ? undefined : answer
}

/** Simulates a scenario: by arithmetic if that is certain to give the same result, else on a separate cluster. */
export function simulateFrom<T>(state: WorkloadState, run: (scenario: Scenario) => T): T {
  const {snapshot, object} = state
  const counting = countingServer(state)
  if (counting !== undefined) {
    const counted = run(new Scenario(state, counting))
    if (counting.isCertain) return counted
  } else if (kindsWithIdenticalPods.has(object['kind'])) {
    const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
    const optimistic = new OptimisticServer(snapshot.headroomIn(namespace))
    const result = run(new Scenario(state, optimistic))
    if (optimistic.isCertain) return result
  }
  return run(new Scenario(state))
}
