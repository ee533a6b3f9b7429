import {expect} from 'chai'

import {usersOf} from '../../../src/replay/read/users.js'
import {auditEvent, type LoggedRequest, requestsOf, sourceAndObject} from '../../helpers/event-log.js'

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString().replace('.000Z', 'Z')

type Fields = Readonly<Record<string, unknown>>

/** Returns an event as kubectl prints it. */
const event = ({metadata, ...fields}: Fields & {metadata?: Fields} = {}): Fields => ({
  apiVersion: 'v1', kind: 'Event', metadata: {name: 'web-0.1', namespace: 'shop', creationTimestamp: at(0), ...metadata}, type: 'Warning', reason: 'BackOff', message: 'it fails',
  involvedObject: {kind: 'Pod', namespace: 'shop', name: 'web-0', uid: 'u1', apiVersion: 'v1'}, source: {component: 'kubelet', host: 'n1'},
  firstTimestamp: at(0), lastTimestamp: at(0), count: 1, eventTime: null, reportingComponent: 'kubelet', reportingInstance: 'n1', ...fields,
})

/** Returns an event as clients of events.k8s.io write it. */
const newEvent = (fields: Fields = {}): Fields => event({source: {}, firstTimestamp: null, lastTimestamp: null, count: undefined, eventTime: '2026-01-01T10:00:00.000001Z', ...fields})

const lines = (...events: readonly Fields[]): string[] => events.map((one) => JSON.stringify(one))

const course = (requests: readonly LoggedRequest[]): string[] => requests.map(({verb, at: time}) => `${verb} ${time}`)

