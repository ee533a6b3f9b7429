import {expect} from 'chai'
import * as fc from 'fast-check'

import {clientNames, type EmittedEvent, type ServerAnswer} from '../../src/controllers/event-recorder/index.js'
import {kubeletEvent, start, story, type Story} from '../helpers/event-clients.js'

const anyEvent: fc.Arbitrary<EmittedEvent> = fc.record({
  after: fc.integer({min: 0, max: 2000}), message: fc.integer({min: 0, max: 14}), component: fc.constantFrom('a', 'b'), user: fc.constantFrom('u', 'v'),
  name: fc.constantFrom('web', 'db', 'Not_A_Name'),
}).map(({after, message, component, user, name}) =>
  kubeletEvent(after / 10, `m${message}`, {user, source: {component}, involvedObject: {kind: 'Pod', namespace: 'shop', name}}))

const events = fc.array(anyEvent, {maxLength: 80}).map((list) => list.sort((a, b) => Number(a.time - b.time)))

const anyAnswer: fc.Arbitrary<ServerAnswer | undefined> = fc.option(fc.record({
  code: fc.constantFrom<ServerAnswer['code']>(429, 429, 500, 409, 404, 'transport'), retryAfterSeconds: fc.constantFrom(0, 0, 3, 20),
}), {nil: undefined, freq: 2})

const answers = fc.array(anyAnswer, {maxLength: 60})

const client = fc.constantFrom(...clientNames)

/** Checks random stories with random clients. */
const runAll = (check: (story: Story, list: readonly EmittedEvent[], again: () => Story) => void): void =>
  fc.assert(fc.property(client, events, answers, (name, list, given) => {
    const run = (): Story => story(name, list, (_request, position) => given[position])
    check(run(), list, run)
  }), {numRuns: 200, seed: 1})

describe('event clients', () => {
  it('store or lose every event', () => runAll(({counts, lines, requests}, list) => {
    const {emitted, sent, refused, stored, lost, lostBy} = counts
    expect(emitted).to.equal(list.length)
    expect(stored + lost).to.equal(emitted)
    expect(Object.values(lostBy).reduce((sum, count) => sum + count, 0)).to.equal(lost)
    expect(sent).to.equal(requests.length)
    expect(refused).to.equal(lines.filter((line) => line.endsWith(' 429')).length)
    expect(stored).to.equal(lines.filter((line) => / 20[01]$/.test(line)).length)
  }))

  it('send requests in order of time, none before the first event', () => runAll(({requests}, list) => {
    let last = list[0]?.time ?? start
    for (const {time} of requests) {
      expect(time >= last).to.equal(true)
      last = time
    }
  }))

  it('are deterministic', () => runAll((first, _list, again) => expect(again()).to.deep.equal(first)))

  it('patch only events that they sent before', () => runAll(({requests}) => {
    const patched = new Set<string>()
    for (const {verb, user, event: {name, count, source: {component = ''}}} of requests) {
      const key = `${user} ${component} ${name} ${count}`
      if (verb === 'PATCH') patched.add(key)
      expect(patched.has(key)).to.equal(count > 1)
    }
  }))
})
