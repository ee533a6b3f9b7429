import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import type {ReplayOptions} from '../../src/replay/replay.js'
import {Seconds} from '../../src/replay/report/seconds.js'
import {shorter, Timeline} from '../../src/replay/report/timeline.js'
import {BatchReader} from '../../src/replay/read/batch-reader.js'
import {userOfComponent} from '../../src/replay/read/users.js'
import {LogTally} from '../../src/replay/report/log-tally.js'
import {Tuner} from '../../src/replay/tune/tune.js'
import {csvHeader, csvRow, decisionLine, replayReporters} from '../../src/report/replay/index.js'
import {logNotes} from '../../src/report/replay/notes.js'
import {sparkline} from '../../src/report/replay/table.js'
import {tuneReporters} from '../../src/report/tune/index.js'
import {auditEvent, batchesOf, limit, record, replayLogs, requestsOf} from '../helpers/event-log.js'

const readSchema = (name: string): object => JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8')) as object

/** The schema without additional properties, so that every field of the output must be in the schema. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)] as const)
  return {...Object.fromEntries(entries), ...'required' in schema && 'properties' in schema && {additionalProperties: false}}
}

const ajv = new Ajv2020({schemas: ['replay', 'tune'].map((name) => closed(readSchema(name)) as object), strictTypes: false, strictRequired: false})

function expectValid(name: 'replay' | 'tune', text: string): void {
  const validate = ajv.getSchema(`https://kadm.dev/schemas/${name}.schema.json`)
  if (validate === undefined) throw new Error('there is no such schema')
  expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).to.equal(true)
}

const limits = [limit('Server', 2, 4), limit('Namespace', 1, 2, 50)]

/** A log with records of every kind. */
const log = [
  ...['a', 'a', 'a', 'a', 'b', 'b'].map((namespace) => record(0, {namespace})),
  record(0, {dryRun: true}), record(0, {group: 'events.k8s.io'}), record(0, {verb: 'delete'}),
  record(3000, {observed: {code: 201}, approx: ['user']}), record(2000, {observed: {code: 429, message: 'Too many requests: x'}}), record(3000, {observed: {code: 404}}),
  'nonsense \u001b[31m', auditEvent({objectRef: {resource: 'pods'}}),
]

const plain = {isColoured: false}

