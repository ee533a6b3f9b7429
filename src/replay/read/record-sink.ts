import type {AuditedWrite} from './audit/audited-write.js'
import type {LogRecord} from './request.js'

/** Receives the records of logs. */
export interface RecordSink {
  add(record: LogRecord): void
  /** @param write valid until the call returns */
  addWrite(write: AuditedWrite): void
  /** Holds all records until `release`: the records between the two calls can be in any order. */
  hold(): void
  release(): void
}
