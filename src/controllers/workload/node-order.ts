import {type NumberRange, rangesOf} from '../../machinery/collections/number-ranges.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {mayStay, type Node, rememberForNodes, shouldRun} from './nodes.js'
import type {ExistingPod} from './revision.js'

/**
 * The nodes in another order: first those on which the pods of a template should run. Pods on consecutive nodes are created and replaced
 * together, so that a DaemonSet for every ninth node takes as few requests as one for all.
 */
export class NodeOrder {
  readonly nodes: readonly Node[]
  /** The index of each node of the new order in the old one; undefined if both are the same. */
  private readonly indexes: readonly number[] | undefined

  private constructor(given: readonly Node[], spec: JsonObject | undefined) {
    const [chosen, others]: [number[], number[]] = [[], []]
    for (const [i, node] of given.entries()) (shouldRun(spec, node) ? chosen : others).push(i)
    const isSame = (chosen.at(-1) ?? -1) < (others[0] ?? Infinity)
    this.indexes = isSame ? undefined : chosen.concat(others)
    this.nodes = this.indexes?.flatMap((index) => given[index] ?? []) ?? given
  }

  /** Returns the order of nodes for a template. */
  static readonly of = rememberForNodes((nodes, spec) => new NodeOrder(nodes, spec))

  /** Pods with slots of the new order, with those of the old one. */
  toGiven = <P extends ExistingPod>(pods: readonly P[]): readonly P[] => this.indexes === undefined ? pods : moved(pods, this.indexes)

  /** Pods with slots of the old order, with those of the new one. */
  fromGiven = <P extends ExistingPod>(pods: readonly P[]): readonly P[] => this.indexes === undefined ? pods : moved(pods, inverse(this.indexes))
}

/** The nodes on which a template's pods should run, and those on which they may stay, as ranges of indexes. */
export interface NodeChoice {
  readonly eligible: readonly NumberRange[]
  readonly staying: readonly NumberRange[]
  /** The number of eligible nodes. */
  readonly wanted: number
}

/** Returns the nodes for a template. */
export const choiceOf = rememberForNodes((nodes, spec): NodeChoice => {
  const run = nodes.map((node) => shouldRun(spec, node))
  // Only taints distinguish nodes on which a pod may stay.
  const stay = nodes.map((node, i) => run[i] === true || (node.taints.length > 0 && mayStay(spec, node)))
  const eligible = rangesOf(run)
  return {eligible, staying: rangesOf(stay), wanted: eligible.reduce((sum, [from, to]) => sum + to - from, 0)}
})

/** The index of each node of the old order in the new one. */
function inverse(indexes: readonly number[]): readonly number[] {
  const places: number[] = []
  for (const [place, index] of indexes.entries()) places[index] = place
  return places
}

/** Groups of pods with new slots. Groups are split where their new slots are not consecutive, and joined again where they are parts of one. */
function moved<P extends ExistingPod>(pods: readonly P[], slots: readonly number[]): readonly P[] {
  const groups: (P & {count: number})[] = []
  for (const pod of pods) {
    for (let i = 0; i < pod.count; i++) {
      const slot = slots[pod.slot + i] ?? pod.slot + i
      const last = groups.at(-1)
      if (last !== undefined && last.slot + last.count === slot && isPartOf(last, pod)) last.count++
      else groups.push({...pod, slot, count: 1})
    }
  }
  return groups
}

const isPartOf = (a: ExistingPod, b: ExistingPod): boolean =>
  a.storedAs === b.storedAs && a.namespace === b.namespace && a.state === b.state && a.request === b.request
