import {dirname, join, resolve} from 'node:path'

import {statsOf} from './discover.js'

/** The names of the file that makes a folder a kustomization. */
const names = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']

/** The file of the kustomization in a folder; undefined where there is none. */
export const kustomizationIn = (folder: string): string | undefined =>
  names.map((name) => join(folder, name)).find((path) => statsOf(path)?.isFile() === true)

const known = new Map<string, boolean>()

/** True for a file in the folder of a kustomization or below it: a kustomization cannot list other files. */
export function isKustomized(path: string): boolean {
  const folder = dirname(resolve(path))
  let found = known.get(folder)
  if (found === undefined) known.set(folder, found = kustomizationIn(folder) !== undefined || (dirname(folder) !== folder && isKustomized(folder)))
  return found
}
