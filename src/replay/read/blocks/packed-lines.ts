import type {Instant} from '../../../machinery/go/instant.js'
import type {AuditedWrite} from '../audit/audited-write.js'
import {recordLine} from '../extract/record-json.js'
import type {RecordSink} from '../record-sink.js'
import type {LogRecord} from '../request.js'
import {type Packed, PackReader, PackWriter} from './packed.js'

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
}

/**
 * Unpacks lines.
 *
 * @param line number of lines before the block
 */
export function unpackLines(packed: Packed, line: number, sink: Pick<RecordSink, 'hold' | 'release'>, take: (found: RecordLine) => void): void {
  const reader = new PackReader(packed)
  reader.forEach(sink, () => take({seconds: reader.number(), nanoseconds: reader.number(), line: line + reader.number(), text: reader.text()}))
}
