import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'

import {root} from './run-kadm.js'

/** The size of the library for browsers in bytes, compressed with gzip: what it loads to lint and simulate, and all of it. */
export function browserSizes(folder = join(root, 'dist/browser')): {readonly start: number, readonly all: number} {
  const texts = new Map(readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const started = new Set(['index.js'])
  for (const name of started) for (const [, imported = ''] of (texts.get(name) ?? '').matchAll(/\bfrom"\.\/([^"]+)"|\bimport"\.\/([^"]+)"/g)) started.add(imported)
  const sizeOf = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + gzipSync(texts.get(name) ?? '', {level: 9}).length, 0)
  return {start: sizeOf(started), all: sizeOf(texts.keys())}
}
