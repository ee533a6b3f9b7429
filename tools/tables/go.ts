import {spawnSync} from 'node:child_process'

/** The settings of all runs of Go here: modules are resolved when needed, ignoring the workspace and flags of the user. */
const environment = {...process.env, GOFLAGS: '-mod=mod', GOWORK: 'off'}

/**
 * Runs a command of Go and returns what it prints.
 *
 * @throws Error with the messages of Go, or with a hint if there is no Go
 */
export function go(args: readonly string[], folder = process.cwd()): string {
  return run('go', args, folder)
}

/** Runs a program and returns what it prints; its messages on standard error are part of the error if it fails. */
export function run(program: string, args: readonly string[], folder: string): string {
  const {status, stdout, stderr, error} = spawnSync(program, args, {cwd: folder, env: environment, encoding: 'utf8', maxBuffer: 1 << 28})
  if (error !== undefined) throw new Error(hasGo() ? error.message : 'Go is missing: install Go 1.26 or newer (https://go.dev/dl/) and run this again')
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')}:\n${stderr}`)
  return stdout
}

/** True if Go is installed. */
export const hasGo = (): boolean => spawnSync('go', ['version'], {env: environment}).status === 0
