import type {ManifestReview} from '../simulate/manifest-review.js'
import {warnedClasses} from './looked-up.js'
import type {SidedPlace} from './policy-changes.js'
import type {Side} from './types.js'

/** The places in policies that cause a warning about an object: those that set the field that it names, and classes that do not exist. */
export const warningPlaces = (warning: string, review: ManifestReview, side: Side): SidedPlace[] => [
  ...review.steps.flatMap(({changes}) => changes).filter(({field}) => warning.startsWith(`${String(field)}: `))
    .flatMap(({cause}) => cause === undefined ? [] : [{...cause, side}]),
  ...warnedClasses(warning, review, side),
]
