import type {KubeObject} from '../../kinds/kind.js'
import type {JsonObject} from '../../machinery/encode.js'
import type {ApiServer} from './api-server.js'
import {type Kubelet, patientKubelet} from './kubelet.js'
import type {Node} from './nodes.js'
import {type ControlledWorkload, controllerOf} from './controlled-workload.js'
import type {Holding} from './holding.js'
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

/**
 * Does for the workloads of a cluster what kube-controller-manager does: makes their pods and claims, replaces and deletes
 * them, and is refused as it would be (apimachinery spec 5). Time goes by only in `settle`.
 */
export class ControllerManager {
  private readonly world: World
  private readonly known = new Map<string, ControlledWorkload>()
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
   * Hears of an object that was stored, for the first time or in the place of an older one.
   *
   * @returns undefined for an object that is no workload
   */
  observe(object: JsonObject): ControlledWorkload | undefined {
    const known = this.find(object)
    if (known !== undefined) {
      known.record.object = object
      known.controller.changed?.()
      this.world.wake(known.controller)
      return known
    }
    const workload = controllerOf(this.world, new WorkloadRecord(object, this.options.listsAll), this.nodes)
    if (workload === undefined) return undefined
    this.known.set(keyOf(object), workload)
    this.world.wake(workload.controller)
    return workload
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
