import {expect} from 'chai'

import {limit, record, replayLogs} from '../helpers/event-log.js'

// The numbers are cases of spec eventratelimit 11, replayed here as logs. Cases of configuration are in
// test/admission/plugins/event-rate-limit/configuration.test.ts, those of clients in test/controllers/event-recorder/, and 44 to 48 in
// read-audit.test.ts and read-events.test.ts.

type Fields = Readonly<Record<string, unknown>>

const server = (qps: number, burst: number): ReturnType<typeof limit> => limit('Server', qps, burst)
const namespaces = (qps: number, burst: number, cacheSize = 0): ReturnType<typeof limit> => limit('Namespace', qps, burst, cacheSize)

/** Returns verdicts as letters: A for accepted, R for rejected. */
function letters(limits: Parameters<typeof replayLogs>[0], lines: readonly string[], options: Parameters<typeof replayLogs>[2] = {}): string {
  return replayLogs(limits, [lines], options).verdicts.map((verdict) => verdict === 'A' ? 'A' : 'R').join('')
}

const repeat = (count: number, fields: Fields = {}, milliseconds = 0): string[] => Array.from({length: count}, () => record(milliseconds, fields))

/** Returns simultaneous requests: each letter is a namespace. */
const ofNamespaces = (names: string): string[] => [...names].map((namespace) => record(0, {namespace}))

const countOf = (text: string, letter: string): number => [...text].filter((one) => one === letter).length

describe('edge cases of counting', () => {
  it('16: dry runs use no tokens', () => {
    const lines = [...repeat(2), ...repeat(4, {dryRun: true}), ...repeat(2), ...repeat(1, {dryRun: true})]
    expect(letters([server(1, 3)], lines)).to.equal('AAAAAAARA')
  })

  it('17: objects other than events are not limited', () => {
    const {verdicts, report} = replayLogs([server(1, 3)], [[...repeat(3), '{"apiVersion":"v1","kind":"Pod"}', ...repeat(1)]])
    expect(verdicts.map((verdict) => verdict[0]).join('')).to.equal('AAAT')
    expect(report.reading.others).to.equal(1)
  })

  it('18: requests to events.k8s.io are not limited', () => {
    const {verdicts, report} = replayLogs([server(1, 1)], [[...repeat(100, {group: 'events.k8s.io'}), ...repeat(2)]])
    expect(countOf(verdicts.join(' '), 'A')).to.equal(101)
    expect(verdicts.at(-1)).to.equal('Too many requests: limit reached on type Server for key ')
    expect(report.requests.bypassing).to.deep.equal({'events.k8s.io': 100, 'dryRun': 0, 'verb': 0})
  })

  it('19: updates and patches are limited, deletes are not', () => {
    const verbs = ['create', 'delete', 'deletecollection', 'update', 'patch']
    expect(letters([server(1, 1)], verbs.map((verb) => record(0, {verb})))).to.equal('AAARR')
  })

  it('20: a patch of a missing event uses no tokens', () => {
    expect(letters([server(1, 1)], [record(0, {verb: 'patch', observed: {code: 404}}), record(0)])).to.equal('A')
  })
})

