import {readFileSync} from 'node:fs'

import {SourceFile} from '../source/source-file.js'
import {stdinPath, unreadable} from './discover.js'

/** The name under which kubectl speaks of standard input. */
const stdinName = 'STDIN'

/**
 * Reads files, and standard input for `-`, which is read once.
 *
 * @throws UsageError for a file that cannot be read
 */
export async function readSources(paths: readonly string[]): Promise<SourceFile[]> {
  const sources: SourceFile[] = []
  for (const path of paths) sources.push(path === stdinPath ? SourceFile.decode(stdinName, await readStdin()) : readFile(path))
  return sources
}

/**
 * Reads one file.
 *
 * @throws UsageError when it cannot be read
 */
export function readFile(path: string): SourceFile {
  try {
    return SourceFile.decode(path, readFileSync(path))
  } catch (error) {
    throw unreadable(path, error)
  }
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}
