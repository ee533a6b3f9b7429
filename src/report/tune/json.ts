import type {Ending} from '../../lint/ending.js'
import {formatTime} from '../../machinery/go/instant.js'
import type {TunedConfiguration} from '../../replay/tune/configuration.js'
import type {Tuning} from '../../replay/tune/tune.js'
import type {TunedLimit} from '../../replay/tune/types.js'
import {jsonText} from '../json-text.js'
import {linesJson} from '../replay/json.js'

/** The limits for a log as JSON; the contract is schemas/tune.schema.json. */
export function tuneJson({accept, of, paths, reading, order, requests, limits, configuration}: Tuning, ending?: Ending): string {
  const {counted, first, last} = requests
  return jsonText({
    version: 1,
    logs: paths,
    accept,
    of,
    lines: linesJson(reading, order),
    requests: {counted, first: first === undefined ? null : formatTime(first), last: last === undefined ? null : formatTime(last)},
    limits: limits.map(limitJson),
    configuration: configuration === undefined ? null : configurationJson(configuration),
    ...ending,
  })
}

function limitJson({type, given, qps, burst, isAttainable, keys, busiest, deciding, accepted, requests}: TunedLimit): object {
  return {type, given, qps: isAttainable ? qps : null, burst, isAttainable, keys, busiest, deciding: deciding ?? null, accepted, requests}
}

function configurationJson({limits, ineffective, raisedFrom, accepted}: TunedConfiguration): object {
  return {
    document: documentOf(limits),
    leftOut: ineffective,
    serverBurstRaisedFrom: raisedFrom ?? null,
    accepted,
  }
}

/** A configuration in the format of the API server. */
const documentOf = (limits: TunedConfiguration['limits']): object =>
  ({apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits})
