import type {KubeObject} from '../../../../kinds/kind.js'
import type {PodSum} from '../../../../kinds/pod/resources/pod-sum.js'
import type {ScopeAnswer} from '../../../../kinds/resource-quota/scope-selector.js'
import type {ScopedResourceSelectorRequirement} from '../../../../machinery/api/core-v1.js'
import type {FieldPath} from '../../../../machinery/field/path.js'
import type {GroupName} from '../../../../machinery/meta/status.js'
import {type ResourceList, resourceNames} from '../../../../machinery/quantity/resource-list.js'
import type {Attributes} from '../../../attributes.js'

/** A key of a quota under which an object cannot be counted, with the places of missing amounts, and the amounts present. */
export interface Demand {
  readonly name: string
  readonly missing: readonly {readonly container: string, readonly field: FieldPath}[]
}

/** A pod that has finished, or that should have been deleted by now. */
export type EndReason = 'finished' | 'deleted'

/** Quota's view of the objects of one resource (apiserver quota/v1 `Evaluator`; spec resourcequota 1.1, spec resourcequota 1.6). */
export interface Evaluator<T extends KubeObject = KubeObject> {
  /** The resource whose objects are evaluated. */
  readonly resource: GroupName
  /** True if a request can change the usage of an object. */
  handles(attributes: Attributes<T>): boolean
  /** True for the keys of a quota that the objects use up. */
  tracks(name: string): boolean
  /** The only keys that it tracks, if they are few. */
  readonly keys?: readonly string[]
  /** True if an object is in a scope. Without this function none ever is, so quotas with scopes never apply. */
  inScope?(requirement: ScopedResourceSelectorRequirement, object: T): ScopeAnswer
  /** The required keys of a quota that an object does not state. */
  constraints?(required: readonly string[], object: T): readonly Demand[]
  /** True when what an object uses depends on other objects too. */
  readonly isVolatile?: true
  /** The usage of an object, by the keys of quotas; unrelated keys are absent. */
  usage(object: T): ResourceList
  /** The sum behind the usage of a pod under a key; undefined if the usage is not such a sum. */
  sumOf?(object: T, name: string): PodSum | undefined
  /** Why the usage of an object has ended, except for its count. */
  endReason?(object: T): EndReason | undefined
  /** True if a change to a stored object makes the controller count again. */
  needsRecount?(object: T, old: T): boolean
}

/** The sorted names that evaluators track in bounds, which stay the same list while the usage of a quota changes. */
const known = new WeakMap<Evaluator, WeakMap<ResourceList, readonly string[]>>()

/** Returns the sorted names in the bounds of a quota that an evaluator tracks. */
export function trackedNames(evaluator: Evaluator, hard: ResourceList): readonly string[] {
  const remembered = known.get(evaluator)?.get(hard)
  if (remembered !== undefined) return remembered
  const names = resourceNames(hard).filter((name) => evaluator.tracks(name))
  const lists = known.get(evaluator) ?? new WeakMap<ResourceList, readonly string[]>()
  if (evaluator.isVolatile !== true) known.set(evaluator, lists.set(hard, names))
  return names
}

/** True for requests that create or replace an object, without a subresource. */
export const handlesWrites = ({subresource}: Attributes): boolean => subresource === ''
