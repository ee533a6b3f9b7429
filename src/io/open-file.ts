import {realpathSync} from 'node:fs'
import {constants} from 'node:os'
import {isAbsolute, join, parse, relative, resolve, sep} from 'node:path'

import {SourceFile} from '../source/source-file.js'
import {readBytes} from './input-file.js'
import {linkAt, mostLinks} from './link-at.js'

/** What keeps a file from being read: what was tried, and the number of the system's error. */
interface Fault {
  readonly operation: 'open' | 'read'
  readonly errorNumber: number
}

const {errno: numbers} = constants

/** In bytes; far above what any reader of the file takes. */
const maxSize = 2 ** 26

/**
 * Reads a file that a configuration names, or tells what the system says to that. A stranger's configuration can name anything,
 * so pipes and devices, which may never end, count as unreadable.
 *
 * @param isOwn true for a file that the user names, which may be a pipe
 */
export function openFile(path: string, isOwn = false): SourceFile | Fault {
  try {
    const bytes = readBytes(path, maxSize + 1, isOwn ? 'pipes' : 'files')
    return bytes.length > maxSize ? {operation: 'read', errorNumber: numbers.EFBIG} : SourceFile.decode(path, bytes)
  } catch (error) {
    return faultOf(error as NodeJS.ErrnoException)
  }
}

/** The numbers are those of Unix on every system. A path that no system takes has none, nor has what is not read for what it is. */
function faultOf({code, errno = numbers.EINVAL, syscall}: NodeJS.ErrnoException): Fault {
  if (code === undefined) return {operation: 'read', errorNumber: numbers.EINVAL}
  const known = new Map<string, number>(Object.entries(numbers))
  return {operation: syscall === 'read' ? 'read' : 'open', errorNumber: known.get(code) ?? Math.abs(errno)}
}

/** True of a file in a folder or below it, where links lead; what is not there is where its path says. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(realPath(folder), realPath(path))
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Characters of the longest path that the system takes: a longer one leads nowhere. */
const longestPath = process.platform === 'win32' ? 32_767 : 4096

/**
 * Where links lead, as the system follows them: `realpathSync` of Node.js takes "link/.." for the folder of the link. A path that does
 * not exist is followed as far as it does; a link to what does not exist leads there.
 */
export function realPath(path: string, links = mostLinks): string {
  if (path.length > longestPath) return resolve(path)
  return existingPath(path) ?? partlyReal(path, links)
}

function partlyReal(path: string, links: number): string {
  const {root} = parse(path)
  const names = path.slice(root.length).split(sep)
  let at = root === '' ? '.' : root
  for (const [i, name] of names.entries()) {
    const next = at + sep + name
    if (existingPath(next) === undefined) {
      const link = links > 0 ? linkIfAny(next) : undefined
      if (link !== undefined) return realPath([link, ...names.slice(i + 1)].join(sep), links - 1)
      return join([existingPath(at) ?? resolve(at), ...names.slice(i)].join(sep))
    }
    at = next
  }
  return resolve(path)
}

function existingPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

function linkIfAny(path: string): string | undefined {
  try {
    return linkAt(path)
  } catch {
    return undefined
  }
}
