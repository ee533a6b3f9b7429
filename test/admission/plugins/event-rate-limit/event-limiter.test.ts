import {expect} from 'chai'

import {EventLimiter} from '../../../../src/admission/plugins/event-rate-limit/event-limiter.js'
import type {LimitSpec} from '../../../../src/machinery/rate-limit/event-limit.js'
import {instantOf} from '../../../../src/machinery/rate-limit/token-bucket.js'

const server = (qps: number, burst: number): LimitSpec => ({type: 'Server', qps, burst})
const namespace = (qps: number, burst: number, cacheSize = 0): LimitSpec => ({type: 'Namespace', qps, burst, cacheSize})

/** Limiter that receives events of namespaces. */
class Story {
  private readonly limiter: EventLimiter
  private second = 0

  constructor(...limits: LimitSpec[]) {
    this.limiter = new EventLimiter({limits})
  }

  after(seconds: number): this {
    this.second += seconds
    return this
  }

  /** The limits that reject an event. */
  refusing(name: string): string {
    return this.limiter.check({namespace: name, user: '', object: undefined}, instantOf(BigInt(this.second) * 1_000_000_000n)).map(({type, key}) => `${type} ${key}`).join(', ')
  }

  /** Number of accepted events. */
  accepted(names: readonly string[]): number {
    return names.filter((name) => this.refusing(name) === '').length
  }
}

const names = (count: number): string[] => Array.from({length: count}, (_, i) => `ns-${i}`)

/** Repeats each name, in turns or one after the other. */
const inTurns = (count: number, times: number): string[] => Array.from({length: times}, () => names(count)).flat()
const inGroups = (count: number, times: number): string[] => names(count).flatMap((name) => Array<string>(times).fill(name))

describe('EventLimiter with several limits', () => {
  it('charges every limit, even when another one rejects (spec eventratelimit 11 case 21)', () => {
    const story = new Story(server(100, 1000), namespace(10, 100, 50))
    expect(story.accepted(Array<string>(1500).fill('a'))).to.equal(100)
    expect(story.refusing('b')).to.equal('Server ')
  })

  it('refills each limit separately (spec eventratelimit 11 case 22, spec eventratelimit 11 case 23)', () => {
    const story = (): Story => {
      const given = new Story(server(100, 1000), namespace(10, 100, 50))
      expect(given.accepted(inTurns(15, 100))).to.equal(1000)
      return given.after(1)
    }
    expect(story().accepted(inTurns(15, 34).slice(0, 500))).to.equal(100)
    expect(story().accepted(inGroups(15, 34).slice(0, 500))).to.equal(30)
  })

  it('reports the limits in configuration order (spec eventratelimit 11 case 24, spec eventratelimit 11 case 25)', () => {
    const story = new Story(server(1, 1), namespace(1, 3))
    expect(Array.from({length: 5}, () => story.refusing('a'))).to.deep.equal(['', 'Server ', 'Server ', 'Server , Namespace a', 'Server , Namespace a'])
    const swapped = new Story(namespace(1, 3), server(1, 1))
    expect(Array.from({length: 5}, () => swapped.refusing('a')).at(-1)).to.equal('Namespace a, Server ')
  })

  it('supports two limits of one type (spec eventratelimit 11 case 30)', () => {
    const story = new Story(namespace(1, 5), namespace(1, 1))
    expect([story.refusing('a'), story.refusing('a')]).to.deep.equal(['', 'Namespace a'])
  })

  it('accepts every event without limits', () => {
    expect(new EventLimiter({}).check({namespace: 'a', user: '', object: undefined}, instantOf(0n))).to.deep.equal([])
  })
})
