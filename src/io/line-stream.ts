import {open} from 'node:fs/promises'
import {Readable} from 'node:stream'
import {createGunzip} from 'node:zlib'

import {stdinPath, unreadable} from './discover.js'
import {LineSplitter} from './split-lines.js'

/** Lines that were read together, and what went wrong behind them, if anything did. */
export interface LineBatch {
  readonly lines: readonly string[]
  readonly fault?: string
}

export interface LineOptions {
  /** Of a longer line, only so many bytes are given and one more. */
  readonly longest: number
  /** Is told how many bytes have been read, each time. */
  readonly onBytes?: (count: number) => void
}

/** So many bytes are read at once, and so many of them are made lines of at once. */
const [readSize, chunkSize] = [1 << 20, 1 << 18]

type Bytes = AsyncIterable<Buffer>

/**
 * Reads a file line by line, or standard input for `-`; what is compressed with gzip is decompressed. Never holds more than a
 * few chunks, and one line.
 *
 * @throws UsageError for a file that cannot be read
 */
export async function* readLines(path: string, {longest, onBytes}: LineOptions): AsyncGenerator<LineBatch> {
  const splitter = new LineSplitter(longest)
  try {
    for await (const chunk of await decompressed(counted(rawBytes(path), onBytes))) yield {lines: splitter.push(chunk)}
  } catch (error) {
    const fault = compressionFault(error)
    if (fault === undefined) throw unreadable(path, error)
    yield {lines: splitter.end(), fault}
    return
  }
  yield {lines: splitter.end()}
}

const rawBytes = (path: string): Bytes => path === stdinPath ? process.stdin : fileBytes(path)

/** The bytes of a file, each time in the same place: whoever gets them has to be done with them before asking for more. */
async function* fileBytes(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const bytes = Buffer.allocUnsafeSlow(readSize)
    for (;;) {
      const {bytesRead} = await file.read(bytes, 0, readSize, null)
      if (bytesRead === 0) return
      for (let start = 0; start < bytesRead; start += chunkSize) yield bytes.subarray(start, Math.min(start + chunkSize, bytesRead))
    }
  } finally {
    await file.close()
  }
}

async function* counted(bytes: Bytes, onBytes: (count: number) => void = () => undefined): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    onBytes(chunk.length)
    yield chunk
  }
}

/** The bytes, or what is in them when they begin as gzip does. */
async function decompressed(bytes: AsyncGenerator<Buffer>): Promise<Bytes> {
  let beginning = Buffer.alloc(0)
  while (beginning.length < 2) {
    const next = await bytes.next()
    if (next.done === true) break
    beginning = Buffer.concat([beginning, next.value])
  }
  const all = following(beginning, bytes)
  if (beginning[0] !== 0x1f || beginning[1] !== 0x8b) return all
  const gunzip = createGunzip({chunkSize: 1 << 16})
  const input = Readable.from(copied(all), {objectMode: false})
  input.on('error', (error) => gunzip.destroy(error))
  return input.pipe(gunzip)
}

async function* following(beginning: Buffer, rest: Bytes): AsyncGenerator<Buffer> {
  if (beginning.length > 0) yield beginning
  yield* rest
}

/** For those who read ahead. */
async function* copied(bytes: Bytes): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) yield Buffer.from(chunk)
}

/** What is wrong with compressed bytes, undefined for any other error. */
function compressionFault(error: unknown): string | undefined {
  const {code = '', message} = error as NodeJS.ErrnoException
  return code.startsWith('Z_') ? `cannot be decompressed any further: ${message}` : undefined
}
