import {dirname, relative, resolve} from 'node:path'

import {findApiServers} from '../configuration/api-server/find-api-servers.js'
import {configurationOf} from '../configuration/recognize.js'
import {leavesFolder} from '../io/glob-pattern.js'
import {readFile, stdinName} from '../io/read-sources.js'
import {rootOf} from '../io/repository-root.js'
import {createNewFile, writeFile} from '../io/write-file.js'
import {groupBy} from '../machinery/collections/group-by.js'
import {oneLine, someOf} from '../machinery/output/printable.js'
import {readManifests} from '../manifests/read-manifests.js'
import {initialTests} from '../policy-test/init/initial-tests.js'
import type {Base} from '../policy-test/init/subjects.js'
import {type NewServerSettings, testFileText} from '../policy-test/init/test-file-text.js'
import {nameOf, scalarText} from '../policy-test/mutate/body.js'
import {problemsOf} from '../policy-test/run-test.js'
import {type Server, setUp} from '../policy-test/server.js'
import {isPolicyManifest} from '../simulate/policies.js'
import {simulate, type SimulateOptions} from '../simulate/simulate.js'
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import type {Settings} from './config/settings.js'
import {usageErrorAt} from './only-document.js'
import {configurationReader} from './read-inputs.js'
import {serverOptions} from './server-setup.js'

/** Options of a new test file. */
export interface TestFileChoice {
  /** The path of the file; `-` for standard output. */
  readonly output: string
  /** The namespace of objects without one. */
  readonly namespace?: string | undefined
  /** Settings of the API server. */
  readonly server: Omit<NewServerSettings, 'admissionConfig'>
  /** The path of the AdmissionConfiguration of the server, or of the configuration of one plugin. */
  readonly admissionConfig?: string | undefined
}

/** The text of a test file, with notes for the user. */
export interface NewTestFile {
  readonly text: string
  readonly notes: readonly string[]
}

/**
 * Makes a test file for the policies among files.
 *
 * @throws UsageError for files without policies that can be tested, and for standard input, which a test file cannot name. Also for files
 * that cannot be read, policies that the server rejects, and a server that does not start, or whose configuration cannot be read
 */
export function initialTestFile(given: readonly SourceFile[], {output, namespace = 'default', server, admissionConfig}: TestFileChoice): NewTestFile {
  const configurations = admissionConfig === undefined ? [] : [readFile(admissionConfig)]
  const files = given.filter(({path}) => admissionConfig === undefined || resolve(path) !== resolve(admissionConfig))
  if ([...files, ...configurations].some(({path}) => path === stdinName)) {
    throw new UsageError('a test file cannot name standard input', ['write the policies to a file'])
  }
  const folder = output === '-' ? process.cwd() : dirname(resolve(output))
  const pathOf = ({path}: SourceFile): string => relative(folder, resolve(path)).replaceAll('\\', '/')
  const servers = new Set(files.filter((file) => findApiServers([file]).length > 0))
  const policies = files.filter((file) => servers.has(file) || hasPolicies(file))
  checkInReach([...policies, ...configurations], folder)
  const {options, notes} = serverOf(server, policies, configurations)
  checkPolicies([...policies, ...files.filter(isBroken)], {...options, namespace})
  const [named] = configurations.map((file) => ({admissionConfig: pathOf(file)}))
  const bases = files.filter((file) => !servers.has(file)).flatMap((file) => basesIn(file, pathOf(file)))
  const drafts = initialTests({policies: [...policies, ...configurations], bases}, {...options, namespace})
  const total = drafts.tests.length + (drafts.events?.length ?? 0)
  if (total === 0 && drafts.missing.length > 0) throw new UsageError(`no test was found for ${someOf(drafts.missing, 3)}`, ['write tests of your own: "kadm test --help" names their parts'])
  if (total === 0) {
    throw new UsageError('there is no LimitRange, ResourceQuota, MetadataPolicy, level of Pod Security or EventRateLimit configuration to test', ['give the files or folders of policies: kadm test init ./policies'])
  }
  const count = `${total} ${total === 1 ? 'test' : 'tests'}`
  return {
    text: testFileText(drafts, {policies: policies.map(pathOf), namespace, server: {...server, ...named}}),
    notes: [
      ...notes,
      ...output === '-' ? [] : [`Wrote ${count} to ${oneLine(output)}. Check what they expect, and run them with: kadm test ${oneLine(output)}`],
      ...drafts.missing.map((item) => `No test was found for ${oneLine(item)}`),
    ],
  }
}

