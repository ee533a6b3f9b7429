import {existsSync} from 'node:fs'
import {join} from 'node:path'

import {runGit} from './run-git.js'

/** The files that a working tree lacks on purpose, and those that git ignores. Paths are relative to its root, with slashes. */
export interface WorkingTree {
  /** The files that a sparse checkout leaves out. */
  readonly absent: ReadonlySet<string>
  /** The files and folders that git ignores, folders with a slash at the end. */
  readonly ignored: readonly string[]
}

/**
 * Reads what git knows about a working tree.
 *
 * @param root its folder
 * @throws UsageError if git fails
 */
export async function readWorkingTree(root: string): Promise<WorkingTree> {
  const [tracked, ignored] = [
    await pathsFrom(root, ['-t', '--cached']), await pathsFrom(root, ['--others', '--ignored', '--exclude-standard', '--directory', '--no-empty-directory']),
  ]
  const absent = tracked.flatMap((line) => line.startsWith(skipped) ? [line.slice(skipped.length)] : []).filter((path) => !existsSync(join(root, path)))
  return {absent: new Set(absent), ignored}
}

/** The start of a line of `git ls-files -t` about a file that is not in the working tree on purpose. */
const skipped = 'S '

const pathsFrom = async (root: string, options: readonly string[]): Promise<string[]> =>
  (await runGit(['-C', root, 'ls-files', '-z', ...options])).toString().split('\0').filter((line) => line !== '')
