import type {Step} from '../admission/chain.js'
import type {FieldChange} from '../admission/plugin.js'
import {differences, isWithin, masked, rootPlace, withoutServerMetadata} from '../simulate/operations/differences.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import {namespaceOf} from '../simulate/object-fields.js'
import type {FieldDifference} from './types.js'
import {lookedUpPlaces, type Origin} from './looked-up.js'
import type {SidedPlace} from './policy-changes.js'

/** A field of a stored object that differs, with the places in policies that set it. */
export interface StoredDifference extends FieldDifference {
  readonly setBy: readonly SidedPlace[]
}

/** The fields that differ between the stored objects of two answers; none if one of them is denied. */
export function storedDifferences(before: ManifestReview | undefined, after: ManifestReview | undefined): StoredDifference[] {
  if (before?.object === undefined || after?.object === undefined) return []
  const {object} = after
  const namespace = namespaceOf(object) ?? ''
  const changes = {before: changesOf(before, {side: 'before', namespace}), after: changesOf(after, {side: 'after', namespace})}
  const compared = {before: withoutServerMetadata(before.object), after: withoutServerMetadata(object), sent: undefined}
  return [...differences(compared, rootPlace(object), true)].flatMap(({place, versions}) => {
    const all = [...changes.after.filter(isAt(place.steps)), ...changes.before.filter(isAt(place.oldSteps))]
    if (all.some(({isNote}) => isNote)) return []
    const setBy = all.flatMap(({places}) => places)
    const field = masked(object, {field: place.field, from: versions.before, to: versions.after})
    return [{...field, setBy}]
  })
}

interface NotedChange extends FieldChange {
  /** True for an annotation in which a plugin lists its other changes. */
  readonly isNote: boolean
  /** The policies or classes from which the value is. */
  readonly places: readonly SidedPlace[]
}

const changesOf = (review: ManifestReview, origin: Origin): NotedChange[] => review.steps.flatMap(({plugin, changes}: Step) => {
  const isOther = changes.some((change) => !isOfMetadata(change))
  return changes.map((change) => ({
    ...change, isNote: isOther && isOfMetadata(change),
    places: change.cause === undefined ? lookedUpPlaces(plugin, review, origin) : [{...change.cause, side: origin.side}],
  }))
})

const isOfMetadata = ({field}: FieldChange): boolean => field.steps()[0] === 'metadata'

const isAt = (steps: readonly (string | number)[]) => ({field}: FieldChange): boolean => isWithin(field.steps(), steps)
