// `npm run check`: everything that CI runs, up to the first failure. Steps of one thread run side by side.
// `npm run check -- --after-test` leaves out what `npm ci` and `npm run test:all` have done already: the build and the tests. It still checks their coverage.
import {spawn, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {once} from 'node:events'
import {existsSync, readFileSync} from 'node:fs'
import {performance} from 'node:perf_hooks'
import {fileURLToPath} from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const isAfterTest = process.argv.includes('--after-test')

const npm = (...args) => ['npm', ['run', '--silent', ...args]]

const build = ['build', 'it does not build', npm('build')]
const tests = ['tests', 'tests fail', npm('test:all')]
const coverage = ['coverage', 'the tests cover less than .c8rc.json requires', npm('coverage')]
const lint = ['lint', 'there are errors of types or style', npm('lint')]
const prose = ['prose', 'a text is hard to read (see "Plain English" in CONTRIBUTING.md)', npm('prose')]
const layers = ['layers', 'a folder imports what it may not (see the comments in .dependency-cruiser.cjs)', npm('layers')]
const dead = ['dead', 'something is exported or installed that nothing uses: delete it (see knip.jsonc)', npm('dead')]
const docs = ['docs', 'generating the documentation fails', npm('docs')]
const release = ['release', 'a release would fail', npm('release', '--', '--dry-run')]

/** The stages, in order. The lists of a stage run side by side, and the steps of a list in order. */
const stages = isAfterTest
  ? [[[prose, dead, coverage], [lint, layers, docs, release]]]
  : [[[prose, dead], [lint, layers]], [[build, tests, coverage, docs, release]]]

/** The state of the working tree in git: files that differ from the last commit, and untracked ones, with their content. */
function treeState() {
  const git = (...args) => spawnSync('git', args, {encoding: 'utf8', maxBuffer: 1 << 30}).stdout
  const files = git('ls-files', '-z', '--modified', '--others', '--exclude-standard').split('\0').filter((file) => file !== '')
  return new Map(files.map((file) => [file, existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'deleted']))
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

function fail(message) {
  console.error(`\ncheck: ${message}`)
  process.exit(1)
}

const times = []

/** Runs a step. Prints the output when the step ends if others run beside it. Returns a message if the step fails. */
async function run([name, failure, [command, args]], isOwnLine) {
  const start = performance.now()
  if (isOwnLine) console.log(`\ncheck: ${name}`)
  const child = spawn(command, args, {stdio: isOwnLine ? 'inherit' : ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32'})
  const output = []
  for (const stream of isOwnLine ? [] : [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [status] = await once(child, 'close')
  if (!isOwnLine) console.log(`\ncheck: ${name}\n${Buffer.concat(output)}`.trimEnd())
  times.push(`${name} ${seconds(start)}`)
  return status === 0 ? undefined : `${failure} (${name}, after ${seconds(start)})`
}

/** Runs steps in order, up to the first that fails. Returns its message. */
async function runSteps(steps, isOwnLine) {
  for (const step of steps) {
    const failure = await run(step, isOwnLine)
    if (failure !== undefined) return failure
  }
  return undefined
}

const begin = performance.now()
const before = treeState()
for (const stage of stages) {
  const failures = (await Promise.all(stage.map((steps) => runSteps(steps, stage.length === 1)))).filter((failure) => failure !== undefined)
  if (failures.length > 0) fail(failures.join('\ncheck: '))
}

const after = treeState()
const changed = [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file))
if (changed.length > 0) fail(`the run changed files: generated ones were out of date, or a test wrote where it should not. Review and commit them:\n  ${changed.join('\n  ')}`)
console.log(`\ncheck: all is well (${times.join(', ')}; ${seconds(begin)} in all)`)
