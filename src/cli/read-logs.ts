import type {LogBlock} from '../io/line-stream.js'
import type {LogPaths} from '../io/log-paths.js'
import {decoded} from '../io/split-lines.js'
import type {RecordLog} from '../replay/read/record-log.js'
import type {ReadingOptions} from './log-flags.js'
import {mergeExtracts} from './merge-extracts.js'
import {type OpenLog, openLog} from './open-log.js'
import {ParallelLogs} from './parallel-log.js'
import {Progress} from './progress.js'

type IsWanted = () => Promise<boolean>

const always: IsWanted = () => Promise.resolve(true)

/**
 * Reads logs, one after the other. Merges consecutive extracts.
 *
 * @param log Receives every line
 * @param isWanted Called repeatedly; reading ends when it returns false
 * @throws UsageError for a log that cannot be read
 */
export async function readLogs({paths, size}: LogPaths, log: RecordLog, options: ReadingOptions, isWanted: IsWanted = always): Promise<void> {
  const progress = new Progress(size)
  const reader = new LogsReader(options)
  let extracts: OpenLog[] = []
  const merge = async (): Promise<void> => {
    for (const {shown} of extracts) log.name(shown)
    await mergeExtracts(extracts, log, isWanted)
    extracts = []
  }
  try {
    for (const path of paths) {
      const found = await openLog(path, (count) => progress.add(count))
      if (found.isExtract) extracts.push(found)
      else {
        await merge()
        await reader.read(found, log, isWanted)
      }
    }
    await merge()
  } finally {
    await reader.close()
    progress.end()
  }
}

/** Reads logs with the requested number of threads. Starts them when the first log is read. */
class LogsReader {
  private parallel: ParallelLogs | undefined

  constructor(private readonly options: ReadingOptions) {}

  async read({shown, blocks}: OpenLog, log: RecordLog, isWanted: IsWanted): Promise<void> {
    const {jobs, users} = this.options
    if (jobs > 1) this.parallel ??= new ParallelLogs(jobs, {users, wanted: log.wanted})
    log.begin(shown)
    log.end(await (this.parallel?.read(blocks(), log, isWanted) ?? readHere(blocks(), log, isWanted)))
  }

  async close(): Promise<void> {
    await this.parallel?.close()
  }
}

/** Reads the blocks of a log in this thread. Returns the error that cuts the log off, if any. */
export async function readHere(blocks: AsyncIterable<LogBlock>, log: RecordLog, isWanted: IsWanted): Promise<string | undefined> {
  for await (const {bytes, goesOn, fault} of blocks) {
    const [text, ascii] = decoded(bytes)
    log.readBlock(text, goesOn, ascii)
    if (fault !== undefined) return fault
    if (!await isWanted()) break
  }
  return undefined
}

export {findLogs} from '../io/log-paths.js'
