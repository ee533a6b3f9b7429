import {closeSync, lstatSync, openSync, readSync} from 'node:fs'
import {join} from 'node:path'

import {UsageError} from '../usage-error.js'
import {attemptToWrite, createFolder, writeTo} from './write-file.js'
import {writeTarget} from './write-target.js'

/** A file that kadm makes in a folder. */
export interface OwnFile {
  /** The name without folders. */
  readonly name: string
  readonly text: string
}

/**
 * Writes files into a folder, which is created if it does not exist. Replaces only regular files that kadm has made: they begin with a mark.
 * Writes none of the files if one of them exists and has another beginning, or is a link.
 *
 * @param mark the first line of all these files
 * @throws UsageError for a file of another origin, and for a file or folder that cannot be written
 */
export function writeOwnFiles(folder: string, files: readonly OwnFile[], mark: string): void {
  createFolder(folder)
  const places = files.map(({name, text}) => ({path: join(folder, name), text}))
  const foreign = places.find(({path}) => !attemptToWrite(path, () => isOwn(path, mark)))
  if (foreign !== undefined) throw foreignError(foreign.path)
  for (const {path, text} of places) if (!writeOwn(path, text, mark)) throw foreignError(path)
}

const foreignError = (path: string): UsageError =>
  new UsageError(`${JSON.stringify(path)} exists and was not made by kadm: kadm does not overwrite it`, ['move it, or write to another folder'])

/** Replaces a file or creates it, unless a file of another origin has taken its place meanwhile. */
const writeOwn = (path: string, text: string, mark: string): boolean => attemptToWrite(path, () =>
  writeTo(lstatSync(path, {throwIfNoEntry: false}) === undefined ? {kind: 'file', path, stats: undefined} : writeTarget(path), text, () => isOwn(path, mark)))

/** True if there is no file, or a regular one with the mark. */
function isOwn(path: string, mark: string): boolean {
  const stats = lstatSync(path, {throwIfNoEntry: false})
  if (stats?.isFile() !== true) return stats === undefined
  const beginning = Buffer.alloc(mark.length)
  const file = openSync(path, 'r')
  try {
    readSync(file, beginning, 0, mark.length, 0)
  } finally {
    closeSync(file)
  }
  return beginning.toString('latin1') === mark
}
