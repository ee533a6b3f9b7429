import {promisify} from 'node:util'
import {gzip} from 'node:zlib'

import {onInterrupt} from './on-interrupt.js'
import {openFileWriter} from './write-file.js'

const compress = promisify(gzip)

/** Minimum number of characters compressed at once. */
const chunkSize = 1 << 20

/** A compressed output that is written in pieces. */
export interface GzipOutput {
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
  const flush = async (): Promise<void> => {
    const text = waiting
    waiting = ''
    await running
    running = compress(text).then((bytes) => writer.write(bytes))
    // Awaited later: prevents an unhandled rejection until then.
    running.catch(() => undefined)
  }
  return {
    write: (text) => waiting += text,
    ready: async () => {
      if (waiting.length >= chunkSize) await flush()
      return true
    },
    close: async () => {
      await flush()
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
