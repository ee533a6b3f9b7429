import {closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync} from 'node:fs'
import {devNull} from 'node:os'

/** Milliseconds to wait for a writer of a pipe. */
export const pipeTimeout = 2000

/** Milliseconds between two attempts to read an empty pipe. */
const pause = 10

/** Prevent that opening a pipe blocks, and that a terminal becomes the controlling terminal. Both are missing, so 0, on Windows. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** Kinds of files to read: only regular files, or also pipes such as those that a shell creates for `<(...)`. */
export type Accepted = 'files' | 'pipes'

/**
 * A file that is open for reading. Rejects devices and pipes without a writer, for which reading could block forever.
 * Pipes with a writer are read to their end, however slow it is.
 */
export class InputFile {
  private isBegun = false

  /** @param size that of a regular file; 0 for others, and for files such as those in /proc, whose size is unknown */
  private constructor(private readonly descriptor: number, private readonly isPipe: boolean, readonly size: number) {}

  /** @throws a system error, or an Error with the reason why the file is not read */
  static open(path: string, accepted: Accepted = 'pipes'): InputFile {
    const descriptor = openSync(path, flags)
    const stats = fstatSync(descriptor)
    const error = unacceptable(stats, accepted)
    if (error === undefined) return new InputFile(descriptor, stats.isFIFO(), stats.isFile() ? stats.size : 0)
    closeSync(descriptor)
    throw new Error(error)
  }

  /**
   * Reads at most `length` bytes into a buffer.
   *
   * @returns the number of bytes; 0 at the end
   * @throws a system error, or an Error with the reason why nothing can be read
   */
  read(bytes: Uint8Array, start: number, length: number): number {
    for (let waited = 0; ; waited += pause) {
      const count = this.tryRead(bytes, start, length)
      if (count !== undefined && (count > 0 || this.isBegun || !this.isPipe)) {
        this.isBegun = true
        return count
      }
      if (waited >= pipeTimeout && !this.isBegun) throw new Error('it is a pipe to which nothing writes')
      Atomics.wait(clock, 0, 0, pause)
    }
  }

  /**
   * Reads at most `length` bytes of a regular file into a buffer, from a position in the file on.
   *
   * @returns the number of bytes; 0 at the end
   * @throws a system error
   */
  readAt(bytes: Uint8Array, start: number, length: number, position: number): number {
    return readSync(this.descriptor, bytes, start, length, position)
  }

  close(): void {
    closeSync(this.descriptor)
  }

  /** Returns undefined if no data is available yet. */
  private tryRead(bytes: Uint8Array, start: number, length: number): number | undefined {
    try {
      return readSync(this.descriptor, bytes, start, length, null)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      if (!this.isPipe) throw new Error('it has nothing to read', {cause: error})
      // The pipe has a writer.
      this.isBegun = true
      return undefined
    }
  }
}

/** Never notified: waiting for it is a sleep. */
const clock = new Int32Array(new SharedArrayBuffer(4))

function unacceptable(stats: Stats, accepted: Accepted): string | undefined {
  if (stats.isFile() || stats.isDirectory()) return undefined
  if (accepted === 'files') return 'it is not a regular file'
  if (stats.isFIFO() || isNull(stats)) return undefined
  return 'it is a socket or a device'
}

/** True for the null device. */
const isNull = (stats: Stats): boolean => stats.isCharacterDevice() && stats.rdev === statSync(devNull).rdev

/** Shared by all files, and large enough for most. Decode its content before the next file is read. */
const room = Buffer.allocUnsafe(2 ** 16)

/**
 * Reads at most `most` bytes of a file. The next call overwrites them.
 *
 * @throws a system error, or an Error with the reason why the file is not read
 */
export function readBytes(path: string, maximum: number, accepted: Accepted = 'pipes'): Uint8Array {
  const file = InputFile.open(path, accepted)
  try {
    let bytes = room
    let size = 0
    while (size < maximum) {
      const count = file.read(bytes, size, bytes.length - size)
      size += count
      // Another call would only find the end of the file.
      if (count === 0 || size === file.size) break
      if (size === bytes.length && size < maximum) bytes = Buffer.concat([bytes], Math.min(2 * size, maximum))
    }
    return bytes.subarray(0, Math.min(size, maximum))
  } finally {
    file.close()
  }
}
