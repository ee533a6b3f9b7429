// `npm run check`: everything that CI runs, in order, up to the first failure.
// `npm run check -- --after-test` leaves out what `npm cit` has done already: the build and the tests. It still checks their coverage.
import {spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {existsSync, readFileSync} from 'node:fs'
import {performance} from 'node:perf_hooks'
import {fileURLToPath} from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const isAfterTest = process.argv.includes('--after-test')

const npm = (...args) => ['npm', ['run', '--silent', ...args]]

const build = ['build', 'it does not build', npm('build')]
const tests = ['tests', 'tests fail', npm('test:all')]
const steps = [
  ['types', 'there are type errors', npm('types')],
  ['lint', 'eslint has complaints', npm('lint')],
  ['prose', 'a text is hard to read (see "Plain English" in CONTRIBUTING.md)', npm('prose')],
  ['layers', 'a folder imports what it may not (see the comments in .dependency-cruiser.cjs)', npm('layers')],
  ['dead', 'something is exported or installed that nothing uses: delete it (see knip.jsonc)', npm('dead')],
  ...isAfterTest ? [] : [build, tests],
  ['coverage', 'the tests cover less than .c8rc.json requires', npm('coverage')],
  ['docs', 'generating the documentation fails', npm('docs')],
  ['release', 'a release would fail', npm('release', '--', '--dry-run')],
]

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

const begin = performance.now()
const before = treeState()
const times = []
for (const [name, failure, [command, args]] of steps) {
  console.log(`\ncheck: ${name}`)
  const start = performance.now()
  const {status} = spawnSync(command, args, {stdio: 'inherit', shell: process.platform === 'win32'})
  times.push(`${name} ${seconds(start)}`)
  if (status !== 0) fail(`${failure} (${name}, after ${seconds(start)})`)
}

const after = treeState()
const changed = [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file))
if (changed.length > 0) fail(`the run changed files: generated ones were out of date, or a test wrote where it should not. Review and commit them:\n  ${changed.join('\n  ')}`)
console.log(`\ncheck: all is well (${times.join(', ')}; ${seconds(begin)} in all)`)
