import type {ManifestReview} from '../../simulate/manifest-review.js'
import {changesOf} from '../../simulate/operations/changes.js'
import type {ObjectChange} from '../../simulate/operations/object-change.js'

/** Maximum number of changes of one review in JSON. */
const maxInJson = 1000

/** The changes of an update, as JSON. */
export function changesJson(review: ManifestReview): object {
  if (review.operation !== 'UPDATE' || !review.allowed || review.before === undefined) return {}
  const changes = changesOf(review)
  const left = changes.length - maxInJson
  return {changes: changes.slice(0, maxInJson).map(changeJson), ...left > 0 && {changesLeftOut: left}}
}

const changeJson = ({field, from, to, by}: ObjectChange): object => ({field, from: from ?? null, to: to ?? null, by})