describe('replay reporters', () => {
  it('print requests and verdicts', async () => {
    const {report} = replayLogs(limits, [log, [record(4000)]], {servers: 1, observes: true})
    expect(await replayReporters.table(report, plain)).to.equal(`Log:            log-0, log-1
Time:           2026-01-01T10:00:00Z to 2026-01-01T10:00:04Z
Collateral:     2 rejected only because a limit was charged for what others reject
Bypassing:      1 through events.k8s.io, 1 dry run, 1 that write nothing
Never counted:  failed before admission (404: 1)
Approximated:   user: 1
Out of order:   1 put in order, 0 too late for that

Type       Qps  Burst  CacheSize  Accepted  Rejected  Evicted  Collateral
----       ---  -----  ---------  --------  --------  -------  ----------
Server     2    4      -          7         2         0        2
Namespace  1    2      50         7         2         0        0

Rejected most often:
Type       Key  Accepted  Rejected
----       ---  --------  --------
Server     -    7         2
Namespace  a    5         2

By the log  Accepted here  Rejected here
----------  -------------  -------------
accepted    1              0
rejected    1              0
unknown     7

Timeline, 1 s for each bar, the highest 6 requests:
  requests  █ ▂▂▂
  rejected  ▆

9 requests: 5 accepted, 4 rejected, 1 line unreadable
`)
  })

  it('omit empty sections', async () => {
    const {report} = replayLogs([limit('Server', 1, 5)], [[record(0)]])
    expect(await replayReporters.table(report, plain)).to.equal(`Log:   log-0
Time:  2026-01-01T10:00:00Z to 2026-01-01T10:00:00Z

Type    Qps  Burst  CacheSize  Accepted  Rejected  Evicted  Collateral
----    ---  -----  ---------  --------  --------  -------  ----------
Server  1    5      -          1         0         0        0

1 request: 1 accepted, 0 rejected
`)
    const empty = replayLogs([limit('Server', 1, 5)], [[]], {servers: 3})
    expect(await replayReporters.table(empty.report, plain)).to.contain('Time:         no request counts\nAPI servers:  3, each with every 3rd request and buckets of its own\n')
      .and.to.contain('0 requests: 0 accepted, 0 rejected\n')
  })

  it('print client statistics', async () => {
    const event = {source: {component: 'c', host: 'h'}, object: {kind: 'Pod', namespace: 'a', name: 'p'}, type: 'Normal', reason: 'r', message: 'm'}
    const {report} = replayLogs([limit('Server', 1, 3)], [Array.from({length: 40}, (_, i) => record(i * 10, event))], {client: {name: 'recorder'}})
    const table = await replayReporters.table(report, plain)
    expect(table).to.match(/Client {4}Emitted {2}Sent {2}Rejected {2}NotFound {2}Stored {2}Lost\n-+.*\nrecorder {2}40 +25 +22 +0 +3 +37 \(filtered 15, abandoned 22\)\n/)
    expect(table).to.match(/\n40 events, 25 requests: 3 accepted, 22 rejected\n$/)
    expectValid('replay', await replayReporters.json(report))
  })

  const cases: Readonly<Record<string, [ReplayOptions, readonly string[]]>> = {
    'all options': [{observes: true, servers: 2, top: 1}, log],
    'no records': [{}, []],
    'a client': [{client: {name: 'none', retryAfterSeconds: 5}}, log],
    'a time range': [{since: {seconds: 1_767_261_601, nanoseconds: 0}}, log],
  }
  for (const [name, [options, lines]] of Object.entries(cases)) {
    it(`print JSON that matches the schema (${name})`, async () => expectValid('replay', await replayReporters.json(replayLogs(limits, [lines], options).report)))
  }

  it('print JSON whose schema rejects additional fields', async () => {
    const output = JSON.parse(await replayReporters.json(replayLogs(limits, [log]).report)) as object
    expect(() => expectValid('replay', JSON.stringify({...output, added: 1}))).to.throw()
    expect(() => expectValid('replay', JSON.stringify({...output, version: 2}))).to.throw()
  })

  it('escape control characters', async () => {
    const nasty = '\u001b[31m\n::error::\u202e'
    const {report} = replayLogs([limit('Namespace', 1, 1), limit('User', 1, 1)], [Array.from({length: 3}, () => record(0, {namespace: nasty, user: nasty, approx: [nasty]}))])
    for (const text of [await replayReporters.table(report, plain), await replayReporters.json(report), ...logNotes(report.reading, report.order)]) {
      expect(text).not.to.match(/\u001b|\u202e|^::error/m)
    }
    const line = decisionLine({path: nasty, line: 1, time: 't', reached: [{type: 'Namespace', key: nasty}]}, true)
    expect(line).not.to.match(/\u001b|\u202e/)
    expect(JSON.parse(line)).to.deep.equal({path: nasty, line: 1, time: 't', accepted: false, message: `Too many requests: limit reached on type Namespace for key ${nasty}`})
  })
})

describe('decisionLine', () => {
  const place = {path: 'a.log', line: 7, time: '2026-01-01T10:00:00.000000Z'}

  it('contains the verdict and the message of the server', () => {
    expect(decisionLine({...place, reached: []}, false)).to.equal('{"line": 7, "time": "2026-01-01T10:00:00.000000Z", "accepted": true}\n')
    expect(decisionLine({...place, reached: [{type: 'Server', key: ''}]}, false))
      .to.equal('{"line": 7, "time": "2026-01-01T10:00:00.000000Z", "accepted": false, "message": "Too many requests: limit reached on type Server for key "}\n')
  })

  it('contains the log if there are several', () => {
    expect(decisionLine({...place, reached: []}, true)).to.equal('{"path": "a.log", "line": 7, "time": "2026-01-01T10:00:00.000000Z", "accepted": true}\n')
  })
})

