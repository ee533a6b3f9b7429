import {existsSync} from 'node:fs'
import {basename, dirname, isAbsolute, join, relative, resolve, sep} from 'node:path'

import {chartName} from '../repository/neighbourhood.js'
import {isBelow} from './open-file.js'

/**
 * Where the repository of a folder begins: at the nearest folder with a `.git`, else at the working directory, else at the chart of which
 * it has the templates, else at the folder itself.
 *
 * @param folder an absolute path
 */
export function rootOf(folder: string): string {
  const repository = above(folder).find((at) => existsSync(join(at, '.git')))
  if (repository !== undefined) return repository
  if (isInside(folder, process.cwd())) return process.cwd()
  const templates = above(folder).find((at) => basename(at) === 'templates' && existsSync(join(dirname(at), chartName)))
  return templates === undefined ? folder : dirname(templates)
}

/**
 * True of a link that leads out of a folder and out of the repository of that folder: what it leads to was not given.
 *
 * @param folder the folder in which the path was found
 */
export const leavesRepository = (path: string, folder = dirname(path)): boolean => !isBelow(path, folder) && !isBelow(path, rootOf(resolve(folder)))

/** A folder and all above it. */
export function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...above(parent)]
}

/** True of a path that begins with that of a folder, wherever links lead. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
