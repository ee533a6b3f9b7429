import {closeSync, constants, fchmodSync, fchownSync, fstatSync, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, type Stats, statSync, writeFileSync, writeSync} from 'node:fs'
import {dirname, sep} from 'node:path'

import {UsageError} from '../usage-error.js'
import {reason} from './discover.js'
import {pipeTimeout} from './input-file.js'
import {type WriteTarget, writeTarget} from './write-target.js'

/** An open output. A regular file is replaced atomically on commit. */
export interface FileWriter {
  write(content: string | Uint8Array): void
  /**
   * Replaces the old content with the new one.
   *
   * @param isWanted Called just before the new content of a regular file replaces the old one
   * @returns false if `isWanted` returned false; the file is then unchanged
   */
  commit(isWanted?: () => boolean): boolean
  /** Closes the output. A regular file keeps its content. */
  discard(): void
}

/**
 * Writes a file atomically. Follows symbolic links. Writes to pipes, sockets and devices in place.
 *
 * @throws UsageError if it cannot be written; a regular file is then unchanged
 */
export function writeFile(path: string, content: string | Uint8Array): void {
  attemptToWrite(path, () => void writeTo(writeTarget(path), content))
}

/**
 * Writes to the target of a path.
 *
 * @returns false if `isWanted` returned false, as in FileWriter
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
 * Checks that a file can be written, before its content is known.
 *
 * @throws UsageError if not: the folder does not exist, the file is read-only, or the path is a folder
 */
export const checkWritable = (path: string): void => attemptToWrite(path, () => void writeTarget(path))

/**
 * Opens an output to write in pieces.
 *
 * @throws UsageError if it cannot be opened, and later if a write fails
 */
export function openFileWriter(path: string): FileWriter {
  const writer = attemptToWrite(path, () => openWriter(writeTarget(path)))
  return {
    write: (content) => attemptToWrite(path, () => writer.write(content)),
    commit: (isWanted) => attemptToWrite(path, () => writer.commit(isWanted)),
    discard: () => writer.discard(),
  }
}

/** Creates a file in a private folder of this process. Fails if the file exists, and does not sync it to disk. */
export const createFile = (path: string, text: string): void => writeFileSync(path, text, {flag: 'wx'})

/**
 * Creates a file atomically.
 *
 * @returns false if it exists, or is a link; it is then unchanged
 * @throws UsageError if it cannot be created
 */
export const createNewFile = (path: string, text: string): boolean => attemptToWrite(path, () => {
  const isFree = (): boolean => lstatSync(path, {throwIfNoEntry: false}) === undefined
  return isFree() && writeTo({kind: 'file', path, stats: undefined}, text, isFree)
})

/**
 * Creates a folder, and those above it.
 *
 * @throws UsageError if it cannot be created, or is a file
 */
export const createFolder = (path: string): void => attemptToWrite(path, () => void mkdirSync(path, {recursive: true}))

/** Opens the target of a path. */
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

/** Opens a pipe or device; waits a moment for a reader of a pipe. If it has become a regular file meanwhile, fails without truncating it. */
function openSpecial(path: string): number {
  for (let waited = 0; ; waited += pause) {
    const file = openUnlessUnread(path)
    if (file === undefined) {
      if (waited >= pipeTimeout) throw new Error('it is a pipe from which nothing reads')
      sleep()
    } else if (fstatSync(file).isFile()) {
      closeSync(file)
      throw new Error('it has changed meanwhile')
    } else return file
  }
}

/** Opens a pipe or device without waiting. Returns undefined for a pipe without a reader. */
function openUnlessUnread(path: string): number | undefined {
  try {
    // O_NONBLOCK is missing, so 0, on Windows.
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO' && statSync(path).isFIFO()) return undefined
    throw error
  }
}

const directWriter = (file: number, close: () => void): FileWriter => ({
  write: (content) => writeAll(file, typeof content === 'string' ? Buffer.from(content) : content),
  commit: () => {
    close()
    return true
  },
  discard: close,
})

/** Milliseconds between two attempts to open a pipe without a reader, or to write to a full non-blocking pipe. */
const pause = 5

const sleep = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)

/** Writes to the current position of a file, a pipe or a socket. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length;) {
    try {
      start += writeSync(file, bytes, start)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      sleep()
    }
  }
}

/** Writes a new file beside the old one, which it replaces on commit. Its name is random, and it never overwrites an existing file. */
function replacementOf(path: string, old: Stats | undefined): FileWriter {
  const temporary = `${dirname(path)}${sep}.kadm-${crypto.randomUUID()}.tmp`
  let file: number | undefined = openSync(temporary, 'wx', old === undefined ? 0o666 : 0o600)
  const close = (): void => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  const discard = (): void => {
    close()
    rmSync(temporary, {force: true})
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
      renameSync(temporary, path)
      syncFolder(dirname(path))
      return true
    },
    discard,
  }
}

/** Syncs a file to disk, with the owner, group and mode of the old file. */
function settle(file: number, old: Stats | undefined): void {
  if (old !== undefined) keepOwnerAndMode(file, old)
  fsyncSync(file)
}

/** Copies the owner and group if permitted, and then the mode: changing the owner resets some of its bits. */
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

/** Makes a rename survive a power failure, on systems that can sync folders. */
function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, constants.O_RDONLY)
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch {
    // Not fatal: the rename is done.
  }
}

/**
 * Does something to write a file.
 *
 * @throws UsageError that names the file and the reason if it fails
 */
export function attemptToWrite<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new UsageError(`cannot write ${JSON.stringify(path)}: ${reason(error)}`, [], {cause: error})
  }
}
