import type {LabelSelector} from '../../../machinery/meta/label-selector.js'

// The types that constrain a pod's nodes (core/v1 Affinity, Toleration, TopologySpreadConstraint and the types in them).

export interface Toleration {
  readonly key?: string
  readonly operator?: string
  readonly value?: string
  readonly effect?: string
  readonly tolerationSeconds?: number
}

export interface NodeSelectorRequirement {
  readonly key?: string
  readonly operator?: string
  readonly values?: readonly string[]
}

export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeSelectorRequirement[]
  readonly matchFields?: readonly NodeSelectorRequirement[]
}

interface PreferredSchedulingTerm {
  readonly weight?: number
  readonly preference?: NodeSelectorTerm
}

export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: {readonly nodeSelectorTerms?: readonly NodeSelectorTerm[]}
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[]
}

/** Labels of the pod itself that other pods must have in common with it, or must not. */
export interface LabelKeys {
  readonly matchLabelKeys?: readonly string[]
  readonly mismatchLabelKeys?: readonly string[]
  readonly labelSelector?: LabelSelector
}

export interface PodAffinityTerm extends LabelKeys {
  readonly namespaces?: readonly string[]
  readonly namespaceSelector?: LabelSelector
  readonly topologyKey?: string
}

interface WeightedPodAffinityTerm {
  readonly weight?: number
  readonly podAffinityTerm?: PodAffinityTerm
}

/** The pods to place a pod near to or away from (podAffinity, podAntiAffinity). */
export interface PodAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[]
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[]
}

export interface Affinity {
  readonly nodeAffinity?: NodeAffinity
  readonly podAffinity?: PodAffinity
  readonly podAntiAffinity?: PodAffinity
}

export interface TopologySpreadConstraint {
  readonly maxSkew?: number
  readonly topologyKey?: string
  readonly whenUnsatisfiable?: string
  readonly labelSelector?: LabelSelector
  readonly minDomains?: number
  readonly nodeAffinityPolicy?: string
  readonly nodeTaintsPolicy?: string
  readonly matchLabelKeys?: readonly string[]
}
