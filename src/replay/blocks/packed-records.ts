import type {LogRecord, RecordSink} from '../request.js'

/** The calls of a `RecordSink` in two values: sending many small objects between threads takes longer than making them. */
export interface PackedRecords {
  /** The kinds of the calls, and the numbers and the lengths of the texts of each record. */
  readonly numbers: Float64Array<ArrayBuffer>
  /** All texts of all records, joined. */
  readonly text: string
}

/** The kinds of calls. */
export const [recordCall, holdCall, releaseCall] = [0, 1, 2]

/** Bits for the flags and the optional parts of a record. */
export const parts = {dryRun: 1, isBeginning: 2, observed: 4, object: 8, stored: 16} as const

/** Packs the calls that it gets. */
export class RecordPacker implements RecordSink {
  private numbers = new Float64Array(1 << 14)
  private size = 0
  private texts: string[] = []

  add(record: LogRecord): void {
    const {seconds, nanoseconds, line, dryRun, isBeginning, observed, object, stored, approx} = record
    this.reserve(32)
    this.push(recordCall)
    this.push((dryRun ? parts.dryRun : 0) + (isBeginning ? parts.isBeginning : 0) + (observed ? parts.observed : 0)
      + (object ? parts.object : 0) + (stored ? parts.stored : 0))
    this.push(seconds)
    this.push(nanoseconds)
    this.push(line)
    this.pushText(record.time)
    this.pushText(record.verb)
    this.pushText(record.group)
    this.pushText(record.user)
    this.pushText(record.namespace)
    this.pushText(record.name)
    this.pushText(record.auditID)
    this.pushText(approx.length === 0 ? '' : JSON.stringify(approx))
    if (observed !== undefined) {
      this.push(observed.code)
      this.pushText(observed.message)
    }
    if (object !== undefined) this.pushObject(object)
    if (stored !== undefined) {
      this.push(stored.requests)
      this.push(stored.last.seconds)
      this.push(stored.last.nanoseconds)
      this.pushText(stored.event)
    }
  }

  hold(): void {
    this.reserve(1)
    this.push(holdCall)
  }

  release(): void {
    this.reserve(1)
    this.push(releaseCall)
  }

  /** Returns the packed calls, and starts over. */
  take(): PackedRecords {
    const packed = {numbers: this.numbers.slice(0, this.size), text: this.texts.join('')}
    this.size = 0
    this.texts = []
    return packed
  }

  private pushObject({source: {component = '', host = ''} = {}, involvedObject = {}, type = '', reason = '', message = ''}: NonNullable<LogRecord['object']>): void {
    const {kind = '', namespace = '', name = '', uid = '', apiVersion = '', fieldPath = ''} = involvedObject
    this.pushText(component)
    this.pushText(host)
    this.pushText(kind)
    this.pushText(namespace)
    this.pushText(name)
    this.pushText(uid)
    this.pushText(apiVersion)
    this.pushText(fieldPath)
    this.pushText(type)
    this.pushText(reason)
    this.pushText(message)
  }

  private pushText(text: string): void {
    this.push(text.length)
    if (text !== '') this.texts.push(text)
  }

  private push(value: number): void {
    this.numbers[this.size++] = value
  }

  private reserve(count: number): void {
    if (this.size + count <= this.numbers.length) return
    const larger = new Float64Array(2 * (this.size + count))
    larger.set(this.numbers)
    this.numbers = larger
  }
}
