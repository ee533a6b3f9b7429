import type {LogPaths} from '../io/log-paths.js'
import type {RecordLog} from '../replay/record-log.js'
import {mergeExtracts} from './merge-extracts.js'
import {type OpenLog, openLog} from './open-log.js'
import {Progress} from './progress.js'

type IsWanted = () => Promise<boolean>

/**
 * Reads logs, one after the other. Merges consecutive extracts.
 *
 * @param log Receives every line
 * @param isWanted Called repeatedly; reading ends when it returns false
 * @throws UsageError for a log that cannot be read
 */
export async function readLogs({paths, size}: LogPaths, log: RecordLog, isWanted: IsWanted = () => Promise.resolve(true)): Promise<void> {
  const progress = new Progress(size)
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
        await readLog(found, log, isWanted)
      }
    }
    await merge()
  } finally {
    progress.end()
  }
}

async function readLog({shown, lines: batches}: OpenLog, log: RecordLog, isWanted: IsWanted): Promise<void> {
  log.begin(shown)
  let fault: string | undefined
  for await (const batch of batches()) {
    const {lines, goesOn} = batch
    for (let i = 0; i < lines.length; i++) log.read(lines[i] ?? '', goesOn && i === lines.length - 1)
    fault = batch.fault
    if (fault !== undefined || !await isWanted()) break
  }
  log.end(fault)
}

export {findLogs} from '../io/log-paths.js'
