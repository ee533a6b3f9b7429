import type {KubeObject} from '../../kinds/kind.js'
import {remember} from '../../machinery/collections/remember.js'
import type {JsonObject} from '../../machinery/decode/encode.js'

/** The properties of a node that decide whether a pod of a DaemonSet runs on it. */
export interface Node {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly taints: readonly Taint[]
  /** True for an unknown node, which is assumed to match all templates. */
  readonly isAnonymous?: boolean
}

interface Taint {
  readonly key?: string
  readonly value?: string
  readonly effect?: string
}

interface Toleration extends Taint {
  readonly operator?: string
}

interface Requirement {
  readonly key?: string
  readonly operator?: string
  readonly values?: readonly string[]
}

interface Term {
  readonly matchExpressions?: readonly Requirement[]
  readonly matchFields?: readonly Requirement[]
}

/** Converts a Node object. A node that was not read from a cluster becomes ready, which removes the taint that it is created with. */
export function nodeOf({metadata: {name = '', labels = {}, uid}, spec: {taints = []} = {}}: KubeObject & {readonly spec?: {readonly taints?: readonly Taint[]}}): Node {
  return {name, labels, taints: uid === undefined ? taints.filter(({key, effect}) => key !== 'node.kubernetes.io/not-ready' || effect !== 'NoSchedule') : taints}
}

interface SchedulingSpec {
  readonly nodeName?: string
  readonly hostNetwork?: boolean
  readonly nodeSelector?: Readonly<Record<string, string>>
  readonly tolerations?: readonly Toleration[]
  readonly affinity?: {readonly nodeAffinity?: {readonly requiredDuringSchedulingIgnoredDuringExecution?: {readonly nodeSelectorTerms?: readonly Term[]}}}
}

/** True if a DaemonSet runs a pod on a node (NodeShouldRunDaemonPod). */
export function shouldRun(spec: JsonObject | undefined, node: Node): boolean {
  const {nodeName = '', nodeSelector = {}, tolerations = [], affinity, hostNetwork = false} = (spec ?? {}) as SchedulingSpec
  const {nodeSelectorTerms: terms} = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? {}
  return node.isAnonymous === true || ((nodeName === '' || nodeName === node.name)
    && Object.entries(nodeSelector).every(([key, value]) => node.labels[key] === value)
    && (terms === undefined || matchesOneOf(terms, node))
    && node.taints.every((taint) => isHarmless(taint, hostNetwork) || tolerations.some((toleration) => tolerates(toleration, taint))))
}

/** The requirements of a template for nodes, as a text: all fields that {@link shouldRun} reads. */
const requirementsOf = remember((spec: JsonObject): string => {
  const {nodeName, nodeSelector, tolerations, affinity, hostNetwork} = spec as SchedulingSpec
  return JSON.stringify([nodeName, nodeSelector, tolerations, affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution, hostNetwork])
})

/** Computes a result from nodes and the spec of a template. */
type ForNodes<T> = (nodes: readonly Node[], spec: JsonObject | undefined) => T

/**
 * Returns a function that computes a result for each list of nodes and each requirements of templates once: of thousands of DaemonSets,
 * most require the same.
 */
export function rememberForNodes<T>(compute: ForNodes<T>): ForNodes<T> {
  const resultsFor = remember((_nodes: readonly Node[]) => new Map<string, T>())
  return (nodes, spec) => {
    const [known, requirements] = [resultsFor(nodes), spec === undefined ? '' : requirementsOf(spec)]
    const result = known.get(requirements) ?? compute(nodes, spec)
    known.set(requirements, result)
    return result
  }
}

/** True if an existing pod may stay on a node: NoSchedule taints no longer matter. */
export const mayStay = (spec: JsonObject | undefined, {taints, ...node}: Node): boolean =>
  shouldRun(spec, {...node, taints: taints.filter(({effect}) => effect === 'NoExecute')})

