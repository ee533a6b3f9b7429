import {type ChildProcess, fork} from 'node:child_process'
import {existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {performance} from 'node:perf_hooks'

import {workerFile} from './build.js'
import {failure, type Failure} from './failure.js'
import type {FuzzCase} from './fuzz-case.js'
import {decodeCase, encodeCase, type Message, type Task} from './messages.js'
import {minimise} from './minimise.js'

/** In seconds. A child process speaks between runs; on a busy machine it takes long to start. */
const defaultPatience = 60

/** How many smaller cases are tried for a case that ends its process: each takes a process. */
const attemptsAlone = 60

/** How much a child process may have in its heap, in megabytes: all that runs in it leave, and one run alone. */
const heaps = {many: 1024, alone: 512}

/** Where Linux keeps files in memory: millions are written. */
const inMemory = '/dev/shm'

/** A failure, and its case. */
export interface Finding {
  readonly suite: string
  readonly failure: Failure
  /** As `encodeCase` writes it. */
  readonly case: string
}

/** What is asked of a suite. */
export interface SuiteOptions extends Pick<Task, 'program' | 'seed' | 'suite' | 'seconds'> {
  readonly onFinding: (finding: Finding) => void
  /** After so many seconds without a word, a child process is ended; by default after a minute. */
  readonly patience?: number
}

/** What a suite has done. */
export interface SuiteResult {
  readonly inputs: number
  readonly runs: number
  /** In seconds. */
  readonly time: number
  /** In seconds of the processor. */
  readonly processor: number
  /** Branches of the program that were taken in the first half second, and in the end. */
  readonly first: number
  readonly branches: number
  readonly kept: number
}

/** Runs the cases of a suite in a child process, and another one whenever that ends or hangs. */
export async function fuzzSuite(options: SuiteOptions): Promise<SuiteResult> {
  const base = realpathSync(mkdtempSync(join(existsSync(inMemory) ? inMemory : tmpdir(), 'kadm-fuzz-')))
  const start = performance.now()
  const timeLeft = (): number => options.seconds - (performance.now() - start) / 1000
  const remove = (): void => rmSync(base, {recursive: true, force: true})
  process.once('exit', remove)
  const total = {inputs: 0, runs: 0, first: 0, branches: 0, kept: 0, processor: 0}
  try {
    let next = 0
    for (let child = 0; next >= 0 && timeLeft() > 0; child++) {
      // Deep enough that ".." leads nowhere.
      const folder = join(base, `${child}/a/b/c`)
      mkdirSync(folder, {recursive: true})
      const task = {...options, folder, from: next, seconds: timeLeft()}
      const run = await runChild(task, heaps.many, (finding) => options.onFinding({...finding, suite: options.suite}))
      total.inputs += run.inputs
      total.runs += run.runs
      total.processor += run.processor
      total.first ||= run.first
      total.branches = Math.max(total.branches, run.branches)
      total.kept = Math.max(total.kept, run.kept)
      if (run.isDone && run.next < 0) break
      next = run.next + 1
      if (run.runs === 0 && !existsSync(`${folder}.case`)) throw new Error(`the child process does not start: ${run.lastWords}`)
      if (!run.isDone) await judgeAlone(options, folder, join(base, `${child}/alone`))
    }
  } finally {
    remove()
    process.off('exit', remove)
  }
  return {...total, time: (performance.now() - start) / 1000}
}

/**
 * Runs the case at which a child process ended by itself, and makes it smaller if it fails: many runs may have been too much for the process, and this
 * one is not.
 */
async function judgeAlone(options: SuiteOptions, folder: string, base: string): Promise<void> {
  let count = 0
  const verdictOn = async (fuzzCase: FuzzCase): Promise<Failure | undefined> => {
    const own = join(base, `${count++}/a/b/c`)
    mkdirSync(own, {recursive: true})
    let found: Failure | undefined
    const run = await runChild({...options, folder: own, from: 0, seconds: 0, alone: encodeCase(fuzzCase)}, heaps.alone, (said) => found = said.failure)
    return found ?? (run.isDone ? undefined : deathOf(run, fuzzCase))
  }
  const fuzzCase = decodeCase(readFileSync(`${folder}.case`, 'utf8'))
  const first = await verdictOn(fuzzCase)
  if (first === undefined) return
  const deadline = performance.now() + options.seconds * 1000
  const smallest = await minimise(fuzzCase, async (smaller) => performance.now() < deadline && (await verdictOn(smaller))?.kind === first.kind, attemptsAlone)
  options.onFinding({suite: options.suite, failure: first, case: encodeCase(smallest)})
}

/** What is wrong with a case whose process was ended, or ended by itself. */
const deathOf = ({isHanging, lastWords}: ChildRun, {argv}: FuzzCase): Failure => isHanging
  ? failure('slow', 'no end', argv[0] ?? '', 'no end')
  : failure('memory', `the process ends: ${lastWords.split('\n').find((line) => /error/i.test(line)) ?? ''}`, argv[0] ?? '', 'the process ends')

interface ChildRun extends Omit<SuiteResult, 'time'> {
  readonly next: number
  /** True of a child process that has come to its end. */
  readonly isDone: boolean
  readonly isHanging: boolean
  /** The end of what it printed on standard error. */
  readonly lastWords: string
}

function runChild(task: Task & Partial<SuiteOptions>, heap: number, onFound: (finding: Omit<Finding, 'suite'>) => void): Promise<ChildRun> {
  const {onFinding: _, patience = defaultPatience, ...message} = task
  const child: ChildProcess = fork(join(task.program, workerFile), [JSON.stringify(message)], {
    execArgv: [`--max-old-space-size=${heap}`, '--enable-source-maps', '--no-warnings'], stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let state: ChildRun = {inputs: 0, runs: 0, first: 0, branches: 0, kept: 0, processor: 0, next: task.from, isDone: false, isHanging: false, lastWords: ''}
  const end = (): void => {
    state = {...state, isHanging: true}
    child.kill('SIGKILL')
  }
  process.once('exit', end)
  let timer = setTimeout(end, patience * 1000)
  return new Promise((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => state = {...state, lastWords: (state.lastWords + chunk.toString()).slice(-2000)})
    child.on('message', (said: Message) => {
      clearTimeout(timer)
      timer = setTimeout(end, patience * 1000)
      if (said.type === 'failure') onFound(said)
      else if (said.type === 'done') state = {...state, isDone: true}
      else if (said.type === 'progress') state = {...state, ...said, first: state.first || said.branches}
    })
    child.on('exit', () => {
      clearTimeout(timer)
      process.off('exit', end)
      resolve(state)
    })
  })
}
