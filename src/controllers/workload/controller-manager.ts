import type {JsonObject} from '../../machinery/decode/encode.js'
import type {ApiServer} from './api-server.js'
import {type ControlledWorkload, controllerOf} from './controlled-workload.js'
import type {Revision} from './revision.js'
import {defaultKubelet, type Kubelet} from './kubelet.js'
import type {Node} from './nodes.js'
import type {RequestBudget} from './request-budget.js'
import {keyOf, type RecordOptions, WorkloadRecord} from './workload-record.js'
import {ControlLoop} from './control-loop.js'

/** The cluster that workloads run on. */
export interface ControllerManagerOptions extends RecordOptions {
  readonly kubelet?: Kubelet
  /** The present nodes. */
  readonly nodes?: () => readonly Node[]
  /** The budget that all simulations of a run share. */
  readonly budget?: RequestBudget
}

/**
 * Emulates kube-controller-manager for the workloads of a cluster: creates their pods and claims, replaces and deletes
 * them, and handles rejections (spec apimachinery 5). Time advances only in `settle`.
 */
export class ControllerManager {
  private readonly loop: ControlLoop
  private readonly known = new Map<string, ControlledWorkload>()
  private readonly nodes: () => readonly Node[]

  constructor(cluster: ApiServer, private readonly options: ControllerManagerOptions = {}) {
    const {kubelet = defaultKubelet, nodes = () => [], budget, listsAll = false} = options
    this.loop = new ControlLoop(cluster, kubelet, budget, listsAll ? 1 : Infinity)
    this.nodes = nodes
  }

  /** The observed workloads, in the order of observation. */
  get workloads(): readonly ControlledWorkload[] {
    return [...this.known.values()]
  }

  /** The observed workload for an object. */
  find(object: JsonObject): ControlledWorkload | undefined {
    return this.known.get(keyOf(object))
  }

  /**
   * Observes a new or changed object.
   *
   * @returns undefined if the object is not a workload
   */
  observe(object: JsonObject): ControlledWorkload | undefined {
    const known = this.known.get(keyOf(object))
    if (known !== undefined) return this.change(known, object)
    const workload = controllerOf(this.loop, new WorkloadRecord(object, this.options), this.nodes)
    if (workload === undefined) return undefined
    this.known.set(keyOf(object), workload)
    this.loop.enqueue(workload.controller)
    return workload
  }

  /** Updates the object of a workload. */
  private change(known: ControlledWorkload, object: JsonObject): ControlledWorkload {
    const {record, controller} = known
    record.object = object
    controller.changed?.()
    this.loop.enqueue(controller)
    return known
  }

  /**
   * Adds a workload that existed before, with its pods.
   *
   * @returns undefined if the object is not a workload
   */
  adopt(object: JsonObject, revisions: readonly Revision[]): ControlledWorkload | undefined {
    const workload = this.observe(object)
    for (const revision of revisions) workload?.controller.adopt(revision)
    workload?.record.startMeasurement()
    return workload
  }

  /** Drops a deleted workload. */
  forget(object: JsonObject): void {
    const workload = this.known.get(keyOf(object))
    if (workload === undefined) return
    this.known.delete(keyOf(object))
    this.loop.cancel(workload.controller)
  }

  /** Sets a callback for each created object. */
  onCreated(callback: () => void): void {
    this.loop.onCreated(callback)
  }

  /**
   * Called after a change in the cluster that may admit objects that were rejected before.
   *
   * @param namespace the only namespace that it may affect; by default all
   */
  clusterChanged(namespace?: string): void {
    this.loop.version.change(namespace)
  }

  /** Retries what was rejected, one workload after the other, for a cluster that no longer rejects it: their order then makes no difference. */
  retryOneByOne(): void {
    this.loop.retryOneByOne()
  }

  /** Runs the controllers until nothing more happens by itself. */
  settle(): void {
    this.loop.settle()
  }
}
