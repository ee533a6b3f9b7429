import {readVectors} from '../../test/helpers/vectors.js'
import type {ApiClient} from './api-client.js'
import {recordCases} from './case-recorder.js'
import type {Recording} from './case.js'
import {differences} from './differences.js'
import {serverOf, workers} from './environment.js'
import {probeDifferences, probes} from './probes.js'
import {sortedJson} from './sorted-json.js'
import {type VariedOptions, verifyVaried} from './varied-verification.js'

/** The files of requests that a server of up.sh answers without other flags, and the share of the cases that is sent: one in this number. */
const files: Readonly<Record<string, number>> = {
  'limitrange': 30, 'limitranger-pod': 40, 'limitranger-pvc': 12, 'limitrange-update': 10, 'limitranger-edge': 35,
  'quota': 30, 'quota-admission': 40, 'quota-update': 20, 'resourcequota-edge': 42, 'kind-validation': 50, 'pod-validation': 50,
}

interface Sampled extends Recording {
  readonly allowPrivileged?: boolean
}

/** One case in `step` of those that need no other flags and no server without a quota controller. */
const sampleOf = (name: string, step: number): Sampled[] => readVectors<Sampled>(name)
  .filter(({whole, controller = true, allowPrivileged}) => (whole === true || controller) && allowPrivileged === undefined)
  .filter((_, i) => i % step === 0)

const report = (name: string, cases: number, errors: readonly string[]): string =>
  `${name}: ${cases} cases, ${errors.length} differences\n${errors.map((error) => `${error}\n`).join('')}`

/** The cases to send, and what to do with those that a server answers in another way. */
interface VerifyOptions {
  /** True to send all cases instead of a sample, and to compare the order of errors in messages of whole objects. */
  readonly all?: boolean
  /** Called with the new recording of each such case. */
  readonly record?: (line: string) => void
  /** Cases to send in place of the recorded ones. */
  readonly varied?: VariedOptions
}

async function verifyServer(server: ApiClient, print: (text: string) => void, {all = false, record}: VerifyOptions): Promise<boolean> {
  let isEqual = true
  const {body} = await server.call('GET', 'version')
  print(`test:oracle: the server is ${JSON.stringify(body['gitVersion'])}\n`)
  for (const [name, step] of Object.entries(files)) {
    const sample = sampleOf(name, all ? 1 : step)
    const errors: string[] = []
    await recordCases(server, sample, workers, (result, given) => {
      const found = result instanceof Error ? [`${given.id}: ${result.message}`] : differences(given, result, all && given.whole === true)
      if (found.length > 0 && !(result instanceof Error)) record?.(sortedJson(result))
      errors.push(...found)
    })
    print(report(name, sample.length, errors))
    isEqual &&= errors.length === 0
  }
  return isEqual
}

function verifyProbe(program: string, print: (text: string) => void): boolean {
  return probes.map((name) => {
    const {cases, errors} = probeDifferences(program, name)
    print(report(name, cases, errors))
    return errors.length === 0
  }).every(Boolean)
}

/**
 * Sends a sample of the recorded requests, or all, to the server that the environment names, and asks the probe all recorded questions.
 *
 * @returns true if no answer differs from its recording, also if the environment names nothing to ask
 */
export async function verify(environment: NodeJS.ProcessEnv, print: (text: string) => void, options: VerifyOptions = {}): Promise<boolean> {
  const server = serverOf(environment)
  const program = environment['KADM_ORACLE_PROBE']
  if (server === undefined) print('test:oracle: skipped, without a server: tools/oracle/up.sh starts one and prints the environment variables that name it\n')
  const {varied} = options
  const recordings = (): Sampled[] => Object.keys(files).flatMap((name) => sampleOf(name, 1))
  const isServerEqual = server === undefined
    || await (varied === undefined ? verifyServer(server, print, options) : verifyVaried(server, recordings(), print, varied))
  server?.close()
  return (program === undefined || varied !== undefined || verifyProbe(program, print)) && isServerEqual
}
