// (a) and (b): whole runs of kadm, compared with programs that do the minimum.
import {Plugin} from '@oclif/core'
import {buildSync} from 'esbuild'
import {spawnSync} from 'node:child_process'
import {existsSync, mkdirSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

import {plainEnv, root} from '../helpers/run-kadm.js'
import {documentsPerFile, lintFiles, manifestFile} from './manifests.js'
import {print, rate, verdict} from './print.js'

export const kadm = join(root, 'bin/run.js')

/** A run of a program: arguments of Node.js, or a program and its arguments, with the expected exit status if it is not 0. */
type Program = readonly string[] | {readonly file: string, readonly args: readonly string[], readonly expected?: number}

/** The environment of all programs. Node.js 20 would read the certificates that NODE_EXTRA_CA_CERTS names at each start: 35 ms. */
const env = {...plainEnv, NODE_EXTRA_CA_CERTS: ''}

/** The time of a run in milliseconds, process start included. */
function time(program: Program, cwd: string): number {
  const {file, args, expected = 0} = 'file' in program ? program : {file: process.execPath, args: program, expected: 0}
  const start = performance.now()
  const {status, stdout, stderr} = spawnSync(file, args, {cwd, env, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 30, encoding: 'utf8'})
  const elapsed = performance.now() - start
  if (status !== expected) throw new Error(`${args.join(' ')} ended with ${status ?? 'a signal'}: ${stderr}${stdout}`)
  return elapsed
}

/** The best times of several programs in milliseconds, which run in turn so that the load of the machine affects all equally. */
export function bestTimes<T extends string>(programs: Readonly<Record<T, Program>>, runs: number, cwd: string): Record<T, number> {
  const best = Object.fromEntries(Object.keys(programs).map((name) => [name, Infinity])) as Record<T, number>
  // The first run fills the caches of the disk.
  for (let i = 0; i <= runs; i++) for (const name of Object.keys(programs) as T[]) best[name] = Math.min(best[name], time(programs[name], cwd))
  return best
}

/** An oclif program that only prints a line, with its manifest. */
async function trivialCommand(folder: string): Promise<string> {
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

const executable = join(root, 'executable', process.platform === 'win32' ? 'kadm.exe' : 'kadm')

/** (a) Start-up time of kadm, compared with an oclif command that does nothing; with that of the executable after `npm run executable`. */
export async function startUp(folder: string): Promise<void> {
  const runs = 21
  writeFileSync(join(folder, 'small.yaml'), manifestFile(1))
  const trivial = await trivialCommand(folder)
  const {node = 0, oclif = 0, ...kadms} = bestTimes<string>({
    node: ['-e', '0'], oclif: [trivial, 'hello'], 'kadm --version': [kadm, '--version'], 'kadm lint small.yaml': [kadm, 'lint', 'small.yaml'],
    ...existsSync(executable) && {'the same, executable': {file: executable, args: ['lint', 'small.yaml']}},
  }, runs, folder)
  print(`(a) start-up, the best of ${runs} runs`)
  print(`    node -e 0                 ${node.toFixed(0)} ms`)
  print(`    a trivial oclif command   ${oclif.toFixed(0)} ms`)
  for (const [what, elapsed] of Object.entries(kadms)) {
    const ratio = elapsed / oclif
    print(`    ${what.padEnd(25)} ${elapsed.toFixed(0)} ms: ${(elapsed / node).toFixed(2)} x node, ${ratio.toFixed(2)} x trivial ${verdict('at most 1.1', ratio <= 1.1)}`)
  }
}

/** Writes the files to lint, and returns their folder. */
export function writeFiles(folder: string, text: (i: number) => string, count = lintFiles): string {
  mkdirSync(folder)
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `${String(i).padStart(4, '0')}.yaml`), text(i))
  return folder
}

/** (b) Time to lint many files, compared with a program that only reads them and runs js-yaml. */
export function lintMany(folder: string): void {
  const runs = 15
  const files = writeFiles(join(folder, 'many'), manifestFile)
  const floorProgram = join(folder, 'floor.mjs')
  // In the repository, where js-yaml is found, and without tsx, which would slow it down.
  const program = buildSync({entryPoints: [join(root, 'test/bench/floor.ts')], format: 'esm', bundle: true, platform: 'node', write: false})
  writeFileSync(floorProgram, program.outputFiles[0]?.text ?? '')
  const {floor, lint} = bestTimes({floor: [floorProgram, files], lint: [kadm, 'lint', files]}, runs, folder)
  const ratio = lint / floor
  const documents = lintFiles * documentsPerFile
  print(`(b) lint of ${lintFiles} files with ${documents} documents, the best of ${runs} runs, process start included`)
  print(`    read and parseEvents      ${floor.toFixed(0)} ms`)
  print(`    kadm lint                 ${lint.toFixed(0)} ms: ${ratio.toFixed(2)} x ${verdict('at most 2', ratio <= 2)}, ${rate(documents / lint * 1000)}`)
}
