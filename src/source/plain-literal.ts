import {dash, lineFeed, space} from './plain-characters.js'
import type {Span} from './source-file.js'

/** The content of a block scalar, and its end. */
export interface Literal {
  readonly content: string
  readonly end: number
}

/**
 * Reads a literal block scalar (`|` or `|-`) of which each line ends with a line feed and has more than spaces, or nothing.
 *
 * @param place from its header to the end of the document
 * @param parent the column of the collection to which it belongs
 * @returns undefined for all others
 */
export function readLiteral(text: string, {start, end}: Span, parent: number): Literal | undefined {
  const isStripped = text.charCodeAt(start + 1) === dash
  const header = start + (isStripped ? 2 : 1)
  if (text.charCodeAt(header) !== lineFeed) return undefined
  const lines: string[] = []
  let [indent, last, count] = [-1, header, 0]
  for (let lineStart = header + 1; lineStart < end;) {
    const lineEnd = text.indexOf('\n', lineStart)
    let first = lineStart
    while (text.charCodeAt(first) === space) first++
    if (lineEnd === -1 || (first === lineEnd && first > lineStart)) return undefined
    if (first < lineEnd) {
      if (indent === -1) indent = first - lineStart
      if (first - lineStart < indent) break
      last = lineEnd
      count = lines.length + 1
    }
    lines.push(text.slice(first < lineEnd ? lineStart + indent : lineEnd, lineEnd))
    lineStart = lineEnd + 1
  }
  if (indent <= parent) return undefined
  return {content: lines.slice(0, count).join('\n') + (isStripped ? '' : '\n'), end: last}
}
