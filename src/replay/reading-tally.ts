/** A line that cannot be read, with the reason. */
export interface UnreadableLine {
  readonly path: string
  readonly line: number
  readonly reason: string
}

/** So many unreadable lines are told one by one. */
const toldLines = 20

/** What became of the lines of a log. */
export class ReadingTally {
  lines = 0
  /** Audit events, whatever they are about. */
  auditEvents = 0
  /** Of these, the ones about writing an event. */
  auditedWrites = 0
  /** Events as they are stored, whoever wrote them. */
  storedEvents = 0
  /** Audit events and objects that are not about writing an event. */
  others = 0
  /** Lines about a request or an event of which an earlier line has told all. */
  repeated = 0
  /** Requests outside of the range of time that was asked for. */
  outside = 0
  /** Requests of events whose counts are too large to replay them all. */
  leftOut = 0
  unreadable = 0
  /** The first of the unreadable lines. */
  readonly unreadableLines: UnreadableLine[] = []
  /** Requests that never came as far as the plugin, by what the server answered. */
  readonly skipped = new Map<string, number>()

  /** Counts a line that cannot be read. */
  refuse(path: string, line: number, reason: string): void {
    this.unreadable++
    if (this.unreadableLines.length < toldLines) this.unreadableLines.push({path, line, reason})
  }

  /** Counts what is not about writing an event. */
  skipOther(): void {
    this.others++
  }

  /** Counts a request that never came as far as the plugin. */
  skip(failure: string): void {
    this.skipped.set(failure, (this.skipped.get(failure) ?? 0) + 1)
  }
}
