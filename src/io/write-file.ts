import {writeFileSync} from 'node:fs'

import {UsageError} from '../usage-error.js'
import {reason} from './discover.js'

/**
 * Writes a text to a file, in the place of one that is there.
 *
 * @throws UsageError when that cannot be done
 */
export function writeFile(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new UsageError(`cannot write ${JSON.stringify(path)}: ${reason(error)}`, [], {cause: error})
  }
}
