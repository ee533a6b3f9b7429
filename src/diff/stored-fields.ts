import type {Step} from '../admission/chain.js'
import type {FieldChange, PolicyPlace} from '../admission/plugin.js'
import {differences, isWithin, masked, rootPlace, shown} from '../simulate/operations/differences.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import type {FieldDifference} from './types.js'
import type {SidedPlace} from './policy-changes.js'

/** A field of a stored object that differs, with the places in policies that set it. */
export interface StoredDifference extends FieldDifference {
  readonly setBy: readonly SidedPlace[]
}

/** The fields that differ between the stored objects of two answers; none if one of them is denied. */
export function storedDifferences(before: ManifestReview | undefined, after: ManifestReview | undefined): StoredDifference[] {
  if (before?.object === undefined || after?.object === undefined) return []
  const {object} = after
  const changes = {before: changesOf(before), after: changesOf(after)}
  return [...differences({before: shown(before.object), after: shown(object), sent: undefined}, rootPlace(object), true)].flatMap(({place, versions}) => {
    const all = [...changes.after.filter(isAt(place.steps)), ...changes.before.filter(isAt(place.oldSteps))]
    if (all.some(({isNote}) => isNote)) return []
    const setBy = [
      ...changes.after.filter(isAt(place.steps)).flatMap(placesOn('after')),
      ...changes.before.filter(isAt(place.oldSteps)).flatMap(placesOn('before')),
    ]
    const field = masked(object, {field: place.field, from: versions.before, to: versions.after})
    return [{...field, setBy}]
  })
}

interface NotedChange extends FieldChange {
  /** True for an annotation in which a plugin lists its other changes. */
  readonly isNote: boolean
}

const changesOf = ({steps}: ManifestReview): NotedChange[] => steps.flatMap(({changes}: Step) => {
  const isOther = changes.some((change) => !isOfMetadata(change))
  return changes.map((change) => ({...change, isNote: isOther && isOfMetadata(change)}))
})

const isOfMetadata = ({field}: FieldChange): boolean => field.steps()[0] === 'metadata'

const isAt = (steps: readonly (string | number)[]) => ({field}: FieldChange): boolean => isWithin(field.steps(), steps)

const placesOn = (side: SidedPlace['side']) => ({cause}: {readonly cause?: PolicyPlace}): SidedPlace[] => cause === undefined ? [] : [{...cause, side}]
