import type {KubeObject} from '../../kinds/kind.js'
import type {JsonObject} from '../../machinery/encode.js'
import type {ApiServer} from './api-server.js'
import {type Kubelet, patientKubelet} from './kubelet.js'
import type {Node} from './nodes.js'
import {type ControlledWorkload, controllerOf} from './controlled-workload.js'
import type {Holding} from './holding.js'
import {PodBudget} from './pod-budget.js'
import {UnplayedWorkload} from './unplayed-workload.js'
import {WorkloadRecord} from './workload-record.js'
import {World} from './world.js'

/** How the cluster is that workloads run on. */
export interface ControllerManagerOptions {
  readonly kubelet?: Kubelet
  /** The nodes at this time. */
  readonly nodes?: () => readonly Node[]
  /** True to keep the answers to pods that are all alike each by itself. */
  readonly listsAll?: boolean
}

/** A workload whose controller may be replaced. */
type Known = {-readonly [Key in keyof ControlledWorkload]: ControlledWorkload[Key]}

/**
 * Does for the workloads of a cluster what kube-controller-manager does: makes their pods and claims, replaces and deletes
 * them, and is refused as it would be (apimachinery spec 5). Time goes by only in `settle`.
 */
export class ControllerManager {
  private readonly world: World
  private readonly known = new Map<string, Known>()
  private readonly budget = new PodBudget()
  private readonly nodes: () => readonly Node[]

  constructor(cluster: ApiServer, private readonly options: ControllerManagerOptions = {}) {
    const {kubelet = patientKubelet, nodes = () => []} = options
    this.world = new World(cluster, kubelet)
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
   * Hears of an object that was stored, for the first time or in the place of an older one. One that asks for absurdly many
   * pods is not played: `skipped` says so.
   *
   * @returns undefined for an object that is no workload
   */
  observe(object: JsonObject): ControlledWorkload | undefined {
    const known = this.known.get(keyOf(object))
    if (known !== undefined) return this.change(known, object)
    const workload: Known | undefined = this.controllerOf(new WorkloadRecord(object, this.options.listsAll))
    if (workload === undefined) return undefined
    this.known.set(keyOf(object), workload)
    const {wanted} = workload.controller
    const reason = this.budget.ask(workload, wanted)
    if (reason === undefined) this.world.wake(workload.controller)
    else Object.assign(workload, {controller: new UnplayedWorkload(wanted), skipped: reason})
    return workload
  }

  /** Puts another object in the place of a workload; one that is not played changes nothing of what there is. */
  private change(known: Known, object: JsonObject): ControlledWorkload {
    const {record} = known
    const before = record.object
    record.object = object
    const controller = known.controller instanceof UnplayedWorkload ? this.controllerOf(record)?.controller ?? known.controller : known.controller
    const reason = this.budget.ask(known, controller.wanted)
    if (reason !== undefined) {
      record.object = before
      return Object.assign(known, {skipped: reason})
    }
    delete known.skipped
    known.controller = controller
    controller.changed?.()
    this.world.wake(controller)
    return known
  }

  private controllerOf(record: WorkloadRecord): ControlledWorkload | undefined {
    return controllerOf(this.world, record, this.nodes)
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
    this.budget.ask(workload, 0)
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

function keyOf(object: JsonObject): string {
  const {apiVersion, kind, metadata: {namespace = '', name = ''}} = object as unknown as KubeObject
  return `${apiVersion}/${kind}/${namespace}/${name}`
}
