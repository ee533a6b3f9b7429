import {expect} from 'chai'

import type {Clock} from '../../src/admission/clock.js'
import {type CorrelatorOptions, EventCorrelator} from '../../src/controllers/event-recorder/event-correlator.js'
import {eventName} from '../../src/controllers/event-recorder/event-name.js'
import {eventPatch} from '../../src/controllers/event-recorder/event-object.js'
import {recordEvent, type TryResult} from '../../src/controllers/event-recorder/record-event.js'
import {repeatingTransport} from '../../src/controllers/event-recorder/transport.js'
import type {EventWrite, RecordedEvent, RequestSteps, ServerAnswer} from '../../src/controllers/event-recorder/types.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface VectorEvent {
  readonly ms: number
  readonly object: Pick<RecordedEvent, 'source' | 'involvedObject' | 'type' | 'reason' | 'message'>
  /** Response code to each request; null for the code that follows from the stored events. */
  readonly answers?: readonly (ServerAnswer['code'] | null)[]
}

interface Outcome {
  readonly action: 'create' | 'patch' | 'drop'
  readonly name?: string
  readonly count?: number
  readonly message?: string
  readonly firstMs?: number
  readonly lastMs?: number
  readonly requests?: readonly {readonly verb: string, readonly code: ServerAnswer['code']}[]
  readonly result?: TryResult
  readonly patch?: string
}

interface Case {
  readonly id: string
  readonly options?: CorrelatorOptions
  readonly events: readonly VectorEvent[]
  readonly out: readonly Outcome[]
  /** Indices of the events whose outcomes differed between recordings. */
  readonly random?: readonly number[]
}

class FakeClock implements Clock {
  time = 0n

  now(): bigint {
    return this.time
  }
}

const milliseconds = (time: bigint): number => Number(time / 1_000_000n)

/** One run of a case: a recorder, and a server that stores what it accepts. */
class Run {
  private readonly clock = new FakeClock()
  private readonly correlator: EventCorrelator
  private readonly stored = new Set<string>()

  constructor({options}: Case) {
    this.correlator = new EventCorrelator(this.clock, options)
  }

  outcome({ms, object, answers = []}: VectorEvent): Outcome {
    const now = this.clock.time = BigInt(ms) * 1_000_000n
    const {name = '', namespace = 'default'} = object.involvedObject
    const event = this.correlator.correlate({...object, name: eventName(name, now), namespace, count: 1, firstTimestamp: now, lastTimestamp: now})
    if (event === undefined) return {action: 'drop'}
    const {count, message, firstTimestamp, lastTimestamp} = event
    return {
      action: count > 1 ? 'patch' : 'create', name: event.name, count, message,
      firstMs: milliseconds(firstTimestamp), lastMs: milliseconds(lastTimestamp), ...count > 1 && {patch: eventPatch(event)},
      ...this.send(recordEvent(event, this.correlator, repeatingTransport), answers),
    }
  }

  private send(conversation: RequestSteps<TryResult>, answers: NonNullable<VectorEvent['answers']>): Pick<Outcome, 'requests' | 'result'> {
    const requests: {verb: string, code: ServerAnswer['code']}[] = []
    let step = conversation.next()
    while (step.done !== true) {
      if (!('write' in step.value)) throw new Error('waits, though nothing asks for that')
      const {write} = step.value
      const code = this.answer(write, answers[requests.length] ?? null)
      requests.push({verb: write.verb, code})
      step = conversation.next({code})
    }
    return {requests, result: step.value}
  }

  private answer({verb, event: {namespace, name}}: EventWrite, overruling: ServerAnswer['code'] | null): ServerAnswer['code'] {
    const key = `${namespace}/${name}`
    // A 404 response to a patch means that the event has expired.
    if (overruling === 404 && verb === 'PATCH') this.stored.delete(key)
    if (overruling !== null) return overruling
    if (verb === 'PATCH') return this.stored.has(key) ? 200 : 404
    if (this.stored.has(key)) return 409
    this.stored.add(key)
    return 201
  }
}

describe('recorded answers: correlate', () => {
  const cases = readVectors<Case>('correlate')

  it('contain all cases', () => {
    expect(cases).to.have.length(119)
    expect(cases.flatMap(({events}) => events)).to.have.length(3202)
    expect(cases.flatMap(({random = []}) => random)).to.have.length(7)
    expect(cases.flatMap(({out}) => out).filter(({patch}) => patch !== undefined)).to.have.length(5)
  })

  for (const vector of cases.filter(isReplayed)) {
    it(vector.id, () => {
      const run = new Run(vector)
      expect(vector.events).to.have.length(vector.out.length)
      for (const [i, event] of vector.events.entries()) {
        const {patch, ...given} = run.outcome(event)
        const {patch: expectedPatch, ...expected} = vector.out[i]!
        if (vector.random?.includes(i) === true) continue
        expect(given, `event ${i}`).to.deep.equal(expected)
        if (expectedPatch !== undefined) expect(patch, `event ${i}`).to.equal(expectedPatch)
      }
    })
  }
})
