import {type Arrival, type KeySource, RecordFacts} from '../read/arrival.js'
import type {Batch, WantedFacts} from '../read/batch.js'
import {LineUnpacker} from '../read/blocks/packed-lines.js'
import type {Step} from '../read/blocks/packed.js'
import {recordOfLine} from '../read/canonical.js'
import type {LogRecord} from '../read/request.js'

/** The records of batches, one by one. */
export interface ArrivalSource<K> {
  begin(batch: Batch): void
  /** Moves to the next step; undefined at the end of the batch. */
  step(): Step | undefined
  /** Returns the facts about a record, after a step to it. They are valid until the next call. */
  next(): Arrival<K>
  /** The record itself, if it is needed. */
  readonly record: LogRecord | undefined
  /** The log of the record, if it is needed. */
  readonly path: string
}

/** Whole records, with the facts about each. */
export class RecordSource<K> implements ArrivalSource<K> {
  private readonly lines = new LineUnpacker()
  private readonly facts: RecordFacts<K>
  readonly path = ''
  record: LogRecord | undefined

  constructor(wanted: WantedFacts, keys: KeySource<K>) {
    this.facts = new RecordFacts(wanted, keys)
  }

  begin(batch: Batch): void {
    this.lines.begin(batch)
  }

  step(): Step | undefined {
    return this.lines.step()
  }

  next(): Arrival<K> {
    const {text, line} = this.lines.line()
    this.record = recordOfLine(text, line)
    return this.facts.read(this.record)
  }
}
