import {dirname, join, relative} from 'node:path'

import {statsOf} from './discover.js'

/**
 * Finds the nearest file of a name, in a folder or one above it, as a path relative to the folder. Undefined if there is none.
 *
 * @throws UsageError if a folder cannot be searched
 */
export function findUpward(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, name)
    if (statsOf(path)?.isFile() === true) return relative(from, path)
    if (dirname(folder) === folder) return undefined
  }
}
