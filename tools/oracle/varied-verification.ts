import {answerOf, comparable, inNamespace, type WholeAnswer} from '../../test/helpers/whole-objects.js'
import {vectorCluster} from '../../test/helpers/replay.js'
import {Random} from '../../test/fuzz/random.js'
import type {ApiClient} from './api-client.js'
import {recordCases} from './case-recorder.js'
import type {Quotas, RecordedAnswer, Recording} from './case.js'
import {differences} from './differences.js'
import {workers} from './environment.js'
import {VariedCases} from './varied-cases.js'

/**
 * Sends the requests of a recording to kadm, too.
 *
 * @returns the differences; undefined if kadm assumes what the server knows, or if the recorder found nothing to update
 */
function differencesOf({requests, responses, quotas = {}, ...recording}: Recording): string[] | undefined {
  if (requests.some(({verb}, i) => verb === 'update' && responses[i]?.code === 404)) return undefined
  // up.sh starts a server without --allow-privileged.
  const cluster = vectorCluster({controllers: true, allowPrivileged: false})
  const answers = requests.map((request) => answerOf(cluster, {fieldValidation: 'Warn', ...request}))
  if (answers.some(({warnings = []}) => warnings.some((warning) => warning.startsWith('kadm: ')))) return undefined
  const quotaOf = (name: string): Quotas[string] => {
    const status = cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'ns', name})?.['status'] as Partial<Quotas[string]> | undefined
    return {hard: status?.hard, used: status?.used}
  }
  // What a server chooses, such as addresses, is left out on both sides.
  const form = (answer: WholeAnswer, {object: recorded}: RecordedAnswer): RecordedAnswer => {
    const {object, ...rest} = comparable(answer) as RecordedAnswer
    return recorded === undefined ? rest : {...rest, ...object && {object}}
  }
  return differences({...recording, requests, responses: responses.map((recorded) => ({...recorded, ...form(recorded, recorded)})), quotas}, {
    responses: responses.map((recorded, i) => form(answers[i] ?? {code: 0}, recorded)),
    quotas: Object.fromEntries(Object.keys(quotas).map((name) => [name, quotaOf(name)])),
  })
}

/** Which cases to make of the recordings. */
export interface VariedOptions {
  readonly count: number
  /** Equal seeds make equal cases. */
  readonly seed: string
}

/**
 * Sends random variations of recorded cases to a server and to kadm, and prints each difference.
 *
 * @returns true if there is none
 */
export async function verifyVaried(
  server: ApiClient, recordings: readonly Recording[], print: (text: string) => void, {count, seed}: VariedOptions,
): Promise<boolean> {
  const varied = new VariedCases(recordings, new Random(seed))
  const cases = Array.from({length: count}, (_, i) => varied.next(`${seed}/${i}`))
  let [compared, found] = [0, 0]
  await recordCases(server, cases, workers, (result, given) => {
    const errors = result instanceof Error ? [`${given.id}: ${result.message}`] : differencesOf(inNamespace(result))
    if (errors === undefined) return
    compared++
    if (errors.length === 0) return
    found++
    print(`${errors.join('\n')}\n  requests ${JSON.stringify(given.requests)}\n`)
  })
  print(`random cases: ${count} sent, ${compared} compared, ${found} differences\n`)
  return found === 0
}