/** Returns the settings of the API server to write into a test file: kadm test does not take them from `.kadm.yaml`. */
export function newServerSettings(settings: Settings): TestFileChoice['server'] {
  const {enableAdmissionPlugins, disableAdmissionPlugins, admissionControl} = settings
  return {
    ...serverOptions(settings), ...enableAdmissionPlugins && {enableAdmissionPlugins}, ...disableAdmissionPlugins && {disableAdmissionPlugins},
    ...admissionControl && {admissionControl},
  }
}

/** Sets up the API server as "kadm test" will do. */
function serverOf(settings: TestFileChoice['server'], policies: readonly SourceFile[], configurations: readonly SourceFile[]): Server {
  const reader = configurationReader([...policies, ...configurations])
  const server = setUp([settings], {policies, admissionConfig: configurations.length === 0 ? undefined : configurations, readFile: reader})
  if ('problem' in server) throw new UsageError(server.problem)
  return server
}

/** @throws UsageError for files that cannot be read, and for policies that the server rejects: the tests could not run */
function checkPolicies(policies: readonly SourceFile[], options: SimulateOptions): void {
  const [problem] = problemsOf(simulate({files: [], policies: [...new Set(policies)]}, {...options, comparesOrders: false}))
  if (problem !== undefined) throw usageErrorAt(problem.file, problem.span, problem.message)
}

/** True for a file with a document that cannot be read. */
const isBroken = (file: SourceFile): boolean => readManifests(file).some(({manifest, problems}) => manifest === undefined && problems.length > 0)

/** @throws UsageError for policies that "kadm test" would not read, because they are outside of the repository of the test file */
function checkInReach(policies: readonly SourceFile[], folder: string): void {
  const root = rootOf(folder)
  const outside = policies.find(({path}) => leavesFolder(path, root))
  if (outside === undefined) return
  throw new UsageError(`${JSON.stringify(outside.path)} is outside of the folder or repository of the test file: kadm test does not read it`, ['write the test file to the folder of the policies with -o'])
}

/** True for a file with policies, or with objects that admission looks up. */
const hasPolicies = (file: SourceFile): boolean =>
  readManifests(file).some(({manifest}) => manifest !== undefined && (isPolicyManifest(manifest) || configurationOf(manifest.body) !== undefined))

/** Returns the objects of a file to start from: those with a name, unless another object in the file has the same kind and name. */
function basesIn(file: SourceFile, path: string): Base[] {
  const bodies = readManifests(file).flatMap(({manifest, problems}) =>
    manifest !== undefined && problems.length === 0 && !isPolicyManifest(manifest) ? [manifest.body] : [])
  const named = groupBy(bodies, (body) => `${scalarText(body['kind'])}/${nameOf(body)}`)
  return [...named.values()].flatMap(([object, ...others]) => object === undefined || others.length > 0 || nameOf(object) === '' ? [] : [{path, object}])
}

/**
 * Writes a test file.
 *
 * @throws UsageError if it exists, unless it is to be overwritten, and if it cannot be written
 */
export function writeTestFile(path: string, text: string, isOverwritten: boolean): void {
  if (isOverwritten) writeFile(path, text)
  else if (!createNewFile(path, text)) throw new UsageError(`${JSON.stringify(path)} exists`, ['choose another file with -o', '--force overwrites it'])
}
