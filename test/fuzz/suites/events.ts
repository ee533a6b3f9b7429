import {gzipSync} from 'node:zlib'

import type {Content, FuzzCase} from '../fuzz-case.js'
import {mutateBytes, mutateText} from '../mutate/bytes.js'
import {mutateObject} from '../mutate/nodes.js'
import type {Random} from '../random.js'
import {textsBelow, vectorCases} from './seeds.js'
import {defineSuite} from './suite.js'

const audit = JSON.stringify({
  kind: 'Event', apiVersion: 'audit.k8s.io/v1', level: 'RequestResponse', auditID: 'a', stage: 'ResponseComplete', requestURI: '/api/v1/namespaces/dev/events', verb: 'create',
  user: {username: 'system:node:n1', groups: ['system:nodes']}, objectRef: {resource: 'events', namespace: 'dev', name: 'a.1', apiVersion: 'v1'}, responseStatus: {code: 201},
  requestObject: {kind: 'Event', apiVersion: 'v1', metadata: {name: 'a.1', namespace: 'dev'}, involvedObject: {kind: 'Pod', namespace: 'dev', name: 'a'}, source: {component: 'kubelet', host: 'n1'}},
  requestReceivedTimestamp: '2026-01-01T10:00:00.000000Z', stageTimestamp: '2026-01-01T10:00:00.010000Z',
})

const extract = `{"kind":"EventExtract","version":1}
{"time":"2026-01-01T10:00:00Z","user":"system:node:n1","namespace":"dev","source":{"component":"kubelet","host":"n1"},"object":{"kind":"Pod","namespace":"dev","name":"a","apiVersion":"v1"},"type":"Warning","reason":"BackOff","message":"m","approx":["user"],"stored":{"event":"dev/a.1","requests":3,"last":"2026-01-01T10:00:01Z"}}
{"time":"2026-01-01T10:00:02Z","user":"u","namespace":"dev","object":{"kind":"Pod","namespace":"dev","name":"b"}}
`

const configuration = `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits: [{type: Server, qps: 1, burst: 2}, {type: Namespace, qps: 1, burst: 1, cacheSize: 2}, {type: User, qps: 1, burst: 1}, {type: SourceAndObject, qps: 1, burst: 1}]
`

/** Lines with a few of them changed, as texts or as objects. */
function mutateLog(log: string, random: Random, other: string): string {
  if (random.chance(0.5)) return mutateText(log, random, other)
  const lines = log.split('\n')
  const at = random.below(lines.length)
  try {
    const donor: unknown = JSON.parse(random.pick(other.split('\n')))
    lines[at] = JSON.stringify(mutateObject(JSON.parse(lines[at] ?? ''), random, donor), (_, value: unknown) => typeof value === 'bigint' ? String(value) : value)
    return lines.join('\n')
  } catch {
    return mutateText(log, random, other)
  }
}

/** Logs of events: audit logs, stored events, lists and canonical records, also compressed. */
export const events = defineSuite<string>({
  name: 'events',
  batch: 24,
  seeds: () => [
    `${audit}\n`, `${audit}\n${audit.replace('create', 'patch').replaceAll('a.1', 'b.2')}\n`,
    ...textsBelow('samples/event-rate-limit', /\.jsonl$/).flatMap((text) => [text.split('\n').slice(0, 3).join('\n'), ...text.split('\n').slice(0, 20)]),
    ...textsBelow('samples/event-rate-limit', /events\.yaml$/).map((text) => text.slice(0, 1500)),
    ...vectorCases(/^correlate/, 40).map(({events: recorded}) => (recorded as readonly {readonly object: unknown}[]).map(({object}) => JSON.stringify({apiVersion: 'v1', kind: 'Event', ...object as object})).slice(0, 4).join('\n')),
    extract,
    `{"apiVersion":"v1","kind":"EventList","items":[${audit},{"kind":"Event","metadata":{"name":"a","namespace":"dev"},"count":3,"lastTimestamp":"2026-01-01T10:00:00Z"}]}`,
    `{"apiVersion":"v1","kind":"List","metadata":{},"items":[\n    {"apiVersion":"v1","kind":"Event","metadata":{"name":"a","namespace":"dev"},"firstTimestamp":"2026-01-01T10:00:00Z"}\n  ]\n}\n`,
  ],
  mutate: mutateLog,
  toCase: eventCase,
})

function eventCase(logs: readonly string[], random: Random): FuzzCase {
  const isZipped = random.chance(0.1)
  const content = (log: string): Content => {
    if (!isZipped) return log
    const zipped = gzipSync(log)
    return random.chance(0.5) ? mutateBytes(zipped, random, zipped) : zipped
  }
  const files = Object.fromEntries(logs.map((log, i) => [`l${i}.${isZipped ? 'log.gz' : 'log'}`, content(log)]))
  const paths = Object.keys(files)
  const inputs = paths.length
  const replay = ['replay', ...paths, '--admission-config', 'limits.yaml', '-o', random.pick(['table', 'json', 'json', 'csv', 'html'])]
  const argv = random.pick([
    replay, replay,
    [...replay, '--client', random.pick(['none', 'recorder', 'legacy', 'proposal'])],
    [...replay, '--observed'], [...replay, '--apiservers', '3'], [...replay, '--decisions', 'decisions.jsonl'], [...replay, '--since', '2026-01-01T10:00:00Z', '--top', '3'],
    ['tune', ...paths, ...random.pick([[], ['--accept', '90'], ['--qps', '5'], ['--burst', 'Server=3'], ['--of', 'keys']]), '-o', random.pick(['yaml', 'json'])],
    ['events', ...paths, '-o', 'canonical'],
    ['simulate', ...paths.map((path) => path.replace(/log.*/, 'yaml')), '-p', 'limits.yaml', '-o', 'json'],
  ])
  const named = argv[0] === 'simulate' ? Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace(/log.*/, 'yaml'), text])) : files
  return {files: {...named, 'limits.yaml': configuration}, inputs, argv}
}
