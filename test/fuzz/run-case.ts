import {checkCharacters, formatIn} from './check/characters.js'
import {checkFix} from './check/fix.js'
import {checkFormat} from './check/format.js'
import {checkStatus} from './check/status.js'
import {failure, type Failure} from './failure.js'
import {type FuzzCase, mayWrite, type Workspace} from './fuzz-case.js'
import type {Program, ProgramRun} from './program.js'

/** Maximum time of a run. */
export const maxMilliseconds = 5000

/** Checks to make on a run. */
export interface Thoroughness {
  /** Runs it again, and compares the output. */
  readonly twice: boolean
  /** Runs it in another format, and compares the status. */
  readonly formats: boolean
  /** Parses formats that are slow to parse, too. */
  readonly slowly: boolean
}

export const everything: Thoroughness = {twice: true, formats: true, slowly: true}

/** The outcome of a case. */
export interface Outcome {
  readonly failure?: Failure | undefined
  /** Number of runs of the program. */
  readonly runs: number
}

/** Runs a case and checks all invariants. */
export async function runCase(program: Program, workspace: Workspace, fuzzCase: FuzzCase, {twice, formats, slowly}: Thoroughness): Promise<Outcome> {
  let runs = 0
  const run = async (argv: readonly string[]): Promise<ProgramRun> => {
    runs++
    workspace.prepare({...fuzzCase, argv})
    return await program.run(argv, fuzzCase.stdin)
  }
  const {argv} = fuzzCase
  const first = await run(argv)
  const found = crashOf(first, argv) ?? slownessOf(first, argv) ?? checkCharacters(first, argv) ?? await checkFormat(first, argv, slowly)
    ?? (formatIn(argv) === 'json' && first.error === undefined ? checkStatus(first, argv, hasSettings(fuzzCase)) : undefined)
    ?? (formats && !mayWrite(argv) ? changeOf(workspace) : undefined)
  if (found !== undefined) return {failure: found, runs}
  if (twice && !mayWrite(argv)) {
    const again = await run(argv)
    if (again.stdout !== first.stdout || again.stderr !== first.stderr || again.status !== first.status) {
      return {failure: failure('unsteady', firstDifference(first, again), argv[0] ?? '', formatIn(argv) ?? ''), runs}
    }
  }
  if (formats && formatIn(argv) !== undefined && formatIn(argv) !== 'json' && !mayWrite(argv)) {
    const json = argv.map((word, i) => /^(?:-o|--output)$/.test(argv[i - 1] ?? '') ? 'json' : word.replace(/^--output=.*/, '--output=json'))
    const other = await run(json)
    if (other.status !== first.status && first.error === undefined && other.error === undefined) {
      return {failure: failure('status', `status ${first.status}, but with -o json ${other.status}`, argv[0] ?? '', formatIn(argv) ?? '', 'differs'), runs}
    }
  }
  if (argv.includes('--fix') && first.error === undefined) return {failure: await checkFix(program, workspace, fuzzCase), runs: runs + 4}
  return {runs}
}

const hasSettings = ({files}: FuzzCase): boolean => Object.keys(files).some((path) => path.endsWith('.kadm.yaml'))

function crashOf({error, status}: ProgramRun, argv: readonly string[]): Failure | undefined {
  const exit = (error as {readonly oclif?: {readonly exit?: number}} | undefined)?.oclif?.exit
  if (error === undefined ? status < 3 : exit !== undefined && exit < 3) return undefined
  if (error === undefined) return failure('crash', `status ${status}`, argv[0] ?? '', 'status')
  return failure('crash', `${error.name}: ${error.message.split('\n')[0] ?? ''}\n${framesOf(error).join('\n')}`, `${error.name}: ${error.message.split('\n')[0] ?? ''}`, ...framesOf(error).slice(0, 2).map(nameOf))
}

/** Place in the sources where an error was thrown. */
const framesOf = ({stack = ''}: Error): string[] => stack.split('\n').filter((line) => /^\s+at /.test(line)).slice(0, 6).map((line) => line.trim().replace(/(?:file:\/\/)?\/\S*\/(?=src\/|commands\/|node_modules\/)/, ''))

/** A frame without its line. */
const nameOf = (frame: string): string => frame.replace(/(?::\d+)+\)?$/, '')

const slownessOf = ({milliseconds}: ProgramRun, argv: readonly string[]): Failure | undefined =>
  milliseconds <= maxMilliseconds ? undefined : failure('slow', `${(milliseconds / 1000).toFixed(1)} s`, argv[0] ?? '')

function changeOf(workspace: Workspace): Failure | undefined {
  const [path] = workspace.changed()
  return path === undefined ? undefined : failure('changed', `${path} is not as it was`)
}

function firstDifference(a: ProgramRun, b: ProgramRun): string {
  if (a.status !== b.status) return `status ${a.status}, then ${b.status}`
  const [one, other] = [[a.stdout, a.stderr].join('\n').split('\n'), [b.stdout, b.stderr].join('\n').split('\n')]
  const line = one.findIndex((text, i) => text !== other[i])
  return `line ${line + 1}: ${JSON.stringify(one[line]?.slice(0, 200))}, then ${JSON.stringify(other[line]?.slice(0, 200))}`
}
