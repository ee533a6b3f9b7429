import {execFileSync} from 'node:child_process'

const identity = {GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com'}

/** Runs git in the working directory, without the settings of the user, and returns its output. */
export const git = (...args: string[]): string => execFileSync('git', ['-c', 'protocol.file.allow=always', '-c', 'commit.gpgsign=false', ...args], {
  env: {...process.env, ...identity, GIT_CONFIG_GLOBAL: '/dev/null'}, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'],
})

/** Commits all files. */
export function commit(message: string): void {
  git('add', '-A')
  git('commit', '-q', '-m', message)
}
