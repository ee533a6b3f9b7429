/** A line that cannot be read, with the reason. */
export interface UnreadableLine {
  readonly path: string
  readonly line: number
  readonly reason: string
}

/** The counts that a reader of logs makes, and that an extract stores. The others are computed from the records. */
export const readerCounts = ['lines', 'unreadable', 'auditEvents', 'auditedWrites', 'storedEvents', 'others', 'repeated'] as const

/** The counts of the lines that a reader has read. */
export interface BlockCounts extends Readonly<Record<typeof readerCounts[number], number>> {
  readonly unreadableLines: readonly UnreadableLine[]
}

/** Maximum number of unreadable lines that are reported one by one. */
const maxReportedLines = 20

/** Counts of the lines and objects of logs. */
export class ReadingTally {
  lines = 0
  /** All audit events. */
  auditEvents = 0
  /** Audit events about writing an Event. */
  auditedWrites = 0
  /** Stored Events. */
  storedEvents = 0
  /** Audit events and objects that are not about writing an Event. */
  others = 0
  /** Records about a request or an event that an earlier record already reported. */
  repeated = 0
  /** Requests outside the requested time range. */
  outside = 0
  /** Requests that are not replayed because the count of their event is too large. */
  leftOut = 0
  unreadable = 0
  /** The first of the unreadable lines. */
  readonly unreadableLines: UnreadableLine[] = []
  /** Requests that failed before the plugin, by the server's response. */
  readonly skipped = new Map<string, number>()

  /** Counts a line that cannot be read. */
  refuse(path: string, line: number, reason: string): void {
    this.unreadable++
    if (this.unreadableLines.length < maxReportedLines) this.unreadableLines.push({path, line, reason})
  }

  /** Returns the counts of the reader. */
  counts(): BlockCounts {
    const {lines, unreadable, auditEvents, auditedWrites, storedEvents, others, repeated, unreadableLines} = this
    return {lines, unreadable, auditEvents, auditedWrites, storedEvents, others, repeated, unreadableLines: [...unreadableLines]}
  }

  /** Sets these counts to 0. */
  clear(): void {
    for (const name of readerCounts) this[name] = 0
    this.unreadableLines.length = 0
  }

  /**
   * Adds the counts of another reader.
   *
   * @param path the log
   * @param line number of lines before those of the other reader
   */
  add({unreadableLines, ...counts}: BlockCounts, path: string, line: number): void {
    for (const one of unreadableLines) this.refuse(path, line + one.line, one.reason)
    for (const name of readerCounts) this[name] += name === 'unreadable' ? counts[name] - unreadableLines.length : counts[name]
  }

  /** Counts an object that is not about writing an Event. */
  skipOther(): void {
    this.others++
  }

  /** Counts a request that failed before the plugin. */
  skip(failure: string): void {
    this.skipped.set(failure, (this.skipped.get(failure) ?? 0) + 1)
  }
}
