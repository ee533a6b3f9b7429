import {greatest} from '../machinery/collections/append.js'
import {oneLine} from '../machinery/output/printable.js'
import {escapedLine} from './lint/plain.js'

/** Maximum length: GitHub accepts comments of up to 65536 characters, and the user may add text. */
const longest = 60_000

/** The number of texts that fit. */
export function countThatFits(texts: readonly string[]): number {
  let length = 0
  const first = texts.findIndex((text) => (length += text.length) > longest)
  return first === -1 ? texts.length : first
}

/** A code span for any text: its backticks outnumber those within. */
export function codeSpan(text: string): string {
  const content = escapedLine(text)
  const longestRun = greatest(Array.from(content.matchAll(/`+/g), ([run]) => run.length), 0)
  const ticks = '`'.repeat(longestRun + 1)
  const room = /^[` ]|[` ]$|^$/.test(content) ? ' ' : ''
  return `${ticks}${room}${content}${room}${ticks}`
}

/** Escapes any text for Markdown: a cell of a table, a heading or a list item. */
export const escapedMarkdown = (text: string): string => oneLine(text).replaceAll(/[\\`*_{}[\]<>#|~&@]/g, (character) => `\\${character}`)
