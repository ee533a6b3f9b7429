import {lstatSync, readlinkSync} from 'node:fs'
import {dirname, isAbsolute, sep} from 'node:path'

/** So many links in a row lead nowhere; as in Linux. */
export const mostLinks = 40

/**
 * Where a symbolic link leads; undefined for anything else. The path is not shortened: in the system, "a/.." is the folder above the one
 * that a link `a` leads to.
 */
export function linkAt(path: string): string | undefined {
  if (lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink() !== true) return undefined
  const to = readlinkSync(path)
  return isAbsolute(to) ? to : dirname(path) + sep + to
}