describe('stored events', () => {
  it('become a create and patches (spec eventratelimit 11 case 47)', () => {
    const {requests} = requestsOf(lines(event({count: 5, lastTimestamp: at(40)})))
    expect(course(requests)).to.deep.equal([
      'create 2026-01-01T10:00:00Z', 'patch 2026-01-01T10:00:10Z', 'patch 2026-01-01T10:00:20Z', 'patch 2026-01-01T10:00:30Z', 'patch 2026-01-01T10:00:40Z',
    ])
    expect(requests.map(({approx}) => approx)).to.deep.equal([['user'], ...Array.from({length: 4}, () => ['user', 'time'])])
    expect(requests.every((request) => sourceAndObject(request) === 'kubeletn1Podshopweb-0u1v1' && request.user === 'system:node:n1' && request.namespace === 'shop')).to.equal(true)
  })

  it('become one request without a count, and the last patch has lastTimestamp', () => {
    expect(course(requestsOf(lines(event({count: undefined}))).requests)).to.deep.equal(['create 2026-01-01T10:00:00Z'])
    const {requests} = requestsOf(lines(event({count: 2, lastTimestamp: at(7)})))
    expect(course(requests)).to.deep.equal(['create 2026-01-01T10:00:00Z', 'patch 2026-01-01T10:00:07Z'])
    expect(requests[1]?.approx).to.deep.equal(['user'])
  })

  it('bypass all limits if written by a new recorder (spec eventratelimit 11 case 48)', () => {
    const {requests, log} = requestsOf(lines(newEvent()))
    expect(requests).to.deep.equal([])
    expect(log.requests.bypassing['events.k8s.io']).to.equal(1)
  })

  it('with a series bypass limits twice, and again every 30 minutes', () => {
    const series = (last: string): number => requestsOf(lines(newEvent({series: {count: 1000, lastObservedTime: last}}))).log.requests.bypassing['events.k8s.io']
    expect(series('2026-01-01T10:10:00.000001Z')).to.equal(2)
    expect(series('2026-01-01T11:40:00.000001Z')).to.equal(5)
  })

  it('bypass limits depending on the apiVersion of managedFields', () => {
    const managedFields = (apiVersion: string): {metadata: Fields} => ({metadata: {managedFields: [{manager: 'm', operation: 'Update', apiVersion}]}})
    expect(requestsOf(lines(event(managedFields('events.k8s.io/v1')))).requests).to.have.length(0)
    expect(requestsOf(lines(newEvent(managedFields('v1')))).requests).to.have.length(1)
  })

  it('are read with the field names of events.k8s.io', () => {
    const {requests} = requestsOf(lines({
      apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: {name: 'web-0.1', namespace: 'shop'}, regarding: {kind: 'Pod', namespace: 'shop', name: 'web-0', uid: 'u1', apiVersion: 'v1'},
      deprecatedSource: {component: 'kubelet', host: 'n1'}, deprecatedFirstTimestamp: at(0), deprecatedLastTimestamp: at(10), deprecatedCount: 3, eventTime: null, note: 'it fails',
    }))
    expect(course(requests)).to.deep.equal(['create 2026-01-01T10:00:00Z', 'patch 2026-01-01T10:00:05Z', 'patch 2026-01-01T10:00:10Z'])
    expect(sourceAndObject(requests[0]!)).to.equal('kubeletn1Podshopweb-0u1v1')
    expect(requests[0]?.object?.message).to.equal('it fails')
  })

  describe('time of the first request', () => {
    const first = (fields: Parameters<typeof event>[0]): string | undefined => requestsOf(lines(event({source: {component: 'c'}, ...fields}))).requests[0]?.at

    it('is firstTimestamp, eventTime or creationTimestamp', () => {
      expect(first({firstTimestamp: at(3)})).to.equal(at(3))
      expect(first({firstTimestamp: null, eventTime: '2026-01-01T10:00:04.500000Z', lastTimestamp: null})).to.equal('2026-01-01T10:00:04.5Z')
      expect(first({firstTimestamp: null, lastTimestamp: null, metadata: {creationTimestamp: at(5)}})).to.equal(at(5))
    })

    it('has the nanoseconds of the name, if it agrees', () => {
      const named = (nanoseconds: bigint): string => `web-0.${nanoseconds.toString(16)}`
      const begin = BigInt(Date.UTC(2026, 0, 1, 10)) * 1_000_000n
      expect(first({metadata: {name: named(begin + 123_456_789n)}})).to.equal('2026-01-01T10:00:00.123456789Z')
      expect(first({metadata: {name: named(begin - 1_000_000_000n)}})).to.equal('2026-01-01T09:59:59Z')
      expect(first({metadata: {name: named(begin + 1_000_000_001n)}})).to.equal(at(0))
      expect(first({metadata: {name: 'web-0.c0ffee'}})).to.equal(at(0))
    })

    it('is required', () => {
      expect(requestsOf(lines(event({firstTimestamp: null, metadata: {creationTimestamp: null}}))).log.reading.unreadableLines[0]?.reason).to.equal('an event without a time')
    })
  })

  it('whose last time is before the first become simultaneous requests', () => {
    expect(course(requestsOf(lines(event({count: 3, firstTimestamp: at(9), lastTimestamp: at(2)}))).requests)).to.deep.equal([`create ${at(9)}`, `patch ${at(9)}`, `patch ${at(9)}`])
  })

  it('become at most 100,000 requests, and the rest is counted as left out @slow', () => {
    const {requests, log} = requestsOf(lines(event({count: 2_147_483_647})))
    expect(requests).to.have.length(100_000)
    expect(log.requests.approximations.get('count')).to.equal(100_000)
    expect(log.reading.leftOut).to.equal(2_147_383_647)
  })

  describe('in the output of a watch', () => {
    it('become requests for each increase of the count', () => {
      const watched = [event(), event({count: 2, lastTimestamp: at(10)}), event({count: 2, lastTimestamp: at(10)}), event({count: 4, lastTimestamp: at(20)})]
      const {requests, log: {reading}} = requestsOf(lines(...watched.map((object, i) => ({type: i === 0 ? 'ADDED' : 'MODIFIED', object}))))
      expect(course(requests)).to.deep.equal([`create ${at(0)}`, `patch ${at(10)}`, `patch ${at(15)}`, `patch ${at(20)}`])
      expect(reading.repeated).to.equal(1)
      expect(requests.map(({line}) => line)).to.deep.equal([1, 2, 4, 4])
    })

    it('are read without the type of change', () => {
      expect(course(requestsOf(lines(event(), event({count: 2, lastTimestamp: at(10)}))).requests)).to.deep.equal([`create ${at(0)}`, `patch ${at(10)}`])
    })

    it('without a name are separate events', () => {
      const nameless = event({metadata: {generateName: 'web-0.', name: undefined, uid: undefined}})
      expect(requestsOf(lines(nameless, nameless)).requests).to.have.length(2)
    })

    it('do not count with type DELETED, BOOKMARK or ERROR', () => {
      const {requests, log: {reading}} = requestsOf(lines({type: 'DELETED', object: event()}, {type: 'BOOKMARK', object: {kind: 'Event'}}, {type: 'ERROR', object: {kind: 'Status'}}))
      expect(requests).to.deep.equal([])
      expect(reading).to.include({others: 3, unreadable: 0})
    })
  })

  describe('in lists', () => {
    const list = {apiVersion: 'v1', kind: 'List', metadata: {resourceVersion: ''}, items: [event({firstTimestamp: at(20)}), event({metadata: {name: 'web-0.2'}, firstTimestamp: at(10)}), {apiVersion: 'v1', kind: 'Pod'}]}

    it('are sorted by time', () => {
      const {requests, log: {reading}} = requestsOf(JSON.stringify(list, null, 4))
      expect(requests.map(({at: time, line}) => [time, line])).to.deep.equal([[at(10), 37], [at(20), 8]])
      expect(reading).to.include({others: 1, unreadable: 0})
    })

    it('need no kind if the list has one', () => {
      const items = list.items.slice(0, 2).map((item) => ({...item, apiVersion: undefined, kind: undefined}))
      expect(requestsOf(JSON.stringify({...list, kind: 'EventList', items})).requests).to.have.length(2)
      expect(requestsOf(JSON.stringify({...list, kind: 'PodList', items})).log.reading).to.include({others: 2, unreadable: 0})
      expect(requestsOf(JSON.stringify({items, kind: 'EventList'}, null, 2)).requests, 'the kind comes after the items').to.have.length(2)
    })

    it('are recognized by their fields without kind and list', () => {
      const nameless = {...event(), apiVersion: undefined, kind: undefined}
      expect(course(requestsOf([JSON.stringify(nameless)]).requests)).to.deep.equal([`create ${at(0)}`])
      const {involvedObject: regarding, ...rest} = nameless as typeof nameless & {involvedObject: object}
      expect(requestsOf([JSON.stringify({...rest, regarding, eventTime: at(0), firstTimestamp: null, source: undefined})]).log.requests.bypassing['events.k8s.io']).to.equal(1)
      const {kind, apiVersion, ...audit} = JSON.parse(auditEvent()) as {kind: string, apiVersion: string}
      expect([kind, apiVersion, requestsOf([JSON.stringify(audit)]).requests.length]).to.deep.equal(['Event', 'audit.k8s.io/v1', 1])
    })

    it('are sorted in long lists @slow', () => {
      const items = Array.from({length: 12_000}, (_, i) => event({metadata: {name: `e.${(i * 7919) % 12_000}`}, firstTimestamp: at((i * 7919) % 12_000)}))
      const {requests, order} = requestsOf(JSON.stringify({...list, items}))
      expect(requests).to.have.length(12_000)
      expect(order.late).to.equal(0)
      expect(requests.every(({at: time, seconds}) => Date.parse(time) === seconds * 1000)).to.equal(true)
    })

    it('can be separate JSON documents without a list', () => {
      const text = [event(), event({metadata: {name: 'b.1'}})].map((one) => JSON.stringify(one, null, 4)).join('\n')
      expect(requestsOf(text).requests.map(({line}) => line)).to.deep.equal([1, 30])
    })
  })

  describe('in YAML', () => {
    const one = (name: string, count: number): string => `apiVersion: v1
kind: Event
metadata: {name: ${name}, namespace: shop}
involvedObject: {kind: Pod, namespace: shop, name: web-0, uid: u1, apiVersion: v1}
source: {component: kubelet, host: n1}
firstTimestamp: "2026-01-01T10:00:00Z"
lastTimestamp: "2026-01-01T10:00:10Z"
count: ${count}
`
    it('are read as documents', () => {
      const {requests} = requestsOf(`${one('a', 2)}---\n${one('b', 1)}`)
      expect(requests.map(({verb, at: time, line}) => [verb, time, line])).to.deep.equal([['create', at(0), 1], ['create', at(0), 10], ['patch', at(10), 1]])
    })

    it('are read as a list', () => {
      const items = [one('a', 1), one('b', 1)].map((text) => `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`)
      expect(requestsOf(`# comment\napiVersion: v1\nkind: List\nitems:\n${items.join('')}`).requests.map(({line}) => line)).to.deep.equal([5, 13])
    })

    it('are read from the output of a watch', () => {
      const object = one('a', 1).trimEnd().replaceAll('\n', '\n  ')
      expect(requestsOf(`---\nobject:\n  ${object}\ntype: ADDED\n---\nobject:\n  ${object}\ntype: DELETED\n`).requests).to.have.length(1)
    })

    it('are read in parts from a long list @slow', () => {
      const blank = ['message: |', '  - no item', '', 'reason: x'].join('\n')
      for (const indentation of ['', '  ']) {
        const items = Array.from({length: 9000}, (_, i) => `- ${one(`a.${i}`, 2).trimEnd()}\n${blank}`.replaceAll('\n', '\n  ').replaceAll(/^/gm, indentation))
        const text = ['apiVersion: v1', 'items:', ...items, 'kind: List', 'metadata: {}', '---', one('b', 1)].join('\n')
        const {requests, log: {reading}} = requestsOf(text)
        expect(reading).to.deep.include({storedEvents: 9001, unreadable: 0, unreadableLines: []})
        const height = items[0]!.split('\n').length
        expect(requests.filter(({verb}) => verb === 'create').map(({line}) => line)).to.deep.equal([...items.map((_, i) => 3 + i * height), 6 + 9000 * height])
      }
    })

    it('are sorted across the parts of a long list @slow', () => {
      const items = Array.from({length: 30_000}, (_, i) => `- {kind: Event, apiVersion: v1, metadata: {name: a.${i}}, firstTimestamp: "${at((i * 7919) % 30_000)}"}`)
      const {requests, order} = requestsOf(['apiVersion: v1', 'kind: List', 'items:', ...items].join('\n'))
      expect(requests.map(({at: time}) => time)).to.deep.equal(items.map((_, i) => at(i)))
      expect(order.late).to.equal(0)
    })

    it('are read after an invalid document', () => {
      const {requests, log: {reading}} = requestsOf(`${one('a', 1)}---\na: [\n---\n${one('b', 1)}`)
      expect(requests).to.have.length(2)
      expect(reading.unreadableLines).to.have.length(1)
      expect(reading.unreadableLines[0]?.line).to.equal(10)
    })
  })
})

