import {getScalarValue, SCALAR_STYLE, type ScalarEvent} from 'js-yaml'
import {isLineBreak, lineEnd, lineStart} from './trivia.js'

/**
 * The content of a scalar, by go-yaml's rules.
 *
 * @param text the text that the offsets of the event count in
 * @param trusted false if the event comes from an edited copy of the text, so that its line breaks are wrong
 */
export function scalarText(text: string, event: ScalarEvent, trusted: boolean): string {
  if (event.valueStart === -1) return ''
  if (event.fast && trusted) return text.slice(event.valueStart, event.valueEnd)
  const scalar = trusted ? event : {...event, fast: false}
  return event.style === SCALAR_STYLE.DOUBLE_QUOTED ? doubleQuoted(text, scalar) : getScalarValue(text, scalar)
}

const escapes = /\\(?:(\r\n|\r(?!\n)|\n)((?:[ \t]*(?:\r\n?|\n))+)|[^])/g

/** go-yaml knows the escape `\'`, which js-yaml does not, and keeps blank lines after an escaped line break. */
function doubleQuoted(text: string, event: ScalarEvent): string {
  const raw = text.slice(event.valueStart, event.valueEnd)
  const known = raw.includes('\\') ? raw.replace(escapes, reviseEscape) : raw
  return getScalarValue(known, {...event, valueStart: 0, valueEnd: known.length})
}

function reviseEscape(escape: string, lineBreak: string | undefined, blankLines: string): string {
  if (lineBreak === undefined) return escape === "\\'" ? "'" : escape
  const breaks = blankLines.match(/\r\n?|\n/g)?.length ?? 0
  return '\\n'.repeat(breaks) + escape.slice(0, 2)
}

const header = /[|>][-+0-9]*(?:[ \t]+#.*|[ \t]*)$/
/** A header with a comment that may lack the white space before it. */
const tightHeader = /[|>][-+0-9]*#.*$/

/** The offset of the header (`|` or `>`) of a block scalar, given the start of its content. */
export function blockScalarStart(text: string, contentStart: number): number {
  let end = contentStart
  if (text.charCodeAt(end - 1) === 0x0a) end--
  if (text.charCodeAt(end - 1) === 0x0d) end--
  const start = lineStart(text, end)
  const line = text.slice(start, lineEnd(text, end))
  return start + ((header.exec(line) ?? tightHeader.exec(line))?.index ?? 0)
}

/** The end of the last line of a block scalar, without the line breaks after it. */
export function blockScalarEnd(text: string, start: number, end: number): number {
  end = Math.min(end, text.length)
  while (end > start && isLineBreak(text.charCodeAt(end - 1))) end--
  return end
}
