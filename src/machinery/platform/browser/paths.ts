// Paths as the module `posix` of node:path has them, in a file system whose working directory is its root.

export const sep = '/'

export const isAbsolute = (path: string): boolean => path.startsWith(sep)

/** Returns the path without empty parts, `.` and `..` after a folder. */
export function normalize(path: string): string {
  const text = partsOf(path, isAbsolute(path)).join(sep)
  const start = isAbsolute(path) ? sep : ''
  if (text === '') return start || (path.endsWith(sep) ? './' : '.')
  return start + text + (path.endsWith(sep) ? sep : '')
}

export const join = (...paths: readonly string[]): string => normalize(paths.filter((path) => path !== '').join(sep))

/** Returns an absolute path: the last absolute one of the given, and those after it. */
export function resolve(...paths: readonly string[]): string {
  const first = Math.max(paths.findLastIndex(isAbsolute), 0)
  return sep + partsOf(paths.slice(first).join(sep), true).join(sep)
}

export function relative(from: string, to: string): string {
  const [source, target] = [partsOf(resolve(from), true), partsOf(resolve(to), true)]
  const different = source.findIndex((part, i) => part !== target[i])
  const shared = different < 0 ? source.length : different
  return [...source.slice(shared).map(() => '..'), ...target.slice(shared)].join(sep)
}

export function dirname(path: string): string {
  const end = withoutEnd(path).lastIndexOf(sep)
  if (end < 0) return path.startsWith(sep) ? sep : '.'
  return end === 0 ? sep : end === 1 && path.startsWith(sep) ? '//' : path.slice(0, end)
}

export const basename = (path: string): string => withoutEnd(path).split(sep).at(-1) ?? ''

/** Returns a path without separators at its end. */
function withoutEnd(path: string): string {
  let end = path.length
  while (path.charAt(end - 1) === sep) end--
  return path.slice(0, end)
}

/** The parts of a path; `..` at the beginning of a relative path stays. */
function partsOf(path: string, isRooted: boolean): string[] {
  const parts: string[] = []
  for (const part of path.split(sep)) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (!isRooted) parts.push(part)
  }
  return parts
}
