import {oneLine} from '../../machinery/output/printable.js'
import type {SuggestedObject, Suggestion} from '../../suggest/types.js'
import {fittedTable} from '../fitted-table.js'
import {wrapAll} from '../wrap-all.js'
import {noSuggestionTexts, proofTexts, reasonsText} from './texts.js'

/** Suggested amounts as a table, with a row for each. On a terminal, cells and lines are wrapped to its width. */
export function suggestTable(suggestion: Suggestion, width = Infinity): string {
  const {objects} = suggestion
  const wrapped = (texts: readonly string[]): string[] => texts.flatMap((text) => wrapAll(text, width))
  const notes = objects.flatMap((object) => object.notes.map((note) => `${titleOf(object)}: ${oneLine(note)}`))
  const lines = objects.length === 0 ? wrapped(noSuggestionTexts(suggestion)) : [
    ...fittedTable(['Object', 'Field', 'Now', 'Suggested', 'Reason'], objects.flatMap(rowsOf), width),
    ...notes.length === 0 ? [] : ['', ...wrapped(notes)], '', ...wrapped(proofTexts(suggestion)),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const titleOf = ({namespace, kind, name}: SuggestedObject): string => `${oneLine(namespace)}/${kind}/${oneLine(name)}`

const rowsOf = (object: SuggestedObject): string[][] => object.amounts.map(({field, value, present, reasons}) =>
  [titleOf(object), oneLine(String(field)), String(present ?? ''), String(value), reasonsText(reasons)])
