// Runs the tests in tiers: `node scripts/test.js TIER [OPTIONS OF MOCHA]`.
// `npm cit` installs and then runs `npm test`. It is meant for continuous integration, so it runs the tier "all" in place of "quick".
import {spawnSync} from 'node:child_process'
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync} from 'node:fs'
import {createRequire} from 'node:module'
import {availableParallelism, tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {fileURLToPath} from 'node:url'

import {installedPackages} from './build/program.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

/** Tests that start the built program. */
const endToEnd = ['test/e2e/**/*.test.ts', 'test/meta/readme.test.ts']

/** Tests that `npm test` leaves out: those that start other processes, and those with random objects. */
const separate = [...endToEnd, 'test/browser/**/*.test.ts', 'test/properties/**/*.test.ts']

/**
 * Tests that do not count towards the coverage, besides those with "@slow" in their titles: a browser and the program are other processes, random objects
 * cover other lines in each run, and recordings cover lines that fast tests cover. Measuring the coverage makes tests take up to half as long again.
 */
const unmeasured = [...separate, 'test/conformance/**/*.test.ts']

/** All tests. Folders with long ones come first, so that no worker waits for the other one at the end. */
const everything = ['test/{browser,e2e,meta,properties,commands}/**/*.test.ts', 'test/!(browser|dist|e2e|meta|properties|commands)/**/*.test.ts']

/** The tests that start the program and also test the package. The memory of the program is measured once, with the build that the package holds. */
const startingPublished = ['test/e2e/!(built-library|executable|memory|package|pre-commit).test.ts', 'test/meta/readme.test.ts']

/**
 * The other tests of the package (test/dist/hooks.js): of its commands, and the recordings that its library can repeat. Tests that are not here call
 * functions that the library does not export.
 */
const published = [
  'test/dist/**/*.test.ts', 'test/commands/**/*.test.ts',
  'test/conformance/@(apply|describe-limits|describe-quota|export|kind-validation|lint|metadata-policy|pod-validation|quantity|requests|resourcequota-limited|selector|simulate-workload).test.ts',
]

/** One worker more than there are processors, as many tests wait for another process. More than eight would load the sources more often than they save. */
const parallel = ['--parallel', '--jobs', String(Math.min(availableParallelism() + 1, 8))]

const ignore = (paths) => paths.flatMap((path) => ['--ignore', path])

/** Filters by the titles of tests. A file may have none of these tests, which mocha otherwise counts as a failure. */
const slow = ['--no-fail-zero', '--grep', '@slow']
const fast = [...slow, '--invert']

/** Returns the test files with slow tests. To load all others, too, would take longer than many of these tests. */
const filesWithSlow = () => readdirSync('test', {recursive: true}).map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('@slow'))

/**
 * For each tier: the arguments of mocha, the recordings to replay (test/helpers/vectors.ts), and four choices: whether it needs the build,
 * tests the package, measures coverage, and skips slow tests. Titles of tests that take half a second or more contain "@slow". The tier "all" starts the program of
 * the package, so that `dist --after-test` leaves out the tests that start it (`starting`).
 */
const tiers = {
  quick: {args: [...parallel, ...everything, ...ignore(separate)], recordings: 'sample', skipsSlow: true},
  all: {args: [...parallel, ...everything], needsBuild: true, isCovered: true},
  e2e: {args: endToEnd, needsBuild: true},
  dist: {args: ['--config', 'test/dist/.mocharc.json', ...parallel, ...published], starting: startingPublished, recordings: 'sample', needsBuild: true, isPacked: true, skipsSlow: true},
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
const [, , given = '', ...words] = process.argv
const isAfterTest = given === 'dist' && words.includes('--after-test')
const options = isAfterTest ? words.filter((word) => word !== '--after-test') : words
const {args, starting = [], recordings = 'all', needsBuild = false, isPacked = false, isCovered = false, skipsSlow = false} =
  tiers[given === 'quick' && process.env.npm_command === 'install-ci-test' ? 'all' : given] ?? fail(`"${given}" is not one of ${Object.keys(tiers).join(', ')}`)

// A filter of the user selects slow tests, too: mocha takes one filter only.
const filter = skipsSlow && !options.some((option) => /^(-[fgi]|--(fgrep|grep|invert)\b)/.test(option)) ? fast : []
/** The runs of mocha. With options, which may select tests, there is one run, and no coverage is measured. */
const runs = isCovered && options.length === 0
  ? [
    {selected: [...parallel, ...unmeasured], withPackage: true},
    {selected: [...parallel, ...filesWithSlow(), ...ignore(unmeasured), ...slow]},
    {selected: ['--require', 'scripts/finish-coverage.cjs', ...args, ...ignore(unmeasured), ...fast], isMeasured: true},
  ]
  : [{selected: [...args, ...isAfterTest ? [] : starting, ...filter, ...options], withPackage: isPacked}]

if (needsBuild) run(process.execPath, ['scripts/build.js', '--if-changed'])
// Node.js writes the coverage of each process, from which `npm run coverage` makes the report.
if (isCovered) rmSync('coverage', {recursive: true, force: true})
const temporary = mkdtempSync(join(tmpdir(), 'kadm-test-'))
process.on('exit', () => rmSync(temporary, {recursive: true, force: true}))
const failures = join(temporary, 'failures.txt')
for (const {selected, withPackage = false, isMeasured = false} of runs) {
  const {status} = spawnSync(process.execPath, [createRequire(import.meta.url).resolve('mocha/bin/mocha.js'), '--reporter', 'scripts/failures-reporter.cjs', ...selected], {
    stdio: 'inherit',
    env: {
      ...process.env, TEST_RECORDINGS: recordings, TEST_FAILURES: failures, ...withPackage && {KADM_PACKAGE: unpacked(temporary)},
      ...isMeasured && {NODE_V8_COVERAGE: resolve('coverage/tmp')},
    },
  })
  if (status !== 0) process.exitCode = status ?? 1
}
// The output of several runs is long: its end repeats what failed.
if (runs.length > 1 && existsSync(failures)) console.log(`Failed tests of all runs:\n\n${readFileSync(failures, 'utf8')}`)
