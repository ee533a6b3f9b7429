import {detached, Interned} from '../interned.js'
import {Recent} from '../recent.js'
import {exact, type LoggedEvent, type LogRecord, type Observed, type RecordSink, type StoredEvent} from '../request.js'
import {holdCall, type PackedRecords, parts, recordCall} from './packed-records.js'

/** Number of names of namespaces and users that share one text. */
const rememberedNames = 4096

/** Number of lists of approximations that share one list. */
const rememberedApproximations = 64

/** Makes the calls that a `RecordPacker` has packed. */
export class RecordUnpacker {
  private readonly names = new Interned(rememberedNames)
  private readonly approximations = new Recent<string, readonly string[]>(rememberedApproximations)
  private numbers = new Float64Array()
  private text = ''
  private next = 0
  private start = 0

  /**
   * Makes packed calls.
   *
   * @param line number of lines before the block
   */
  unpack({numbers, text}: PackedRecords, line: number, sink: RecordSink): void {
    this.numbers = numbers
    this.text = text
    this.next = this.start = 0
    while (this.next < numbers.length) {
      const call = this.number()
      if (call === recordCall) sink.add(this.record(line))
      else if (call === holdCall) sink.hold()
      else sink.release()
    }
  }

  private record(line: number): LogRecord {
    const has = this.number()
    return {
      dryRun: (has & parts.dryRun) > 0, isBeginning: (has & parts.isBeginning) > 0,
      seconds: this.number(), nanoseconds: this.number(), line: line + this.number(),
      time: this.string(), verb: this.string(), group: this.string(), user: this.names.of(this.string()), namespace: this.names.of(this.string()),
      name: this.string(), auditID: this.string(), approx: this.approx(this.string()),
      observed: (has & parts.observed) > 0 ? this.observed() : undefined,
      object: (has & parts.object) > 0 ? this.object() : undefined,
      stored: (has & parts.stored) > 0 ? this.stored() : undefined,
    }
  }

  private approx(json: string): readonly string[] {
    if (json === '') return exact
    const known = this.approximations.get(json)
    if (known !== undefined) return known
    const approx = JSON.parse(json) as readonly string[]
    this.approximations.put(detached(json), approx)
    return approx
  }

  private observed(): Observed {
    return {code: this.number(), message: this.string()}
  }

  private object(): LoggedEvent {
    return {
      source: {component: this.string(), host: this.string()},
      involvedObject: {
        kind: this.string(), namespace: this.string(), name: this.string(), uid: this.string(), apiVersion: this.string(), fieldPath: this.string(),
      },
      type: this.string(), reason: this.string(), message: this.string(),
    }
  }

  private stored(): StoredEvent {
    return {requests: this.number(), last: {seconds: this.number(), nanoseconds: this.number()}, event: detached(this.string())}
  }

  private number(): number {
    return this.numbers[this.next++] ?? 0
  }

  /** Returns the next text. It keeps all texts of the block in memory. */
  private string(): string {
    const {start} = this
    this.start += this.number()
    return this.text.slice(start, this.start)
  }
}
