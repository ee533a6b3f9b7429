import {SourceFile} from '../source/source-file.js'
import {defaultLimits} from '../source/source-limits.js'
import {distinctSources} from './distinct-sources.js'
import {reason, stdinPath, unreadable} from './discover.js'
import {readBytes} from './input-file.js'
import {invalidName, mayBeInvalid} from './file-names.js'
import {promptForStdin} from './stdin-prompt.js'

/** More bytes than any text has that is not refused as too large; what follows them need not be read. */
const enough = 3 * defaultLimits.maxSize + 4

/** The name under which kubectl speaks of standard input. */
export const stdinName = 'STDIN'

/**
 * Reads files, each once, and standard input for `-`. A file that cannot be read says so itself: it does not keep others
 * from being read.
 *
 * @param mayRepeat false of paths that are known to lead to different files
 */
export async function readSources(paths: readonly string[], mayRepeat = true): Promise<SourceFile[]> {
  const sources: SourceFile[] = []
  for (const path of paths) sources.push(path === stdinPath ? await readStdin() : readIfPossible(path))
  return mayRepeat ? distinctSources(sources) : sources
}

/** Stands for what is no file, and so is not read. */
export const specialSource = (path: string): SourceFile => new SourceFile(path, '', 'it is a pipe, a socket or a device')

function readIfPossible(path: string): SourceFile {
  try {
    return SourceFile.decode(path, readBytes(path, enough))
  } catch (error) {
    const isLost = mayBeInvalid(path) && (error as NodeJS.ErrnoException).code === 'ENOENT'
    return new SourceFile(path, '', isLost ? invalidName : reason(error))
  }
}

/**
 * Reads one file.
 *
 * @param most bytes to read of it
 * @throws UsageError when it cannot be read
 */
export function readFile(path: string, most = enough): SourceFile {
  try {
    return SourceFile.decode(path, readBytes(path, most))
  } catch (error) {
    throw unreadable(path, error)
  }
}

/**
 * Reads a regular file. Does not wait for the writer of a pipe, and does not read a device, which may never end.
 *
 * @throws UsageError for anything else, and when the file cannot be read
 */
export function readRegularFile(path: string): SourceFile {
  try {
    return SourceFile.decode(path, readBytes(path, enough, 'files'))
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Reads standard input, which is there once. */
export const readStdin = async (): Promise<SourceFile> => SourceFile.decode(stdinName, await stdinBytes())

async function stdinBytes(): Promise<Uint8Array> {
  promptForStdin()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Uint8Array)
    size += (chunk as Uint8Array).length
    if (size >= enough) break
  }
  return Buffer.concat(chunks)
}
