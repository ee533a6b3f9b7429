// Runs the tests in tiers: `node scripts/test.js TIER [OPTIONS OF MOCHA]`.
// `npm cit` installs and then runs `npm test`. It is meant for continuous integration, so it runs the tier "all" in place of "quick".
import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, rmSync, symlinkSync} from 'node:fs'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {fileURLToPath} from 'node:url'

import {installedPackages} from './build/program.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

/** Tests that start the built program. */
const endToEnd = ['test/e2e/**/*.test.ts', 'test/meta/readme.test.ts']

/**
 * Folders whose tests do not count towards the coverage: a browser and the program are other processes, and random objects cover other lines in each run.
 * Measuring the coverage makes tests with random objects take half as long again.
 */
const unmeasured = ['test/browser', 'test/e2e', 'test/properties']

/** All tests. Folders with long ones come first, so that no worker waits for the other one at the end. */
const everything = ['test/{browser,e2e,meta,properties,commands}/**/*.test.ts', 'test/!(browser|dist|e2e|meta|properties|commands)/**/*.test.ts']

/**
 * The tests that also test the package (test/dist/hooks.js): of the program and its commands, and the recordings that the library can repeat. The
 * others call functions that the library does not export. The memory of the program is measured once, with the build that the package holds.
 */
const published = [
  'test/dist/**/*.test.ts', 'test/e2e/!(built-library|executable|memory|package|pre-commit).test.ts', 'test/meta/readme.test.ts', 'test/commands/**/*.test.ts',
  'test/conformance/@(apply|describe-limits|describe-quota|export|kind-validation|lint|metadata-policy|pod-validation|quantity|requests|resourcequota-limited|selector|simulate-workload).test.ts',
]

const parallel = ['--parallel', '--jobs', '2']

const ignore = (paths) => paths.flatMap((path) => ['--ignore', path.endsWith('.ts') ? path : `${path}/**`])

/**
 * For each tier: the arguments of mocha, the recordings to replay (test/helpers/vectors.ts), and four choices: whether it needs the build,
 * tests the package, measures coverage, and skips slow tests. Titles of tests that take half a second or more contain "@slow".
 */
const tiers = {
  quick: {args: [...parallel, ...everything, ...ignore([...endToEnd, 'test/browser', 'test/properties'])], recordings: 'sample', skipsSlow: true},
  all: {args: [...parallel, ...everything], needsBuild: true, isCovered: true},
  e2e: {args: endToEnd, needsBuild: true},
  dist: {args: ['--config', 'test/dist/.mocharc.json', ...parallel, ...published, ...ignore(['test/commands/large-workloads.test.ts'])], needsBuild: true, isPacked: true},
}

/** Ends the script with a message about wrong use. */
function fail(message) {
  console.error(`test: ${message}`)
  process.exit(2)
}

/** Runs a program. If it fails, this script ends with its status. */
function run(program, args) {
  const {status} = spawnSync(program, args, {stdio: 'inherit', shell: process.platform === 'win32' && program === 'npm'})
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Packs kadm and unpacks the package into a folder. Of other packages, only those are there that the program does not contain. Returns the folder of
 * the package.
 */
function unpacked(folder) {
  run(process.execPath, ['scripts/sbom.js'])
  run('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder])
  run('tar', ['-xzf', join(folder, `kadm-${version}.tgz`), '-C', folder])
  mkdirSync(join(folder, 'node_modules'))
  for (const name of installedPackages) symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name), 'junction')
  return join(folder, 'package')
}

const {version} = createRequire(import.meta.url)('../package.json')
const [, , given = '', ...options] = process.argv
const {args, recordings = 'all', needsBuild = false, isPacked = false, isCovered = false, skipsSlow = false} =
  tiers[given === 'quick' && process.env.npm_command === 'install-ci-test' ? 'all' : given] ?? fail(`"${given}" is not one of ${Object.keys(tiers).join(', ')}`)

// A filter of the user selects slow tests, too: mocha takes one filter only.
const filter = skipsSlow && !options.some((option) => /^(-[fgi]|--(fgrep|grep|invert)\b)/.test(option)) ? ['--grep', '@slow', '--invert'] : []
/** The runs of mocha. With options, which may select tests, there is one run, and no coverage is measured. */
const runs = isCovered && options.length === 0
  ? [
    {selected: [...parallel, ...unmeasured.map((folder) => `${folder}/**/*.test.ts`)], isMeasured: false},
    {selected: [...args, ...ignore(unmeasured)], isMeasured: true},
  ]
  : [{selected: [...args, ...filter, ...options], isMeasured: false}]

if (needsBuild) run(process.execPath, ['scripts/build.js', '--if-changed'])
// Node.js writes the coverage of each process, from which `npm run coverage` makes the report.
if (isCovered) rmSync('coverage', {recursive: true, force: true})
const temporary = mkdtempSync(join(tmpdir(), 'kadm-test-'))
process.on('exit', () => rmSync(temporary, {recursive: true, force: true}))
const environment = {...process.env, TEST_RECORDINGS: recordings, ...isPacked && {KADM_PACKAGE: unpacked(temporary)}}
for (const {selected, isMeasured} of runs) {
  const {status} = spawnSync(process.execPath, [createRequire(import.meta.url).resolve('mocha/bin/mocha.js'), ...selected], {
    stdio: 'inherit', env: {...environment, ...isMeasured && {NODE_V8_COVERAGE: resolve('coverage/tmp')}},
  })
  if (status !== 0) process.exitCode = status ?? 1
}
