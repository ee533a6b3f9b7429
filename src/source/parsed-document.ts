import type {Node} from './node.js'
import type {Span} from './source-file.js'
import type {SourceProblem} from './source-problem.js'

/** What a stretch of a file holds when read as one document. */
export interface ParsedDocument {
  /** Absent when there is nothing but comments, and when the text cannot be parsed. */
  readonly root: Node | undefined
  readonly problems: readonly SourceProblem[]
  /** What stands behind the end of the document, where kubectl does not look. */
  readonly ignored: Span | undefined
}

/** A document of which nothing is known but what is wrong with it. */
export const unreadable = (problem: SourceProblem): ParsedDocument => ({root: undefined, problems: [problem], ignored: undefined})

/** What there is in a document of nothing but comments. */
export const nothing: ParsedDocument = {root: undefined, problems: [], ignored: undefined}
