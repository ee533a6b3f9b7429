import {expect} from 'chai'

import {type ClientName, clientNames, type EmittedEvent, EventClients, eventServer, type ServerAnswer} from '../../../src/controllers/event-recorder/index.js'
import {answering, kubeletEvent, losses, seconds, start, story} from '../../helpers/event-clients.js'

/** Events with one message, `apart` seconds apart. */
const repeated = (count: number, apart: number, fields: Partial<EmittedEvent> = {}): EmittedEvent[] =>
  Array.from({length: count}, (_, i) => kubeletEvent(i * apart, 'm', fields))

/** Events with different messages, `apart` seconds apart. */
const different = (count: number, apart: number, from = 0): EmittedEvent[] => Array.from({length: count}, (_, i) => kubeletEvent(from + i * apart, `m${from + i}`))

const tooMany: ServerAnswer = {code: 429, message: 'Too many requests: limit reached on type Server for key '}

const noAnswer: ServerAnswer = {code: 'transport'}

const busy = (retryAfterSeconds: number, code = 429): ServerAnswer => ({code, retryAfterSeconds})

/** The seconds at which requests were sent. */
const times = (lines: readonly string[]): number[] => lines.map((line) => Number.parseFloat(line))

describe('event clients', () => {
  describe('client none', () => {
    it('sends every event as a new one', () => {
      const {lines, counts} = story('none', repeated(3, 1))
      expect(lines).to.deep.equal(['0 POST m ×1 201', '1 POST m ×1 201', '2 POST m ×1 201'])
      expect(counts).to.deep.include({emitted: 3, sent: 3, refused: 0, stored: 3, lost: 0})
    })

    it('tries each event once, for any answer', () => {
      const {lines, counts} = story('none', repeated(4, 1), answering(tooMany, noAnswer, busy(5, 503)))
      expect(lines).to.deep.equal(['0 POST m ×1 429', '1 POST m ×1 transport', '2 POST m ×1 503', '3 POST m ×1 201'])
      expect(counts).to.deep.include({sent: 4, refused: 1, stored: 1, lost: 3})
      expect(losses(counts)).to.deep.equal({abandoned: 2, unanswered: 1})
    })

    it('generates distinct names for events of the same nanosecond', () => {
      const {requests, counts} = story('none', repeated(3, 0))
      expect(requests.map(({event: {name}}) => name)).to.deep.equal(['web.18867251edfa0000', 'web.18867251edfa0001', 'web.18867251edfa0002'])
      expect(counts.stored).to.equal(3)
    })
  })

  describe('client recorder', () => {
    it('sends 25 of 40 equal events (spec eventratelimit 11 case 39)', () => {
      const {lines, counts} = story('recorder', repeated(40, 1))
      expect(lines).to.have.length(25)
      expect([lines[0], lines[1], lines[24]]).to.deep.equal(['0 POST m ×1 201', '1 PATCH m ×2 200', '24 PATCH m ×25 200'])
      expect(counts).to.deep.equal({
        emitted: 40, sent: 25, refused: 0, notFound: 0, stored: 25, lost: 15, lostBy: {overflowed: 0, filtered: 15, paused: 0, abandoned: 0, unanswered: 0},
      })
    })

    it('then sends one event per 300 s with the count of all since the last (spec eventratelimit 11 case 39)', () => {
      const {lines} = story('recorder', repeated(3600, 1))
      expect(lines).to.have.length(36)
      expect(lines.slice(25)).to.deep.equal(Array.from({length: 11}, (_, i) => `${300 * (i + 1)} PATCH m ×${300 * (i + 1) + 1} 200`))
    })

    it('sends one aggregate event for many with different messages (spec eventratelimit 11 case 40)', () => {
      const {lines} = story('recorder', different(12, 5))
      expect(lines.slice(0, 9)).to.deep.equal(Array.from({length: 9}, (_, i) => `${5 * i} POST m${i} ×1 201`))
      expect(lines.slice(9)).to.deep.equal([
        '45 POST (combined from similar events): m9 ×1 201', '50 PATCH (combined from similar events): m10 ×2 200', '55 PATCH (combined from similar events): m11 ×3 200',
      ])
    })

    it('sends separate events again after more than 600 s, and keeps the aggregate count (spec eventratelimit 11 case 40)', () => {
      const later = Array.from({length: 10}, (_, i) => kubeletEvent(55 + 601 + i, `n${i}`))
      const {lines} = story('recorder', [...different(12, 5), ...later], undefined, {burst: 100})
      expect(lines.slice(12, 21)).to.deep.equal(Array.from({length: 9}, (_, i) => `${656 + i} POST n${i} ×1 201`))
      expect(lines.slice(21)).to.deep.equal(['665 PATCH (combined from similar events): n9 ×4 200'])
    })

    it('treats a gap of exactly 600 s as the same window (spec eventratelimit 11 case 43)', () => {
      const after = (gap: number): string => story('recorder', [...different(9, 0), kubeletEvent(gap, 'last')]).lines[9] ?? ''
      expect(after(600)).to.equal('600 POST (combined from similar events): last ×1 201')
      expect(after(601)).to.equal('601 POST last ×1 201')
    })

    it('sends a POST after a PATCH that finds no event (spec eventratelimit 11 case 41)', () => {
      const {lines, counts} = story('recorder', repeated(3, 1), answering(tooMany))
      expect(lines).to.deep.equal(['0 POST m ×1 429', '1 PATCH m ×2 404', '1 POST m ×2 201', '2 PATCH m ×3 200'])
      expect(counts).to.deep.include({emitted: 3, sent: 4, refused: 1, notFound: 1, stored: 2, lost: 1})
    })

    it('neither repeats a 429 of the limiter nor waits (spec eventratelimit 11 case 42)', () => {
      const {lines, counts} = story('recorder', [kubeletEvent(0, 'a'), kubeletEvent(0, 'b')], answering(tooMany))
      expect(lines).to.deep.equal(['0 POST a ×1 429', '0 POST b ×1 201'])
      expect(losses(counts)).to.deep.equal({abandoned: 1})
    })

    it('repeats a request after the Retry-After time, up to ten times', () => {
      const {lines, counts} = story('recorder', [kubeletEvent(0, 'a'), kubeletEvent(1, 'b')], answering(busy(7), busy(3, 503)))
      expect(lines).to.deep.equal(['0 POST a ×1 429', '7 POST a ×1 503', '10 POST a ×1 201', '10 POST b ×1 201'])
      expect(counts).to.deep.include({sent: 4, refused: 1, stored: 2, lost: 0})
      const never = story('recorder', [kubeletEvent(0, 'a'), kubeletEvent(1, 'b')], ({event: {message}}) => message === 'a' ? busy(7) : undefined)
      expect(times(never.lines)).to.deep.equal([0, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 70])
      expect(losses(never.counts)).to.deep.equal({abandoned: 1})
    })

    it('waits even for a Retry-After of one second, after a 429 or any 5xx', () => {
      const {lines} = story('recorder', [kubeletEvent(0, 'a')], answering(busy(1), busy(1, 500), busy(1, 599)))
      expect(times(lines)).to.deep.equal([0, 1, 2, 3])
    })

    it('ignores Retry-After in other answers, and a Retry-After of 0', () => {
      const {lines} = story('recorder', [kubeletEvent(0, 'a'), kubeletEvent(0, 'b'), kubeletEvent(0, 'c')], answering(busy(7, 409), busy(7, 403), busy(0, 500)))
      expect(times(lines)).to.deep.equal([0, 0, 0])
    })

    it('tries up to twelve times without an answer, while later events wait', () => {
      const {lines, counts} = story('recorder', [kubeletEvent(0, 'a'), kubeletEvent(20, 'b')], answering(noAnswer, noAnswer))
      expect(lines).to.deep.equal(['0 POST a ×1 transport', '5 POST a ×1 transport', '15 POST a ×1 201', '20 POST b ×1 201'])
      expect(counts).to.deep.include({sent: 4, stored: 2})
      const never = story('recorder', [kubeletEvent(0, 'a'), kubeletEvent(20, 'b')], ({event: {message}}) => message === 'a' ? noAnswer : undefined)
      expect(times(never.lines)).to.deep.equal([0, 5, 15, 25, 35, 45, 55, 65, 75, 85, 95, 105, 105])
      expect(losses(never.counts)).to.deep.equal({unanswered: 1})
    })

    it('retries a PATCH as a PATCH', () => {
      const {lines} = story('recorder', [kubeletEvent(0), kubeletEvent(1), kubeletEvent(2)], answering(undefined, {code: 404}, noAnswer))
      expect(lines).to.deep.equal(['0 POST m ×1 201', '1 PATCH m ×2 404', '1 POST m ×2 transport', '6 PATCH m ×2 200', '6 PATCH m ×3 200'])
    })

    it('drops new events while a thousand events wait', () => {
      const events = [kubeletEvent(0, 'first'), ...Array.from({length: 1002}, (_, i) => kubeletEvent(1, 'm', {involvedObject: {kind: 'Pod', namespace: 'shop', name: `p${i}`}}))]
      const {lines, counts} = story('recorder', events, answering(noAnswer))
      expect(lines).to.have.length(1002)
      expect(times(lines).slice(1).every((time) => time === 5)).to.equal(true)
      expect(counts).to.deep.include({emitted: 1003, sent: 1002, stored: 1001, lost: 2})
      expect(losses(counts)).to.deep.equal({overflowed: 2})
    })

    it('correlates an event when its turn comes', () => {
      // After one second there is no token yet; when the first event has been sent after five seconds, there is one.
      const {lines} = story('recorder', [kubeletEvent(0), kubeletEvent(1)], answering(noAnswer), {burst: 1, qps: 0.25})
      expect(lines).to.deep.equal(['0 POST m ×1 transport', '5 POST m ×1 201', '5 PATCH m ×2 200'])
    })

    it('keeps a separate state for each user and source', () => {
      const from = (user: string, component?: string, host?: string): EmittedEvent =>
        kubeletEvent(0, 'm', {user, source: {...component !== undefined && {component}, ...host !== undefined && {host}}})
      const {requests} = story('recorder', [from('u', 'a', 'b'), from('u', 'ab'), from('v', 'a', 'b'), from('u', 'a', 'b')], answering(noAnswer))
      expect(requests.map(({user, time, event: {count, source}}) => [user, source.component, Number(time - start) / 1e9, count]))
        .to.deep.equal([['u', 'a', 0, 1], ['u', 'ab', 0, 1], ['v', 'a', 0, 1], ['u', 'a', 5, 1], ['u', 'a', 5, 2]])
    })

    it('lets other components send while one waits, in order of time', () => {
      const from = (component: string, after: number): EmittedEvent => kubeletEvent(after, `${component}${after}`, {source: {component}})
      const {lines} = story('recorder', [from('a', 0), from('b', 2), from('a', 3), from('b', 6), from('b', 8)], answering(noAnswer, noAnswer))
      expect(lines).to.deep.equal([
        '0 POST a0 ×1 transport', '2 POST b2 ×1 transport', '5 POST a0 ×1 201', '5 POST a3 ×1 201', '7 POST b2 ×1 201', '7 POST b6 ×1 201', '8 POST b8 ×1 201',
      ])
    })

    it('writes events about cluster-scoped objects to the namespace default', () => {
      const {requests: [request]} = story('recorder', [kubeletEvent(0, 'm', {involvedObject: {kind: 'Node', name: 'n1'}})])
      expect(request?.event).to.deep.include({namespace: 'default', name: 'n1.18867251edfa0000', reportingComponent: 'kubelet', reportingInstance: 'n1'})
      const {requests: [bare]} = story('recorder', [kubeletEvent(0, 'm', {involvedObject: {}, source: {}, annotations: {a: 'b'}})])
      expect(bare?.event).to.deep.include({namespace: 'default', reportingComponent: '', reportingInstance: '', annotations: {a: 'b'}})
    })

    it('uses a new UUID as the name if the object has no valid name', () => {
      const odd = (after: number, user: string): EmittedEvent => kubeletEvent(after, 'm', {user, involvedObject: {kind: 'User', name: 'system:admin'}})
      const {requests, counts} = story('recorder', [odd(0, 'a'), odd(1, 'b'), odd(2, 'a')])
      expect(requests.map(({event: {name}}) => name)).to.deep.equal(
        ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000000'],
      )
      expect(counts.stored).to.equal(3)
    })

    it('applies the settings of a component', () => {
      expect(story('recorder', repeated(4, 1), undefined, {burst: 2}).lines).to.have.length(2)
      expect(story('recorder', different(3, 1), undefined, {maxEvents: 2}).lines[1]).to.equal('1 POST (combined from similar events): m1 ×1 201')
    })
  })

  describe('client proposal', () => {
    it('drops an event on a 429, and all events until the Retry-After time has passed', () => {
      const events = [kubeletEvent(0, 'a'), kubeletEvent(1, 'b'), kubeletEvent(9.999999999, 'c'), kubeletEvent(10, 'd')]
      const {lines, counts} = story('proposal', events, answering(busy(10)))
      expect(lines).to.deep.equal(['0 POST a ×1 429', '10 POST d ×1 201'])
      expect(counts).to.deep.include({emitted: 4, sent: 2, refused: 1, stored: 1, lost: 3})
      expect(losses(counts)).to.deep.equal({abandoned: 1, paused: 2})
    })

    it('counts dropped events, so that the next one reports them', () => {
      const {lines} = story('proposal', repeated(4, 5), answering(undefined, busy(8)))
      expect(lines).to.deep.equal(['0 POST m ×1 201', '5 PATCH m ×2 429', '15 PATCH m ×4 200'])
    })

    it('behaves like the recorder without Retry-After, as with EventRateLimit', () => {
      const server = (_: unknown, position: number): ServerAnswer | undefined => position % 3 === 1 ? tooMany : undefined
      const events = [...repeated(30, 1), ...different(15, 1, 40)]
      expect(story('proposal', events, server)).to.deep.equal(story('recorder', events, server))
    })

    it('sends the next event at once after a 429 without Retry-After', () => {
      expect(times(story('proposal', [kubeletEvent(0, 'a'), kubeletEvent(0, 'b')], answering(tooMany)).lines)).to.deep.equal([0, 0])
      expect(times(story('proposal', [kubeletEvent(0, 'a'), kubeletEvent(0, 'b'), kubeletEvent(1, 'c')], answering(busy(1))).lines)).to.deep.equal([0, 1])
    })

    it('repeats other answers with Retry-After, and retries without an answer', () => {
      const {lines} = story('proposal', [kubeletEvent(0, 'a'), kubeletEvent(1, 'b')], answering(busy(7, 503), noAnswer))
      expect(lines).to.deep.equal(['0 POST a ×1 503', '7 POST a ×1 transport', '12 POST a ×1 201', '12 POST b ×1 201'])
    })

    it('pauses only the component that got the 429', () => {
      const other = kubeletEvent(1, 'b', {source: {component: 'scheduler'}})
      expect(story('proposal', [kubeletEvent(0, 'a'), other], answering(busy(10))).lines).to.deep.equal(['0 POST a ×1 429', '1 POST b ×1 201'])
    })

    it('sends fewer requests than the recorder to a server with Retry-After', () => {
      const server = eventServer(({time}) => time < start + seconds(30) ? busy(10) : undefined)
      const sent = (client: ClientName): number => {
        const clients = new EventClients(client, server)
        for (const event of different(9, 2)) clients.emit(event)
        clients.finish()
        return clients.counts().sent
      }
      expect((['none', 'recorder', 'proposal'] as const).map(sent)).to.deep.equal([9, 12, 2])
    })
  })

  describe('client legacy', () => {
    it('retries a 429 as the recorder retries without an answer, up to twelve times', () => {
      const {lines} = story('legacy', [kubeletEvent(0, 'a'), kubeletEvent(1, 'b')], answering(tooMany, tooMany))
      expect(lines).to.deep.equal(['0 POST a ×1 429', '5 POST a ×1 429', '15 POST a ×1 201', '15 POST b ×1 201'])
      const clients = new EventClients('legacy', () => tooMany)
      clients.emit(kubeletEvent(0))
      clients.finish()
      expect(clients.counts()).to.deep.include({emitted: 1, sent: 12, stored: 0, lost: 1})
    })
  })

  it('have four kinds', () => expect(clientNames).to.deep.equal(['none', 'recorder', 'legacy', 'proposal']))

  it('count waiting events neither as stored nor as lost', () => {
    const clients = new EventClients('recorder', () => noAnswer)
    clients.emit(kubeletEvent(0))
    clients.emit(kubeletEvent(1))
    expect(clients.counts()).to.deep.include({emitted: 2, sent: 1, stored: 0, lost: 0})
    clients.finish()
    expect(clients.counts()).to.deep.include({emitted: 2, sent: 24, stored: 0, lost: 2})
    clients.finish()
    expect(clients.counts().sent).to.equal(24)
  })
})
