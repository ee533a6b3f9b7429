import type {LabelSelector} from '../../machinery/meta/label-selector.js'
import type {ObjectMeta} from '../../machinery/meta/object-meta.js'
import type {KubeObject} from '../kind.js'

/** The two maps of an object's metadata that policies match and write. */
export type MetadataMap = 'labels' | 'annotations'

/** Both maps, in the order of reports. */
export const metadataMaps = ['labels', 'annotations'] as const satisfies readonly MetadataMap[]

/** The part of an object's metadata that policies match; an absent map equals an empty one. */
export type Metadata = Pick<ObjectMeta, MetadataMap>

/** A label, or an annotation. */
export interface MetadataKey {
  readonly map: MetadataMap
  readonly key: string
}

/** The criteria for an object: all given ones must hold. */
export interface PolicyPredicate {
  readonly labelSelector?: LabelSelector
  readonly annotationSelector?: LabelSelector
}

/** The action on an object: reject it, or else add or overwrite labels and annotations. */
export interface PolicyAction {
  readonly reject?: boolean
  readonly updatedLabels?: Readonly<Record<string, string>>
  readonly updatedAnnotations?: Readonly<Record<string, string>>
}

/** The two names that the action of a rule has: the one that the design document means, and the one that its Go code reads. */
export const actionFields = ['policyAction', 'PolicyAction'] as const

/** A name of the action of a rule. */
export type ActionField = typeof actionFields[number]

/** A rule: where the predicate holds, the action is taken. Without a predicate it always holds. */
export interface MetadataPolicyRule extends Readonly<Partial<Record<ActionField, PolicyAction>>> {
  readonly policyPredicate?: PolicyPredicate
}

/** Rules for the labels and annotations of the objects of a namespace (metadata-policy.md). */
export interface MetadataPolicy extends KubeObject {
  readonly spec?: {readonly rules?: readonly MetadataPolicyRule[]}
}

/** The fields of an action that write to each map. */
export const updateFields = {labels: 'updatedLabels', annotations: 'updatedAnnotations'} as const satisfies Record<MetadataMap, keyof PolicyAction>

/** The selector of a predicate for each map. */
export const selectorFields = {labels: 'labelSelector', annotations: 'annotationSelector'} as const satisfies Record<MetadataMap, keyof PolicyPredicate>
