import {resourceQuotaPlugin} from '../../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../../cluster/cluster.js'
import type {ApiServer} from '../../controllers/workload/api-server.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {ControllerManager} from '../../controllers/workload/controller-manager.js'
import type {Holding} from '../../controllers/workload/holding.js'
import type {Kubelet} from '../../controllers/workload/kubelet.js'
import type {Node} from '../../controllers/workload/nodes.js'
import type {RequestBudget} from '../../controllers/workload/request-budget.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {encode, type JsonObject} from '../../machinery/decode/encode.js'
import {withoutBounds} from '../unbounded.js'
import {CountingServer, type Reject} from './counting-server.js'
import {FittingObjects} from './fitting-objects.js'
import {Forecast} from './forecast.js'
import {Room} from './room.js'
import {SharedResults} from './shared-results.js'
import type {ScenarioResult} from './types.js'

/** The behaviour of the machines in a simulation. */
export interface Machines {
  readonly kubelet: Kubelet
  readonly nodes: () => readonly Node[]
  /** The budget that all scenarios of a run share. */
  readonly budget?: RequestBudget
}

/** A cluster at one moment, the start of any number of scenarios. */
export class Snapshot {
  /** Never modified. */
  readonly cluster: Cluster
  /** Results that like workloads share. */
  readonly results = new SharedResults()
  readonly fitting: FittingObjects
  private readonly rooms = new Map<string, Room>()
  private readonly unbounded = new Map<string, Cluster>()

  constructor(cluster: Cluster) {
    this.cluster = cluster.fork()
    this.fitting = new FittingObjects(this.cluster, (namespace) => this.unboundedIn(namespace))
  }

  /** The remaining room in the quotas of a namespace. */
  roomIn(namespace: string): Room {
    const room = this.rooms.get(namespace) ?? new Room(this.cluster, namespace)
    this.rooms.set(namespace, room)
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
export interface Standing {
  readonly snapshot: Snapshot
  readonly machines: Machines
  readonly object: JsonObject
  readonly holdings: readonly Holding[]
  /** As {@link SharedResults} reads it. */
  readonly resultKey?: string | undefined
  /** The request for a pod of a Deployment whose scenarios depend only on its spec and the room in quotas. */
  readonly madePod?: JsonObject | undefined
}

/** Captures the present state of a workload; later changes do not affect it. */
export const standingOf = (snapshot: Snapshot, machines: Machines, {record, controller}: ControlledWorkload): Standing =>
  ({snapshot, machines, object: record.object, holdings: controller.holdings})

/** A simulation of a workload on an independent copy: its changes affect nothing else. */
export class Scenario {
  readonly workload: ControlledWorkload
  private readonly manager: ControllerManager

  /** @param server answers the controller; no other client sends requests to it */
  constructor({snapshot, machines, object, holdings}: Standing, server: ApiServer = snapshot.cluster.fork()) {
    this.manager = new ControllerManager(server, machines)
    const workload = this.manager.adopt(object, holdings)
    if (workload === undefined) throw new TypeError('a scenario is about a workload')
    this.workload = workload
  }

  /** Replaces the object of the workload, and settles. */
  change(object: JsonObject): ControlledWorkload {
    this.workload.record.mark()
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
const kindsOfLikePods: ReadonlySet<unknown> = new Set(['Deployment', 'ReplicaSet', 'ReplicationController'])

/** Returns the result of a scenario, from a like workload if one is known. */
export const sharedResult = (standing: Standing, change: string, run: (scenario: Scenario) => ScenarioResult): ScenarioResult =>
  standing.snapshot.results.of(standing, change, () => simulateFrom(standing, run))

/** Returns a server that answers the controllers of a Deployment by counting; undefined if that is not possible. */
function countingServer(standing: Standing): CountingServer | undefined {
  const {fitting, cluster} = standing.snapshot
  const [room, pod] = [fitting.of(standing), fitting.podOf(standing)]
  return room && pod && new CountingServer(room, pod, rejectionBy(cluster))
}

/** Returns the rejection of an object by a cluster after a number of objects like it are admitted. */
const rejectionBy = (cluster: Cluster): Reject => ({namespace, object}, present) => {
  if (present > 0) return cluster.fork().createIdentical({namespace, object}, present + 1).rejected
  const answer = cluster.handle({operation: 'CREATE', namespace, object, dryRun: true})
  return answer.allowed ? undefined : answer
}

/** Simulates a scenario: by arithmetic if that is certain to give the same result, else on a separate cluster. */
export function simulateFrom<T>(standing: Standing, run: (scenario: Scenario) => T): T {
  const {snapshot, object} = standing
  const counting = countingServer(standing)
  if (counting !== undefined) {
    const counted = run(new Scenario(standing, counting))
    if (counting.isCertain) return counted
  } else if (kindsOfLikePods.has(object['kind'])) {
    const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
    const forecast = new Forecast(snapshot.roomIn(namespace))
    const foreseen = run(new Scenario(standing, forecast))
    if (forecast.isCertain) return foreseen
  }
  return run(new Scenario(standing))
}
