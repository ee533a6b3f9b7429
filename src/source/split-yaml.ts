import type {Span} from './source-file.js'
import {sourceProblem, type SourceProblem} from './source-problem.js'

/** A stretch of a file that kubectl reads as one YAML document. */
export interface YamlChunk extends Span {
  /** The start of the next one. */
  readonly next: number
  /** The document marker at its end is invalid: kubectl stops and drops the document before it. */
  readonly problem?: SourceProblem
}

const marker = '---'
const blankOrComment = /^\p{White_Space}*(?:#|$)/u

/**
 * The chunk that starts at an offset: up to a line that starts with `---`. Such a line is the beginning of the next
 * chunk, or of the first one if it is the first line.
 */
export function yamlChunk(text: string, start: number): YamlChunk {
  const opening = text.startsWith(marker, start) ? separatorProblem(text, start) : undefined
  if (opening !== undefined) return {start, end: start, next: afterLine(text, start), problem: opening}
  const found = text.indexOf(`\n${marker}`, start)
  if (found === -1) return {start, end: text.length, next: text.length}
  const end = found + 1
  const problem = separatorProblem(text, end)
  const next = afterLine(text, end)
  return problem === undefined ? {start, end, next} : {start, end, next, problem}
}

/** Only white space and comments may follow `---` on its line. */
function separatorProblem(text: string, start: number): SourceProblem | undefined {
  const line = text.slice(start + marker.length, afterLine(text, start))
  if (blankOrComment.test(line)) return undefined
  const end = start + marker.length + line.trimEnd().length
  const hint = line.startsWith('-') ? 'write exactly three dashes, or a comment' : 'put what follows --- on a new line'
  return sourceProblem('yaml/document-separator', {start, end}, 'only a comment may follow the document separator --- on its line', hint)
}

/** The start of the next line; kubectl splits lines at line feeds only. */
function afterLine(text: string, offset: number): number {
  const lineFeed = text.indexOf('\n', offset)
  return lineFeed === -1 ? text.length : lineFeed + 1
}
