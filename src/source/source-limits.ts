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

/** Limits of all input files of a run together, whose documents may be in memory at the same time. */
export interface RunLimits {
  /** UTF-16 units of the texts of all files that are read, until it is known which of them are manifests. */
  readonly maxRead: number
  /** UTF-16 units of the texts. */
  readonly maxSize: number
  /** Maps, lists, keys and values, estimated as for a file. YAML and JSON count alike. */
  readonly maxNodes: number
}

/**
 * The limits of a run. They keep it below 4 GB, the default heap of Node.js on machines with 16 GB. 9,000 manifests of 2 kB have 3
 * million nodes.
 */
export const runLimits: RunLimits = {maxRead: 512 * 1024 * 1024, maxSize: 256 * 1024 * 1024, maxNodes: 7_500_000}
