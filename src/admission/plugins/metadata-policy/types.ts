import type {KubeObject} from '../../../kinds/kind.js'
import type {LabelSelector} from '../../../machinery/label-selector.js'
import type {ObjectMeta} from '../../../machinery/object-meta.js'

/** The two maps of an object's metadata that policies look at and write to. */
export type MetadataMap = 'labels' | 'annotations'

/** Both maps, in the order in which things are told. */
export const metadataMaps = ['labels', 'annotations'] as const satisfies readonly MetadataMap[]

/** As much of an object's metadata as policies look at; a map that is missing is as good as an empty one. */
export type Metadata = Pick<ObjectMeta, MetadataMap>

/** A label, or an annotation. */
export interface MetadataKey {
  readonly map: MetadataMap
  readonly key: string
}

/** What an object must be like: all criteria that are given hold. */
export interface PolicyPredicate {
  readonly labelSelector?: LabelSelector
  readonly annotationSelector?: LabelSelector
}

/** What is done with an object: it is rejected, else labels and annotations are added to it or overwritten. */
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

/** The fields of a predicate that look at each map. */
export const selectorFields = {labels: 'labelSelector', annotations: 'annotationSelector'} as const satisfies Record<MetadataMap, keyof PolicyPredicate>
