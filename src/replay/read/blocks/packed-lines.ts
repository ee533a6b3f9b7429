import type {Instant} from '../../../machinery/go/instant.js'
import type {AuditedWrite} from '../audit/audited-write.js'
import type {Batch} from '../batch.js'
import {recordLine} from '../extract/record-json.js'
import type {RecordSink} from '../record-sink.js'
import type {LogRecord} from '../request.js'
import {PackReader, PackWriter, type Step} from './packed.js'

/** A record as a line of an extract. */
export interface RecordLine extends Instant {
  /** Without the line break. */
  readonly text: string
  /** The line of the log on which the record begins. */
  readonly line: number
}

/** Packs records as lines of an extract. */
export class LinePacker extends PackWriter implements RecordSink {
  add(record: LogRecord): void {
    const {seconds, nanoseconds, line} = record
    this.begin()
    this.push(seconds)
    this.push(nanoseconds)
    this.push(line)
    this.pushText(recordLine(record))
  }

  addWrite(write: AuditedWrite): void {
    this.add(write.record())
  }

  /** Lines of an extract do not need the log of the record. */
  from(): void {
    // Nothing to pack.
  }
}

/** Unpacks lines, one by one. */
export class LineUnpacker {
  private readonly reader = new PackReader()
  private before = 0

  begin({line, records}: Batch): void {
    this.before = line
    this.reader.begin(records)
  }

  /** Moves to the next step; undefined at the end of the batch. */
  step(): Step | undefined {
    return this.reader.step(ignore)
  }

  /** Returns the line, after a step to a record. */
  line(): RecordLine {
    const {reader} = this
    return {seconds: reader.number(), nanoseconds: reader.number(), line: this.before + reader.number(), text: reader.text()}
  }
}

const ignore = (): void => undefined