describe('edge cases of several limits', () => {
  const both = [server(100, 1000), namespaces(10, 100, 50)]
  const roundRobin = (count: number, milliseconds: number): string[] => Array.from({length: count}, (_, i) => record(milliseconds, {namespace: `n${i % 15}`}))

  it('21: one namespace can empty the bucket of the server', () => {
    const {verdicts, report} = replayLogs(both, [[...repeat(1500), record(0, {namespace: 'b'})]])
    expect(verdicts.filter((verdict) => verdict === 'A')).to.have.length(100)
    expect(verdicts.at(-1)).to.equal('Too many requests: limit reached on type Server for key ')
    expect(report.collateral).to.equal(1)
    expect(report.limits[0]).to.include({accepted: 1000, refused: 501, collateral: 1})
    expect(report.limits[1]).to.include({accepted: 101, refused: 1400, collateral: 0})
  })

  it('22: fifteen namespaces in turn share the bucket of the server', () => {
    const verdicts = letters(both, [...roundRobin(1500, 0), ...roundRobin(500, 1000)])
    expect(countOf(verdicts.slice(0, 1500), 'A')).to.equal(1000)
    expect(countOf(verdicts.slice(1500), 'A')).to.equal(100)
  })

  it('23: requests grouped by namespace waste tokens of the server', () => {
    const grouped = roundRobin(500, 1000).sort((a, b) => namespaceOf(a) - namespaceOf(b))
    const {verdicts, report} = replayLogs(both, [[...roundRobin(1500, 0), ...grouped]])
    expect(verdicts.slice(1500).filter((verdict) => verdict === 'A')).to.have.length(30)
    // Of 100 tokens, 30 let requests pass. The other 70 went to requests that the Namespace limit rejects.
    expect(report.collateral).to.equal(70)
  })

  const five = repeat(5)
  const messages = (limits: Parameters<typeof replayLogs>[0]): readonly string[] => replayLogs(limits, [five]).verdicts
  const [ofServer, ofNamespace] = ['limit reached on type Server for key ', 'limit reached on type Namespace for key a']

  it('24: a message names all limits that are reached', () => {
    expect(messages([server(1, 1), namespaces(1, 3)])).to.deep.equal([
      'A', `Too many requests: ${ofServer}`, `Too many requests: ${ofServer}`,
      `Too many requests: [${ofServer}, ${ofNamespace}]`, `Too many requests: [${ofServer}, ${ofNamespace}]`,
    ])
  })

  it('25: a message names limits in the order of the configuration', () => {
    expect(messages([namespaces(1, 3), server(1, 1)]).at(-1)).to.equal(`Too many requests: [${ofNamespace}, ${ofServer}]`)
  })

  it('30: a message names equal limits once', () => {
    expect(messages([namespaces(1, 1), namespaces(1, 1)])[1]).to.equal(`Too many requests: ${ofNamespace}`)
    expect(letters([namespaces(1, 5), namespaces(1, 1)], five)).to.equal('ARRRR')
    const {report} = replayLogs([namespaces(1, 5), namespaces(1, 1)], [five])
    expect(report.limits.map(({accepted, refused}) => [accepted, refused])).to.deep.equal([[5, 0], [1, 4]])
  })
})

const namespaceOf = (line: string): number => Number((JSON.parse(line) as {namespace: string}).namespace.slice(1))

describe('edge cases of evicted buckets', () => {
  it('26: the least recently used bucket is evicted', () => {
    const {verdicts, report} = replayLogs([namespaces(1, 3, 2)], [ofNamespaces('AABBBABACAB')])
    expect(verdicts.map((verdict) => verdict === 'A' ? 'A' : 'R').join('')).to.equal('AAAAAARRARA')
    expect(report.limits[0]?.evicted).to.equal(2)
  })

  it('27: alternating namespaces are not limited with cacheSize 1', () => expect(letters([namespaces(1, 1, 1)], ofNamespaces('ababab'))).to.equal('AAAAAA'))

  it('28: a rejection counts as use of a bucket', () => {
    const named = (...names: readonly number[]): string[] => names.map((name) => record(0, {namespace: `n${name}`}))
    const all = Array.from({length: 50}, (_, i) => i)
    expect(letters([namespaces(10, 2, 50)], [...named(...all), ...named(...all), ...named(0, 50, 1, 0)]).slice(100)).to.equal('RAAR')
  })

  it('29: the default cacheSize is 4096', () => {
    const all = Array.from({length: 4097}, (_, i) => record(0, {namespace: `n${i}`}))
    const {verdicts, report} = replayLogs([namespaces(1, 1)], [[...all, record(0, {namespace: 'n0'}), record(0, {namespace: 'n2'})]])
    expect(verdicts.slice(-2)).to.deep.equal(['A', 'Too many requests: limit reached on type Namespace for key n2'])
    expect(report.limits[0]?.evicted).to.equal(2)
  })
})

