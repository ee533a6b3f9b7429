import {type ChildProcess, fork} from 'node:child_process'
import {existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {performance} from 'node:perf_hooks'

import {workerFile} from './build.js'
import {failure, type Failure} from './failure.js'
import type {FuzzCase} from './fuzz-case.js'
import {decodeCase, encodeCase, type Message, type Task} from './messages.js'
import {minimise} from './minimise.js'

/** In seconds. A child process sends messages between runs; on a busy machine it is slow to start. */
const defaultPatience = 60

/** Maximum of smaller cases tried for a case that ends its process: each takes a process. */
const retries = 60

/** Heap limits of a child process, in megabytes: for many runs, and for a single run. */
const heaps = {many: 1024, single: 512}

/** Folder that Linux keeps in memory, as fuzzing writes millions of files. */
const inMemory = '/dev/shm'

/** A failure, and its case. */
export interface Finding {
  readonly suite: string
  readonly failure: Failure
  /** As `encodeCase` returns it. */
  readonly case: string
}

/** Options of a suite. */
export interface SuiteOptions extends Pick<Task, 'program' | 'seed' | 'suite' | 'seconds'> {
  readonly onFinding: (finding: Finding) => void
  /** Seconds without a message after which a child process is killed; by default a minute. */
  readonly patience?: number
}

/** Result of a suite. */
export interface SuiteResult {
  readonly inputs: number
  readonly runs: number
  /** In seconds. */
  readonly time: number
  /** CPU time, in seconds. */
  readonly processor: number
  /** Branches of the program taken in the first half second, and in all. */
  readonly first: number
  readonly branches: number
  readonly kept: number
}

/** Runs the cases of a suite in a child process, and starts another one when that exits or hangs. */
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
      // Deep enough that ".." stays inside.
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
      const hasStarted = run.runs > 0 || existsSync(`${folder}.case`)
      // On a busy machine, a process may be killed before its first case. Another one starts there as long as time is left.
      if (!hasStarted && !(run.isHanging && timeLeft() > 0)) throw new Error(`the child process does not start: ${run.lastWords}`)
      if (!hasStarted) continue
      next = run.next + 1
      if (!run.isDone) await checkSeparately(options, folder, join(base, `${child}/alone`))
    }
  } finally {
    remove()
    process.off('exit', remove)
  }
  return {...total, time: (performance.now() - start) / 1000}
}

/**
 * Runs the last case of an ended child process in a new process, and minimises it if it fails: the earlier runs may be the cause, not this
 * case.
 */
async function checkSeparately(options: SuiteOptions, folder: string, base: string): Promise<void> {
  let count = 0
  const verdictOn = async (fuzzCase: FuzzCase): Promise<Failure | undefined> => {
    const own = join(base, `${count++}/a/b/c`)
    mkdirSync(own, {recursive: true})
    let found: Failure | undefined
    const run = await runChild({...options, folder: own, from: 0, seconds: 0, single: encodeCase(fuzzCase)}, heaps.single, ({failure}) => found = failure)
    return found ?? (run.isDone ? undefined : deathOf(run, fuzzCase))
  }
  const fuzzCase = decodeCase(readFileSync(`${folder}.case`, 'utf8'))
  const first = await verdictOn(fuzzCase)
  if (first === undefined) return
  const deadline = performance.now() + options.seconds * 1000
  const smallest = await minimise(fuzzCase, async (smaller) => performance.now() < deadline && (await verdictOn(smaller))?.kind === first.kind, retries)
  options.onFinding({suite: options.suite, failure: first, case: encodeCase(smallest)})
}

/** Returns the failure of a case whose process was killed or exited. */
const deathOf = ({isHanging, lastWords}: ChildRun, {argv}: FuzzCase): Failure => isHanging
  ? failure('slow', 'no end', argv[0] ?? '', 'no end')
  : failure('memory', `the process ends: ${lastWords.split('\n').find((line) => /error/i.test(line)) ?? ''}`, argv[0] ?? '', 'the process ends')

interface ChildRun extends Omit<SuiteResult, 'time'> {
  readonly next: number
  /** True if the child process has ended. */
  readonly isDone: boolean
  readonly isHanging: boolean
  /** Last part of its standard error. */
  readonly lastWords: string
}

function runChild(task: Task & Partial<SuiteOptions>, heap: number, onFound: (finding: Omit<Finding, 'suite'>) => void): Promise<ChildRun> {
  const {onFinding: _, patience = defaultPatience, ...message} = task
  // A file, as Linux limits an argument to 128 kB.
  const taskFile = `${task.folder}.task`
  writeFileSync(taskFile, JSON.stringify(message))
  const child: ChildProcess = fork(join(task.program, workerFile), [taskFile], {
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
    child.on('message', (received: Message) => {
      clearTimeout(timer)
      timer = setTimeout(end, patience * 1000)
      if (received.type === 'failure') onFound(received)
      else if (received.type === 'done') state = {...state, isDone: true}
      else if (received.type === 'progress') state = {...state, ...received, first: state.first || received.branches}
    })
    child.on('exit', () => {
      clearTimeout(timer)
      process.off('exit', end)
      resolve(state)
    })
  })
}
