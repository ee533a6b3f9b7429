import {execFileSync} from 'node:child_process'

const identity = {GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com'}

/** Without maintenance, which continues in the background when git ends: a test may delete the repository then. */
const settings = ['protocol.file.allow=always', 'commit.gpgsign=false', 'maintenance.auto=false', 'gc.auto=0'].flatMap((setting) => ['-c', setting])

/** Runs git in the working directory, without the settings of the user, and returns its output. */
export const git = (...args: string[]): string => execFileSync('git', [...settings, ...args], {
  env: {...process.env, ...identity, GIT_CONFIG_GLOBAL: '/dev/null'}, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'],
})

/** Commits all files. */
export function commit(message: string): void {
  git('add', '-A')
  git('commit', '-q', '-m', message)
}
