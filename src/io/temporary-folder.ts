import {mkdtempSync, realpathSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {UsageError} from '../usage-error.js'
import {reason} from './discover.js'
import {onInterrupt} from './on-interrupt.js'

/**
 * Calls a function with a new temporary folder, which is removed afterwards, also if a signal ends the run.
 *
 * @throws UsageError if the folder cannot be created
 */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = createFolder()
  const remove = (): void => rmSync(folder, {recursive: true, force: true})
  const stop = onInterrupt(remove)
  try {
    return await use(folder)
  } finally {
    stop()
    remove()
  }
}

function createFolder(): string {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), 'kadm-')))
  } catch (error) {
    throw new UsageError(`cannot create a temporary folder: ${reason(error)}`, [], {cause: error})
  }
}
