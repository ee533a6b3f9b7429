import {readFileSync} from 'node:fs'

import {encodeLike, SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import {reason} from './discover.js'
import {isBelow} from './open-file.js'
import {writeTo} from './write-file.js'
import {ReadOnlyError, writeTarget} from './write-target.js'

/** The reason why a file is not rewritten. `read-only`: the file or its folder. `elsewhere`: a link leads out of the writable folders. */
export type NotRewritten = 'changed' | 'not valid' | 'read-only' | 'elsewhere'

/**
 * Replaces the text of a file unless the file has changed since it was read. Keeps its encoding and byte order mark.
 *
 * @param file The file as it was read
 * @param folders Folders that must contain the file, following links
 * @returns the reason why nothing is written; undefined on success
 * @throws UsageError if the file cannot be read or written; it is then unchanged
 */
export function rewriteFile(file: SourceFile, text: string, folders: readonly string[]): NotRewritten | undefined {
  try {
    return rewrite(file, text, folders)
  } catch (error) {
    if (error instanceof ReadOnlyError) return 'read-only'
    throw new UsageError(`cannot fix ${JSON.stringify(file.path)}: ${reason(error)}`, [], {cause: error})
  }
}

function rewrite({path, text: before}: SourceFile, text: string, folders: readonly string[]): NotRewritten | undefined {
  const target = writeTarget(path)
  if (target.kind !== 'file') return 'changed'
  if (!folders.some((folder) => isBelow(target.path, folder))) return 'elsewhere'
  const bytes = readFileSync(target.path)
  if (SourceFile.decode(path, bytes).text !== before) return 'changed'
  const encoded = encodeLike(text, bytes)
  if (encoded === undefined) return 'not valid'
  return writeTo(target, encoded, () => bytes.equals(readFileSync(target.path))) ? undefined : 'changed'
}
