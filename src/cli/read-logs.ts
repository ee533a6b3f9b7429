import {readLines} from '../io/line-stream.js'
import type {LogPaths} from '../io/log-paths.js'
import type {OrderedLog} from '../replay/ordered-log.js'
import {Progress} from './progress.js'

/** What STDIN is called in what is printed. */
const shownPath = (path: string): string => path === '-' ? 'STDIN' : path

/** Longer lines are read in pieces: a list of all events of a cluster can stand on one line. */
const longestPiece = 4 << 20

type IsWanted = () => Promise<boolean>

/**
 * Reads logs, one after the other.
 *
 * @param log is given every line
 * @param isWanted is asked again and again; when it says no, reading ends
 * @throws UsageError for a log that cannot be read
 */
export async function readLogs({paths, size}: LogPaths, log: OrderedLog, isWanted: IsWanted = () => Promise.resolve(true)): Promise<void> {
  const progress = new Progress(size)
  try {
    for (const path of paths) {
      log.begin(shownPath(path))
      const fault = await readLog(path, log, {onBytes: (count) => progress.add(count), isWanted})
      log.end(fault)
    }
  } finally {
    progress.end()
  }
}

interface ReadOptions {
  readonly onBytes: (count: number) => void
  readonly isWanted: IsWanted
}

async function readLog(path: string, log: OrderedLog, {onBytes, isWanted}: ReadOptions): Promise<string | undefined> {
  for await (const {lines, goesOn, fault} of readLines(path, {piece: longestPiece, onBytes})) {
    for (let i = 0; i < lines.length; i++) log.read(lines[i] ?? '', goesOn && i === lines.length - 1)
    if (fault !== undefined || !await isWanted()) return fault
  }
  return undefined
}

export {findLogs} from '../io/log-paths.js'