/** Returns a number of unknown nodes. */
export const anonymousNodes = (count: number): readonly Node[] =>
  Array.from({length: count}, (_, i) => ({name: `node-${i + 1}`, labels: {}, taints: [], isAnonymous: true}))

/** True for a template that selects nodes. */
export function choosesNodes(spec: JsonObject | undefined): boolean {
  const {nodeName = '', nodeSelector = {}, affinity} = (spec ?? {}) as SchedulingSpec
  return nodeName !== '' || Object.keys(nodeSelector).length > 0 || affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution !== undefined
}

/** The number of terms that take less time than to look them up by the labels of a node. */
const fewTerms = 20

function matchesOneOf(terms: readonly Term[], node: Node): boolean {
  const matchesNode = (term: Term): boolean => matchesTerm(term, node)
  if (terms.length <= fewTerms) return terms.some(matchesNode)
  const {byLabel, others} = termsByLabel(terms)
  return others.some(matchesNode) || Object.entries(node.labels).some(([key, value]) => byLabel.get(labelId(key, value))?.some(matchesNode) === true)
}

const labelId = (key: string, value: string): string => `${key}\u0000${value}`

/** Terms that need a label with one of several values, by the label and the value, and all others. */
interface TermsByLabel {
  readonly byLabel: ReadonlyMap<string, readonly Term[]>
  readonly others: readonly Term[]
}

/** Indexes the terms of a template, which are compared with many nodes. */
const termsByLabel = remember((terms: readonly Term[]): TermsByLabel => {
  const byLabel = new Map<string, Term[]>()
  const others: Term[] = []
  for (const term of terms) {
    const needed = term.matchExpressions?.find(({operator}) => operator === 'In')
    if (needed === undefined) others.push(term)
    for (const value of new Set(needed?.values)) {
      const id = labelId(needed?.key ?? '', value)
      const same = byLabel.get(id)
      if (same === undefined) byLabel.set(id, [term])
      else same.push(term)
    }
  }
  return {byLabel, others}
})

/** A term without requirements matches nothing. */
function matchesTerm({matchExpressions = [], matchFields = []}: Term, {name, labels}: Node): boolean {
  return matchExpressions.length + matchFields.length > 0
    && matchExpressions.every((requirement) => matches(requirement, labels[requirement.key ?? '']))
    && matchFields.every((requirement) => matches(requirement, requirement.key === 'metadata.name' ? name : undefined))
}

function matches({operator, values = []}: Requirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In': return value !== undefined && values.includes(value)
    case 'NotIn': return value === undefined || !values.includes(value)
    case 'Exists': return value !== undefined
    case 'DoesNotExist': return value === undefined
    case 'Gt': return isInteger(value) && isInteger(values[0]) && BigInt(value) > BigInt(values[0])
    case 'Lt': return isInteger(value) && isInteger(values[0]) && BigInt(value) < BigInt(values[0])
    default: return false
  }
}

const isInteger = (text: string | undefined): text is string => text !== undefined && /^-?\d+$/.test(text)

/** Taints that every pod of a DaemonSet tolerates. */
const tolerated: ReadonlySet<string> = new Set([
  'node.kubernetes.io/not-ready:NoExecute', 'node.kubernetes.io/unreachable:NoExecute', 'node.kubernetes.io/disk-pressure:NoSchedule',
  'node.kubernetes.io/memory-pressure:NoSchedule', 'node.kubernetes.io/pid-pressure:NoSchedule', 'node.kubernetes.io/unschedulable:NoSchedule',
])

const isHarmless = ({key = '', effect}: Taint, isOnHostNetwork: boolean): boolean =>
  (effect !== 'NoSchedule' && effect !== 'NoExecute') || tolerated.has(`${key}:${effect}`)
  || (isOnHostNetwork && key === 'node.kubernetes.io/network-unavailable' && effect === 'NoSchedule')

function tolerates({key = '', operator = 'Equal', value = '', effect = ''}: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) return false
  if (key !== '' && key !== taint.key) return false
  return operator === 'Exists' || (operator === 'Equal' && key !== '' && value === (taint.value ?? ''))
}
