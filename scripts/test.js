// Runs the tests in tiers: `node scripts/test.js TIER [OPTIONS OF MOCHA]`.
// `npm cit` installs and then runs `npm test`. It is meant for continuous integration, so it runs the tier "all" in place of "quick".
import {spawnSync} from 'node:child_process'
import {existsSync, rmSync} from 'node:fs'
import {createRequire} from 'node:module'
import {resolve} from 'node:path'
import {fileURLToPath} from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

/** Tests that make thousands of random inputs, read all recordings, or wait. Each takes seconds. */
const slow = [
  'test/properties', 'test/conformance/rule-coverage.test.ts', 'test/commands/crashes.test.ts', 'test/commands/large-workloads.test.ts', 'test/commands/unreadable.test.ts',
  'test/fuzz/fuzz-suite.test.ts', 'test/admission/plugins/limit-ranger/satisfiability.test.ts', 'test/admission/plugins/limit-ranger/checks/plain.test.ts',
  'test/admission/plugins/limit-ranger/checks/silent-pods.test.ts', 'test/cluster/shared-specs.test.ts', 'test/configuration/robustness.test.ts',
  'test/export/faults.test.ts', 'test/io/read-sources.test.ts', 'test/io/write-file.test.ts', 'test/lint/policies/as-the-server-decides.test.ts',
  'test/lint/policies/refused-pods.test.ts', 'test/report/pipeline.test.ts', 'test/source/robustness.test.ts',
]

/** Tests that start the built program. */
const endToEnd = ['test/e2e/**/*.test.ts', 'test/meta/readme.test.ts']

/** All tests. Folders with long ones come first, so that no worker waits for the other one at the end. */
const everything = ['test/{e2e,meta,properties,commands}/**/*.test.ts', 'test/!(e2e|meta|properties|commands)/**/*.test.ts']

const parallel = ['--parallel', '--jobs', '2']

const ignored = [...endToEnd, ...slow.map((path) => path.endsWith('.ts') ? path : `${path}/**`)].flatMap((path) => ['--ignore', path])

/** For each tier: the arguments of mocha, the recordings to replay (test/helpers/vectors.ts), whether it needs the build, and whether it measures coverage. */
const tiers = {
  quick: {args: [...parallel, ...everything, ...ignored], recordings: 'sample'},
  all: {args: [...parallel, ...everything], needsBuild: true, isCovered: true},
  e2e: {args: endToEnd, needsBuild: true},
}

/** Ends the script with a message about wrong use. */
function fail(message) {
  console.error(`test: ${message}`)
  process.exit(2)
}

/** Runs a script with Node.js. If it fails, this script ends with its status. */
function run(args, env = {}) {
  const {status} = spawnSync(process.execPath, args, {stdio: 'inherit', env: {...process.env, ...env}})
  if (status !== 0) process.exit(status ?? 1)
}

const [, , given = '', ...options] = process.argv
const {args, recordings = 'all', needsBuild = false, isCovered = false} =
  tiers[given === 'quick' && process.env.npm_command === 'install-ci-test' ? 'all' : given] ?? fail(`"${given}" is not one of ${Object.keys(tiers).join(', ')}`)
const missing = slow.find((path) => !existsSync(path))
if (missing !== undefined) fail(`${missing} does not exist: correct the list of slow tests`)
if (needsBuild) run(['scripts/build.js', '--if-changed'])
// Node.js writes the coverage of each process, from which `npm run coverage` makes the report.
if (isCovered) rmSync('coverage', {recursive: true, force: true})
run([createRequire(import.meta.url).resolve('mocha/bin/mocha.js'), ...args, ...options], {TEST_RECORDINGS: recordings, ...isCovered && {NODE_V8_COVERAGE: resolve('coverage/tmp')}})
