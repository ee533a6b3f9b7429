import {statSync} from 'node:fs'
import {dirname, join, relative} from 'node:path'

/** The nearest file of a name, in a folder or one above it; as a path relative to the folder. Undefined when there is none. */
export function findUpward(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, name)
    if (statSync(path, {throwIfNoEntry: false})?.isFile() === true) return relative(from, path)
    if (dirname(folder) === folder) return undefined
  }
}
