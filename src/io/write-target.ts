import {accessSync, constants, fstatSync, type Stats, statSync} from 'node:fs'
import {dirname, resolve} from 'node:path'

import {reason} from './discover.js'
import {linkAt, maxLinks} from './link-at.js'

/** The target of a path to write to. */
export type WriteTarget =
  /** An open descriptor of this process, such as `/dev/stdout`. */
  | {readonly kind: 'descriptor', readonly descriptor: number}
  /** A pipe, a socket or a device. */
  | {readonly kind: 'special', readonly path: string}
  /** A regular file, or one that does not exist yet. */
  | {readonly kind: 'file', readonly path: string, readonly stats: Stats | undefined}

/** The file is read-only, or no file can be created in its folder. */
export class ReadOnlyError extends Error {}

/**
 * Follows the links of a path to the target of a write. Names such as `/dev/stdout` remain descriptors: opening them again would
 * truncate their file, and fails for sockets.
 *
 * @throws Error if nothing can be written there: a directory, a read-only file, a folder that does not exist
 */
export function writeTarget(path: string): WriteTarget {
  let at = path
  for (let links = 0; links <= maxLinks; links++) {
    const descriptor = descriptorOf(at)
    if (descriptor !== undefined) return openDescriptor(descriptor)
    const next = linkAt(at)
    if (next === undefined) return targetAt(at)
    at = next
  }
  throw new Error('too many symbolic links')
}

const standardStreams: Readonly<Record<string, number>> = {'/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2}

/** Returns the descriptor that a path such as `/dev/fd/3` names. */
function descriptorOf(path: string): number | undefined {
  if (process.platform === 'win32') return undefined
  const [, number] = /^\/(?:dev\/fd|proc\/self\/fd)\/(\d{1,9})$/.exec(resolve(path)) ?? []
  return number === undefined ? standardStreams[resolve(path)] : Number(number)
}

function openDescriptor(descriptor: number): WriteTarget {
  fstatSync(descriptor)
  return {kind: 'descriptor', descriptor}
}

function targetAt(path: string): WriteTarget {
  const stats = statSync(path, {throwIfNoEntry: false})
  if (stats?.isDirectory() === true) throw new Error('it is a directory')
  if (stats?.isFile() === false) return {kind: 'special', path}
  if (stats !== undefined) checkMode(path, stats)
  checkFolder(dirname(path))
  return {kind: 'file', path, stats}
}

/** Rejects read-only files, also for root, who could write to them. */
function checkMode(path: string, {mode}: Stats): void {
  if ((mode & 0o222) === 0) throw new ReadOnlyError('it is read-only')
  try {
    accessSync(path, constants.W_OK)
  } catch (error) {
    throw new ReadOnlyError(reason(error), {cause: error})
  }
}

/** Checks that a file can be created in the folder, as a file is replaced by a new one beside it. */
function checkFolder(folder: string): void {
  if (statSync(folder, {throwIfNoEntry: false})?.isDirectory() !== true) throw new Error(`there is no directory ${JSON.stringify(folder)}`)
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new ReadOnlyError(`no file can be created in ${JSON.stringify(folder)}: ${reason(error)}`, {cause: error})
  }
}
