import {perSide, type Side} from '../../diff/types.js'
import {checkStdin} from '../../io/discover.js'
import type {SourceFile} from '../../source/source-file.js'
import type {Comparison} from './diff-flags.js'
import {runGitSides} from './git-sides.js'
import {flagsOf, halfOf, runSide, type SidedFlags, type SideOptions, type SideRun, type Sides} from './run-side.js'

/** The objects that are sent on both sides. */
export interface Sent {
  readonly paths: readonly string[]
  /** Rendered manifests. */
  readonly rendered: readonly SourceFile[]
}

/**
 * Simulates both sides of a comparison.
 *
 * @throws UsageError for inputs that cannot be used, and if git cannot read a revision
 */
export async function runSides(comparison: Comparison, {paths, rendered}: Sent, flags: SidedFlags, options: SideOptions): Promise<Sides> {
  if (comparison.form === 'git') return runGitSides(comparison.range, paths, flags, options)
  const trees = perSide((side) => comparison.form === 'paths' ? comparison[side] : [])
  checkStdin([...paths, ...trees.before, ...trees.after, ...flags.policies ?? [], ...flags.existing ?? []])
  const run = (side: Side): Promise<SideRun> =>
    runSide(flagsOf(side, flags), {files: paths, trees: trees[side], rendered, ...comparison.form === 'paths' && {defaultPolicies: []}}, halfOf(side, options))
  return {before: await run('before'), after: await run('after')}
}
