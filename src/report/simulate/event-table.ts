import type {ManifestReview} from '../../simulate/manifest-review.js'
import {counted} from '../counted.js'
import {plainTable} from '../plain-table.js'
import {eventRows, type EventTableOptions} from './events.js'

/** Returns the table of Events with its line breaks; empty without Events. */
export function eventTable(events: readonly ManifestReview[], options: EventTableOptions): string[] {
  if (events.length === 0) return []
  const {head, rows, left} = eventRows(events, options)
  const lines = [...plainTable(head, rows), ...left === 0 ? [] : [`and ${counted(left, 'more Event')}, which -o json has`]]
  return [lines.map((line) => `${line}\n`).join('')]
}
