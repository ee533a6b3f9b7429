import type {PolicyAction, PolicyPredicate} from '../../machinery/api/design-v1.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'

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

/** The two names of the field for the action of a rule: the intended one, and the one in the Go code of the design document. */
export const actionFields = ['policyAction', 'PolicyAction'] as const

/** A name of the action of a rule. */
export type ActionField = typeof actionFields[number]

/** The fields of an action that write to each map. */
export const updateFields = {labels: 'updatedLabels', annotations: 'updatedAnnotations'} as const satisfies Record<MetadataMap, keyof PolicyAction>

/** The selector of a predicate for each map. */
export const selectorFields = {labels: 'labelSelector', annotations: 'annotationSelector'} as const satisfies Record<MetadataMap, keyof PolicyPredicate>
