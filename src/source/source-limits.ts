/** Limits beyond which an input is rejected. */
export interface SourceLimits {
  /** UTF-16 units of the text of a file, and of a document with expanded aliases. */
  readonly maxSize: number
  readonly maxDocuments: number
  /** Lines, commas, colons, dashes and opening brackets of a file: an upper estimate of its keys and values, which need memory. */
  readonly maxMarks: number
  /** Levels of maps and lists. The limit of kubectl is 10,000. */
  readonly maxDepth: number
}

export const defaultLimits: SourceLimits = {maxSize: 64 * 1024 * 1024, maxDocuments: 50_000, maxMarks: 3_000_000, maxDepth: 500}
