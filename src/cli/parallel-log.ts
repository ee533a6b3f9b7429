import type {LineRange, LineRanges} from '../io/line-ranges.js'
import type {LogBlock} from '../io/line-stream.js'
import {textOf} from '../io/split-lines.js'
import {scriptText, WorkerPool} from '../io/worker-pool.js'
import type {Batch, BatchContent} from '../replay/read/batch.js'
import type {BatchReader} from '../replay/read/batch-reader.js'
import type {BlockResult} from '../replay/read/blocks/block-reader.js'

/** The settings of the threads that read logs. */
export interface LogWorkerData {
  /** The user map. */
  readonly users: ReadonlyMap<string, string>
  /** The facts that they extract about each record. */
  readonly content: BatchContent
  /** Lines with more bytes than this are read in pieces. */
  readonly piece: number
}

/** A part of a log to be read by a thread: whole lines, or a range of the file. */
type LogPart = {readonly bytes: Uint8Array<ArrayBuffer>} | {readonly range: LineRange}

/** A question to a thread. */
export interface PartQuestion {
  readonly part: LogPart
  /** True if there is a line before the part that is not blank. */
  readonly isBegun: boolean
  /** The number and the path of the log. */
  readonly log: number
  readonly path: string
}

/** The result of a part, with its bytes if it has any. The result is undefined for a part that cannot be read by itself. */
export interface PartAnswer {
  readonly bytes: Uint8Array<ArrayBuffer> | undefined
  readonly result: BlockResult | undefined
}

/** A part that is being read. */
interface PartInFlight {
  readonly part: LogPart
  /** The answer of a thread; undefined for a part that is read here. */
  readonly answer: Promise<PartAnswer> | undefined
  readonly isBegun: boolean
  /** True for a piece of a line, which the next part continues. */
  readonly goesOn: boolean
}

/** The path of the script that has this module, which the build defines. */
declare const PROGRAM_SCRIPT: string | undefined

/** Returns the program of the threads, which runs log-worker.ts: the text of the script beside this one, or from source a file. */
function threadProgram(): URL | string {
  if (typeof PROGRAM_SCRIPT !== 'string') return new URL('../../scripts/log-worker.js', import.meta.url)
  return scriptText(PROGRAM_SCRIPT.replace(/kadm(?=\.cjs$)/, 'log-worker'))
}

/** The number of bytes in a part: large enough that exchanging messages takes little time compared with reading. */
const defaultSize = 1 << 19

/** Parts in memory for each thread: enough to continue while another thread is delayed. Most of them are results, which are small. */
const partsPerThread = 8

/**
 * Reads logs with several threads. This thread splits a log into parts, and the others read them. Of a plain file they also read the bytes.
 * This thread takes the results in the order of the parts: records and counts are the same as with one thread. If a document of several
 * lines begins or continues in a part, this thread reads the part.
 */
export class ParallelLogs {
  private readonly pool: WorkerPool<PartQuestion, PartAnswer>
  private inFlight: PartInFlight[] = []
  private logs = 0
  private path = ''
  private isBegun = false
  /** Bytes that have been read. They are used again: new memory from the system takes as much time as reading the log. */
  private readonly free: ArrayBuffer[] = []

  /**
   * @param threads number of threads
   * @param size maximum number of bytes in a part
   */
  constructor(threads: number, data: LogWorkerData, private readonly size = defaultSize) {
    this.pool = new WorkerPool(threadProgram(), threads, data)
  }

  /**
   * Reads the blocks of a log.
   *
   * @param batches reads the parts that no thread can read by itself
   * @returns the error that cuts the log off, if any
   */
  async* read(blocks: AsyncIterable<LogBlock>, batches: BatchReader, path: string): AsyncGenerator<Batch, string | undefined> {
    this.begin(path)
    let error: string | undefined
    for await (const {bytes, ...block} of this.largerBlocks(blocks)) {
      error = block.error
      if (this.isFull) yield* this.take(batches)
      this.send({bytes}, batches, block.goesOn)
    }
    while (this.inFlight.length > 0) yield* this.take(batches)
    return error
  }

  /**
   * Reads a file, whose bytes the threads read, too.
   *
   * @param onBytes called with the size of each part read
   */
  async* readFile(file: LineRanges, batches: BatchReader, path: string, onBytes: (count: number) => void): AsyncGenerator<Batch, undefined> {
    this.begin(path)
    for (const range of file.split(this.size)) {
      if (this.isFull) yield* this.take(batches, file)
      this.send({range}, batches, false)
      onBytes(range.end - range.start)
    }
    while (this.inFlight.length > 0) yield* this.take(batches, file)
    return undefined
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.pool.close()
  }

  private begin(path: string): void {
    this.inFlight = []
    this.logs++
    this.path = path
    this.isBegun = false
  }

  private get isFull(): boolean {
    return this.inFlight.length === partsPerThread * this.pool.size
  }

  /** Sends a part to a thread, unless a document or a line continues in it. */
  private send(part: LogPart, batches: BatchReader, goesOn: boolean): void {
    const {isBegun, logs: log, path} = this
    const isForThread = !goesOn && batches.isBetweenLines
    const answer = isForThread ? this.pool.ask({part, isBegun, log, path}, 'bytes' in part ? [part.bytes.buffer] : []) : undefined
    this.inFlight.push({part, answer, isBegun, goesOn})
    this.isBegun = true
  }

  /** Takes the result of the first part. */
  private async* take(batches: BatchReader, file?: LineRanges): AsyncGenerator<Batch> {
    const first = this.inFlight.shift()
    if (first === undefined) return
    const {part, isBegun, goesOn} = first
    const {bytes, result} = await first.answer ?? {bytes: 'bytes' in part ? part.bytes : undefined, result: undefined}
    const batch = result && batches.takeBlock(result, isBegun)
    if (batch !== undefined) yield batch
    else {
      if (result !== undefined) yield batches.takeNames(result)
      const blocks = 'range' in part ? file?.read(part.range) ?? [] : bytes === undefined ? [] : [{bytes, goesOn}]
      for (const block of blocks) batches.readBlock(textOf(block.bytes), block.goesOn)
      yield batches.take()
    }
    if (bytes?.buffer.byteLength === this.size) this.free.push(bytes.buffer)
  }

  /** Joins blocks of whole lines, up to the size of a part. */
  private async* largerBlocks(blocks: AsyncIterable<LogBlock>): AsyncGenerator<OwnBlock> {
    let bytes = this.newBytes()
    let size = 0
    for await (const {bytes: added, ...rest} of blocks) {
      const isSingle = rest.goesOn || rest.error !== undefined || added.length > this.size
      if (size > 0 && (isSingle || size + added.length > this.size)) {
        yield {bytes: bytes.subarray(0, size), goesOn: false}
        bytes = this.newBytes()
        size = 0
      }
      if (isSingle) yield {bytes: Uint8Array.from(added), ...rest}
      else {
        bytes.set(added, size)
        size += added.length
      }
    }
    if (size > 0) yield {bytes: bytes.subarray(0, size), goesOn: false}
  }

  private newBytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.free.pop() ?? new ArrayBuffer(this.size))
  }
}

/** A block that owns its bytes. */
interface OwnBlock extends Omit<LogBlock, 'bytes'> {
  readonly bytes: Uint8Array<ArrayBuffer>
}
