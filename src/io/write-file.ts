import {closeSync, constants, fchmodSync, fchownSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, type Stats, writeFileSync, writeSync} from 'node:fs'
import {dirname, sep} from 'node:path'

import {UsageError} from '../usage-error.js'
import {reason} from './discover.js'
import {type WriteTarget, writeTarget} from './write-target.js'

/** An open output. A regular file gets its new content all at once, when it is committed. */
export interface FileWriter {
  write(content: string | Uint8Array): void
  /**
   * Puts the new content in place.
   *
   * @param isWanted is asked when the content of a regular file is written, just before it replaces the old one
   * @returns false when it was not wanted, and a regular file is as it was
   */
  commit(isWanted?: () => boolean): boolean
  /** Leaves a regular file as it was. */
  discard(): void
}

/**
 * Writes a whole file: all of it, or nothing. A symbolic link is followed. Pipes, sockets and devices are written to as they are.
 *
 * @throws UsageError when that cannot be done; a regular file is then as it was
 */
export function writeFile(path: string, content: string | Uint8Array): void {
  attempt(path, () => void writeTo(writeTarget(path), content))
}

/**
 * Writes to what a path has been followed to.
 *
 * @returns false when the content was not wanted when it could have been put in place, as in FileWriter
 */
export function writeTo(target: WriteTarget, content: string | Uint8Array, isWanted?: () => boolean): boolean {
  const writer = openWriter(target)
  try {
    writer.write(content)
    return writer.commit(isWanted)
  } catch (error) {
    writer.discard()
    throw error
  }
}

/**
 * Makes sure that a file can be written, before there is anything to write.
 *
 * @throws UsageError when it cannot: there is no such folder, the file is read-only, or the path is a folder itself
 */
export const checkWritable = (path: string): void => attempt(path, () => void writeTarget(path))

/**
 * Opens an output to write bit by bit.
 *
 * @throws UsageError when it cannot be opened, and later when nothing more can be written
 */
export function openFileWriter(path: string): FileWriter {
  const writer = attempt(path, () => openWriter(writeTarget(path)))
  return {
    write: (content) => attempt(path, () => writer.write(content)),
    commit: (isWanted) => attempt(path, () => writer.commit(isWanted)),
    discard: () => writer.discard(),
  }
}

/** Creates a file in a folder of this process alone. It does not replace anything and need not outlive a power cut. */
export const createFile = (path: string, text: string): void => writeFileSync(path, text, {flag: 'wx'})

/** Opens what a path has been followed to. */
function openWriter(target: WriteTarget): FileWriter {
  switch (target.kind) {
    case 'descriptor': return directWriter(target.descriptor, () => undefined)
    case 'special': {
      const file = openSpecial(target.path)
      return directWriter(file, () => closeSync(file))
    }
    case 'file': return replacementOf(target.path, target.stats)
  }
}

/** Opens a pipe or device without creating or truncating anything, should it have become a file. */
function openSpecial(path: string): number {
  const file = openSync(path, constants.O_WRONLY)
  if (!fstatSync(file).isFile()) return file
  closeSync(file)
  throw new Error('it has changed meanwhile')
}

const directWriter = (file: number, close: () => void): FileWriter => ({
  write: (content) => writeAll(file, typeof content === 'string' ? Buffer.from(content) : content),
  commit: () => {
    close()
    return true
  },
  discard: close,
})

/** Milliseconds to wait for the reader of a pipe that does not block. */
const pause = 5

/** Writes to the current position of a file, a pipe or a socket. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length;) {
    try {
      start += writeSync(file, bytes, start)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
}

/** A new file beside one that it then replaces. Nobody can guess its name, and it is never one that is there. */
function replacementOf(path: string, old: Stats | undefined): FileWriter {
  const beside = `${dirname(path)}${sep}.kadm-${crypto.randomUUID()}.tmp`
  let file: number | undefined = openSync(beside, 'wx', old === undefined ? 0o666 : 0o600)
  const close = (): void => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  const discard = (): void => {
    close()
    rmSync(beside, {force: true})
  }
  return {
    write: (content) => writeFileSync(file ?? -1, content),
    commit: (isWanted = () => true) => {
      if (file !== undefined) settle(file, old)
      close()
      if (!isWanted()) {
        discard()
        return false
      }
      renameSync(beside, path)
      syncFolder(dirname(path))
      return true
    },
    discard,
  }
}

/** Brings a file to the disk, with the owner, group and mode of an old one. */
function settle(file: number, old: Stats | undefined): void {
  if (old !== undefined) keepOwnerAndMode(file, old)
  fsyncSync(file)
}

/** Gives a new file the owner and group of another, as far as the system permits, and then its mode: a new owner resets bits of it. */
function keepOwnerAndMode(file: number, {uid, gid, mode}: Stats): void {
  if (process.platform !== 'win32' && !isPermitted(() => fchownSync(file, uid, gid))) isPermitted(() => fchownSync(file, -1, gid))
  fchmodSync(file, mode & 0o777)
}

function isPermitted(action: () => void): boolean {
  try {
    action()
    return true
  } catch (error) {
    const {code = ''} = error as NodeJS.ErrnoException
    if (['EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP'].includes(code)) return false
    throw error
  }
}

/** Makes a rename last through a power cut. Not every system can do that with a folder: the file is in place in any case. */
function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, constants.O_RDONLY)
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch {
    // The content is written, and the rename is done.
  }
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new UsageError(`cannot write ${JSON.stringify(path)}: ${reason(error)}`, [], {cause: error})
  }
}
