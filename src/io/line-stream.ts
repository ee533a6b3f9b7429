import {Readable} from 'node:stream'
import {setImmediate} from 'node:timers/promises'
import {createGunzip} from 'node:zlib'

import {stdinPath, unreadable} from './discover.js'
import {InputFile} from './input-file.js'
import {type LineBlock, LineSplitter} from './split-lines.js'
import {promptForStdin} from './stdin-prompt.js'

/** Lines that were read together, and the error after them, if any. */
export interface LogBlock extends LineBlock {
  readonly error?: string
}

export interface LineOptions {
  /** Lines with more bytes than this are split. */
  readonly piece: number
  /** Called with the size of each chunk read. */
  readonly onBytes?: (count: number) => void
  /** Number of bytes read at once. Use a small number if many files are open at the same time. */
  readonly readSize?: number
}

/** The default number of bytes read at once, and the maximum number split into lines at once. */
const [defaultReadSize, chunkSize] = [1 << 20, 1 << 16]

type Bytes = AsyncIterable<Buffer>

/**
 * Reads a file in blocks of whole lines, or standard input for `-`. Decompresses gzip. Keeps only a few chunks and one line, or piece of a
 * line, in memory. Adds a line break to the last line if it has none.
 *
 * @throws UsageError for a file that cannot be read
 */
export async function* readBlocks(path: string, {piece, onBytes, readSize = defaultReadSize}: LineOptions): AsyncGenerator<LogBlock> {
  const splitter = new LineSplitter(piece)
  try {
    for await (const chunk of inUtf8(await decompressed(counted(rawBytes(path, readSize), onBytes)))) yield* splitter.push(chunk)
  } catch (error) {
    const broken = compressionError(error)
    if (broken === undefined) throw unreadable(path, error)
    yield* splitter.end()
    yield {bytes: Buffer.alloc(0), goesOn: false, error: broken}
    return
  }
  yield* splitter.end()
}

function rawBytes(path: string, readSize: number): Bytes {
  if (path !== stdinPath) return fileBytes(path, readSize)
  promptForStdin()
  return process.stdin
}

/** Yields the bytes of a file, always in the same buffer: the caller must use them before it reads more. */
async function* fileBytes(path: string, readSize: number): AsyncGenerator<Buffer> {
  const file = InputFile.open(path)
  try {
    const bytes = Buffer.allocUnsafeSlow(readSize)
    for (;;) {
      const count = file.read(bytes, 0, readSize)
      if (count === 0) return
      for (let start = 0; start < count; start += chunkSize) yield bytes.subarray(start, Math.min(start + chunkSize, count))
      // Yield to other tasks.
      await setImmediate()
    }
  } finally {
    file.close()
  }
}

async function* counted(bytes: Bytes, onBytes: (count: number) => void = () => undefined): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    onBytes(chunk.length)
    yield chunk
  }
}

/** True for the first two bytes of input that is compressed or in UTF-16. */
export const isEncoded = (mark: number): boolean => mark === gzipMark || utf16Marks.includes(mark)

const gzipMark = 0x1f8b

/** The byte order marks of UTF-16, read as big-endian numbers: little-endian first. */
const utf16Marks: readonly (number | undefined)[] = [0xfffe, 0xfeff]

/** Returns the bytes, decompressed if they begin like gzip. */
async function decompressed(bytes: Bytes): Promise<Bytes> {
  const {mark, all} = await begun(bytes)
  if (mark !== gzipMark) return all
  const gunzip = createGunzip({chunkSize: 1 << 16})
  const input = Readable.from(copied(all), {objectMode: false})
  input.on('error', (error) => gunzip.destroy(error))
  return input.pipe(gunzip)
}

/** Converts UTF-16 with a byte order mark, as PowerShell's redirections write it, to UTF-8. */
async function* inUtf8(bytes: Bytes): AsyncGenerator<Buffer> {
  const {mark, all} = await begun(bytes)
  if (!utf16Marks.includes(mark)) {
    yield* all
    return
  }
  const decoder = new TextDecoder(mark === utf16Marks[0] ? 'utf-16le' : 'utf-16be')
  for await (const chunk of all) yield Buffer.from(decoder.decode(chunk, {stream: true}))
  // Half a character at the end becomes U+FFFD.
  yield Buffer.from(decoder.decode())
}

/** Returns the first two bytes, if there are that many, and all bytes. */
async function begun(bytes: Bytes): Promise<{readonly mark: number | undefined, readonly all: Bytes}> {
  const iterator = bytes[Symbol.asyncIterator]()
  let beginning = Buffer.alloc(0)
  while (beginning.length < 2) {
    const next = await iterator.next()
    if (next.done === true) break
    beginning = Buffer.concat([beginning, next.value])
  }
  return {mark: beginning.length < 2 ? undefined : beginning.readUInt16BE(), all: following(beginning, iterator)}
}

async function* following(beginning: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (beginning.length > 0) yield beginning
  yield* {[Symbol.asyncIterator]: () => rest}
}

/** Copies the chunks for a consumer that reads ahead. */
async function* copied(bytes: Bytes): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) yield Buffer.from(chunk)
}

/** Returns the message of a decompression error, or undefined for any other error. */
function compressionError(error: unknown): string | undefined {
  const {code = '', message} = error as NodeJS.ErrnoException
  return code.startsWith('Z_') ? `cannot be decompressed any further: ${message}` : undefined
}
