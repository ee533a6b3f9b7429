import {append} from '../machinery/append.js'
import {type LineBatch, readLines} from '../io/line-stream.js'
import {canReopen} from '../io/log-paths.js'
import {isHeadLine} from '../replay/extract/format.js'

/** Longer lines are read in pieces: a list of all events of a cluster can stand on one line. */
const longestPiece = 4 << 20

/** So many bytes of an extract are read at once: many extracts can be open at the same time. */
const extractReadSize = 1 << 16

/** A log or an extract that is about to be read. */
export interface OpenLog {
  readonly path: string
  /** What it is called in what is printed. */
  readonly shown: string
  readonly isExtract: boolean
  /** The line behind the head of an extract; undefined where there is none or where it has not come yet. */
  readonly second: string | undefined
  /** True where nothing stays open before the lines are asked for. */
  readonly isClosed: boolean
  /** Reads the lines, once. */
  readonly lines: () => AsyncGenerator<LineBatch>
}

/**
 * Looks at the first lines of a log.
 *
 * @param onBytes is told how many bytes have been read, each time
 * @throws UsageError for a log that cannot be read
 */
export async function openLog(path: string, onBytes: (count: number) => void): Promise<OpenLog> {
  const shown = path === '-' ? 'STDIN' : path
  const canLeave = canReopen(path)
  const batches = readLines(path, {piece: longestPiece, ...canLeave ? {readSize: extractReadSize} : {onBytes}})
  const read: LineBatch[] = []
  const first: string[] = []
  while (first.length < 2) {
    const {done, value} = await batches.next() as IteratorResult<LineBatch, undefined>
    if (done === true) break
    read.push(value)
    append(first, value.lines.slice(0, 2))
  }
  const isExtract = isHeadLine(first[0])
  const about = {path, shown, isExtract, second: first[1]}
  if (!canLeave) return {...about, isClosed: false, lines: () => joined(read, batches)}
  await batches.return(undefined)
  return {...about, isClosed: true, lines: () => readLines(path, {piece: longestPiece, onBytes, ...isExtract && {readSize: extractReadSize}})}
}

async function* joined(read: readonly LineBatch[], rest: AsyncGenerator<LineBatch>): AsyncGenerator<LineBatch> {
  yield* read
  yield* rest
}
