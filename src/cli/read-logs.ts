import {LineRanges} from '../io/line-ranges.js'
import type {LogBlock} from '../io/line-stream.js'
import type {LogPaths} from '../io/log-paths.js'
import {decoded} from '../io/split-lines.js'
import type {Batch, BatchContent} from '../replay/read/batch.js'
import {BatchReader} from '../replay/read/batch-reader.js'
import {usersOf} from '../replay/read/users.js'
import type {ReadingOptions} from './log-flags.js'
import {mergeExtracts} from './merge-extracts.js'
import {longestPiece, type OpenLog, openLog} from './open-log.js'
import {ParallelLogs} from './parallel-log.js'
import {Progress} from './progress.js'

/** The number of blocks in a batch: passing on a batch takes little time compared with reading it. */
const blocksPerBatch = 16

const always = (): Promise<boolean> => Promise.resolve(true)

/**
 * Reads logs in batches, one after the other. Merges consecutive extracts.
 *
 * @param isWanted Called after each batch; reading ends when it returns false
 * @throws UsageError for a log that cannot be read
 */
export async function* readLogs(logs: LogPaths, content: BatchContent, options: ReadingOptions, isWanted = always): AsyncGenerator<Batch> {
  for await (const batch of batchesOf(logs, content, options)) {
    yield batch
    if (!await isWanted()) return
  }
}

async function* batchesOf({paths, size}: LogPaths, content: BatchContent, {jobs, users}: ReadingOptions): AsyncGenerator<Batch> {
  const progress = new Progress(size)
  const batches = new BatchReader(usersOf(users), content)
  let parallel: ParallelLogs | undefined
  let extracts: OpenLog[] = []
  try {
    for (const path of paths) {
      const log = await openLog(path, (count) => progress.add(count))
      if (log.isExtract) extracts.push(log)
      else {
        yield* mergeExtracts(extracts, batches)
        extracts = []
        // The threads start when the first log is read.
        if (jobs > 1) parallel ??= new ParallelLogs(jobs, {users, content, piece: longestPiece})
        batches.begin(log.shown)
        batches.end(yield* readLog(log, batches, parallel, (count) => progress.add(count)))
        yield batches.take()
      }
    }
    yield* mergeExtracts(extracts, batches)
  } finally {
    await parallel?.close()
    progress.end()
  }
}

type Read = AsyncGenerator<Batch, string | undefined>

/** Reads a log. Returns the error that cuts it off, if any. */
async function* readLog({path, shown, blocks}: OpenLog, batches: BatchReader, parallel: ParallelLogs | undefined, onBytes: (count: number) => void): Read {
  if (parallel === undefined) return yield* readInThisThread(blocks(), batches)
  const file = LineRanges.open(path, longestPiece)
  if (file === undefined) return yield* parallel.read(blocks(), batches, shown)
  try {
    return yield* parallel.readFile(file, batches, shown, onBytes)
  } finally {
    file.close()
  }
}

/** Reads the blocks of a log in this thread. Returns the error that cuts the log off, if any. */
export async function* readInThisThread(blocks: AsyncIterable<LogBlock>, batches: BatchReader): Read {
  let count = 0
  for await (const {bytes, goesOn, error} of blocks) {
    const [text, ascii] = decoded(bytes)
    batches.readBlock(text, goesOn, ascii)
    if (error !== undefined) return error
    if (++count % blocksPerBatch === 0) yield batches.take()
  }
  return undefined
}

export {findLogs} from '../io/log-paths.js'
