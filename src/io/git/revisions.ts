import {resolve} from 'node:path'

import {oneLine} from '../../machinery/output/printable.js'
import {UsageError} from '../../usage-error.js'
import {runGit} from './run-git.js'

/** The repository around the working directory. */
export interface GitRepository {
  /** The folder of the working tree. */
  readonly root: string
  /** The way from it to the working directory, with a slash at the end; empty in the root itself. */
  readonly prefix: string
}

/** A commit. */
export interface Revision {
  /** As the user names it. */
  readonly name: string
  readonly commit: string
}

/** The two sides of a range; `after` is undefined for the working tree. */
export interface RevisionRange {
  readonly before: Revision
  readonly after?: Revision
}

/**
 * Finds the repository.
 *
 * @throws UsageError if the working directory is not in the working tree of a repository
 */
export async function findRepository(): Promise<GitRepository> {
  const isBare = await tryGit(['rev-parse', '--is-bare-repository']) === 'true'
  if (isBare) throw new UsageError('this repository is bare, and has no folder in which paths could be found', ['git worktree add ../files, and compare the revisions there'])
  const [root = '', prefix = ''] = (await runGit(['rev-parse', '--show-toplevel', '--show-prefix'])).toString().split('\n')
  return {root: resolve(root), prefix}
}

/**
 * Finds the commits of `A`, `A..B` or `A...B`. A missing side of a range is HEAD.
 *
 * @throws UsageError for an unknown revision, and for a text that could be an option
 */
export async function findRevisions(range: string): Promise<RevisionRange> {
  const [, first = '', dots = '', second = ''] = /^(.*?)(?:(\.\.\.?)(.*))?$/s.exec(range) ?? []
  if (dots === '') return {before: await findRevision(range)}
  const [before, after] = [await findRevision(first || 'HEAD'), await findRevision(second || 'HEAD')]
  if (dots === '..') return {before, after}
  const [base = ''] = (await tryGit(['merge-base', before.commit, after.commit]))?.split('\n') ?? []
  if (base === '') throw new UsageError(`${before.name} and ${after.name} have no common commit`, [...await fetchMore(), `compare them as they are: --git ${before.name}..${after.name}`])
  return {before: {name: `the merge base of ${before.name} and ${after.name}`, commit: base}, after}
}

async function findRevision(name: string): Promise<Revision> {
  if (name === '' || name.startsWith('-') || name.includes('..')) throw new UsageError(`${JSON.stringify(oneLine(name))} is not a revision`, ['kadm diff --git main', 'kadm diff --git v1..v2'])
  const commit = await hashOf(name)
  if (commit === undefined) throw await unknownRevision(name)
  return {name, commit}
}

async function unknownRevision(name: string): Promise<UsageError> {
  if (await hashOf('HEAD') === undefined) return new UsageError('the current branch has no commit to compare with')
  return new UsageError(`git does not know the revision ${JSON.stringify(oneLine(name))}`, [...await fetchMore(), 'fetch it first, or name a branch, a tag or a commit'])
}

/** A suggestion for a clone without the whole history, such as that of a pipeline. */
const fetchMore = async (): Promise<string[]> =>
  await tryGit(['rev-parse', '--is-shallow-repository']) === 'true' ? ['fetch the history, of which this clone has only a part: git fetch --unshallow'] : []

async function hashOf(name: string): Promise<string | undefined> {
  // The text of a search takes in all that follows it.
  const found = name.startsWith(':/') ? await tryGit(['rev-parse', '--verify', '--quiet', name]) ?? '' : name
  const hash = await tryGit(['rev-parse', '--verify', '--quiet', `${found}^{commit}`])
  return hash !== undefined && /^[0-9a-f]{40,64}$/.test(hash) ? hash : undefined
}

/** The output of git; undefined if it fails. */
async function tryGit(args: readonly string[]): Promise<string | undefined> {
  try {
    return (await runGit(args)).toString().trim()
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}
