import {join, relative, resolve} from 'node:path'

import type {Side} from '../../diff/types.js'
import {checkStdin, discover, filesMatching, kindAt, stdinPath} from '../../io/discover.js'
import {readTree, type Tree} from '../../io/git/read-tree.js'
import {findRepository, findRevisions, type GitRepository, type Revision} from '../../io/git/revisions.js'
import {isPattern} from '../../io/glob-pattern.js'
import {defaultPolicyPaths} from '../../io/policy-paths.js'
import {isInside} from '../../io/repository-root.js'
import {createSubfolder, fillFolder, withTemporaryFolder} from '../../io/temporary-folder.js'
import {UsageError} from '../../usage-error.js'
import {flagsOf, halfOf, runSide, type SharedFlags, type SidedFlags, type SideOptions, type SidePaths, type SideRun, type Sides} from './run-side.js'

/** A side that is ready to be read. */
interface Place {
  /** As messages name it: `main`, `the working tree`. */
  readonly name: string
  /** The working directory, and the root of the repository around it. */
  readonly folder: string
  readonly root: string
  readonly submodules: readonly string[]
  readonly leftOut: number
}

/**
 * Simulates two revisions, or a revision and the working tree. Revisions are written to a private temporary folder; the working
 * tree and the index do not change.
 *
 * @throws UsageError if git cannot read a revision, and for paths outside the repository or on neither side
 */
export async function runGitSides(range: string, given: readonly string[], flags: SidedFlags, options: SideOptions): Promise<Sides> {
  const paths = given.length === 0 ? ['.'] : given
  if (paths.includes(stdinPath)) throw new UsageError('--git compares paths of the repository, not standard input', ['kadm diff --git main ./policies ./app'])
  checkStdin([...flags.policies ?? [], ...flags.existing ?? []])
  const repository = await findRepository()
  const {root} = repository
  const inside = paths.map((path) => pathInside(path, repository))
  const revisions = await findRevisions(range)
  return withTemporaryFolder(async (temporary) => {
    const before = await placeOf('before', revisions.before, repository, temporary)
    const after = revisions.after === undefined
      ? {name: 'the working tree', folder: process.cwd(), root, submodules: before.submodules, leftOut: 0}
      : await placeOf('after', revisions.after, repository, temporary)
    const places = {before, after}
    const trees = await onBoth(places, () => present(inside))
    const missing = inside.find((path) => !trees.before.includes(path) && !trees.after.includes(path))
    if (missing !== undefined) throw new UsageError(`the path ${JSON.stringify(missing)} exists neither in ${before.name} nor in ${after.name}`)
    // A path that only one side has must not make other files policies on the other side.
    const found = await onBoth(places, async (side) => trees[side].length === 0 ? [] : defaultPolicyPaths(await discover(trees[side])))
    const defaults = await onBoth(places, () => present([...new Set([...found.before, ...found.after])]))
    const run = (side: Side): Promise<SideRun> =>
      runPlace(places[side], {files: [], trees: trees[side], defaultPolicies: defaults[side]}, movedFlags(flagsOf(side, flags), root), halfOf(side, options))
    return {before: await run('before'), after: await run('after')}
  })
}

/** Returns a path relative to the working directory. */
function pathInside(path: string, {root}: GitRepository): string {
  const absolute = resolve(path)
  if (!isInside(absolute, root)) throw new UsageError(`${JSON.stringify(path)} is not in the repository ${JSON.stringify(root)}`, ['compare other folders with --before and --after'])
  return relative(process.cwd(), absolute) || '.'
}

async function placeOf(side: Side, {name, commit}: Revision, {prefix}: GitRepository, temporary: string): Promise<Place> {
  const tree: Tree = await readTree(commit)
  // The folder marks the root of the repository for all that search for it.
  const root = resolve(createSubfolder(temporary, join(side, '.git')), '..')
  fillFolder(root, tree.files)
  return {name, folder: createSubfolder(root, prefix), root, submodules: tree.submodules, leftOut: tree.leftOut}
}

/** Computes a value in the folder of each side. */
const onBoth = async <T>(places: Readonly<Record<Side, Place>>, compute: (side: Side) => T | Promise<T>): Promise<Readonly<Record<Side, T>>> => ({
  before: await inFolder(places.before.folder, () => compute('before')),
  after: await inFolder(places.after.folder, () => compute('after')),
})

async function inFolder<T>(folder: string, run: () => T | Promise<T>): Promise<T> {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await run()
  } finally {
    process.chdir(before)
  }
}

/** The paths that exist in the working directory. */
async function present(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(async (path) => kindAt(path) !== 'nothing' || (isPattern(path) && (await filesMatching([path])).size > 0)))
  return paths.filter((_, i) => found[i])
}

/** Simulates one side in its folder. Errors name the side. */
async function runPlace({name, folder, root, submodules, leftOut}: Place, paths: SidePaths, flags: SharedFlags, options: SideOptions): Promise<SideRun> {
  const exclude = submodules.map((path) => escaped(relative(folder, resolve(root, path))))
  try {
    const run = await inFolder(folder, () => runSide(flags, {...paths, exclude, root}, options))
    const notes = [
      ...submodules.length === 0 ? [] : [`Note: ${name}: submodules are not read: ${submodules.join(', ')}`],
      ...leftOut === 0 ? [] : [`Warning: ${name}: ${leftOut} files are not read, because this system has no such names`],
    ]
    return {...run, warnings: [...run.warnings, ...notes]}
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${name}: ${error.message}`, error.suggestions, {cause: error}) : error
  }
}

/** A pattern for exactly one path. */
const escaped = (path: string): string => path.replaceAll(/[*?[\]{}()!@+\\]/g, '\\$&')

/** The flags with paths that are right in the folders of both sides: existing objects, and files outside the repository, are read from the disk. */
function movedFlags(flags: SharedFlags, root: string): SharedFlags {
  const {policies, existing, 'admission-config': config} = flags
  const moved = (path: string): string => path === stdinPath ? path : isInside(resolve(path), root) ? relative(process.cwd(), resolve(path)) || '.' : resolve(path)
  return {
    ...flags, ...existing && {existing: existing.map((path) => path === stdinPath ? path : resolve(path))},
    ...policies && {policies: policies.map(moved)}, ...config !== undefined && {'admission-config': moved(config)},
  }
}