describe('edge cases of keys', () => {
  const objects = limit('SourceAndObject', 1, 1)
  const base = {source: {component: 'c', host: 'h'}, object: {kind: 'Pod', namespace: 'a', name: 'p', uid: 'u', apiVersion: 'v1'}}

  it('31: the key has the object and source, but not reason, message, type and fieldPath', () => {
    const same = [{reason: 'x'}, {message: 'x'}, {type: 'x'}, {object: {...base.object, fieldPath: 'x'}}, {object: {...base.object, resourceVersion: 'x'}}, {reportingComponent: 'x'}]
    expect(letters([objects], [base, ...same.map((fields) => ({...base, ...fields}))].map((fields) => record(0, fields)))).to.equal('ARRRRRR')
    const other = ['kind', 'namespace', 'name', 'uid', 'apiVersion'].map((name) => ({...base, object: {...base.object, [name]: 'x'}}))
    expect(letters([objects], [base, {...base, source: {component: 'c', host: 'x'}}, ...other].map((fields) => record(0, fields)))).to.equal('AAAAAAA')
  })

  it('32: the parts of the key have no separator', () => {
    expect(letters([objects], [record(0, {...base, source: {component: 'ab'}}), record(0, {...base, source: {component: 'a', host: 'b'}})])).to.equal('AR')
  })

  it('33: users have different keys by name', () => {
    expect(letters([limit('User', 1, 1)], ['jane', 'system:anonymous', 'jane', ''].map((user) => record(0, {user})))).to.equal('AARA')
  })
})

describe('edge cases of time', () => {
  const nanoseconds = (value: number): string => record(0, {time: `2026-01-01T10:00:00.${String(value).padStart(9, '0')}Z`})

  it('34: the bucket refills one token at a time', () => {
    expect(letters([server(3, 10)], [...repeat(12), ...[333, 334, 666, 667, 668, 1000].map((milliseconds) => record(milliseconds))])).to.equal('AAAAAAAAAARRRARARA')
  })

  for (const [qps, at] of [[1, 999_999_999], [3, 333_333_333], [7, 142_857_142], [10, 99_999_999]] as const) {
    it(`35: a bucket with qps ${qps} refills a token after ${at} ns`, () => {
      expect(letters([server(qps, 1)], [nanoseconds(0), nanoseconds(at - 1), nanoseconds(at)])).to.equal('ARA')
    })
  }

  it('36: a rejection uses no tokens', () => {
    expect(letters([server(2, 1)], [0, 100, 200, 300, 400, 500].map((milliseconds) => record(milliseconds)))).to.equal('ARRRRA')
  })

  it('37: a bucket never holds more than its burst', () => {
    expect(letters([server(1, 2)], [record(0), ...repeat(4, {}, 86_400_000)])).to.equal('AAARR')
  })
})

describe('edge cases of several servers', () => {
  it('38: each server has its own buckets', () => {
    expect(letters([server(1, 1)], repeat(3), {servers: 2})).to.equal('AAR')
    expect(letters([server(1, 1)], repeat(3))).to.equal('ARR')
  })

  it('38: limited requests go to servers in turn, and counts are summed', () => {
    const {report} = replayLogs([namespaces(1, 1, 1)], [[...repeat(2), ...repeat(5, {dryRun: true}), ...repeat(4), ...ofNamespaces('bb')]], {servers: 2, top: 5})
    expect(report.limits[0]).to.deep.include({accepted: 4, refused: 4, evicted: 2})
    expect(report.limits[0]?.top.map(({key, accepted, refused}) => [key, accepted, refused])).to.deep.equal([['a', 2, 4]])
  })
})
