// The child process that runs the program on cases of one suite, thousands of them in this process.
import {readFileSync, writeFileSync} from 'node:fs'
import {performance} from 'node:perf_hooks'

import {Coverage} from './coverage.js'
import {failure} from './failure.js'
import {type FuzzCase, Workspace} from './fuzz-case.js'
import {maxMemory, MemoryWatch} from './memory.js'
import {decodeCase, encodeCase, type Message, type Task} from './messages.js'
import {minimise} from './minimise.js'
import {Program} from './program.js'
import {Random} from './random.js'
import {everything, type Outcome, runCase} from './run-case.js'
import {Stream} from './stream.js'
import {suites} from './suites/index.js'

/** The share of runs that look for inputs to keep. */
const maxSearches = 0.3

/** Limits on smaller cases tried for a failure: number and time. */
const attempts = {maximum: 1000, milliseconds: 10_000}

const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Task

const write = (message: Message): void => void process.send?.(message)

process.chdir(task.folder)
// Hides installed programs, which are not part of the input: helm, kustomize and kubectl.
process.env['PATH'] = ''
for (const name of Object.keys(process.env)) if (/^(?:KADM_.*|NO_COLOR|FORCE_COLOR|GITHUB_.*|CI)$/.test(name)) Reflect.deleteProperty(process.env, name)

const coverage = new Coverage()
const program = await Program.load(task.program)
const workspace = new Workspace(task.folder)

const isDone = task.single !== undefined ? await runSingle(decodeCase(task.single)) : await fuzz(task)
// Else the parent runs the last case in a process of its own.
if (isDone) write({type: 'done'})
process.disconnect()

/** Runs a single case, and reports its failure. */
async function runSingle(fuzzCase: FuzzCase): Promise<true> {
  const outcome = await runCase(program, workspace, fuzzCase, everything)
  const memory = process.resourceUsage().maxRSS
  const found = outcome.failure ?? (memory > maxMemory ? failure('memory', `${Math.round(memory / 1024)} MB`, fuzzCase.argv[0] ?? '') : undefined)
  if (found !== undefined) write({type: 'failure', failure: found, case: encodeCase(fuzzCase)})
  return true
}

/** Runs case after case, until the time is up. Returns false if the last one may have taken too much memory. */
async function fuzz({seed, suite: name, from, seconds}: Task): Promise<boolean> {
  const suite = suites.find((each) => each.name === name)
  if (suite === undefined) throw new Error(`there is no suite ${name}`)
  const stream = new Stream(suite)
  const known = new Set<string>()
  const end = performance.now() + seconds * 1000
  const memory = new MemoryWatch(process.resourceUsage().maxRSS)
  let [inputs, runs, searches, reported] = [0, 0, 0, 0]
  const run = async (fuzzCase: FuzzCase, random: Random): Promise<Outcome> => {
    writeFileSync(`${task.folder}.case`, encodeCase(fuzzCase))
    const outcome = await runCase(program, workspace, fuzzCase, {twice: random.chance(1 / 32), formats: random.chance(1 / 16), slowly: random.chance(1 / 100)})
    runs += outcome.runs
    if (outcome.failure !== undefined && !known.has(outcome.failure.signature)) {
      known.add(outcome.failure.signature)
      await report(fuzzCase, outcome.failure.signature)
    }
    return outcome
  }
  for (let number = from; performance.now() < end; number++) {
    const random = new Random(`${seed} ${name} ${number}`)
    const chosen = stream.choose(random)
    const fuzzCase = suite.toCase(chosen, random)
    coverage.reset()
    await run(fuzzCase, random)
    inputs += fuzzCase.inputs
    const {maxRSS} = process.resourceUsage()
    if (memory.isSuspect(maxRSS)) {
      progress(number + 1)
      return false
    }
    // Inputs that are not searched now are found again later.
    if (searches <= maxSearches * runs && coverage.wouldGrow()) {
      await keepTheNew(chosen, random)
      coverage.hasGrown()
    }
    if (performance.now() - reported < 500) continue
    reported = performance.now()
    progress(number + 1)
    if (maxRSS > 2 * maxMemory) return true
  }
  progress(-1)
  return true

  function progress(next: number): void {
    const {user, system} = process.cpuUsage()
    write({type: 'progress', next, inputs, runs, branches: coverage.branches, kept: stream.kept, processor: (user + system) / 1e6})
  }

  /** Finds and keeps an input that takes new branches, by bisecting the inputs. */
  async function keepTheNew(chosen: readonly unknown[], random: Random): Promise<void> {
    if (chosen.length === 1 && coverage.hasGrown()) stream.keep(chosen[0])
    if (chosen.length === 1) return
    for (const half of [chosen.slice(0, chosen.length / 2), chosen.slice(chosen.length / 2)]) {
      coverage.reset()
      await run(suite!.toCase(half, random), random)
      searches++
      if (!coverage.wouldGrow()) continue
      await keepTheNew(half, random)
      return
    }
  }
}

/** Minimises a failing case, and reports it. */
async function report(fuzzCase: FuzzCase, signature: string): Promise<void> {
  let last: Outcome | undefined
  const deadline = performance.now() + attempts.milliseconds
  const smallest = await minimise(fuzzCase, async (smaller) => {
    write({type: 'alive'})
    if (performance.now() > deadline) return false
    const outcome = await runCase(program, workspace, smaller, everything)
    if (outcome.failure?.signature !== signature) return false
    last = outcome
    return true
  }, attempts.maximum)
  const found = last?.failure ?? (await runCase(program, workspace, fuzzCase, everything)).failure
  if (found !== undefined) write({type: 'failure', failure: found, case: encodeCase(smallest)})
}