describe('CSV of seconds', () => {
  it('contains one line for each second with requests', () => {
    const rows: string[] = []
    replayLogs(limits, [['a', 'a', 'a', 'a', 'a'].map((namespace) => record(0, {namespace})).concat(record(5000))], {seconds: new Seconds((counts) => rows.push(csvRow(counts)))})
    expect([csvHeader, ...rows].join('')).to.equal(`time,requests,accepted,refused,refused_by_Namespace,refused_by_Server,refused_by_SourceAndObject,refused_by_User
2026-01-01T10:00:00Z,5,2,3,3,1,0,0
2026-01-01T10:00:05Z,1,1,0,0,0,0,0
`)
  })

  it('counts a request once that two limits of a type reject', () => {
    const rows: string[] = []
    replayLogs([limit('Server', 1, 1), limit('Server', 1, 1)], [[record(0), record(0)]], {seconds: new Seconds((counts) => rows.push(csvRow(counts)))})
    expect(rows).to.deep.equal(['2026-01-01T10:00:00Z,2,1,1,0,1,0,0\n'])
  })
})

describe('Timeline', () => {
  it('doubles its step for long logs', () => {
    const timeline = new Timeline()
    for (let second = 0; second < 1000; second++) timeline.add(100 + second, second % 10 === 0)
    const {start, step, bins} = timeline.summary()
    expect({start, step, count: bins.length}).to.deep.equal({start: 100, step: 16, count: 63})
    expect(bins.reduce((sum, {requests}) => sum + requests, 0)).to.equal(1000)
    expect(bins.reduce((sum, {refused}) => sum + refused, 0)).to.equal(100)
    expect(bins[0]?.requests).to.equal(16)
  })

  it('spans thousands of years', () => {
    const timeline = new Timeline()
    timeline.add(-62_135_596_800, false)
    timeline.add(253_402_300_799, true)
    expect(timeline.summary().bins.length).to.be.at.most(120)
  })

  it('is shortened to the width of a terminal', async () => {
    const lines = Array.from({length: 100}, (_, i) => record(i * 1000))
    const {report} = replayLogs([limit('Server', 1, 1)], [lines])
    const table = await replayReporters.table(report, plain)
    expect(table).to.contain(`Timeline, 2 s for each bar, the highest 2 requests:\n  requests  ${'█'.repeat(50)}\n`)
    expect(JSON.parse(await replayReporters.json(report))).to.have.nested.property('timeline.bins.length', 100)
    expect(shorter({start: 5, step: 3, bins: [1, 2, 3].map((requests) => ({requests, refused: requests - 1}))}, 2))
      .to.deep.equal({start: 5, step: 6, bins: [{requests: 3, refused: 1}, {requests: 3, refused: 2}]})
  })

  it('is drawn as bars', () => {
    expect(sparkline([0, 1, 4, 8])).to.equal(' ▁▄█')
    expect(sparkline([1, 1], 8)).to.equal('▁▁')
    expect(sparkline([])).to.equal('')
  })
})

