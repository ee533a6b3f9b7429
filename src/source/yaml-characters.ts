import type {Span} from './source-file.js'
import {skipTrivia} from './trivia.js'

// go-yaml's checks and conversions of characters before it scans for tokens.

const uncommon = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/
const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/
const oldLineBreaks = /[\x85\u2028\u2029]/g
const innerMarks = /(?<!^)\ufeff/g

/** True if a text has characters that need more checks: controls, byte order marks, or line breaks that YAML 1.2 dropped. */
export const hasUncommonCharacter = (text: string): boolean => uncommon.test(text)

/** The offset of the first character that YAML forbids everywhere. */
export function forbiddenCharacter(text: string): number | undefined {
  const found = forbidden.exec(text)
  return found === null ? undefined : found.index
}

/**
 * The text to pass to js-yaml: U+0085, U+2028 and U+2029, which go-yaml reads as line breaks, become line feeds. A byte order
 * mark that does not start the text becomes a letter.
 */
export const withPlainCharacters = (text: string): string => text.replace(oldLineBreaks, '\n').replace(innerMarks, 'x')

/** The text with only U+0085 replaced in this way: that one does not survive in the content of a scalar. */
export const withPlainNextLine = (text: string): string => text.replaceAll('\x85', '\n')

const documentMarker = /(?:^|[\n\r\x85\u2028\u2029])(?:\.\.\.|(?<=[\r\x85\u2028\u2029])---)(?=[ \t\n\r\x85\u2028\u2029]|$)/

/**
 * The marker that ends the document of a chunk: `...`, or `---` after a line break at which kubectl does not split. kubectl reads
 * nothing after it.
 */
export function documentEnd(text: string): Span | undefined {
  if (!text.includes('...') && !text.includes('\r---') && !hasUncommonCharacter(text)) return undefined
  const marker = documentMarker.exec(text)
  if (marker === null) return undefined
  const end = marker.index + marker[0].length
  const start = end - 3
  return text[start] === '-' && skipTrivia(text, 0) === start ? undefined : {start, end}
}
