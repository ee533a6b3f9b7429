import {type Dirent, existsSync, readdirSync} from 'node:fs'
import {dirname, join, relative, resolve} from 'node:path'

import {compareText} from '../machinery/go/text.js'
import {isKustomizationName, kustomizationNames, type Neighbourhood} from '../repository/neighbourhood.js'
import {SourceFile} from '../source/source-file.js'
import {type Discovered, isSkipped} from './discover.js'
import {isBelow, openFile} from './open-file.js'
import {folderAndParents, isInside, rootOf} from './repository-root.js'

/**
 * Returns the files around the found ones. Reads only files in the repository of each argument: below the nearest folder with a
 * `.git`, else the working directory, else the argument itself.
 *
 * @param sources The files that are already read
 */
export function neighbourhoodOf(found: readonly Discovered[], sources: readonly SourceFile[]): Neighbourhood {
  const folders = found.filter(({isNamed}) => !isNamed).flatMap(foldersOf)
  const roots = [...new Set(folders.map(rootOf))]
  // Created on demand: it is rarely needed.
  let known: Map<string, SourceFile> | undefined
  const existing = new Map<string, boolean>()
  const has = (path: string): boolean => {
    let isThere = existing.get(path)
    if (isThere === undefined) existing.set(path, isThere = roots.some((root) => isInside(path, root)) && existsSync(path))
    return isThere
  }
  return {
    has,
    read(path) {
      const read = known ??= new Map(sources.map((source) => [resolve(source.path), source]))
      let source = read.get(path)
      if (source === undefined && has(path) && roots.some((root) => isBelow(path, root))) {
        const opened = openFile(show(path))
        if (opened instanceof SourceFile) read.set(path, source = opened)
      }
      return source
    },
    sources,
    isGiven: (folder) => folders.some((given) => isInside(given, folder)),
    rootsOf: (path) => deployedRootsOf(path, folders),
    kustomizations: kustomizationsAround(found, folders, has),
    show,
  }
}

/** Returns the folders of an argument: a directory itself, or the folders of the files that a glob matches. */
function foldersOf({argument, files}: Discovered): string[] {
  return existsSync(argument) ? [resolve(argument)] : [...new Set(files.map((file) => dirname(resolve(file))))]
}

/** Returns the base folders of the paths in Flux and Argo CD: the folder with a `.git`, else the arguments and the working directory. */
function deployedRootsOf(path: string, folders: readonly string[]): readonly string[] {
  const repository = folderAndParents(dirname(path)).find((at) => existsSync(join(at, '.git')))
  return repository !== undefined ? [repository] : [...folders, process.cwd()].filter((folder) => isInside(path, folder))
}

/** Returns the kustomizations found, those above, and if there are any, those in the rest of the repository, which may refer to them. */
function kustomizationsAround(found: readonly Discovered[], folders: readonly string[], has: (path: string) => boolean): string[] {
  const below = found.flatMap(({kustomizations}) => kustomizations.map((path) => resolve(path)))
  const kustomizationPaths = [...new Set(folders.flatMap(folderAndParents))]
    .flatMap((folder) => kustomizationNames.map((name) => join(folder, name))).filter(has)
  const known = new Set([...below, ...kustomizationPaths])
  if (known.size === 0) return []
  const walked = new Set(folders)
  const elsewhere = [...new Set(folders.map(rootOf))].flatMap((root) => walked.has(root) ? [] : kustomizationsBelow(root, walked))
  return [...new Set([...known, ...elsewhere])].sort(compareText)
}

/** Maximum number of folders to search for kustomizations. */
const maxFolders = 5000

function kustomizationsBelow(root: string, walked: ReadonlySet<string>): string[] {
  const found: string[] = []
  const folders = [root]
  for (let i = 0; i < folders.length && i < maxFolders; i++) {
    const folder = folders[i] ?? root
    for (const dirent of entriesOf(folder)) {
      const path = join(folder, dirent.name)
      if (isSkipped(dirent) || walked.has(path)) continue
      if (dirent.isDirectory()) folders.push(path)
      else if (isKustomizationName(dirent.name)) found.push(path)
    }
  }
  return found
}

/** Returns the entries of a folder, or none if it cannot be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch {
    return []
  }
}

function show(path: string): string {
  const way = relative(process.cwd(), path)
  return way === '' ? '.' : way
}
