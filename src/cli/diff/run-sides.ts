import {perSide, type Side} from '../../diff/types.js'
import {checkStdin} from '../../io/discover.js'
import {environmentNames} from '../config/load-settings.js'
import {render, renderingsOf} from '../rendering/renderings.js'
import type {Comparison} from './diff-flags.js'
import {runGitSides} from './git-sides.js'
import {flagsOf, halfOf, type ReadSide, readSide, settingsOf, type SidedFlags, type SideOptions, type Sides} from './run-side.js'

/**
 * Simulates both sides of a comparison.
 *
 * @param paths The objects that are sent on both sides; with git, paths with policies and objects
 * @throws UsageError for inputs that cannot be used, and if git cannot read a revision
 */
export async function runSides(comparison: Comparison, paths: readonly string[], flags: SidedFlags, options: SideOptions): Promise<Sides> {
  if (comparison.form === 'git') return runGitSides(comparison.range, paths, flags, options)
  const trees = perSide((side) => comparison.form === 'paths' ? comparison[side] : [])
  checkStdin([...trees.before, ...trees.after])
  const read = async (side: Side): Promise<ReadSide> => {
    const own = flagsOf(side, flags)
    const resolved = settingsOf(own)
    const files = paths.length === 0 ? resolved.files ?? [] : paths
    const rendered = await render(renderingsOf(resolved, [...files, ...trees[side]]), resolved.settings)
    return readSide(own, {resolved, files, trees: trees[side], rendered, ...comparison.form === 'paths' && {defaultPolicies: []}}, halfOf(side, options))
  }
  const sides = {before: await read('before'), after: await read('after')}
  return perSide((side) => sides[side]())
}

/**
 * Returns the environments that --env names in a comparison with git: one that the configuration file of the working directory
 * does not have may be in a revision. `all` means those of the working directory.
 *
 * @throws UsageError for `all` if there are none
 */
export const environmentsWithGit = (asked: readonly string[]): string[] => [...new Set(asked.flatMap((name) => name === 'all' ? environmentNames([name]) : [name]))]
