import {remember} from '../machinery/collections/remember.js'
import {RunBudget} from '../source/run-budget.js'
import {SourceFile} from '../source/source-file.js'
import {defaultLimits} from '../source/source-limits.js'
import {invalidName, mayBeInvalid, reason, stdinPath, unreadable} from './discover.js'
import {distinctSources} from './distinct-sources.js'
import {readBytes} from './input-file.js'
import {promptForStdin} from './stdin-prompt.js'

/** Returns more bytes than any text of a number of UTF-16 units has. */
const bytesOf = (units: number): number => 3 * units + 4

/** More bytes than any text within the size limit has. The rest of a longer file is not read. */
const enough = bytesOf(defaultLimits.maxSize)

/** kubectl's name for standard input. */
export const stdinName = 'STDIN'

/**
 * Reads files, each once, and standard input for `-`. A file that cannot be read is returned with the reason, and the others
 * are read.
 *
 * @param budget Limits the text that all files of a run have in memory
 * @param mayRepeat False if all paths are known to lead to different files
 */
export async function readSources(paths: readonly string[], budget = new RunBudget(), mayRepeat = true): Promise<SourceFile[]> {
  const sources: SourceFile[] = []
  for (const path of paths) sources.push(budget.hold(path === stdinPath ? await readStdin() : readIfPossible(path, Math.min(enough, bytesOf(budget.unread)))))
  return mayRepeat ? distinctSources(sources) : sources
}

/** Describes a path that is neither a file nor a folder. */
export const notFile = 'a pipe, a socket or a device'

/** Returns a source for a path that is not read because it is not a file. */
export const specialSource = (path: string): SourceFile => new SourceFile(path, '', `it is ${notFile}`)

function readIfPossible(path: string, maximum: number): SourceFile {
  try {
    return SourceFile.decode(path, readBytes(path, maximum))
  } catch (error) {
    const isLost = mayBeInvalid(path) && (error as NodeJS.ErrnoException).code === 'ENOENT'
    return new SourceFile(path, '', isLost ? invalidName : reason(error))
  }
}

/**
 * Reads one file.
 *
 * @param most Maximum number of bytes to read
 * @throws UsageError if the file cannot be read
 */
export function readFile(path: string, maximum = enough): SourceFile {
  try {
    return SourceFile.decode(path, readBytes(path, maximum))
  } catch (error) {
    throw unreadable(path, error)
  }
}

/**
 * Reads a regular file. Rejects pipes, which can block, and devices, which may never end.
 *
 * @throws UsageError for anything else, and if the file cannot be read
 */
export function readRegularFile(path: string): SourceFile {
  try {
    return SourceFile.decode(path, readBytes(path, enough, 'files'))
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Reads standard input, once: a stream cannot be read again. */
export const readStdin = (): Promise<SourceFile> => sourceIn(process.stdin)

const sourceIn = remember((stdin: NodeJS.ReadStream): Promise<SourceFile> => bytesIn(stdin).then((bytes) => SourceFile.decode(stdinName, bytes)))

async function bytesIn(stdin: NodeJS.ReadStream): Promise<Uint8Array> {
  promptForStdin()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdin) {
    chunks.push(chunk as Uint8Array)
    size += (chunk as Uint8Array).length
    if (size >= enough) break
  }
  return Buffer.concat(chunks)
}
