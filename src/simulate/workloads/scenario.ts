import type {Cluster} from '../../cluster/cluster.js'
import {ControllerManager} from '../../controllers/workload/controller-manager.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import type {Holding} from '../../controllers/workload/holding.js'
import type {Kubelet} from '../../controllers/workload/kubelet.js'
import type {Node} from '../../controllers/workload/nodes.js'
import type {JsonObject} from '../../machinery/encode.js'

/** How the machines behave in a simulation. */
export interface Machines {
  readonly kubelet: Kubelet
  readonly nodes: () => readonly Node[]
}

/** A workload as it stands in a cluster, from which it can be led on in several ways. */
export interface Standing {
  readonly cluster: Cluster
  readonly machines: Machines
  readonly object: JsonObject
  readonly holdings: readonly Holding[]
}

/** How a workload stands now; what becomes of it later does not change that. */
export const standingOf = (cluster: Cluster, machines: Machines, {record, controller}: ControlledWorkload): Standing =>
  ({cluster: cluster.fork(), machines, object: record.object, holdings: controller.holdings})

/** One way of leading a workload on, of which nothing else hears. */
export class Scenario {
  readonly cluster: Cluster
  readonly workload: ControlledWorkload
  private readonly manager: ControllerManager

  constructor({cluster, machines, object, holdings}: Standing) {
    this.cluster = cluster.fork()
    this.manager = new ControllerManager(this.cluster, machines)
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
