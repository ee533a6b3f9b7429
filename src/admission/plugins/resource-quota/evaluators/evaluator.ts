import type {KubeObject} from '../../../../kinds/kind.js'
import type {FieldPath} from '../../../../machinery/field-path.js'
import type {GroupName} from '../../../../machinery/status.js'
import type {ResourceList} from '../../../../machinery/resource-list.js'
import type {Attributes} from '../../../attributes.js'
import type {ScopedResourceSelectorRequirement} from '../types.js'

/** Whether an object is in a scope; a text says why that cannot be told. */
export type ScopeAnswer = boolean | string

/** A key of a quota under which an object cannot be counted, with the places where amounts are missing, and what is there. */
export interface Demand {
  readonly name: string
  readonly missing: readonly {readonly container: string, readonly field: FieldPath}[]
}

/** What quota knows of the objects of one resource (apiserver quota/v1 `Evaluator`; resourcequota spec 1.1, 1.6). */
export interface Evaluator<T extends KubeObject = KubeObject> {
  /** The resource whose objects are evaluated. */
  readonly resource: GroupName
  /** Whether a request can change what an object uses. */
  handles(attributes: Attributes<T>): boolean
  /** True of the keys of a quota that the objects use up. */
  tracks(name: string): boolean
  /** Whether an object is in a scope. Without this function none ever is, so quotas with scopes never apply. */
  inScope?(requirement: ScopedResourceSelectorRequirement, object: T): ScopeAnswer
  /** What an object has to say to be counted under these keys of a quota and does not. */
  constraints?(required: readonly string[], object: T): readonly Demand[]
  /** True when what an object uses depends on other objects too. */
  readonly isVolatile?: true
  /** What an object uses, by the keys of quotas; a key that has nothing to do with it is absent. */
  usage(object: T): ResourceList
  /** Whether a change to a stored object makes the controller count again. */
  needsRecount?(object: T, old: T): boolean
}

/** True of requests that make or replace an object, and not one of its subresources. */
export const handlesWrites = ({subresource}: Attributes): boolean => subresource === ''

/** The key under which a quota counts the objects of a resource: `count/deployments.apps`. */
export const objectCountName = ({group, name}: GroupName): string => group === '' ? `count/${name}` : `count/${name}.${group}`
