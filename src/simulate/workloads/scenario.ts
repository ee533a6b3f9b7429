import type {Cluster} from '../../cluster/cluster.js'
import type {ApiServer} from '../../controllers/workload/api-server.js'
import {ControllerManager} from '../../controllers/workload/controller-manager.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import type {Holding} from '../../controllers/workload/holding.js'
import type {Kubelet} from '../../controllers/workload/kubelet.js'
import type {Node} from '../../controllers/workload/nodes.js'
import type {PlayBudget} from '../../controllers/workload/play-budget.js'
import type {JsonObject} from '../../machinery/encode.js'
import {Forecast} from './forecast.js'
import {Room} from './room.js'

/** How the machines behave in a simulation. */
export interface Machines {
  readonly kubelet: Kubelet
  readonly nodes: () => readonly Node[]
  /** What all scenarios of a run may take together. */
  readonly budget?: PlayBudget
}

/** A cluster at one point in time, from which any number of scenarios start. */
export class Snapshot {
  /** Not changed by anybody. */
  readonly cluster: Cluster
  private readonly rooms = new Map<string, Room>()

  constructor(cluster: Cluster) {
    this.cluster = cluster.fork()
  }

  /** What the quotas of a namespace leave. */
  roomIn(namespace: string): Room {
    const room = this.rooms.get(namespace) ?? new Room(this.cluster, namespace)
    this.rooms.set(namespace, room)
    return room
  }
}

/** A workload as it stands in a cluster, from which it can be led on in several ways. */
export interface Standing {
  readonly snapshot: Snapshot
  readonly machines: Machines
  readonly object: JsonObject
  readonly holdings: readonly Holding[]
}

/** How a workload stands now; what becomes of it later does not change that. */
export const standingOf = (snapshot: Snapshot, machines: Machines, {record, controller}: ControlledWorkload): Standing =>
  ({snapshot, machines, object: record.object, holdings: controller.holdings})

/** One way of leading a workload on: an independent copy, whose changes affect nothing else. */
export class Scenario {
  readonly workload: ControlledWorkload
  private readonly manager: ControllerManager

  /** @param server which answers the controller and is told nothing by anybody else */
  constructor({snapshot, machines, object, holdings}: Standing, server: ApiServer = snapshot.cluster.fork()) {
    this.manager = new ControllerManager(server, machines)
    const workload = this.manager.adopt(object, holdings)
    if (workload === undefined) throw new TypeError('a scenario is about a workload')
    this.workload = workload
  }

  /** Puts another object in the place of the workload, and waits for what comes of it. */
  change(object: JsonObject): ControlledWorkload {
    this.workload.record.mark()
    this.manager.observe(object)
    this.manager.settle()
    return this.workload
  }

  /** Lets a time come at which the workload is due, and waits for what comes of it; one without a schedule just begins. */
  trigger(): ControlledWorkload {
    this.workload.controller.trigger?.()
    this.manager.settle()
    return this.workload
  }

  /** Hears of each object that is made from now on. */
  onCreated(hear: () => void): void {
    this.manager.onCreated(hear)
  }
}

/** Kinds whose pods are all alike. */
const kindsOfLikePods: ReadonlySet<unknown> = new Set(['Deployment', 'ReplicaSet', 'ReplicationController'])

/** Plays a scenario: by arithmetic where that is certain to give the same, else on a cluster of its own. */
export function playFrom<T>(standing: Standing, play: (scenario: Scenario) => T): T {
  const {snapshot, object} = standing
  if (kindsOfLikePods.has(object['kind'])) {
    const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
    const forecast = new Forecast(snapshot.roomIn(namespace))
    const foreseen = play(new Scenario(standing, forecast))
    if (forecast.isCertain) return foreseen
  }
  return play(new Scenario(standing))
}
