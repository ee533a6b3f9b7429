import {accessSync, constants, fstatSync, type Stats, statSync} from 'node:fs'
import {dirname, resolve} from 'node:path'

import {reason} from './discover.js'
import {linkAt, mostLinks} from './link-at.js'

/** What is at the end of a path that is to be written. */
export type WriteTarget =
  /** A descriptor that this process already has, such as `/dev/stdout`. */
  | {readonly kind: 'descriptor', readonly descriptor: number}
  /** A pipe, a socket or a device. */
  | {readonly kind: 'special', readonly path: string}
  /** A regular file, or one that does not exist yet. */
  | {readonly kind: 'file', readonly path: string, readonly stats: Stats | undefined}

/** A file that must not be replaced, or whose folder takes no new file. */
export class ReadOnlyError extends Error {}

/**
 * Follows the links of a path to what a write would reach. Names such as `/dev/stdout` stay descriptors: to open them again would
 * truncate the file behind them, and fails for sockets.
 *
 * @throws Error when nothing can be written there: a directory, a read-only file, a folder that does not exist
 */
export function writeTarget(path: string): WriteTarget {
  let at = path
  for (let links = 0; links <= mostLinks; links++) {
    const descriptor = descriptorOf(at)
    if (descriptor !== undefined) return openDescriptor(descriptor)
    const next = linkAt(at)
    if (next === undefined) return targetAt(at)
    at = next
  }
  throw new Error('too many symbolic links')
}

const standardStreams: Readonly<Record<string, number>> = {'/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2}

/** The number of a descriptor that has a path: `/dev/fd/3`. */
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

/** Root may write to anything: the mode says what the owner wants. */
function checkMode(path: string, {mode}: Stats): void {
  if ((mode & 0o222) === 0) throw new ReadOnlyError('it is read-only')
  try {
    accessSync(path, constants.W_OK)
  } catch (error) {
    throw new ReadOnlyError(reason(error), {cause: error})
  }
}

/** A file is replaced by a new one beside it. */
function checkFolder(folder: string): void {
  if (statSync(folder, {throwIfNoEntry: false})?.isDirectory() !== true) throw new Error(`there is no directory ${JSON.stringify(folder)}`)
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new ReadOnlyError(`no file can be created in ${JSON.stringify(folder)}: ${reason(error)}`, {cause: error})
  }
}
