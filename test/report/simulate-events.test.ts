import {expect} from 'chai'

import {simulateReporters} from '../../src/report/simulate/index.js'
import type {SimulateOptions} from '../../src/simulate/simulate.js'
import type {Body} from '../helpers/builders.js'
import {simulated} from '../helpers/simulated.js'

const event = (name: string, fields: Body = {}): Body => ({
  apiVersion: 'v1', kind: 'Event', metadata: {name}, involvedObject: {kind: 'Pod', namespace: 'dev', name: 'web'}, firstTimestamp: '2026-01-01T10:00:00Z', ...fields,
})

const inNamespace = (namespace: string, name: string): Body => event(name, {metadata: {name, namespace}, involvedObject: {kind: 'Pod', namespace, name: 'web'}})

const limited = (...limits: Body[]): SimulateOptions => ({pluginConfigurations: {EventRateLimit: {limits}}})

const server = (burst: number): SimulateOptions => limited({type: 'Server', qps: 1, burst})

const named = (count: number): Body[] => Array.from({length: count}, (_, i) => event(`e${i}`))

const table = async (files: readonly Body[], options: SimulateOptions = {}, isColoured = false): Promise<string> =>
  simulateReporters.table(simulated({files}, options), {isColoured})

describe('table of Events', () => {
  it('contains one row for each Event', async () => {
    expect(await table([event('c', {firstTimestamp: '2026-01-01T10:00:01.5Z'}), event('a'), event('b')], server(1))).to.equal([
      'Time                    Event  Verdict',
      '----                    -----  -------',
      '2026-01-01T10:00:00Z    dev/a  accepted',
      '2026-01-01T10:00:00Z    dev/b  429 Too many requests: limit reached on type Server for key',
      '2026-01-01T10:00:01.5Z  dev/c  accepted',
      '',
      '3 objects: 2 admitted, 1 denied',
      '',
    ].join('\n'))
  })

  it('is omitted without Events', async () => {
    expect(await table([{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}}])).to.not.contain('Time')
  })

  it('merges consecutive Events with the same verdict if there are many', async () => {
    const text = await table([...named(50), event('late', {firstTimestamp: '2026-01-01T10:00:02Z'}), event('later', {firstTimestamp: '2026-01-01T10:00:03Z'})], server(10))
    expect(text.split('\n').slice(0, 5)).to.deep.equal([
      'Time                                          Count  Event              Verdict',
      '----                                          -----  -----              -------',
      '2026-01-01T10:00:00Z                          10     dev/e0 to e9       accepted',
      '2026-01-01T10:00:00Z                          40     dev/e10 to e49     429 Too many requests: limit reached on type Server for key',
      '2026-01-01T10:00:02Z to 2026-01-01T10:00:03Z  2      dev/late to later  accepted',
    ])
    expect(await table(named(40), server(10))).to.not.contain('Count')
  })

  it('merges Events with different messages if there are still too many', async () => {
    const events = Array.from({length: 45}, (_, i) => [inNamespace(`ns${i}`, 'a'), inNamespace(`ns${i}`, 'b')]).flat()
    const sorted = [...events.filter((_, i) => i % 2 === 0), ...events.filter((_, i) => i % 2 === 1)]
    expect((await table(sorted, limited({type: 'Namespace', qps: 1, burst: 1}))).split('\n').slice(2, 4)).to.deep.equal([
      '2026-01-01T10:00:00Z  45     ns0/a to ns44/a  accepted',
      '2026-01-01T10:00:00Z  45     ns0/b to ns44/b  429 Too many requests: limit reached on type Namespace for key ns0, and 44 other messages',
    ])
  })

  it('limits the number of rows', async () => {
    const events = Array.from({length: 100}, (_, i) => [inNamespace(`ns${i}`, 'a'), inNamespace('x', `b${i}`)]).flat()
    const lines = (await table(events, limited({type: 'Namespace', qps: 1, burst: 1}))).split('\n')
    expect(lines).to.have.length(2 + 40 + 1 + 3)
    expect(lines[42]).to.match(/^and 158 more Events, which -o json has$/)
  })

  it('prints a separate section for an invalid Event', async () => {
    const text = await table([event('a', {involvedObject: {namespace: 'other'}}), event('b')])
    expect(text).to.match(/^Name: +a\nNamespace: +dev\nKind: +Event\n/).and.to.contain('at files.yaml:1:')
    expect(text).to.contain('2026-01-01T10:00:00Z  dev/a  422 Invalid, see above\n').and.to.contain('dev/b  accepted\n').and.to.not.contain('Name:  b')
  })

  it('prints no time if there is none, and escapes control characters', async () => {
    const text = await table([{...event('a\u001b[2J'), firstTimestamp: undefined}])
    expect(text).to.match(/^- {5}dev\/a/m).and.to.not.contain('\u001b')
  })

  it('colours verdicts', async () => {
    expect(await table(named(2), server(1), true)).to.contain('\u001b[32maccepted\u001b[39m').and.to.contain('\u001b[31m429\u001b[39m Too many')
  })

  it('has one review for each Event in JSON', async () => {
    const {reviews} = JSON.parse(await simulateReporters.json(simulated({files: [...named(45), {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c'}}]}, {...server(1), order: 'files'}))) as {
      reviews: {sentAt?: string, status: {code: number}}[],
    }
    expect(reviews).to.have.length(46)
    expect(reviews.map(({status: {code}}) => code).slice(0, 3)).to.deep.equal([201, 429, 429])
    expect([reviews[44]?.sentAt, reviews[45]?.sentAt]).to.deep.equal(['2026-01-01T10:00:00Z', undefined])
  })
})
