import {accessSync, constants, realpathSync, renameSync, rmSync, type Stats, statSync, writeFileSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'

import {UsageError} from '../usage-error.js'
import {reason} from './discover.js'

/**
 * Writes a text to a file, in the place of one that is there: all of it, or nothing. What is no regular file, a pipe say, is
 * written to as it is.
 *
 * @throws UsageError when that cannot be done
 */
export function writeFile(path: string, text: string): void {
  attempt(path, () => {
    const stats = statsOf(path)
    if (stats === undefined || stats.isFile()) replaceFile(stats === undefined ? path : realpathSync(path), text)
    else writeFileSync(path, text)
  })
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
  const folder = dirname(path)
  attempt(path, () => {
    if (statsOf(folder)?.isDirectory() !== true) throw new Error(`there is no directory ${JSON.stringify(folder)}`)
    if (statsOf(path)?.isDirectory() === true) throw new Error('it is a directory')
    accessSync(folder, constants.W_OK)
  })
}

const statsOf = (path: string): Stats | undefined => statSync(path, {throwIfNoEntry: false})

function attempt(path: string, action: () => void): void {
  try {
    action()
  } catch (error) {
    throw new UsageError(`cannot write ${JSON.stringify(path)}: ${reason(error)}`, [], {cause: error})
  }
}
