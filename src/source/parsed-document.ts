import type {Node} from './node.js'
import type {Span} from './source-file.js'
import type {SourceProblem} from './source-problem.js'

/** A part of a file parsed as one document. */
export interface ParsedDocument {
  /** Absent when there is nothing but comments, and when the text cannot be parsed. */
  readonly root: Node | undefined
  readonly problems: readonly SourceProblem[]
  /** The text after the end of the document, which kubectl does not read. */
  readonly ignored: Span | undefined
}

/** A document with an error and no content. */
export const unreadableDocument = (problem: SourceProblem): ParsedDocument => ({root: undefined, problems: [problem], ignored: undefined})

/** The result for a document of nothing but comments. */
export const emptyDocument: ParsedDocument = {root: undefined, problems: [], ignored: undefined}