describe('logNotes', () => {
  const notes = (lines: readonly string[]): string[] => {
    const {log: {reading}} = requestsOf(lines)
    return logNotes(reading, {reordered: 0, late: 0})
  }

  it('reports unreadable lines, up to a limit', () => {
    expect(notes(['x', record(0), '{'])).to.deep.equal(['log:1: not JSON', 'log:3: the document that begins here does not end'])
    expect(notes(Array.from({length: 23}, () => 'x')).at(-1)).to.equal('... and 3 more unreadable lines')
  })

  it('reports the error of a log without readable lines', () => {
    const batches = new BatchReader(userOfComponent, 'records')
    batches.begin('a.gz')
    batches.end('broken')
    const log = new LogTally()
    log.addBatch(batches.take())
    expect(logNotes(log.reading, {reordered: 0, late: 0})).to.deep.equal(['a.gz: broken'])
  })

  it('reports audit logs without events', () => {
    expect(notes([auditEvent({objectRef: {resource: 'pods'}})])[0]).to.match(/many audit policies drop them/)
    expect(notes([auditEvent({objectRef: {resource: 'pods'}}), auditEvent()])).to.deep.equal([])
    expect(notes([record(0)])).to.deep.equal([])
  })

  it('reports stored events', () => {
    const event = {apiVersion: 'v1', kind: 'Event', metadata: {name: 'a', creationTimestamp: '2026-01-01T10:00:00Z'}}
    expect(notes([JSON.stringify(event)])[0]).to.match(/^Stored events lack rejected and dropped events/)
  })

  it('reports requests that are too late', () => {
    const {log: {reading}} = requestsOf([])
    expect(logNotes(reading, {reordered: 5, late: 1})[0]).to.match(/^1 request came too late in the log/)
  })
})

describe('tune reporters', () => {
  const tuning = (lines: readonly string[], qps: number | undefined, burst?: number): ReturnType<Tuner['finish']> => {
    const tuner = new Tuner({accept: 99.9, of: 'every-key', types: ['Server', 'Namespace', 'User'], givenFor: () => qps === undefined ? burst === undefined ? undefined : {burst} : {qps}})
    for (const batch of batchesOf([lines], tuner.content, userOfComponent, 'a.log')) tuner.add(batch)
    return tuner.finish()
  }
  const lines = [...Array.from({length: 30}, () => record(0, {namespace: 'a', user: 'u\n# x'})), ...Array.from({length: 5}, () => record(1000, {namespace: 'b'}))]

  it('print a configuration with comments', async () => {
    const text = await tuneReporters.yaml(tuning(lines, 5))
    expect(text).to.contain('# Server: for qps 5, a burst of 30; accepts 35 of 35.\n')
      .and.to.contain('"u\\n# x"').and.to.contain('# Left out: ').and.to.match(/\nlimits:\n- type: Server\n {2}qps: 5\n {2}burst: \d+\n/)
    expect(text.split('\n').filter((line) => line.startsWith('#') && line.length > 102)).to.deep.equal([])
  })

  it('note that all limits together accept less than each limit', async () => {
    // Of eight requests, the Server limit rejects the last one and the Namespace limit the seventh, the last of its namespace.
    const two = [...Array.from({length: 7}, () => record(0, {namespace: 'a'})), record(0, {namespace: 'b'})]
    const tuner = new Tuner({accept: 85, of: 'every-key', types: ['Server', 'Namespace'], givenFor: (type) => type === 'Server' ? {burst: 7} : {qps: 1}})
    for (const batch of batchesOf([two], tuner.content, userOfComponent, 'a.log')) tuner.add(batch)
    const text = await tuneReporters.yaml({...tuner.finish()})
    expect(text.replaceAll('\n# ', ' ')).to.contain('All together accept 6 of 8. That is less than 85 %, as each of them rejects some that the others accept: request a larger share to get that for all.')
    expect(await tuneReporters.yaml(tuning(lines, 5))).not.to.contain('That is less')
  })

  it('print only comments for an empty log', async () => {
    expect((await tuneReporters.yaml(tuning([], undefined))).split('\n').filter((line) => line !== '' && !line.startsWith('#'))).to.deep.equal([])
    expect(await tuneReporters.yaml(tuning(lines, undefined, 1))).to.contain('with a burst of 1 no qps accepts 99.9 %')
  })

  for (const [name, found] of Object.entries({'found': () => tuning(lines, 5), 'not attainable': () => tuning(lines, undefined, 1), 'nothing': () => tuning([], 5)})) {
    it(`print JSON that matches the schema (${name})`, async () => expectValid('tune', await tuneReporters.json(found())))
  }
})
