import type {SourceFile, Span} from './source-file.js'

/** A stretch of a file, and what to write in its place. */
export interface Edit extends Span {
  readonly text: string
}

/** The text of a scalar in the file, and its replacement: without the quotes around it, unless the edit changes them. */
export interface Replacement {
  readonly from: string
  readonly to: string
}

/** Texts that need no quotes in any scalar. */
const plain = /^[\w./+-]+$/

/**
 * The edit that makes a replacement at a place. Undefined if the file has another text there, for example escapes: uncertain
 * places do not change.
 */
export function respell({text}: SourceFile, {start, end}: Span, {from, to}: Replacement): Edit | undefined {
  const current = text.slice(start, end)
  if (current === from) return {start, end, text: to}
  const isQuoted = /^(["'])[^]*\1$/.test(current) && current.slice(1, -1) === from && plain.test(to)
  return isQuoted ? {start: start + 1, end: end - 1, text: to} : undefined
}
