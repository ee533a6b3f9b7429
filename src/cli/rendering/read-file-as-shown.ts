import {relative, resolve} from 'node:path'

import {openFile} from '../../io/open-file.js'
import {SourceFile} from '../../source/source-file.js'

/** Reads a source file of rendered text; undefined for one that cannot be read. */
export type ReadShown = (path: string) => SourceFile | undefined

/** Reads a file under its path from the working directory, as findings show it; undefined for one that cannot be read. */
export function readFileAsShown(path: string): SourceFile | undefined {
  const opened = openFile(relative(process.cwd(), resolve(path)))
  return opened instanceof SourceFile ? opened : undefined
}
