import {groupBy} from '../../machinery/collections/group-by.js'
import {oneLine} from '../../machinery/output/printable.js'
import {explainMetadata, type MetadataChange} from '../../simulate/explain.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Simulation} from '../../simulate/simulate.js'
import {locationOf} from '../location.js'
import {plainTable} from '../plain-table.js'
import {policyTitle} from './policy-title.js'

/** The labels and annotations that admission set as such: a table for each policy, and for each plugin without policies. */
export function metadataLines(review: ManifestReview, {policies}: Simulation): string[] {
  const titleOf = ({cause, plugin}: MetadataChange): string => cause === undefined ? plugin : policyTitle(cause, policies.manifests)
  const groups = groupBy(explainMetadata(review, policies.manifests), titleOf)
  return [...groups].flatMap(([title, changes]) => [`Metadata set by ${title}:`, ...changeTable(changes).map((line) => `  ${line}`)])
}

function changeTable(changes: readonly MetadataChange[]): string[] {
  const isPlaced = changes.some(({place}) => place !== undefined)
  const rows = changes.map(({field, from, to, place}) => [oneLine(String(field)), from === undefined ? '-' : value(from), value(to), ...place === undefined ? [] : [at(place)]])
  return plainTable(['Field', 'Before', 'After', ...isPlaced ? ['Written at'] : []], rows)
}

/** A value, in quotes if it is empty or has blanks at its ends. */
const value = (text: string): string => text === '' || text !== text.trim() ? oneLine(JSON.stringify(text)) : oneLine(text)

function at(place: NonNullable<MetadataChange['place']>): string {
  const {path, line, column} = locationOf(place)
  return `${oneLine(path)}:${line}:${column}`
}
