import {expect} from 'chai'

import {longestText} from '../../../src/replay/read/documents/open-document.js'
import type {UnreadableLine} from '../../../src/replay/read/line-tally.js'
import {BatchReader} from '../../../src/replay/read/batch-reader.js'
import {userOfComponent} from '../../../src/replay/read/users.js'
import {auditEvent, record, requestsOf} from '../../helpers/event-log.js'

const unreadable = (log: string | readonly string[]): readonly UnreadableLine[] => requestsOf(log).log.reading.unreadableLines

describe('reading logs', () => {
  it('reports unreadable lines and continues', () => {
    const {requests, log: {reading}} = requestsOf([record(0), '{"time":', 'nonsense', record(1), '', '  ', '"text"', '5', 'null', '[1]', '{"foo":1}', '{}', record(2)])
    expect(requests).to.have.length(3)
    expect(reading).to.include({lines: 13, unreadable: 8})
    expect(reading.unreadableLines.map(({line, reason}) => `${line}: ${reason}`)).to.deep.equal([
      '2: not JSON', '3: not JSON', '7: not an object', '8: not an object', '9: not an object', '10: not an object',
      '11: neither an audit event nor an Event nor a canonical record', '12: neither an audit event nor an Event nor a canonical record',
    ])
  })

  it('accepts logs that are truncated at both ends', () => {
    const line = auditEvent()
    const {requests, log: {reading}} = requestsOf([line.slice(200), line, auditEvent({auditID: 'a2'}).slice(0, -20)])
    expect(requests).to.have.length(1)
    expect(reading.unreadableLines.map((one) => one.line)).to.deep.equal([1, 3])
  })

  it('reports the first 20 unreadable lines, and counts all', () => {
    const {log: {reading}} = requestsOf(Array.from({length: 50}, () => 'x'))
    expect(reading.unreadable).to.equal(50)
    expect(reading.unreadableLines).to.have.length(20)
  })

  it('rejects the legacy format of audit logs', () => {
    expect(unreadable('2017-03-21T03:57:09.106841886-04:00 AUDIT: id="c939d2a7" stage="RequestReceived" ip="127.0.0.1"')[0]?.reason)
      .to.equal('the legacy format of audit logs is not supported')
  })

  it('counts audit events of other resources', () => {
    const {log: {reading}} = requestsOf([auditEvent({objectRef: {resource: 'pods'}, requestObject: null}), auditEvent({objectRef: {resource: 'leases'}, requestObject: null})])
    expect(reading).to.include({lines: 2, auditEvents: 2, others: 2, unreadable: 0})
  })

  it('accepts a mix of all formats in JSON', () => {
    const event = {apiVersion: 'v1', kind: 'Event', metadata: {name: 'a', namespace: 'n', creationTimestamp: '2026-01-01T10:00:00Z'}}
    const list = {apiVersion: 'v1', kind: 'List', items: [{...event, metadata: {...event.metadata, name: 'b'}}]}
    const text = [auditEvent(), JSON.stringify(event), JSON.stringify(list, null, 2), record(0), JSON.stringify([JSON.parse(record(1))], null, 2)].join('\n')
    expect(requestsOf(text).requests).to.have.length(5)
  })

  it('reports a document that does not end', () => {
    expect(unreadable('{\n  "kind": "List",\n  "items": [')).to.deep.equal([{path: 'log', line: 1, reason: 'the document that begins here does not end'}])
    const {requests, log: {reading}} = requestsOf(['{', record(0), record(1)])
    expect(requests).to.have.length(2)
    expect(reading.unreadableLines.map(({line}) => line)).to.deep.equal([1])
  })

  it('reports an invalid document', () => {
    const {requests, log: {reading}} = requestsOf(['{', '  "kind": }', '}', record(0)])
    expect(requests).to.have.length(1)
    expect(reading.unreadableLines).to.deep.equal([{path: 'log', line: 1, reason: 'not JSON'}])
  })

  it('reads lists with one item per line', () => {
    for (const [first, last] of [['[', ']'], ['{"kind":"List","items":[', ']}'], ['{"kind":"List",', '"metadata":{}}']] as const) {
      const lines = first.endsWith(',') ? [first, '"items":[', `${record(0)},`, record(1), '],', last] : [first, `${record(0)},`, record(1), last]
      const {requests, log: {reading}} = requestsOf([...lines, record(2)])
      expect(requests.map(({at, line}) => [at.slice(-5), line]), first).to.deep.equal([0, 1, 2].map((i) => [i === 0 ? '0:00Z' : `.00${i}Z`, lines.length === 6 ? [3, 4, 7][i] : [2, 3, 5][i]]))
      expect(reading.unreadable).to.equal(0)
    }
  })

  it('skips an invalid item of a list', () => {
    const list = JSON.stringify([JSON.parse(record(0)), {time: 'x'}, JSON.parse(record(1))], null, 2).replace('"x"', '"x')
    const {requests, log: {reading}} = requestsOf([list, record(2)].join('\n'))
    expect(requests).to.have.length(3)
    expect(reading.unreadableLines).to.deep.equal([{path: 'log', line: 9, reason: 'not JSON'}])
  })

  it('continues after lists with missing or extra brackets', () => {
    const list = JSON.stringify({items: [JSON.parse(record(0)), {a: {}}, JSON.parse(record(1))], kind: 'List'}, null, 2)
    const early = requestsOf([list.replace('"a": {}', '"a": {}}]'), record(2)].join('\n'))
    expect(early.requests).to.have.length(3)
    expect(early.log.reading.unreadableLines.map(({line, reason}) => `${line}: ${reason}`).slice(0, 2)).to.deep.equal(['10: neither an audit event nor an Event nor a canonical record', '12: not JSON'])
    const late = requestsOf([list.replace('"a": {}', '"a": {'), record(2)].join('\n'))
    expect(late.requests).to.have.length(2)
    expect(late.log.reading.unreadableLines[0]).to.deep.equal({path: 'log', line: 10, reason: 'not JSON'})
    expect(late.log.reading.unreadableLines.at(-1)).to.deep.equal({path: 'log', line: 1, reason: 'not JSON'})
    const followed = requestsOf(['{', '  "a": }]', '  "b": 1', 'x', record(2)])
    expect(followed.requests).to.have.length(1)
    expect(followed.log.reading.unreadableLines.map(({line}) => line)).to.deep.equal([1, 4])
  })

  it('reads a list that is truncated after an item', () => {
    const {requests, log: {reading}} = requestsOf(['[', `${record(0)},`, record(1), record(2)])
    expect(requests).to.have.length(3)
    expect(reading.unreadableLines).to.deep.equal([{path: 'log', line: 1, reason: 'the document that begins here does not end'}])
  })

  it('reads a line after a document, or reports other text there', () => {
    const {requests, log: {reading}} = requestsOf(['{', '  "kind": "Pod"', `}${record(0)}`, '{"kind": "Pod",', '"a": 1} x', record(1)])
    expect(requests).to.have.length(2)
    expect(reading.unreadableLines).to.deep.equal([{path: 'log', line: 5, reason: 'not JSON'}])
  })

  describe('with lines in pieces', () => {
    const readPieces = (...lines: readonly (readonly string[])[]): ReturnType<typeof requestsOf> => requestsOf([], undefined, lines)
    const list = JSON.stringify({kind: 'List', items: [JSON.parse(record(0)), JSON.parse(record(1))]})
    const third = Math.floor(list.length / 3)
    const pieces = [list.slice(0, third), list.slice(third, 2 * third), list.slice(2 * third)]

    it('reads them like whole lines', () => {
      const {requests, log: {reading}} = readPieces(pieces, [record(2)], [auditEvent().slice(0, 300), auditEvent().slice(300)])
      expect(requests.map(({line}) => line)).to.deep.equal([1, 3, 1, 2])
      expect(reading).to.include({lines: 3, unreadable: 0})
    })

    const wrong: Readonly<Record<string, readonly string[]>> = {
      'that is not JSON': ['xx', 'yy', 'zz'], 'that ends too early': ['{"kind": "Pod', '"}', ' ', 'xx', 'yy'], 'that ends inside a piece': ['{"kind": "Pod', '"} x', ''], 'that is invalid': ['{"a": ', 'x}', 'xx', 'yy'], 'that does not end': ['{"a": ', '1'],
    }
    for (const [what, line] of Object.entries(wrong)) {
      it(`reports a line ${what} once`, () => {
        const {requests, log: {reading}} = readPieces([record(0)], line, [record(1)])
        expect(requests).to.have.length(2)
        expect(reading.unreadableLines).to.deep.equal([{path: 'log', line: 2, reason: 'not JSON'}])
        expect(reading.lines).to.equal(3)
      })
    }

    it('starts the next log after an incomplete line', () => {
      const batches = new BatchReader(userOfComponent, 'records')
      batches.begin('other')
      batches.read('{"kind":', true)
      batches.end()
      batches.begin('third')
      batches.read(record(0))
      expect(batches.take().counts).to.include({lines: 2, unreadable: 1})
    })

    it('reads YAML', () => {
      expect(readPieces(['kind: Event'], ['apiVersion: "', 'v1"'], ['metadata: {creationTimestamp: "2026-01-01T10:00:00Z"}']).requests).to.have.length(1)
    })
  })

  it('reports lines that are too long @slow', () => {
    const {requests, log: {reading}} = requestsOf([`{"kind":"${'x'.repeat(longestText)}"}`, record(0), `${auditEvent().slice(0, -1)},"x":"${'x'.repeat(longestText)}"}`])
    expect(requests).to.have.length(1)
    expect(reading.unreadableLines.map(({line, reason}) => `${line}: ${reason}`)).to.deep.equal([`1: longer than ${longestText} characters`, `3: longer than ${longestText} characters`])
  })

  it('reports documents that are too long @slow', () => {
    const half = 'x'.repeat(longestText / 2)
    const json = requestsOf(['{', `"a": "${half}",`, `"b": "${half}"`, '}', record(0)])
    expect(json.log.reading.unreadableLines).to.deep.equal([{path: 'log', line: 1, reason: `longer than ${longestText} characters`}])
    expect(json.requests).to.have.length(1)
    const yaml = 'x'.repeat(9_000_000)
    expect(unreadable(['kind: x', `a: ${yaml}`, `b: ${yaml}`])).to.deep.equal([{path: 'log', line: 1, reason: 'longer than 16777216 characters'}])
  })

  it('accepts any depth of nesting', () => {
    const deep = (count: number): string => `${'{"type":"ADDED","object":'.repeat(count)}{}${'}'.repeat(count)}`
    expect(unreadable(deep(20_000))[0]?.reason).to.equal('neither an audit event nor an Event nor a canonical record')
    expect(unreadable('['.repeat(100_000))[0]?.reason).to.equal('the document that begins here does not end')
    expect(unreadable(`${'['.repeat(100_000)}x`)[0]?.reason).to.equal('not JSON')
  })

  it('ends a document at the end of a log', () => {
    const batches = new BatchReader(userOfComponent, 'records')
    for (const lines of [['{', '"a": 1'], ['kind: Pod'], [record(0)]]) {
      batches.begin('other')
      for (const line of lines) batches.read(line)
      batches.end()
    }
    const {counts} = batches.take()
    expect(counts.unreadableLines.map(({path, line}) => `${path}:${line}`)).to.deep.equal(['other:1'])
    expect(counts.others).to.equal(1)
  })
})

