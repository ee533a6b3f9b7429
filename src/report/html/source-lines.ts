import type {Place} from '../../lint/diagnostic.js'
import {oneLine} from '../../machinery/output/printable.js'
import {excerptParts, visibleLine} from '../lint/excerpt-parts.js'
import {locationOf} from '../location.js'
import {type Html, html} from './html.js'

/** Maximum length of a source line. */
const lineLength = 160

/** A place in a file: its path, line and column, and its source line with a mark, after some lines before it. */
export function sourceLines(place: Place, linesBefore = 2): Html {
  const location = locationOf(place)
  const {path, line, column} = location
  const title = html`<p class="place"><code>${oneLine(`${path}:${line}:${column}`)}</code></p>\n`
  const {file} = place
  if (file.text === '') return title
  const first = Math.max(1, line - linesBefore)
  const numbers = Array.from({length: line - first}, (_, i) => first + i)
  const {before, marked, after} = excerptParts(file, location, lineLength)
  const width = String(line).length
  const row = (number: number, text: Html): Html => html`<span class="line">${String(number).padStart(width)}</span> ${text}\n`
  const context = (number: number): Html => {
    const text = visibleLine(file, number)
    return row(number, html`<span class="muted">${oneLine(text.slice(0, lineLength))}${text.length > lineLength && '…'}</span>`)
  }
  return html`${title}<pre class="source">${numbers.map(context)}${row(line, html`${before}<mark>${marked === '' ? ' ' : marked}</mark>${after}`)}</pre>\n`
}

/** The lines before a place that may be shown: none of a Secret, whose other lines are secret. */
export const linesBefore = (kind: string | undefined): number => kind === 'Secret' ? 0 : 2
