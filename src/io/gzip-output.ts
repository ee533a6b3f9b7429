import {promisify} from 'node:util'
import {gzip} from 'node:zlib'

import {onInterrupt} from './on-interrupt.js'
import {openFileWriter} from './write-file.js'

const compress = promisify(gzip)

/** Number of characters compressed at once, up to the end of the line. */
const chunkSize = 1 << 20

/** A compressed output that is written line by line. */
export interface GzipOutput {
  /** Takes whole lines with their line breaks. */
  write(text: string): void
  /** Waits until there is room for more. */
  ready(): Promise<boolean>
  /** Ends the output and replaces the content of a regular file. */
  close(): Promise<void>
  /** Ends an incomplete output. A regular file keeps its content. */
  discard(): void
}

/**
 * Opens a file for gzip output. The file is replaced when the output is closed. Compresses in another thread. The same text
 * always gives the same bytes.
 *
 * @throws UsageError if the file cannot be opened, and later if a write fails
 */
export function openGzip(path: string): GzipOutput {
  const writer = openFileWriter(path)
  const stop = onInterrupt(() => writer.discard())
  let waiting = ''
  let running = Promise.resolve()
  const flush = async (end: number): Promise<void> => {
    const text = waiting.slice(0, end)
    waiting = waiting.slice(end)
    await running
    running = compress(text).then((bytes) => writer.write(bytes))
    // Awaited later: prevents an unhandled rejection until then.
    running.catch(() => undefined)
  }
  const flushChunks = async (): Promise<void> => {
    for (let end = chunkEnd(waiting); end > 0; end = chunkEnd(waiting)) await flush(end)
  }
  return {
    write: (text) => waiting += text,
    ready: async () => {
      await flushChunks()
      return true
    },
    close: async () => {
      await flushChunks()
      await flush(waiting.length)
      await running
      stop()
      writer.commit()
    },
    discard: () => {
      stop()
      writer.discard()
    },
  }
}

/** Returns the end of the first chunk of a text; 0 if it is incomplete. The chunks do not depend on the time at which they are written. */
const chunkEnd = (text: string): number => text.length < chunkSize ? 0 : text.indexOf('\n', chunkSize - 1) + 1