describe('canonical records', () => {
  it('require only a time', () => {
    const {requests: [request]} = requestsOf('{"time":"2026-01-01T10:00:00Z"}')
    expect(request).to.deep.include({verb: 'create', group: '', dryRun: false, user: '', namespace: '', approx: [], observed: undefined})
  })

  it('are read with all fields', () => {
    const {requests: [request]} = requestsOf([record(0, {
      source: {component: 'c', host: 'h'}, object: {kind: 'K', namespace: 'n', name: 'o', uid: 'u', apiVersion: 'v', fieldPath: 'f'}, type: 'Normal', reason: 'r', message: 'm',
      observed: {code: 429, message: 'Too many requests: x'}, approx: ['user', 'phase of the moon'],
    })])
    expect(request?.object).to.deep.equal({
      source: {component: 'c', host: 'h'}, involvedObject: {kind: 'K', namespace: 'n', name: 'o', uid: 'u', apiVersion: 'v', fieldPath: 'f'}, type: 'Normal', reason: 'r', message: 'm',
    })
    expect(request).to.deep.include({observed: {code: 429, message: 'Too many requests: x'}, approx: ['user', 'phase of the moon']})
  })

  const wrong: Readonly<Record<string, unknown>> = {
    verb: 5, group: null, dryRun: 'yes', user: {}, namespace: [], source: 'kubelet', object: [], observed: 429, approx: 'user', type: 1, reason: 1, message: 1, time: '10 o\'clock',
  }
  for (const [name, value] of Object.entries(wrong)) {
    it(`${value === null ? 'accept null as' : 'are rejected with an invalid'} ${name}`, () => {
      const {requests, log: {reading}} = requestsOf([record(0, {[name]: value})])
      expect(requests).to.have.length(value === null ? 1 : 0)
      expect(reading.unreadableLines.map(({reason}) => reason.split(' ')[0])).to.deep.equal(value === null ? [] : [name])
    })
  }

  it('of requests that failed before admission do not count', () => {
    const {requests, log: {reading}} = requestsOf([record(0, {observed: {code: 404}, verb: 'patch'})])
    expect(requests).to.deep.equal([])
    expect(Object.fromEntries(reading.skipped)).to.deep.equal({404: 1})
  })

  it('are counted under at most 50 kinds of approximation', () => {
    const {log} = requestsOf(Array.from({length: 200}, (_, i) => record(i, {approx: [`kind ${i}`]})))
    expect(log.requests.approximations.size).to.equal(50)
  })
})
