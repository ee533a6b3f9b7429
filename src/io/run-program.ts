import {execFile} from 'node:child_process'

import {UsageError} from '../usage-error.js'

/** A program to run, without a shell. */
export interface ProgramCall {
  /** The path of the program. */
  readonly file: string
  readonly args: readonly string[]
  /** The command shown to users: `helm template charts/web`. */
  readonly title: string
  /** Variables that are added to the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Its standard input; by default it is empty. */
  readonly input?: string
}

/** Limits of a program's output and run time. */
export interface ProgramLimits {
  /** Maximum size of its output in bytes. */
  readonly maxOutput: number
  readonly seconds: number
}

export const programLimits: ProgramLimits = {maxOutput: 64 * 1024 * 1024, seconds: 60}

/** The log header before each message of kubectl: the time, the process and the source line. */
const logHeader = /^[EFIW]\d{4} [\d:.]+ +\d+ [\w.-]+:\d+\] /gm

/** Maximum number of characters of standard error to show. */
const maxShown = 4000

/**
 * Runs a program, and returns its standard output as text.
 *
 * @throws UsageError if it cannot be started, fails, prints too much or takes too long
 */
export const runProgram = async (call: ProgramCall, limits: ProgramLimits = programLimits): Promise<string> => (await runForBytes(call, limits)).toString()

/**
 * Runs a program, and returns its standard output.
 *
 * @throws UsageError as runProgram does
 */
export function runForBytes({file, args, title, env, input}: ProgramCall, {maxOutput, seconds}: ProgramLimits = programLimits): Promise<Buffer> {
  const limits = {maxBuffer: maxOutput, timeout: seconds * 1000, killSignal: 'SIGKILL'} as const
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, {...limits, windowsHide: true, encoding: 'buffer', env: {...process.env, ...env}}, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new UsageError(failureOf(error, title, stderr.toString(), {maxOutput, seconds}), [], {cause: error}))
    })
    child.stdin?.on('error', () => undefined).end(input)
  })
}

function failureOf({code, killed = false, signal}: Failure, title: string, stderr: string, {maxOutput, seconds}: ProgramLimits): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `"${title}" was stopped: it printed more than ${maxOutput} bytes`
  if (killed) return `"${title}" was stopped: it took longer than ${seconds} seconds`
  if (typeof code === 'string') return `"${title}" cannot be run: ${code}`
  const status = signal === null || signal === undefined ? `exit status ${code ?? 'unknown'}` : `signal ${signal}`
  const message = stderr.replace(logHeader, '').replaceAll('\t', '  ').trim()
  return `"${title}" failed (${status})${message === '' ? '' : `:\n${message.length > maxShown ? `${message.slice(0, maxShown)} ...` : message}`}`
}

/** The error of Node.js for a program that failed. */
interface Failure extends Error {
  readonly code?: number | string | null | undefined
  readonly killed?: boolean | undefined
  readonly signal?: NodeJS.Signals | null | undefined
}
