import type {LogBlock} from '../io/line-stream.js'
import {textOf} from '../io/split-lines.js'
import {WorkerPool} from '../io/worker-pool.js'
import type {Batch, BatchContent} from '../replay/read/batch.js'
import type {BatchReader} from '../replay/read/batch-reader.js'
import type {BlockResult} from '../replay/read/blocks/block-reader.js'

/** The settings of the threads that read logs. */
export interface LogWorkerData {
  /** The user map. */
  readonly users: ReadonlyMap<string, string>
  /** The facts that they extract about each record. */
  readonly content: BatchContent
}

/** A block of whole lines to be read by a thread. */
export interface BlockQuestion {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** True if there is a line before the block that is not blank. */
  readonly isBegun: boolean
  /** The number and the path of the log. */
  readonly log: number
  readonly path: string
}

/** The result of a block, and its bytes. The result is undefined for a block that cannot be read by itself. */
export interface BlockAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly result: BlockResult | undefined
}

/** A block that is being read. */
interface BlockInFlight {
  /** The answer of a thread, or the bytes of a block that is read here. */
  readonly block: Uint8Array<ArrayBuffer> | Promise<BlockAnswer>
  readonly isBegun: boolean
  readonly goesOn: boolean
}

/** The bundled text of log-worker.ts, which the build defines: a single executable has no file of it. */
declare const LOG_WORKER: string | undefined

/** The program of the threads: the text, or from source a file that runs log-worker.ts. */
const program = typeof LOG_WORKER === 'string' ? LOG_WORKER : new URL('../../scripts/log-worker.js', import.meta.url)

/** The number of bytes in a question: large enough that exchanging messages takes little time compared with reading. */
const defaultSize = 1 << 19

/** Blocks in memory for each thread: one being read, one waiting, and one already read. */
const blocksPerThread = 3

/**
 * Reads logs with several threads. This thread splits a log into blocks of whole lines, and the others read them. This thread takes the
 * results in the order of the blocks: records and counts are the same as with one thread. It reads blocks itself in which a document of
 * several lines begins or continues.
 */
export class ParallelLogs {
  private readonly pool: WorkerPool<BlockQuestion, BlockAnswer>
  private inFlight: BlockInFlight[] = []
  private logs = 0
  /** Bytes of blocks that have been read. They are used again: new memory takes the system as long as reading the log. */
  private readonly free: ArrayBuffer[] = []

  /**
   * @param threads number of threads
   * @param size maximum number of bytes in a question
   */
  constructor(threads: number, data: LogWorkerData, private readonly size = defaultSize) {
    this.pool = new WorkerPool(program, threads, data)
  }

  /**
   * Reads the blocks of a log.
   *
   * @param batches reads the blocks that no thread can read by itself
   * @returns the error that cuts the log off, if any
   */
  async* read(blocks: AsyncIterable<LogBlock>, batches: BatchReader, path: string): AsyncGenerator<Batch, string | undefined> {
    this.inFlight = []
    this.logs++
    let isBegun = false
    let fault: string | undefined
    for await (const block of this.largerBlocks(blocks)) {
      fault = block.fault
      this.send(block, batches, path, isBegun)
      isBegun = true
      if (this.inFlight.length === blocksPerThread * this.pool.size) yield* this.take(batches)
    }
    while (this.inFlight.length > 0) yield* this.take(batches)
    return fault
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.pool.close()
  }

  /** Sends a block to a thread, unless a document or a line continues in it. */
  private send({bytes, goesOn}: OwnBlock, batches: BatchReader, path: string, isBegun: boolean): void {
    const block = goesOn || !batches.isBetweenLines ? bytes : this.pool.ask({bytes, isBegun, log: this.logs, path}, [bytes.buffer])
    this.inFlight.push({block, isBegun, goesOn})
  }

  /** Takes the result of the first block. */
  private async* take(batches: BatchReader): AsyncGenerator<Batch> {
    const first = this.inFlight.shift()
    if (first === undefined) return
    const {block, isBegun, goesOn} = first
    const {bytes, result} = block instanceof Promise ? await block : {bytes: block, result: undefined}
    const batch = result && batches.takeBlock(result, isBegun)
    if (batch === undefined) {
      if (result !== undefined) yield batches.takeNames(result)
      batches.readBlock(textOf(bytes), goesOn)
    }
    yield batch ?? batches.take()
    if (bytes.buffer.byteLength === this.size) this.free.push(bytes.buffer)
  }

  /** Joins blocks of whole lines, up to the size of a question. */
  private async* largerBlocks(blocks: AsyncIterable<LogBlock>): AsyncGenerator<OwnBlock> {
    let bytes = this.newBytes()
    let size = 0
    for await (const {bytes: added, ...rest} of blocks) {
      const isSingle = rest.goesOn || rest.fault !== undefined || added.length > this.size
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
