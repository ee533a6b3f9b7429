/** A line that cannot be read, with the reason. */
export interface UnreadableLine {
  readonly path: string
  readonly line: number
  readonly reason: string
}

/** The counts of lines and objects, which an extract stores. The others are computed from the records. */
export const lineCounts = ['lines', 'unreadable', 'auditEvents', 'auditedWrites', 'storedEvents', 'others', 'repeated'] as const

/** The counts of lines that were read. */
export interface LineCounts extends Readonly<Record<typeof lineCounts[number], number>> {
  readonly unreadableLines: readonly UnreadableLine[]
}

/** Maximum number of unreadable lines that are reported one by one. */
const maxReportedLines = 20

/** Counts the lines and objects of logs. */
export class LineTally {
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
  unreadable = 0
  /** The first of the unreadable lines. */
  readonly unreadableLines: UnreadableLine[] = []

  /** Counts a line that cannot be read. */
  reject(path: string, line: number, reason: string): void {
    this.unreadable++
    if (this.unreadableLines.length < maxReportedLines) this.unreadableLines.push({path, line, reason})
  }

  counts(): LineCounts {
    const {lines, unreadable, auditEvents, auditedWrites, storedEvents, others, repeated, unreadableLines} = this
    return {lines, unreadable, auditEvents, auditedWrites, storedEvents, others, repeated, unreadableLines: [...unreadableLines]}
  }

  /** Returns the counts, and sets them to 0. */
  take(): LineCounts {
    const counts = this.counts()
    for (const name of lineCounts) this[name] = 0
    this.unreadableLines.length = 0
    return counts
  }

  /**
   * Adds the counts of other lines.
   *
   * @param line number of lines before them in their log
   */
  add({unreadableLines, ...counts}: LineCounts, line: number): void {
    for (const one of unreadableLines) this.reject(one.path, line + one.line, one.reason)
    for (const name of lineCounts) this[name] += name === 'unreadable' ? counts[name] - unreadableLines.length : counts[name]
  }
}
