import {relative, resolve} from 'node:path'

import {perSide, type Side} from '../../diff/types.js'
import {checkStdin, stdinPath} from '../../io/discover.js'
import {findRepository, findRevisions, type GitRepository} from '../../io/git/revisions.js'
import {handleSignals} from '../../io/on-interrupt.js'
import {isInside} from '../../io/repository-root.js'
import {withTemporaryFolder} from '../../io/temporary-folder.js'
import {UsageError} from '../../usage-error.js'
import {render} from '../rendering/renderings.js'
import {inPlace, naming, type Place, placesOf, unreadPatterns} from './place.js'
import {flagsOf, halfOf, type ReadSide, readSide, type SharedFlags, type SidedFlags, type SideOptions, type Sides} from './run-side.js'
import {type Selection, selectionsOf} from './selection.js'

/**
 * Simulates two revisions, or a revision and the working tree. Revisions are written to a private temporary folder; the working
 * tree and the index do not change. The folder is removed before the simulation, which a signal then ends at once.
 *
 * @throws UsageError if git cannot read a revision, and for paths outside the repository or on neither side
 */
export async function runGitSides(range: string, given: readonly string[], flags: SidedFlags, options: SideOptions): Promise<Sides> {
  if (given.includes(stdinPath)) throw new UsageError('--git compares paths of the repository, not standard input', ['kadm diff --git main ./policies ./app'])
  checkStdin([...flags.policies ?? [], ...flags.existing ?? []])
  const repository = await findRepository()
  const paths = given.map((path) => pathInside(path, repository))
  const shared = withMovedRenderings(flags, repository.root)
  const own = perSide((side) => movedFlags(flagsOf(side, shared), repository.root))
  const revisions = await findRevisions(range)
  const sides = await withTemporaryFolder(async (temporary) => {
    const places = await placesOf(revisions, repository, temporary)
    const selections = await selectionsOf(places, paths, own)
    const read = (side: Side): Promise<ReadSide> => readPlace(places[side], selections[side], own[side], halfOf(side, options))
    const before = await read('before')
    await handleSignals()
    return {before, after: await read('after')}
  })
  return perSide((side) => sides[side]())
}

/** Returns a path relative to the working directory. */
function pathInside(path: string, {root}: GitRepository): string {
  const absolute = resolve(path)
  if (!isInside(absolute, root)) throw new UsageError(`${JSON.stringify(path)} is not in the repository ${JSON.stringify(root)}`, ['compare other folders with --before and --after'])
  return relative(process.cwd(), absolute) || '.'
}

/** Renders and reads one side in its folder. Returns a function that simulates it. */
async function readPlace(place: Place, {resolved, renderings, notes, ...selection}: Selection, flags: SharedFlags, options: SideOptions): Promise<ReadSide> {
  const {name, folder, submodules, pointers, leftOut, sparse, revision} = place
  const run = await inPlace(place, async () => {
    const renderedTrees = await render(renderings, resolved.settings, revision && ((path) => revision.read(path, folder)))
    const {policies = [], existing = []} = resolved.settings
    const exclude = unreadPatterns(place, [...selection.trees, ...policies, ...existing])
    return readSide(flags, {...selection, resolved, files: [], renderedTrees, exclude}, options)
  })
  const others = [
    ...sparse === 0 ? [] : [`Note: ${name}: ${sparse === 1 ? '1 manifest is' : `${sparse} manifests are`} not compared, because the checkout of the working tree is sparse`],
    ...submodules.length === 0 ? [] : [`Note: ${name}: submodules are not read: ${namesOf(submodules)}`],
    ...pointers.length === 0 ? [] : [`Warning: ${name}: Git LFS has the content of ${namesOf(pointers)}, which is not read`],
    ...leftOut === 0 ? [] : [`Warning: ${name}: ${leftOut === 1 ? '1 file is' : `${leftOut} files are`} not read, because this system has no such names`],
  ]
  return () => {
    const side = naming(place, run)
    return {...side, warnings: [...side.warnings, ...notes, ...others]}
  }
}

/** Maximum number of files in a note. */
const maxNamed = 5

const namesOf = (paths: readonly string[]): string =>
  `${paths.slice(0, maxNamed).join(', ')}${paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : ''}`

/** Returns a path that is right in the folders of both sides: files outside the repository are read from the disk. */
const movedIn = (root: string) => (path: string): string =>
  path === stdinPath ? path : isInside(resolve(path), root) ? relative(process.cwd(), resolve(path)) || '.' : resolve(path)

/** The flags with the paths of policies and configurations that are right on both sides. Existing objects are read from the disk. */
function movedFlags(flags: SharedFlags, root: string): SharedFlags {
  const {policies, existing, 'admission-config': config} = flags
  const moved = movedIn(root)
  return {
    ...flags, ...existing && {existing: existing.map((path) => path === stdinPath ? path : resolve(path))},
    ...policies && {policies: policies.map(moved)}, ...config !== undefined && {'admission-config': moved(config)},
  }
}

/** The flags with the paths of kustomizations, charts and values that are right on both sides. */
function withMovedRenderings(flags: SidedFlags, root: string): SidedFlags {
  const {kustomize, helm} = flags
  const moved = movedIn(root)
  return {
    ...flags, ...kustomize && {kustomize: kustomize.map(moved)},
    ...helm && {helm: helm.map(({chart, values, ...rest}) => ({...rest, chart: moved(chart), values: values.map(moved)}))},
  }
}
