import {Quantity} from '../../machinery/quantity/quantity.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Edit} from './edit.js'
import {valueAt} from '../../simulate/repairs/value-at.js'

/** Returns the edits that the plugin which denies a request states as the only possible ones. */
export const statedEdits = (request: ManifestReview): Edit[] => (request.trace?.explanations ?? []).filter(({isReached}) => isReached)
  .flatMap(({rejection}) => rejection?.reasons ?? [])
  .flatMap(({repairs = []}) => repairs.map(({field, to, caution}): Edit => (
    {field, operation: to === undefined ? 'remove' : 'set', from: valueBefore(request, field.steps()), to, ...caution !== undefined && {caution}}
  )))

/** The value that the server compared: a quantity, or the value in the manifest. */
function valueBefore({trace, sent, manifest}: ManifestReview, steps: readonly (string | number)[]): Edit['from'] {
  const value = valueAt(trace?.mutated, steps)
  return value instanceof Quantity ? value : valueAt(sent ?? manifest.body, steps) as Edit['from']
}
