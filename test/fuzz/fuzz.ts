// `npm run fuzz -- --seconds N --seed S [--suite NAME]`: checks the invariants of the program with random inputs.
import {mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {parseArgs} from 'node:util'

import {root} from '../helpers/run-kadm.js'
import {buildInstrumented} from './build.js'
import {commandLine} from './fuzz-case.js'
import {type Finding, fuzzSuite} from './fuzz-suite.js'
import {decodeCase} from './messages.js'
import {suites} from './suites/index.js'

const option = {type: 'string'} as const
const {values: {seconds = '60', seed = '1', suite, out = join(root, 'fuzz-failures')}} = parseArgs({options: {seconds: option, seed: option, suite: option, out: option}})

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Exits because of invalid arguments. */
function reject(message: string): never {
  process.stderr.write(`fuzz: ${message}\n`)
  process.exit(2)
}

const chosen = suite === undefined ? suites.filter(({isOnDemand}) => isOnDemand !== true) : suites.filter(({name}) => name === suite)
if (chosen.length === 0) reject(`there is no suite ${JSON.stringify(suite)}: there are ${suites.map(({name}) => name).join(', ')}`)
if (!(Number(seconds) > 0)) reject(`--seconds takes a number, and not ${JSON.stringify(seconds)}`)

const program = await buildInstrumented()
process.on('exit', () => rmSync(program, {recursive: true, force: true}))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const findings = new Map<string, Finding>()
let [allInputs, allRuns] = [0, 0]
for (const {name} of chosen) {
  const result = await fuzzSuite({program, seed, suite: name, seconds: Number(seconds) / chosen.length, onFinding})
  const {inputs, runs, time, processor, branches, kept, first} = result
  allInputs += inputs
  allRuns += runs
  const rates = `${Math.round(inputs / time)} a second (${Math.round(inputs / processor)} a second of the processor)`
  print(`${name.padEnd(14)} ${String(inputs).padStart(9)} inputs in ${runs} runs, ${rates}; branches ${first} to ${branches}, ${kept} inputs kept`)
}
print(`${'all'.padEnd(14)} ${String(allInputs).padStart(9)} inputs in ${allRuns} runs, seed ${seed}; ${findings.size} failures`)
process.exitCode = findings.size > 0 ? 1 : 0

/** Prints a failure, and writes its case to a folder, unless a failure with the same signature was found already. */
function onFinding(finding: Finding): void {
  const {failure: {kind, detail, signature}, suite: name, case: encoded} = finding
  if (findings.has(signature)) return
  findings.set(signature, finding)
  const folder = join(out, `${name}-${kind}-${findings.size}`)
  const fuzzCase = decodeCase(encoded)
  rmSync(folder, {recursive: true, force: true})
  for (const [path, content] of Object.entries({...fuzzCase.files, ...fuzzCase.stdin !== undefined && {stdin: fuzzCase.stdin}})) {
    mkdirSync(dirname(join(folder, 'files', path)), {recursive: true})
    writeFileSync(join(folder, 'files', path), content)
  }
  mkdirSync(folder, {recursive: true})
  writeFileSync(join(folder, 'failure.txt'), `${kind}: ${detail}\n\n${commandLine(fuzzCase)}\n\n${signature}\n`)
  print(`FAILURE ${kind} (${name}): ${detail.split('\n')[0]?.slice(0, 200) ?? ''}\n  in ${join(folder, 'files')}: ${commandLine(fuzzCase)}`)
}
