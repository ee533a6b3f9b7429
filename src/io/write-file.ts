import {accessSync, constants, realpathSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'

import {UsageError} from '../usage-error.js'
import {reason, statsOf} from './discover.js'

/**
 * Writes a text to a file, in the place of one that is there: all of it, or nothing. What is no regular file, a pipe say, is
 * written to as it is.
 *
 * @throws UsageError when that cannot be done
 */
export function writeFile(path: string, text: string): void {
  try {
    const stats = statsOf(path)
    if (stats === undefined || stats.isFile()) replaceFile(stats === undefined ? path : realpathSync(path), text)
    else writeFileSync(path, text)
  } catch (error) {
    throw error instanceof UsageError ? error : unwritable(path, reason(error), error)
  }
}

/** Puts a file in place that has been written beside it. */
function replaceFile(path: string, text: string): void {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  try {
    writeFileSync(beside, text)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, {force: true})
    throw error
  }
}

/**
 * Makes sure that a file can be written, before there is anything to write.
 *
 * @throws UsageError when it cannot: there is no such folder, or it must not be written to, or the path is a folder itself
 */
export function checkWritable(path: string): void {
  if (statsOf(path)?.isDirectory() === true) throw unwritable(path, 'it is a directory')
  const folder = statsOf(dirname(path))
  if (folder?.isDirectory() !== true) throw unwritable(path, `there is no directory ${JSON.stringify(dirname(path))}`)
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch (error) {
    throw unwritable(path, reason(error), error)
  }
}

const unwritable = (path: string, why: string, cause?: unknown): UsageError => new UsageError(`cannot write ${JSON.stringify(path)}: ${why}`, [], {cause})
