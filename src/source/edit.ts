import type {SourceFile, Span} from './source-file.js'

/** A stretch of a file, and what to write in its place. */
export interface Edit extends Span {
  readonly text: string
}

/** What is written as a scalar, and what to write instead; without the quotes around it, unless it is about them. */
export interface Replacement {
  readonly from: string
  readonly to: string
}

/** What stands for itself wherever a scalar may be written. */
const plain = /^[\w./+-]+$/

/**
 * The edit that makes a replacement at a place. Undefined where something else is written there, with escapes, say: what is not
 * certain is left alone.
 */
export function respell({text}: SourceFile, {start, end}: Span, {from, to}: Replacement): Edit | undefined {
  const written = text.slice(start, end)
  if (written === from) return {start, end, text: to}
  const isQuoted = /^(["'])[^]*\1$/.test(written) && written.slice(1, -1) === from && plain.test(to)
  return isQuoted ? {start: start + 1, end: end - 1, text: to} : undefined
}
