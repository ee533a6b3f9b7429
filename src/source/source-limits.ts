/** What is read before a text is refused as too much. */
export interface SourceLimits {
  /** UTF-16 units of the text of a file, and of what the aliases of a document add up to. */
  readonly maxSize: number
  readonly maxDocuments: number
  /** Lines, commas, colons, dashes and opening brackets of a file: it has hardly more keys and values. Each of those takes memory. */
  readonly maxMarks: number
  /** Levels of maps and lists. kubectl itself gives up at 10,000. */
  readonly maxDepth: number
}

export const defaultLimits: SourceLimits = {maxSize: 64 * 1024 * 1024, maxDocuments: 50_000, maxMarks: 3_000_000, maxDepth: 500}
