import {promisify} from 'node:util'
import {gzip} from 'node:zlib'

import {onInterrupt} from './on-interrupt.js'
import {openFileWriter} from './write-file.js'

const compress = promisify(gzip)

/** So many characters are compressed at once. */
const chunkSize = 1 << 20

/** A compressed output that is written bit by bit. */
export interface GzipOutput {
  write(text: string): void
  /** Waits until there is room for more. */
  ready(): Promise<boolean>
  /** Ends the output. A regular file has its new content then. */
  close(): Promise<void>
  /** Ends an output that is not whole. A regular file stays as it was. */
  discard(): void
}

/**
 * Opens a file to write gzip to, which is replaced when the output is closed. One thread compresses what was written while the
 * next is made. The same text always gives the same bytes.
 *
 * @throws UsageError when that cannot be done, and later when nothing more can be written
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
    // It is awaited later; until then a failure is nobody's.
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
