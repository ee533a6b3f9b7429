/** Limits beyond which an input is rejected. */
export interface SourceLimits {
  /** UTF-16 units of the text of a file, and of a document with expanded aliases. */
  readonly maxSize: number
  readonly maxDocuments: number
  readonly maxLines: number
  /** Maps, lists, keys and values of a YAML file, estimated from its punctuation. Each needs up to 250 bytes of memory. */
  readonly maxNodes: number
  /** The same for JSON, which needs half the memory. */
  readonly maxJsonNodes: number
  /** Levels of maps and lists. The limit of kubectl is 10,000. */
  readonly maxDepth: number
}

export const defaultLimits: SourceLimits = {
  maxSize: 64 * 1024 * 1024, maxDocuments: 50_000, maxLines: 3_000_000, maxNodes: 2_500_000, maxJsonNodes: 5_000_000, maxDepth: 500,
}
