import {UsageError} from '../../usage-error.js'
import {findProgram} from '../find-program.js'
import {type ProgramLimits, runForBytes} from '../run-program.js'

/** Limits of git: the manifests of a revision may be larger than those of a run, from which paths select. */
export const gitLimits: ProgramLimits = {maxOutput: 512 * 1024 * 1024, seconds: 120}

/**
 * Settings that keep git from running programs of an untrusted repository: it can name hooks, watchers of files and remote repositories.
 * The commands that kadm runs use no filters, no text conversion and no external diff.
 */
const safeSettings = ['--no-pager', '--literal-pathspecs', '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'protocol.allow=never']

/** Variables with the same purpose. Missing objects of partial clones are not fetched. */
const safeEnvironment = {GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C'}

/**
 * Runs the installed git in the working directory.
 *
 * @param input Its standard input
 * @throws UsageError if git is not installed or fails, also if a partial clone lacks an object
 */
export async function runGit(args: readonly string[], input = ''): Promise<Buffer> {
  const file = findProgram('git')
  if (file === undefined) throw new UsageError('--git needs git, which is not on the PATH', ['install git: https://git-scm.com/downloads', 'or compare two folders with --before and --after'])
  try {
    return await runForBytes({file, args: [...safeSettings, ...args], title: `git ${args.join(' ')}`, env: safeEnvironment, input}, gitLimits)
  } catch (error) {
    throw error instanceof UsageError && error.message.includes('promisor remote') ? partialClone(error) : error
  }
}

const partialClone = (cause: UsageError): UsageError =>
  new UsageError('this partial clone lacks files of the revision, and kadm fetches nothing', ['fetch all files first: git fetch --refetch --no-filter'], {cause})
