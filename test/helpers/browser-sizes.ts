import {readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {gzipSync} from 'node:zlib'

import {root} from './run-kadm.js'

/** The size of a text in bytes, compressed with gzip. */
export const compressedSize = (text: string): number => gzipSync(text, {level: 9}).length

/** Returns files and all that they import: statically, or by `import()`, too. */
function importedBy(paths: Iterable<string>, pattern: RegExp): Set<string> {
  const found = new Set(paths)
  for (const path of found) for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(pattern)) found.add(join(dirname(path), name))
  return found
}

/**
 * The size of scripts and tables in bytes, compressed with gzip: what a browser loads for the entries, and all that these can load. Does not count packages of npm.
 */
export function scriptSizes(folder: string, entries: readonly string[]): {readonly start: number, readonly all: number} {
  const paths = entries.map((name) => join(folder, name))
  const sizeOf = (files: Iterable<string>): number => [...files].reduce((sum, path) => sum + compressedSize(readFileSync(path, 'utf8')), 0)
  return {start: sizeOf(importedBy(paths, /\b(?:from|import)"(\.[^"]+)"/g)), all: sizeOf(importedBy(paths, /\b(?:from|import\(?)"(\.[^"]+)"/g))}
}

/** The size of the library for browsers: what it loads to lint and simulate, and all of it. */
export const browserSizes = (folder = join(root, 'dist/browser')): {readonly start: number, readonly all: number} => scriptSizes(folder, ['index.js'])
