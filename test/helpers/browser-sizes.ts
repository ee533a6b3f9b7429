import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'

import {root} from './run-kadm.js'

/** The size of a text in bytes, compressed with gzip. */
export const compressedSize = (text: string): number => gzipSync(text, {level: 9}).length

/** The size of scripts in bytes, compressed with gzip: what a browser loads for the entries, and all scripts of the folder. */
export function scriptSizes(folder: string, entries: readonly string[]): {readonly start: number, readonly all: number} {
  const texts = new Map(readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const started = new Set(entries)
  for (const name of started) for (const [, from, only] of (texts.get(name) ?? '').matchAll(/\bfrom"\.\/([^"]+)"|\bimport"\.\/([^"]+)"/g)) started.add(from ?? only ?? '')
  const sizeOf = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + compressedSize(texts.get(name) ?? ''), 0)
  return {start: sizeOf(started), all: sizeOf(texts.keys())}
}

/** The size of the library for browsers: what it loads to lint and simulate, and all of it. */
export const browserSizes = (folder = join(root, 'dist/browser')): {readonly start: number, readonly all: number} => scriptSizes(folder, ['index.js'])
