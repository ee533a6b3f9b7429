import {existsSync} from 'node:fs'
import {basename, dirname, isAbsolute, join, relative, resolve, sep} from 'node:path'

import {chartName} from '../repository/neighbourhood.js'
import {isBelow} from './open-file.js'

/**
 * Returns the root of a folder's repository: the nearest folder with a `.git`. Without one it is the working directory if it contains
 * the folder, else the chart whose templates contain it, else the folder itself.
 *
 * @param folder An absolute path
 */
export function rootOf(folder: string): string {
  const repository = folderAndParents(folder).find((at) => existsSync(join(at, '.git')))
  if (repository !== undefined) return repository
  if (isInside(folder, process.cwd())) return process.cwd()
  const templates = folderAndParents(folder).find((at) => basename(at) === 'templates' && existsSync(join(dirname(at), chartName)))
  return templates === undefined ? folder : dirname(templates)
}

/**
 * True for a link that leads out of a folder and out of the repository of that folder.
 *
 * @param folder The folder in which the path was found
 */
export const leavesRepository = (path: string, folder = dirname(path)): boolean => !isBelow(path, folder) && !isBelow(path, rootOf(resolve(folder)))

/** Returns a folder and all its parents. */
export function folderAndParents(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...folderAndParents(parent)]
}

/** True for a path that begins with the path of a folder. Does not follow links. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
