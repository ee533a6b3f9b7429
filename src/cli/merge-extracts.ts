import type {LogBlock} from '../io/line-stream.js'
import {linesOf} from '../io/split-lines.js'
import {Heap} from '../machinery/collections/heap.js'
import {compareInstants, type Instant} from '../machinery/go/instant.js'
import {instantOf} from '../replay/read/canonical.js'
import type {Batch} from '../replay/read/batch.js'
import type {BatchReader} from '../replay/read/batch-reader.js'
import {ExtractReader} from '../replay/read/extract/extract-reader.js'
import type {LogRecord} from '../replay/read/request.js'
import {UsageError} from '../usage-error.js'
import type {OpenLog} from './open-log.js'

/** Maximum number of open extracts: those whose times overlap. Any number can be merged, as each is open only from its first to its last record. */
export const maxOpenExtracts = 256

/** Earlier than any time. */
const beginning: Instant = {seconds: -Infinity, nanoseconds: 0}

/** An extract that is merged with others. It is opened when its first record is next, and closed after its last. */
class MergedExtract {
  isOpen = false
  /** The time of the next record if known, else of the last one. */
  time: Instant
  private record: LogRecord | undefined
  private readonly reader: ExtractReader
  private readonly blocks: ReturnType<OpenLog['blocks']>
  private lines: readonly string[] = []
  private next = 0

  /** @param place Breaks ties between equal times */
  constructor(private readonly source: OpenLog, readonly place: number, private readonly batches: BatchReader) {
    this.reader = new ExtractReader(source.shown, batches)
    this.blocks = source.blocks()
    this.time = source.isClosed && source.second !== undefined ? instantOf(source.second) ?? beginning : beginning
  }

  /** True if the next record is read. */
  get isReady(): boolean {
    return this.record !== undefined
  }

  /** Reads up to the next record. Returns false at the end. */
  async read(): Promise<boolean> {
    this.isOpen = true
    while (!this.find()) {
      const {done, value} = await this.blocks.next() as IteratorResult<LogBlock, undefined>
      if (done === true) {
        this.reader.end()
        return this.isOpen = false
      }
      if (value.error !== undefined) this.reader.end(value.error)
      this.lines = linesOf(value)
      this.next = 0
    }
    return true
  }

  /** Adds records that are read to the log, as long as each is the next in time. */
  pass(isNext: (time: Instant) => boolean): void {
    while (this.record !== undefined && isNext(this.time)) {
      this.batches.addFrom(this.source.shown, this.record)
      this.find()
    }
  }

  async close(): Promise<void> {
    await this.blocks.return(undefined)
  }

  /** Finds the next record in the lines already read. */
  private find(): boolean {
    this.record = undefined
    while (this.record === undefined && this.next < this.lines.length) this.record = this.reader.read(this.lines[this.next++] ?? '')
    if (this.record !== undefined) this.time = this.record
    return this.record !== undefined
  }
}

/**
 * Merges extracts: yields their records in order of time. Keeps only a few lines of each extract in memory.
 *
 * @throws UsageError for extracts that cannot be read, and when too many overlap in time
 */
export async function* mergeExtracts(sources: readonly OpenLog[], batches: BatchReader): AsyncGenerator<Batch> {
  if (sources.length === 0) return
  const waiting = new Heap<MergedExtract>((a, b) => compareInstants(a.time, b.time) || a.place - b.place)
  const all = sources.map((source, place) => new MergedExtract(source, place, batches))
  for (const extract of all) waiting.push(extract)
  batches.beginExtracts(sources.map(({shown}) => shown))
  let open = 0
  try {
    for (let extract = waiting.pop(); extract !== undefined; extract = waiting.pop()) {
      if (extract.isReady) {
        const {place} = extract
        const {smallest} = waiting
        extract.pass((time) => smallest === undefined || (compareInstants(time, smallest.time) || place - smallest.place) < 0)
      } else {
        yield batches.take()
        if (!extract.isOpen && ++open > maxOpenExtracts) throw tooMany()
        if (!await extract.read()) {
          open--
          continue
        }
      }
      waiting.push(extract)
    }
    yield batches.take()
  } finally {
    for (const extract of all) await extract.close()
  }
}

const tooMany = (): UsageError =>
  new UsageError(`more than ${maxOpenExtracts} extracts overlap in time`, ['merge some of them first: kadm events a.gz b.gz -o canonical=merged.gz'])
