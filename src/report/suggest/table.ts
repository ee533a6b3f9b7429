import {oneLine} from '../../machinery/printable.js'
import type {Suggestion} from '../../suggest/types.js'
import {plainTable} from '../plain-table.js'
import {nothingTexts, proofTexts, reasonsText} from './texts.js'

/** Suggested amounts as a table, with a row for each. */
export function suggestTable(suggestion: Suggestion): string {
  const {objects} = suggestion
  if (objects.length === 0) return nothingTexts(suggestion).map((text) => `${text}\n`).join('')
  const rows = objects.flatMap(({namespace, kind, name, amounts}) => amounts.map(({field, value, present, reasons}) =>
    [`${oneLine(namespace)}/${kind}/${oneLine(name)}`, oneLine(String(field)), String(present ?? ''), String(value), reasonsText(reasons)]))
  const notes = objects.flatMap(({namespace, kind, name, notes: own}) => own.map((note) => `${oneLine(namespace)}/${kind}/${oneLine(name)}: ${oneLine(note)}`))
  return [...plainTable(['Object', 'Field', 'Now', 'Suggested', 'Reason'], rows), ...notes.length === 0 ? [] : ['', ...notes], '', ...proofTexts(suggestion)]
    .map((line) => `${line}\n`).join('')
}
