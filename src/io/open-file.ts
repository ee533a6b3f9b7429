import {realpathSync} from 'node:fs'
import {constants} from 'node:os'
import {isAbsolute, join, parse, relative, resolve, sep} from 'node:path'

import {SourceFile} from '../source/source-file.js'
import {readBytes} from './input-file.js'
import {linkAt, maxLinks} from './link-at.js'

/** A failure to read a file: the operation, and the number of the system error. */
interface OpenError {
  readonly operation: 'open' | 'read'
  readonly errorNumber: number
}

const {errno: numbers} = constants

/** In bytes; far more than any reader of the file accepts. */
const maxSize = 2 ** 26

/**
 * Reads a file that a configuration names, or returns the system error. An untrusted configuration can name any path,
 * so pipes and devices, which may never end, count as unreadable.
 *
 * @param isOwn True for a file that the user names, which may be a pipe
 */
export function openFile(path: string, isOwn = false): SourceFile | OpenError {
  try {
    const bytes = readBytes(path, maxSize + 1, isOwn ? 'pipes' : 'files')
    return bytes.length > maxSize ? {operation: 'read', errorNumber: numbers.EFBIG} : SourceFile.decode(path, bytes)
  } catch (error) {
    return openError(error as NodeJS.ErrnoException)
  }
}

/** Returns the error with the Unix error number. Errors without a number (invalid paths, unsupported kinds of files) become EINVAL. */
function openError({code, errno = numbers.EINVAL, syscall}: NodeJS.ErrnoException): OpenError {
  if (code === undefined) return {operation: 'read', errorNumber: numbers.EINVAL}
  const known = new Map<string, number>(Object.entries(numbers))
  return {operation: syscall === 'read' ? 'read' : 'open', errorNumber: known.get(code) ?? Math.abs(errno)}
}

/** Reports whether a file is in a folder or below it, following links. For paths that do not exist, the path decides. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(realPath(folder), realPath(path))
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Maximum length of a path in the system; a longer path cannot exist. */
const longestPath = process.platform === 'win32' ? 32_767 : 4096

/**
 * Resolves links as the system does: `realpathSync` of Node.js resolves "link/.." to the folder of the link. If the path does not
 * exist, its existing part is resolved; a link to a missing file resolves to its target.
 */
export function realPath(path: string, links = maxLinks): string {
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
