import {formatTime} from '../../machinery/go/instant.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {TunedConfiguration} from '../../replay/tune/configuration.js'
import type {Tuning} from '../../replay/tune/tune.js'
import type {TunedLimit} from '../../replay/tune/types.js'
import {comment, commentedYaml} from '../commented-yaml.js'
import {counted} from '../counted.js'

/** A configuration as YAML for the API server, without lint findings, with comments on its derivation. */
export function tuneYaml(tuning: Tuning): string {
  const {limits, configuration} = tuning
  const comments = [headText(tuning), howText(tuning), ...limits.map((limit) => limitText(limit, tuning)), ...afterText(tuning), limitationsText]
  return `${comments.map(comment).join('#\n')}${configuration === undefined ? '' : document(configuration)}`
}

function headText({paths, requests: {counted: size, first, last}}: Tuning): string {
  const when = first === undefined || last === undefined ? '' : ` from ${formatTime(first)} to ${formatTime(last)}`
  return `Limits for what is in ${paths.map(oneLine).join(', ')}: ${counted(size, 'request')}${when}.`
}

const howText = ({accept, of, requests: {counted: size}}: Tuning): string => size === 0
  ? 'No request in it counts, so there is nothing to go by.'
  : `Without the others, each limit would have accepted ${accept} % ${of === 'all' ? 'of all requests' : 'of the requests of every key'}, and is the smallest that does: `
    + 'its number was found by halving, with the buckets of the API server, for one server and with a bucket for every key.'

function limitText({type, given, qps, burst, isAttainable, keys, busiest, deciding, accepted, requests}: TunedLimit, {accept}: Tuning): string {
  const subject = type === 'Server' ? '' : ` ${counted(keys, 'key')}; the one with the most requests (${busiest.requests}) is ${quoted(busiest.key)}.`
  if (!isAttainable) return `${type}: with a burst of ${burst} no qps accepts ${accept} %, as too much comes at once.${subject} It is left out.`
  const found = given === 'burst' ? `for a burst of ${burst}, qps ${qps}` : `for ${given === 'rate' ? 'the mean rate of the busiest key, ' : ''}qps ${qps}, a burst of ${burst}`
  const because = deciding === undefined || type === 'Server' ? '' : ` Less would not do for ${quoted(deciding)}.`
  return `${type}: ${found}; accepts ${accepted} of ${requests}.${subject}${because}`
}

const quoted = (key: string): string => key === '' ? 'the empty one' : `"${oneLine(key)}"`

function afterText({configuration, requests, accept}: Tuning): string[] {
  if (configuration === undefined) return []
  const {ineffective, raisedFrom, accepted} = configuration
  return [
    ...ineffective.length === 0 ? [] : [`Left out: ${ineffective.join(', ')}. A wider limit is as tight, so this one would have no effect.`],
    ...raisedFrom === undefined ? [] : [`The burst of Server was ${raisedFrom}, and is larger here: else a few namespaces use it up for all.`],
    `All together accept ${accepted} of ${requests.counted}.`
      + (accepted * 100 < accept * requests.counted ? ` That is less than ${accept} %, as each of them rejects some that the others accept: request a larger share to get that for all.` : ''),
  ]
}

const limitationsText = 'Limits of the log: requests that were rejected, dropped by a client or never sent because of an earlier rejection are missing or too few, '
  + 'and the stored events of kubectl are only those that were accepted; these limits can be too tight. Days worse than those in the log are not covered.'

const document = ({limits}: TunedConfiguration): string => commentedYaml({
  apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration',
  limits: limits.map(({type, qps, burst, cacheSize}) => ({type, qps, burst, ...cacheSize !== undefined && {cacheSize}})),
}, (steps) => steps.at(-1) === 'cacheSize' ? {sameLine: 'as many as there are keys'} : undefined)
