import {expect} from 'chai'

import type {Attributes, Operation} from '../../src/admission/attributes.js'
import {runValidate} from '../../src/admission/chain.js'
import type {Clock} from '../../src/admission/clock.js'
import type {AdmissionPlugin} from '../../src/admission/plugin.js'
import {EventRateLimit} from '../../src/admission/plugins/event-rate-limit/admission.js'
import {eventRateLimitConfiguration} from '../../src/admission/plugins/event-rate-limit/configuration.js'
import {readDocument} from '../../src/configuration/document.js'
import {pluginConfiguration} from '../../src/configuration/plugin-configuration.js'
import type {KubeObject} from '../../src/kinds/kind.js'
import type {EventParts} from '../../src/machinery/rate-limit/event-limit.js'
import {SourceFile} from '../../src/source/source-file.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface VectorEvent {
  /** The time, in milliseconds and nanoseconds. */
  readonly ms: number
  readonly ns?: number
  readonly verb?: 'create' | 'update' | 'delete' | 'connect'
  readonly group?: string
  readonly namespace?: string
  readonly user?: string
  readonly dryRun?: boolean
  readonly object: EventParts
}

interface Case {
  readonly id: string
  readonly config: string
  readonly events: readonly VectorEvent[]
  /** The message of the denial of each event; null for admitted events. */
  readonly denials?: readonly (string | null)[]
  readonly error?: string
}

class FakeClock implements Clock {
  time = 0n

  now(): bigint {
    return this.time
  }
}

function attributesOf({verb = 'create', group = '', namespace = '', user = '', dryRun = false, object}: VectorEvent): Attributes {
  const event: KubeObject & EventParts = {apiVersion: 'v1', kind: 'Event', metadata: {}, ...object}
  return {
    // The type Operation has no CONNECT because kadm sends no such requests.
    operation: verb.toUpperCase() as Operation, kind: {name: 'Event', group}, resource: {name: 'events', group}, subresource: '',
    namespace, name: '', user, dryRun, object: verb === 'delete' ? undefined : event, oldObject: undefined,
  }
}

/** Returns the message with which the plugin denies an event; null if it admits it. */
function denial(plugin: AdmissionPlugin, event: VectorEvent): string | null {
  const {rejection} = runValidate([plugin], attributesOf(event))
  if (rejection === undefined) return null
  const {status: {code, reason, message}} = rejection
  expect([code, reason]).to.deep.equal([429, 'TooManyRequests'])
  return message
}

describe('recorded answers: events', () => {
  const cases = readVectors<Case>('events')

  it('contain all cases', () => {
    expect(cases).to.have.length(249)
    expect(cases.flatMap(({events}) => events)).to.have.length(33_189)
  })

  for (const {id, config, events, denials, error} of cases.filter(isReplayed)) {
    it(id, () => {
      const read = pluginConfiguration('EventRateLimit', eventRateLimitConfiguration, readDocument(new SourceFile('config.yaml', config)))
      expect(read.error?.reason).to.equal(error)
      if (read.configuration === undefined) return
      const clock = new FakeClock()
      const plugin = new EventRateLimit({clock, configuration: read.configuration})
      const given = events.map((event) => {
        clock.time = BigInt(event.ms) * 1_000_000n + BigInt(event.ns ?? 0)
        return denial(plugin, event)
      })
      expect(given).to.deep.equal(denials)
    })
  }
})
