import {expect} from 'chai'

import {advise} from '../../../../src/admission/plugins/event-rate-limit/advice.js'
import type {LimitSpec} from '../../../../src/machinery/rate-limit/event-limit.js'

const server = (qps: number, burst: number): LimitSpec => ({type: 'Server', qps, burst})
const namespace = (qps: number, burst: number): LimitSpec => ({type: 'Namespace', qps, burst})

/** Advice on limits as `field rule`, without the finding that every configuration gets. */
const adviceOn = (...limits: LimitSpec[]): string[] =>
  advise({limits}).filter(({severity}) => severity === 'warning').map(({field, ruleId}) => `${String(field)} ${ruleId.replace(/^.*\//, '')}`)

describe('advice on EventRateLimit limits', () => {
  it('reports no warning for limits that fit together', () => {
    expect(adviceOn(server(5000, 20_000), namespace(50, 100), {type: 'User', qps: 10, burst: 50}, {type: 'SourceAndObject', qps: 1, burst: 25})).to.deep.equal([])
    expect(adviceOn()).to.deep.equal([])
    expect(advise({})).to.have.length(1)
  })

  it('reports that events of events.k8s.io are not counted', () => {
    expect(advise({limits: [namespace(1, 1)]}).map(({ruleId, severity, field}) => [ruleId, severity, String(field)]))
      .to.deep.equal([['event-rate-limit/events-api', 'info', 'limits']])
  })

  it('warns about each repeated type', () => {
    expect(adviceOn(namespace(50, 100), namespace(10, 20), {type: 'User', qps: 1, burst: 1}, namespace(1, 1)))
      .to.deep.equal(['limits[1].type duplicate-type', 'limits[3].type duplicate-type'])
    const [advice] = advise({limits: [namespace(50, 100), namespace(10, 20)]})
    expect(advice?.related?.map(({field, message}) => [String(field), message])).to.deep.equal([['limits[0].type', 'the first limit of type Namespace is here']])
  })

  it('warns about a cacheSize of type Server, which is ignored', () => {
    expect(adviceOn({...server(5, 10), cacheSize: 1})).to.deep.equal(['limits[0].cacheSize server-cache-size'])
    expect(adviceOn({...server(5, 10), cacheSize: -1})).to.deep.equal(['limits[0].cacheSize server-cache-size'])
    expect(adviceOn({...server(5, 10), cacheSize: 0}, {...namespace(1, 1), cacheSize: 1})).to.deep.equal([])
  })

  it('warns about limits that a broader limit makes ineffective', () => {
    expect(adviceOn(server(50, 100), namespace(50, 100))).to.deep.equal(['limits[1] ineffective-limit'])
    expect(adviceOn(namespace(60, 100), server(50, 100))).to.deep.equal(['limits[0] ineffective-limit'])
    expect(adviceOn(namespace(1, 10), {type: 'SourceAndObject', qps: 1, burst: 25})).to.deep.equal(['limits[1] ineffective-limit'])
    expect(adviceOn(namespace(1, 10), {type: 'User', qps: 1, burst: 25})).to.deep.equal([])
    expect(adviceOn(server(50, 1000), namespace(49, 100))).to.deep.equal([])
  })

  it('warns when few namespaces can exhaust the Server limit', () => {
    expect(adviceOn(server(100, 500), namespace(10, 100))).to.deep.equal(['limits[0].burst server-exhausted'])
    expect(adviceOn(server(100, 501), namespace(10, 100))).to.deep.equal([])
    expect(adviceOn(server(100, 50), namespace(10, 100))).to.deep.equal(['limits[0].burst server-exhausted'])
    expect(adviceOn(server(100, 500), {type: 'User', qps: 10, burst: 100})).to.deep.equal([])
    const messages = [server(100, 500), server(100, 50)].map((limit) => advise({limits: [limit, namespace(10, 100)]})[0]?.message)
    expect(messages).to.deep.equal([
      '5 namespaces exhaust the burst of 500, each with its own burst of 100; then the events of all others are rejected too',
      '1 namespace exhausts the burst of 50, each with its own burst of 100; then the events of all others are rejected too',
    ])
  })

  it('checks only the first 100 limits', () => {
    expect(adviceOn(...Array<LimitSpec>(5000).fill(namespace(1, 1)))).to.have.length(99)
  })
})
