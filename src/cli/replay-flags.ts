import {Flags} from '@oclif/core'

import {clientNames} from '../controllers/event-recorder/index.js'
import type {ClientModel} from '../replay/decide/clients.js'
import {UsageError} from '../usage-error.js'
import {allowPathOutside} from './flags.js'

/** The flags of `kadm replay` in addition to those of all commands that read logs. */
export const replayFlags = {
  'admission-config': Flags.string({
    required: true, helpValue: 'FILE', description: 'The limits: an AdmissionConfiguration, as in --admission-control-config-file of the API server, or a Configuration of EventRateLimit, as kadm tune prints it. "-" for standard input.',
  }),
  // The flag that it depends on is required here.
  'allow-path-outside': {...allowPathOutside, dependsOn: []},
  apiservers: Flags.integer({default: 1, min: 1, max: 1000, helpValue: 'R', description: 'Number of API servers that share the requests in turn, each with its own buckets.'}),
  decisions: Flags.string({
    helpValue: 'FILE', description: 'Write the decision about each request to FILE, in the order of the log, as lines of JSON. "-" for standard output, instead of the result.',
  }),
  observed: Flags.boolean({description: 'Compare the verdicts with the rejections in the log.'}),
  top: Flags.integer({default: 10, min: 0, max: 10_000, helpValue: 'N', description: 'Number of keys to show for each limit: those rejected most often.'}),
  client: Flags.option({
    options: clientNames,
    description: 'Treat the log as the events that components record, and simulate the client that sends them: "none" sends every event, "recorder" is the recorder of client-go. "legacy" is the recorder from the time of the design document, which retries after a 429. "proposal" also pauses after each 429, as the design document proposes (with --retry-after). Report how many events are sent, rejected and lost.',
  })(),
  'retry-after': Flags.integer({min: 0, max: 86_400, helpValue: 'SECONDS', description: 'With --client: seconds in the Retry-After header of rejections. By default the server sends none, and no client pauses.'}),
}

interface ClientFlags {
  readonly client?: ClientModel['name'] | undefined
  readonly 'retry-after'?: number | undefined
  readonly observed: boolean
  readonly decisions?: string | undefined
}

/**
 * Returns the client that the flags select, or undefined.
 *
 * @throws UsageError for flags that cannot be combined
 */
export function clientModel({client, 'retry-after': retryAfterSeconds, observed, decisions}: ClientFlags): ClientModel | undefined {
  if (client === undefined && retryAfterSeconds !== undefined) throw new UsageError('--retry-after requires --client')
  if (client === undefined) return undefined
  if (observed || decisions !== undefined) {
    throw new UsageError(`--client sends other requests than those in the log: ${observed ? '--observed' : '--decisions'} cannot be combined with it`)
  }
  return {name: client, retryAfterSeconds}
}
