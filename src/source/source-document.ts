import type {JsonValue} from './json-value.js'
import type {Node} from './node.js'
import type {SourceFile, Span} from './source-file.js'
import type {SourceProblem} from './source-problem.js'

/**
 * One document of a file. kubectl stops reading a file at the first document with problems; later documents are only read
 * to report their problems.
 */
export interface SourceDocument extends Span {
  readonly file: SourceFile
  /** Undefined when the document cannot be parsed. */
  readonly root: Node | undefined
  /** The value that kubectl sends; undefined if there are problems. */
  readonly value: JsonValue | undefined
  readonly problems: readonly SourceProblem[]
  /** The content after the end of the document, which kubectl ignores. */
  readonly ignored: Span | undefined
  /** True if it is known that no key is repeated, and that each scalar has the value that it seems to have. */
  readonly isOrdinary: boolean
  /** The known document of which it is a copy, if it was recognized as one. */
  readonly copyOf: KnownDocument | undefined
}

/** A document of which copies are recognized. */
export interface KnownDocument {
  readonly value: Readonly<Record<string, unknown>>
  /** Number of characters before its root, and after it. */
  readonly before: number
  readonly after: number
}
