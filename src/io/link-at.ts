import {lstatSync, readlinkSync} from 'node:fs'
import {dirname, isAbsolute, sep} from 'node:path'

/** Maximum number of symbolic links to follow for one path, as in Linux. */
export const maxLinks = 40

/**
 * Returns the target of a symbolic link, or undefined for anything else. Does not normalize the path: if `a` is a link, the
 * system resolves "a/.." to the parent of its target.
 */
export function linkAt(path: string): string | undefined {
  if (lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink() !== true) return undefined
  const to = readlinkSync(path)
  return isAbsolute(to) ? to : dirname(path) + sep + to
}
