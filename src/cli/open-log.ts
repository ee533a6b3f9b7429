import {type LogBlock, readBlocks} from '../io/line-stream.js'
import {canReopen} from '../io/log-paths.js'
import {linesOf} from '../io/split-lines.js'
import {append} from '../machinery/collections/append.js'
import {isHeadLine} from '../replay/read/extract/format.js'

/** Longer lines are read in pieces: one line can contain all events of a cluster. */
export const longestPiece = 4 << 20

/** Number of bytes of an extract to read at once. Small, as many extracts can be open at the same time. */
const extractReadSize = 1 << 16

/** A log or an extract that is about to be read. */
export interface OpenLog {
  readonly path: string
  /** Its name in messages. */
  readonly shown: string
  readonly isExtract: boolean
  /** The second line of an extract; undefined if there is none or it is not read yet. */
  readonly second: string | undefined
  /** True if no file is open until `lines` is called. */
  readonly isClosed: boolean
  /** Reads the lines, once. */
  readonly blocks: () => AsyncGenerator<LogBlock>
}

/**
 * Reads the first lines of a log.
 *
 * @param onBytes Called with the size of each chunk read
 * @throws UsageError for a log that cannot be read
 */
export async function openLog(path: string, onBytes: (count: number) => void): Promise<OpenLog> {
  const shown = path === '-' ? 'STDIN' : path
  const canLeave = canReopen(path)
  const blocks = readBlocks(path, {piece: longestPiece, ...canLeave ? {readSize: extractReadSize} : {onBytes}})
  const read: LogBlock[] = []
  const first: string[] = []
  while (first.length < 2) {
    const {done, value} = await blocks.next() as IteratorResult<LogBlock, undefined>
    if (done === true) break
    read.push({...value, bytes: Buffer.from(value.bytes)})
    append(first, linesOf(value).slice(0, 2))
  }
  const isExtract = isHeadLine(first[0])
  const about = {path, shown, isExtract, second: first[1]}
  if (!canLeave) return {...about, isClosed: false, blocks: () => joined(read, blocks)}
  await blocks.return(undefined)
  return {...about, isClosed: true, blocks: () => readBlocks(path, {piece: longestPiece, onBytes, ...isExtract && {readSize: extractReadSize}})}
}

async function* joined(read: readonly LogBlock[], rest: AsyncGenerator<LogBlock>): AsyncGenerator<LogBlock> {
  yield* read
  yield* rest
}
