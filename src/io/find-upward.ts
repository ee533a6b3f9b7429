import {dirname, join, relative} from 'node:path'

import {statsOf} from './discover.js'

/**
 * The nearest file of a name, in a folder or one above it; as a path relative to the folder. Undefined when there is none.
 *
 * @throws UsageError where it cannot be told whether there is one
 */
export function findUpward(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, name)
    if (statsOf(path)?.isFile() === true) return relative(from, path)
    if (dirname(folder) === folder) return undefined
  }
}
