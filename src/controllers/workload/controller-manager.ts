import type {JsonObject} from '../../machinery/encode.js'
import type {ApiServer} from './api-server.js'
import {type Kubelet, patientKubelet} from './kubelet.js'
import type {Node} from './nodes.js'
import {type ControlledWorkload, controllerOf} from './controlled-workload.js'
import type {Holding} from './holding.js'
import type {PlayBudget} from './play-budget.js'
import {keyOf, WorkloadRecord} from './workload-record.js'
import {World} from './world.js'

/** How the cluster is that workloads run on. */
export interface ControllerManagerOptions {
  readonly kubelet?: Kubelet
  /** The nodes at this time. */
  readonly nodes?: () => readonly Node[]
  /** True to keep the answers to pods that are all alike each by itself. */
  readonly listsAll?: boolean
  /** What all plays of a run may take together. */
  readonly budget?: PlayBudget
}

/**
 * Does for the workloads of a cluster what kube-controller-manager does: makes their pods and claims, replaces and deletes
 * them, and is refused as it would be (apimachinery spec 5). Time goes by only in `settle`.
 */
export class ControllerManager {
  private readonly world: World
  private readonly known = new Map<string, ControlledWorkload>()
  private readonly nodes: () => readonly Node[]

  constructor(cluster: ApiServer, private readonly options: ControllerManagerOptions = {}) {
    const {kubelet = patientKubelet, nodes = () => [], budget, listsAll = false} = options
    this.world = new World(cluster, kubelet, budget, listsAll ? 1 : Infinity)
    this.nodes = nodes
  }

  /** The workloads that it has heard of, in that order. */
  get workloads(): readonly ControlledWorkload[] {
    return [...this.known.values()]
  }

  /** The workload that an object is, as far as it has been heard of. */
  find(object: JsonObject): ControlledWorkload | undefined {
    return this.known.get(keyOf(object))
  }

  /**
   * Hears of an object that was stored, for the first time or in the place of an older one.
   *
   * @returns undefined for an object that is no workload
   */
  observe(object: JsonObject): ControlledWorkload | undefined {
    const known = this.known.get(keyOf(object))
    if (known !== undefined) return this.change(known, object)
    const workload = controllerOf(this.world, new WorkloadRecord(object, this.options.listsAll), this.nodes)
    if (workload === undefined) return undefined
    this.known.set(keyOf(object), workload)
    this.world.wake(workload.controller)
    return workload
  }

  /** Puts another object in the place of a workload. */
  private change(known: ControlledWorkload, object: JsonObject): ControlledWorkload {
    const {record, controller} = known
    record.object = object
    controller.changed?.()
    this.world.wake(controller)
    return known
  }

  /**
   * Hears of a workload that has been there for long, with what it holds.
   *
   * @returns undefined for an object that is no workload
   */
  adopt(object: JsonObject, holdings: readonly Holding[]): ControlledWorkload | undefined {
    const workload = this.observe(object)
    for (const holding of holdings) workload?.controller.hold(holding)
    workload?.record.mark()
    return workload
  }

  /** Hears that a workload is gone: nothing more is done for it. */
  forget(object: JsonObject): void {
    const workload = this.known.get(keyOf(object))
    if (workload === undefined) return
    this.known.delete(keyOf(object))
    this.world.forget(workload.controller)
  }

  /** Has somebody hear of each object that is made. */
  onCreated(hear: () => void): void {
    this.world.onCreated = hear
  }

  /** Hears that something in the cluster has changed, so that what was refused may be allowed now. */
  clusterChanged(): void {
    this.world.version++
  }

  /** Lets the controllers do all that they ever would do by themselves. */
  settle(): void {
    this.world.settle()
  }
}
