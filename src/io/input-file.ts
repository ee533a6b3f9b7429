import {closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync} from 'node:fs'
import {devNull} from 'node:os'

/** For so many milliseconds a pipe may have nobody who writes to it. */
export const pipePatience = 2000

/** So often, in milliseconds, a pipe is looked at while nothing comes. */
const pause = 10

/** Without them, opening a pipe would wait, and a terminal could become that of the program. Windows has neither, which counts as 0. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** What kinds of files are read: ordinary ones alone, or pipes too, such as those that a shell makes of `<(...)`. */
export type Accepted = 'files' | 'pipes'

/**
 * A file that is open for reading. It never waits for what may never come: for the writer of a pipe that has none, or for a device.
 * Pipes that somebody writes to are read to their end, however slowly that comes.
 */
export class InputFile {
  private isBegun = false

  private constructor(private readonly descriptor: number, private readonly isPipe: boolean) {}

  /** @throws an error of the system, or one that says why the file is not read */
  static open(path: string, accepted: Accepted = 'pipes'): InputFile {
    const descriptor = openSync(path, flags)
    const stats = fstatSync(descriptor)
    const fault = faultOf(stats, accepted)
    if (fault === undefined) return new InputFile(descriptor, stats.isFIFO())
    closeSync(descriptor)
    throw new Error(fault)
  }

  /**
   * Reads some bytes into others.
   *
   * @returns how many; 0 at the end
   * @throws an error of the system, or one that says why nothing can be read
   */
  read(bytes: Uint8Array, start: number, length: number): number {
    for (let waited = 0; ; waited += pause) {
      const count = this.tryRead(bytes, start, length)
      if (count !== undefined && (count > 0 || this.isBegun || !this.isPipe)) {
        this.isBegun = true
        return count
      }
      if (waited >= pipePatience && !this.isBegun) throw new Error('it is a pipe to which nothing writes')
      Atomics.wait(clock, 0, 0, pause)
    }
  }

  close(): void {
    closeSync(this.descriptor)
  }

  /** Undefined where nothing has come yet. */
  private tryRead(bytes: Uint8Array, start: number, length: number): number | undefined {
    try {
      return readSync(this.descriptor, bytes, start, length, null)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      if (!this.isPipe) throw new Error('it has nothing to read', {cause: error})
      // Somebody writes to it.
      this.isBegun = true
      return undefined
    }
  }
}

/** Nobody ever wakes who waits for it. */
const clock = new Int32Array(new SharedArrayBuffer(4))

function faultOf(stats: Stats, accepted: Accepted): string | undefined {
  if (stats.isFile() || stats.isDirectory()) return undefined
  if (accepted === 'files') return 'it is not a regular file'
  if (stats.isFIFO() || isNull(stats)) return undefined
  return 'it is a socket or a device'
}

/** True of the device in which nothing is. */
const isNull = (stats: Stats): boolean => stats.isCharacterDevice() && stats.rdev === statSync(devNull).rdev

/** Most files fit. What stands here has to be decoded before the next file is read. */
const room = Buffer.allocUnsafe(2 ** 16)

/**
 * Reads a file, up to so many bytes. The bytes are overwritten by the next call.
 *
 * @throws an error of the system, or one that says why the file is not read
 */
export function readBytes(path: string, most: number, accepted: Accepted = 'pipes'): Uint8Array {
  const file = InputFile.open(path, accepted)
  try {
    let bytes = room
    let size = 0
    while (size < most) {
      const count = file.read(bytes, size, bytes.length - size)
      if (count === 0) break
      size += count
      if (size === bytes.length && size < most) bytes = Buffer.concat([bytes], Math.min(2 * size, most))
    }
    return bytes.subarray(0, Math.min(size, most))
  } finally {
    file.close()
  }
}
