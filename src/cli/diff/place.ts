import {relative, resolve} from 'node:path'

import type {PerSide, Side} from '../../diff/types.js'
import {hasMatch, kindAt} from '../../io/discover.js'
import {MatchBudget} from '../../io/match-budget.js'
import type {GitRepository, Revision, RevisionRange} from '../../io/git/revisions.js'
import {readWorkingTree} from '../../io/git/read-working-tree.js'
import {isPattern} from '../../io/glob-pattern.js'
import {isInside} from '../../io/repository-root.js'
import {createSubfolder} from '../../io/temporary-folder.js'
import {UsageError} from '../../usage-error.js'
import {RevisionFolder} from './revision-folder.js'

/** A side of a comparison with git that is ready to be read. */
export interface Place {
  /** As messages name it: `main`, `the working tree`. */
  readonly name: string
  /** The working directory, and the root of the repository around it. */
  readonly folder: string
  readonly root: string
  readonly submodules: readonly string[]
  readonly pointers: readonly string[]
  readonly leftOut: number
  /** The number of manifests that are not compared because a sparse checkout lacks them. */
  readonly sparse: number
  /** The files and folders that git ignores, relative to the root. A revision has none. */
  readonly ignored: readonly string[]
  /** The folder of a revision; undefined for the working tree. */
  readonly revision?: RevisionFolder
}

/** The places of both sides. */
export type Places = PerSide<Place>

/**
 * Writes revisions to a temporary folder. The working tree stays where it is. Files that a sparse checkout leaves out of it are left out
 * of the revision, too.
 *
 * @throws UsageError if git fails
 */
export async function placesOf({before: from, after: to}: RevisionRange, repository: GitRepository, temporary: string): Promise<Places> {
  if (to !== undefined) return {before: await placeOf('before', from, repository, temporary), after: await placeOf('after', to, repository, temporary)}
  const {root} = repository
  const {absent, ignored} = await readWorkingTree(root)
  const before = await placeOf('before', from, repository, temporary, absent)
  return {before, after: {name: 'the working tree', folder: process.cwd(), root, submodules: before.submodules, pointers: [], leftOut: 0, sparse: 0, ignored}}
}

async function placeOf(side: Side, {name, commit}: Revision, {prefix}: GitRepository, temporary: string, absent?: ReadonlySet<string>): Promise<Place> {
  const revision = await RevisionFolder.create(commit, temporary, side, absent)
  const {root, tree: {submodules, pointers, leftOut, unwanted: sparse}} = revision
  return {name, folder: createSubfolder(root, prefix), root, submodules, pointers, leftOut, sparse, ignored: [], revision}
}

/** Computes a value in the folder of each side, one after the other. */
export const onBoth = async <T>(places: Places, compute: (side: Side) => T | Promise<T>): Promise<PerSide<T>> =>
  ({before: await inPlace(places.before, () => compute('before')), after: await inPlace(places.after, () => compute('after'))})

/** Computes a value with the folder of a side as the working directory. Errors name the side. */
export async function inPlace<T>(place: Place, compute: () => T | Promise<T>): Promise<T> {
  const before = process.cwd()
  process.chdir(place.folder)
  try {
    return await compute()
  } catch (error) {
    throw named(place, error)
  } finally {
    process.chdir(before)
  }
}

/** Computes a value in the present working directory. Errors name the side. */
export function naming<T>(place: Place, compute: () => T): T {
  try {
    return compute()
  } catch (error) {
    throw named(place, error)
  }
}

const named = ({name}: Place, error: unknown): unknown =>
  error instanceof UsageError ? new UsageError(`${name}: ${error.message}`, error.suggestions, {cause: error}) : error

/** Returns the paths, of files, directories and globs, that exist in the working directory. */
export async function present(paths: readonly string[]): Promise<string[]> {
  const budget = new MatchBudget()
  const found = await Promise.all(paths.map(async (path) => kindAt(path) !== 'nothing' || isPattern(path) && await hasMatch(path, budget)))
  return paths.filter((_, i) => found[i])
}

/**
 * Patterns for what is not read in a place, which is the working directory: its submodules, and what git ignores.
 *
 * @param named paths that are read also in an ignored folder
 */
export function unreadPatterns({folder, root, submodules, ignored}: Place, named: readonly string[]): string[] {
  const asked = named.map((path) => resolve(path))
  const left = ignored.filter((path) => !asked.some((each) => isInside(each, resolve(root, path))))
  return [...submodules.map((path) => `${path}/`), ...left].map((path) => {
    const pattern = escaped(relative(folder, resolve(root, path))) || '.'
    return path.endsWith('/') ? `${pattern}/**` : pattern
  })
}

/** Returns a pattern that matches exactly one path. */
const escaped = (path: string): string => path.replaceAll(/[*?[\]{}()!@+\\]/g, '\\$&')
