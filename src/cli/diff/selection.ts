import {type PerSide, perSide, type Side} from '../../diff/types.js'
import {discover, statsOf} from '../../io/discover.js'
import {defaultPolicyPaths} from '../../io/policy-paths.js'
import {UsageError} from '../../usage-error.js'
import {UnknownEnvironmentError} from '../config/load-settings.js'
import type {Resolved} from '../config/resolve.js'
import type {HelmChart} from '../config/settings.js'
import {isEmpty, type Renderings, renderingsOf} from '../rendering/renderings.js'
import {onBoth, type Place, type Places, present} from './place.js'
import {settingsOf, type SharedFlags} from './run-side.js'

/** The paths and renderings of one side of a comparison with git. */
export interface Selection {
  readonly resolved: Resolved
  readonly trees: readonly string[]
  readonly renderings: Renderings
  readonly defaultPolicies: readonly string[]
  readonly notes: readonly string[]
}

/** The paths and renderings that the user or the configuration file of a side names. They may not exist there. */
interface Wanted extends Pick<Selection, 'resolved' | 'trees' | 'renderings'> {
  /** The error for an environment that this side does not have. */
  readonly unknown?: UnknownEnvironmentError
}

/**
 * Selects the paths and renderings of both sides: those that the user gives, else those of the configuration file of each side, else
 * the working directory. One of the sides may lack some of them.
 *
 * @param given paths relative to the working directory
 * @throws UsageError for a path, or an environment, that neither side has
 */
export async function selectionsOf(places: Places, given: readonly string[], flags: PerSide<SharedFlags>): Promise<PerSide<Selection>> {
  const wanted = await onBoth(places, (side) => wantedOn(places[side], given, flags[side]))
  if (wanted.before.unknown !== undefined && wanted.after.unknown !== undefined) throw wanted.after.unknown
  const trees = await onBoth(places, (side) => present(wanted[side].trees))
  const missing = [...wanted.before.trees, ...wanted.after.trees].find((path) => !trees.before.includes(path) && !trees.after.includes(path))
  if (missing !== undefined) throw new UsageError(`the path ${JSON.stringify(missing)} exists neither in ${places.before.name} nor in ${places.after.name}`)
  const defaultPolicies = await defaultsOf(places, trees)
  const absent = await onBoth(places, (side) => absentOn(wanted[side].renderings))
  return perSide((side) => {
    const {resolved, unknown, renderings} = wanted[side]
    const leftOut = leftOutOn(side, renderings, absent)
    const notes = [
      ...unknown === undefined ? [] : [`${unknown.message}, so all of its objects and policies are missing on that side`],
      ...leftOut.map(({rendering, path}) => `${nameOf(rendering)} is not rendered, because ${path} does not exist there`),
    ].map((note) => `Note: ${places[side].name}: ${note}`)
    return {resolved, trees: trees[side], defaultPolicies: defaultPolicies[side], renderings: without(renderings, leftOut), notes}
  })
}

/** The default policies of each side. A path that only one side has must not make other files policies on the other side. */
async function defaultsOf(places: Places, trees: PerSide<readonly string[]>): Promise<PerSide<readonly string[]>> {
  const found = await onBoth(places, async (side) => trees[side].length === 0 ? [] : defaultPolicyPaths(await discover(trees[side])))
  return onBoth(places, () => present([...new Set([...found.before, ...found.after])]))
}

async function wantedOn(place: Place, given: readonly string[], flags: SharedFlags): Promise<Wanted> {
  const resolved = settingsOrUnknown(place, flags)
  if (resolved instanceof UnknownEnvironmentError) return nothing(place, flags, resolved)
  const {settings, files} = resolved
  await place.revision?.addFilesFor(settings)
  const renderings = renderingsOf(resolved, given)
  return {resolved, renderings, trees: given.length > 0 ? given : files ?? (isEmpty(renderings) ? ['.'] : [])}
}

/** An environment that a side does not have: it has no objects and policies. */
function nothing(place: Place, {env: _env, ...flags}: SharedFlags, unknown: UnknownEnvironmentError): Wanted {
  const resolved = settingsOf({...flags, policies: []}, place.root)
  return {resolved, renderings: {kustomize: [], helm: [], isRequested: false}, trees: [], unknown}
}

function settingsOrUnknown({root}: Place, flags: SharedFlags): Resolved | UnknownEnvironmentError {
  try {
    return settingsOf(flags, root)
  } catch (error) {
    if (error instanceof UnknownEnvironmentError) return error
    throw error
  }
}

type Rendering = string | HelmChart

interface Absent {
  readonly rendering: Rendering
  /** The first file or folder of it that does not exist. */
  readonly path: string
}

/** The kustomizations and charts that cannot be rendered in the working directory, because they, or files with values, do not exist. */
const absentOn = ({kustomize, helm}: Renderings): Absent[] => [...kustomize, ...helm].flatMap((rendering) => {
  const path = pathsOf(rendering).find((each) => statsOf(each) === undefined)
  return path === undefined ? [] : [{rendering, path}]
})

/** The renderings that a side does without. Those that neither side has, or that are missing after the change, are errors of rendering. */
const leftOutOn = (side: Side, {isRequested}: Renderings, absent: PerSide<readonly Absent[]>): readonly Absent[] =>
  side === 'before' ? absent.before : absent.after.filter(({rendering}) => isRequested && absent.before.every((other) => other.rendering !== rendering))

function without({kustomize, helm, isRequested}: Renderings, absent: readonly Absent[]): Renderings {
  const isThere = (rendering: Rendering): boolean => absent.every((each) => each.rendering !== rendering)
  return {kustomize: kustomize.filter(isThere), helm: helm.filter(isThere), isRequested}
}

const nameOf = (rendering: Rendering): string => typeof rendering === 'string' ? rendering : rendering.chart

const pathsOf = (rendering: Rendering): readonly string[] => typeof rendering === 'string' ? [rendering] : [rendering.chart, ...rendering.values]
