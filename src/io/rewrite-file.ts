import {readFileSync, writeFileSync} from 'node:fs'

import {encodeLike} from '../source/encode-text.js'
import {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import {reason} from './discover.js'

/** Why a file has been left as it is: it is another one by now, or is not valid in its encoding. */
export type LeftAlone = 'changed' | 'not valid'

/**
 * Writes a new text to a file in the encoding that it has, with its byte order mark, unless the file has changed since it was read.
 *
 * @param before the file as it was read
 * @returns why nothing has been written; undefined when all went well
 * @throws UsageError when the file cannot be read or written
 */
export function rewriteFile({path, text: before}: SourceFile, text: string): LeftAlone | undefined {
  try {
    const bytes = readFileSync(path)
    if (SourceFile.decode(path, bytes).text !== before) return 'changed'
    const encoded = encodeLike(text, bytes)
    if (encoded === undefined) return 'not valid'
    writeFileSync(path, encoded)
    return undefined
  } catch (error) {
    throw new UsageError(`cannot fix ${JSON.stringify(path)}: ${reason(error)}`, [], {cause: error})
  }
}