describe('users of stored events', () => {
  const user = (source: Fields, metadata: Fields = {}, userOf = usersOf(new Map())): string | undefined =>
    requestsOf(lines(event({source, metadata})), userOf).requests[0]?.user

  it('default to the user of the source component', () => {
    expect(user({component: 'kubelet', host: 'n1'})).to.equal('system:node:n1')
    expect(user({component: 'kubelet'})).to.equal('unknown:kubelet')
    expect(user({component: 'default-scheduler'})).to.equal('system:kube-scheduler')
    expect(user({component: 'kube-scheduler'})).to.equal('system:kube-scheduler')
    expect(user({component: 'deployment-controller'})).to.equal('system:serviceaccount:kube-system:deployment-controller')
    expect(user({component: 'x'}, {managedFields: [{manager: 'operator', apiVersion: 'v1'}]})).to.equal('operator')
    expect(user({component: 'x'})).to.equal('unknown:x')
  })

  it('are read from the table of users first', () => {
    const table = usersOf(new Map([['my-*', 'system:serviceaccount:prod:<component>'], ['kubelet', 'node/<host>'], ['a.c', 'dots'], ['*', 'somebody $& <host>']]))
    expect(user({component: 'my-controller'}, {}, table)).to.equal('system:serviceaccount:prod:my-controller')
    expect(user({component: 'kubelet', host: 'n$&'}, {}, table)).to.equal('node/n$&')
    expect(user({component: 'abc', host: 'h'}, {}, table)).to.equal('somebody $& h')
    expect(user({component: 'a.c'}, {}, table)).to.equal('dots')
  })
})
