import type {PodAffinity, PodSpec} from '../../../machinery/api/core-v1.js'
import type {LabelSelector, LabelSelectorRequirement} from '../../../machinery/api/meta-v1.js'
import {assign, mapItems} from '../../../machinery/collections/immutable.js'
import type {LabelKeys} from './pod-affinity.js'

type Labels = Readonly<Record<string, string>>

/** Returns the spec with selector terms for the pod's own labels in `matchLabelKeys` and `mismatchLabelKeys` (`mutatePodAffinity`, `mutateTopologySpreadConstraints`). */
export function withLabelTerms(spec: PodSpec, labels: Labels): PodSpec {
  const {affinity, topologySpreadConstraints: constraints} = spec
  const {podAffinity, podAntiAffinity} = affinity ?? {}
  if (podAffinity === undefined && podAntiAffinity === undefined && constraints === undefined) return spec
  return assign<PodSpec>(spec, {
    ...affinity && {affinity: assign(affinity, {
      ...podAffinity && {podAffinity: withAffinityTerms(podAffinity, labels)},
      ...podAntiAffinity && {podAntiAffinity: withAffinityTerms(podAntiAffinity, labels)},
    })},
    ...constraints && {topologySpreadConstraints: mapItems(constraints, (constraint) => withTerms(constraint, labels))},
  })
}

function withAffinityTerms(affinity: PodAffinity, labels: Labels): PodAffinity {
  const terms = affinity.requiredDuringSchedulingIgnoredDuringExecution
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution
  return assign<PodAffinity>(affinity, {
    ...terms && {requiredDuringSchedulingIgnoredDuringExecution: mapItems(terms, (term) => withTerms(term, labels))},
    ...preferred && {preferredDuringSchedulingIgnoredDuringExecution: mapItems(preferred, (weighted) =>
      weighted.podAffinityTerm === undefined ? weighted : assign(weighted, {podAffinityTerm: withTerms(weighted.podAffinityTerm, labels)}))},
  })
}

function withTerms<T extends LabelKeys>(term: T, labels: Labels): T {
  const {labelSelector, matchLabelKeys = [], mismatchLabelKeys = []} = term
  if (labelSelector === undefined) return term
  const termsOf = (keys: readonly string[], operator: string): LabelSelectorRequirement[] =>
    keys.flatMap((key) => Object.hasOwn(labels, key) ? [{key, operator, values: [labels[key] ?? '']}] : [])
  const added = [...termsOf(matchLabelKeys, 'In'), ...termsOf(mismatchLabelKeys, 'NotIn')]
  if (added.length === 0) return term
  return {...term, labelSelector: {...labelSelector, matchExpressions: [...labelSelector.matchExpressions ?? [], ...added]} satisfies LabelSelector}
}
