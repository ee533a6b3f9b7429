import type {NodeAffinity, NodeSelectorRequirement, NodeSelectorTerm, PodSpec} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {internallyEqual} from '../../shared/internal-equal.js'
import {internalForm} from '../../shared/internal-form.js'

// The allowed changes to a pod with scheduling gates: its node selection may become stricter (spec pod 6).

const origin = 'pod/immutable'

/** The rules for the nodes of a pod whose stored form has scheduling gates (core validation `ValidatePodUpdate`). */
export function validateGatedUpdate(spec: PodSpec, old: PodSpec): FieldError[] {
  const affinity = spec.affinity?.nodeAffinity
  const oldAffinity = old.affinity?.nodeAffinity
  return allErrors(
    validateNodeSelector(spec, old),
    internallyEqual('*NodeAffinity', affinity, oldAffinity) ? [] : validateNodeAffinityChange(affinity, oldAffinity),
  )
}

function validateNodeSelector({nodeSelector}: PodSpec, {nodeSelector: old = {}}: PodSpec): FieldError[] {
  const selector = new Map(Object.entries(nodeSelector ?? {}))
  if (Object.entries(old).every(([key, value]) => selector.get(key) === value)) return []
  return [invalid(FieldPath.of('spec', 'nodeSelector'), internalForm('map', nodeSelector), 'only additions to spec.nodeSelector are allowed (no mutations or deletions)', origin)]
}

function validateNodeAffinityChange(affinity: NodeAffinity | undefined, old: NodeAffinity | undefined): FieldError[] {
  const oldTerms = old?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const terms = affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  const path = FieldPath.of('spec', 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms')
  if (oldTerms.length > 0 && oldTerms.length !== (terms ?? []).length) {
    const printed = internalForm('[]NodeSelectorTerm', terms)
    return [invalid(path, printed, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed', origin)]
  }
  return oldTerms.flatMap((was, i) => {
    const term = terms?.[i] ?? {}
    if (hasOnlyAdditions(term, was)) return []
    return [invalid(path.index(i), internalForm('NodeSelectorTerm', term), 'only additions are allowed (no mutations or deletions)', origin)]
  })
}

/** True if a term keeps its requirements and adds none or more; an empty one matches nothing and stays empty. */
function hasOnlyAdditions(term: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const {matchExpressions = [], matchFields = []} = term
  const isEmpty = (old.matchExpressions ?? []).length + (old.matchFields ?? []).length === 0
  if (isEmpty && matchExpressions.length + matchFields.length > 0) return false
  return startsWith(matchExpressions, old.matchExpressions ?? []) && startsWith(matchFields, old.matchFields ?? [])
}

const startsWith = (list: readonly NodeSelectorRequirement[], start: readonly NodeSelectorRequirement[]): boolean =>
  internallyEqual('[]NodeSelectorRequirement', list.slice(0, start.length), start)

/** Returns the spec with the stored node selection, to compare all other fields. */
export function withStoredNodeSelection(spec: PodSpec, old: PodSpec): PodSpec {
  const {nodeSelector: _selector, affinity, ...rest} = spec
  const {nodeSelector, affinity: oldAffinity} = old
  const kept = {...rest, ...nodeSelector && {nodeSelector}}
  const nodeAffinity = oldAffinity?.nodeAffinity
  if (internallyEqual('*NodeAffinity', affinity?.nodeAffinity, nodeAffinity)) return {...kept, ...affinity && {affinity}}
  const {nodeAffinity: _changed, ...others} = affinity ?? {}
  const isOnlyNew = affinity === undefined || (oldAffinity === undefined && others.podAffinity === undefined && others.podAntiAffinity === undefined)
  if (isOnlyNew && nodeAffinity === undefined) return kept
  return {...kept, affinity: {...others, ...nodeAffinity && {nodeAffinity}}}
}
