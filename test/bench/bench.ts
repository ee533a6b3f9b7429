// `npm run bench`: how fast kadm is, as ratios to floors that are measured in the same run. Nothing fails for being slow.
import {Plugin} from '@oclif/core'
import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {availableParallelism, cpus, loadavg, tmpdir} from 'node:os'
import {join} from 'node:path'
import {buildSync} from 'esbuild'

import {Cluster} from '../../src/cluster/cluster.js'
import {plainEnv, root} from '../helpers/run-kadm.js'
import {documentsPerFile, lintFiles, manifestFile} from './manifests.js'

const kadm = join(root, 'bin/run.js')
const folder = mkdtempSync(join(tmpdir(), 'kadm-bench-'))

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** The time of a run of Node.js in milliseconds, process start included. */
function time(args: readonly string[]): number {
  const start = performance.now()
  const {status, stderr} = spawnSync(process.execPath, args, {cwd: folder, env: plainEnv, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 30, encoding: 'utf8'})
  const elapsed = performance.now() - start
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status ?? 'a signal'}: ${stderr}`)
  return elapsed
}

/** The median times of several programs, run in turn so that all of them meet the same machine. */
function medians(programs: Readonly<Record<string, readonly string[]>>, runs: number): Record<string, number> {
  const times = Object.fromEntries(Object.keys(programs).map((name): [string, number[]] => [name, []]))
  for (let i = 0; i <= runs; i++) {
    // The first run fills the caches of the disk and counts for nothing.
    for (const [name, args] of Object.entries(programs)) (i === 0 ? [] : times[name] ?? []).push(time(args))
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]))
}

const verdict = (isMet: boolean): string => isMet ? 'goal met' : 'GOAL MISSED'

/** A program of oclif that prints a line and does nothing else, with its manifest. */
async function trivialCommand(): Promise<string> {
  const home = join(folder, 'trivial')
  mkdirSync(join(home, 'commands'), {recursive: true})
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'), 'junction')
  writeFileSync(join(home, 'package.json'), '{"name": "trivial", "version": "1.0.0", "type": "module", "oclif": {"bin": "trivial", "commands": "./commands"}}')
  writeFileSync(join(home, 'run.js'), 'import {execute} from \'@oclif/core\'\nawait execute({dir: import.meta.url})\n')
  writeFileSync(join(home, 'commands/hello.js'), `import {Command} from '@oclif/core'
export default class Hello extends Command {
  async run() {
    this.log('hello')
  }
}
`)
  const plugin = new Plugin({root: home, type: 'core', ignoreManifest: true, errorOnManifestCreate: true})
  await plugin.load()
  writeFileSync(join(home, 'oclif.manifest.json'), JSON.stringify(plugin.manifest))
  return join(home, 'run.js')
}

async function startUp(): Promise<void> {
  writeFileSync(join(folder, 'small.yaml'), manifestFile(1))
  const trivial = await trivialCommand()
  const {node = 0, oclif = 0, version = 0, lint = 0} = medians({
    node: ['-e', '0'],
    oclif: [trivial, 'hello'],
    version: [kadm, '--version'],
    lint: [kadm, 'lint', 'small.yaml'],
  }, 21)
  print('(a) start-up, medians of 21 runs')
  print(`    node -e 0                 ${node.toFixed(0)} ms`)
  print(`    a trivial oclif command   ${oclif.toFixed(0)} ms`)
  for (const [what, elapsed] of [['kadm --version', version], ['kadm lint small.yaml', lint]] as const) {
    const ratio = elapsed / oclif
    print(`    ${what.padEnd(25)} ${elapsed.toFixed(0)} ms: ${(elapsed / node).toFixed(2)} x node, ${ratio.toFixed(2)} x trivial (at most 1.3: ${verdict(ratio <= 1.3)})`)
  }
}

function lintMany(): void {
  const files = join(folder, 'many')
  mkdirSync(files)
  for (let i = 0; i < lintFiles; i++) writeFileSync(join(files, `${String(i).padStart(4, '0')}.yaml`), manifestFile(i))
  const floorProgram = join(folder, 'floor.mjs')
  // In the repository, where js-yaml is found, and without tsx, which would slow it down.
  const program = buildSync({entryPoints: [join(root, 'test/bench/floor.ts')], format: 'esm', bundle: true, platform: 'node', write: false})
  writeFileSync(floorProgram, program.outputFiles[0]?.text ?? '')
  const {floor = 0, lint = 0} = medians({floor: [floorProgram, files], lint: [kadm, 'lint', files]}, 5)
  const ratio = lint / floor
  print(`(b) lint of ${lintFiles} files with ${lintFiles * documentsPerFile} documents, medians of 5 runs, process start included`)
  print(`    read and parseEvents      ${floor.toFixed(0)} ms`)
  print(`    kadm lint                 ${lint.toFixed(0)} ms: ${ratio.toFixed(2)} x (at most 2: ${verdict(ratio <= 2)}), ${(lintFiles * documentsPerFile / lint * 1000).toFixed(0)} documents a second`)
}

function admissions(): void {
  const cluster = new Cluster()
  const limitRange = (name: string, item: object): object => ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name}, spec: {limits: [item]}})
  const policies = [
    limitRange('defaults', {type: 'Container', default: {cpu: '500m', memory: '256Mi'}, defaultRequest: {cpu: '100m', memory: '128Mi'}}),
    limitRange('bounds', {type: 'Container', min: {cpu: '50m'}, max: {cpu: '2', memory: '1Gi'}, maxLimitRequestRatio: {cpu: '10'}}),
  ]
  for (const object of policies) cluster.handle({operation: 'CREATE', namespace: 'dev', object: object as Record<string, unknown>})
  const pod = (i: number): Record<string, unknown> => ({
    apiVersion: 'v1', kind: 'Pod', metadata: {name: `pod-${i}`},
    spec: {containers: [{name: 'app', image: 'registry.example/app:1', resources: {requests: {cpu: '250m'}}}]},
  })
  const admit = (from: number, to: number): number => {
    const pods = Array.from({length: to - from}, (_, i) => pod(from + i))
    const start = performance.now()
    for (const object of pods) {
      if (!cluster.handle({operation: 'CREATE', namespace: 'dev', object}).allowed) throw new Error('a pod is denied')
    }
    return (to - from) / (performance.now() - start) * 1000
  }
  const count = 20_000
  admit(0, count)
  const rates = [1, 2, 3, 4, 5].map((i) => admit(i * count, (i + 1) * count))
  const rate = median(rates)
  print(`(c) pod admissions through Cluster.handle under two LimitRanges, median of 5 times ${count}`)
  print(`    ${rate.toFixed(0)} a second (at least 20,000: ${verdict(rate >= 20_000)})`)
}

const benchmarks: Readonly<Record<string, () => Promise<void> | void>> = {a: startUp, b: lintMany, c: admissions}
const chosen = process.argv.slice(2)
try {
  print(`Node.js ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`)
  for (const [name, run] of Object.entries(benchmarks)) {
    if (chosen.length === 0 || chosen.includes(name)) await run()
  }
} finally {
  rmSync(folder, {recursive: true, force: true})
}
