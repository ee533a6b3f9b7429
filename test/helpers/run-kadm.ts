import {type ChildProcess, spawn, type StdioOptions} from 'node:child_process'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** The folder of the package that is tested: that of `npm run test:dist`, or the repository. */
export const home = process.env['KADM_PACKAGE'] ?? root

const program = join(home, 'bin/run.js')

/**
 * The environment without variables that change the output. NODE_V8_COVERAGE is set to the empty string, as Node.js passes it on
 * otherwise: the coverage of the built program must not count.
 */
export const plainEnv: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:NODE_OPTIONS|NO_COLOR|FORCE_COLOR|KADM_.*|npm_.*|DEBUG)$/.test(name))),
  NODE_V8_COVERAGE: '',
}

export interface RunOptions {
  /** By default the root of the repository. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Standard input; by default none. */
  readonly input?: string
  /** By default pipes. */
  readonly stdio?: StdioOptions
}

export interface Run {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the built program. */
export const startKadm = (args: readonly string[], {cwd = root, env = {}, stdio = 'pipe'}: RunOptions = {}): ChildProcess =>
  spawn(process.execPath, [program, ...args], {cwd, env: {...plainEnv, ...env}, stdio})

/** Runs the built program (`npm run build`) to its end. */
export function runKadm(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = startKadm(args, options)
  // A command that reads no standard input can end before this is written.
  child.stdin?.on('error', () => undefined).end(options.input ?? '')
  return ended(child)
}

/** Output of a process, and how it ended. */
export function ended(child: ChildProcess): Promise<Run> {
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => resolve({status, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString()}))
  })
}
