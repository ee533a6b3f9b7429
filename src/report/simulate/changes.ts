import type {Json} from '../../machinery/decode/encode.js'
import {goJson} from '../../machinery/go/text.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {changesOf} from '../../simulate/operations/changes.js'
import {counted} from '../counted.js'
import {plainTable} from '../plain-table.js'

/** Maximum number of rows, to keep the table readable. */
const maxRows = 40

/** Maximum length of a value; -o json and -o yaml do not truncate. */
const longestValue = 40

/** The changes of an update, as a table with a row for each field. */
export function changeLines(review: ManifestReview): string[] {
  if (review.operation !== 'UPDATE' || !review.allowed || review.before === undefined) return []
  const changes = changesOf(review)
  if (changes.length === 0) return []
  const rows = changes.slice(0, maxRows).map(({field, from, to, by}) => [oneLine(field), value(from), value(to), oneLine(by)])
  const left = changes.length - rows.length
  return [
    'Changed:',
    ...plainTable(['Field', 'From', 'To', 'By'], rows).map((line) => `  ${line}`),
    ...left === 0 ? [] : [`  and ${counted(left, 'more field')}, which -o json has`],
  ]
}

function value(item: Json | undefined): string {
  if (item === undefined) return '-'
  const text = typeof item === 'string' && item !== '' && item === item.trim() ? item : goJson(item)
  return oneLine(text.length > longestValue ? `${text.slice(0, longestValue - 3)}...` : text)
}
