import {Flags} from '@oclif/core'

import {clientNames} from '../controllers/event-recorder/index.js'
import type {ClientModel} from '../replay/clients.js'
import {UsageError} from '../usage-error.js'
import {allowPathOutside} from './flags.js'

/** The flags of `kadm replay` beside those of all that reads logs. */
export const replayFlags = {
  'admission-config': Flags.string({
    required: true, helpValue: 'FILE', description: 'The limits: an AdmissionConfiguration, as --admission-control-config-file of the API server gives it, or the Configuration of EventRateLimit by itself, as kadm tune prints it. "-" for standard input.',
  }),
  'allow-path-outside': allowPathOutside,
  apiservers: Flags.integer({default: 1, min: 1, max: 1000, helpValue: 'R', description: 'How many API servers take the requests in turn: each has buckets of its own.'}),
  decisions: Flags.string({
    helpValue: 'FILE', description: 'Write to FILE what becomes of each request, in the order of the log, as lines of JSON. "-" for standard output, in place of the result.',
  }),
  observed: Flags.boolean({description: 'Compare with the refusals that the log itself records.'}),
  top: Flags.integer({default: 10, min: 0, max: 10_000, helpValue: 'N', description: 'How many of the keys that are refused most often to name for each limit.'}),
  client: Flags.option({
    options: clientNames,
    description: 'Treat the log as what components wanted to record, and send what a client makes of it: every event (none), what the recorder of client-go makes of them (recorder), the recorder of the time of the design document, which tries again after a 429 (legacy), or the same with a pause after each refusal, as the design document has it (proposal, with --retry-after). Reports how many events are sent, refused and lost.',
  })(),
  'retry-after': Flags.integer({min: 0, max: 86_400, helpValue: 'SECONDS', description: 'With --client: have the server say in its refusals after how long to try again. By itself it does not, so that no client pauses.'}),
}

interface ClientFlags {
  readonly client?: ClientModel['name'] | undefined
  readonly 'retry-after'?: number | undefined
  readonly observed: boolean
  readonly decisions?: string | undefined
}

/**
 * The client that the flags ask for, undefined for none.
 *
 * @throws UsageError for flags that do not go together
 */
export function clientModel({client, 'retry-after': retryAfterSeconds, observed, decisions}: ClientFlags): ClientModel | undefined {
  if (client === undefined && retryAfterSeconds !== undefined) throw new UsageError('--retry-after says what clients are told: give --client')
  if (client === undefined) return undefined
  if (observed || decisions !== undefined) {
    throw new UsageError(`--client sends other requests than those in the log: ${observed ? '--observed' : '--decisions'} does not go with it`)
  }
  return {name: client, retryAfterSeconds}
}
