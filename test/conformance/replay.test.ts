import {expect} from 'chai'

import {eventRateLimitConfiguration} from '../../src/admission/plugins/event-rate-limit/configuration.js'
import {readDocument} from '../../src/configuration/document.js'
import {pluginConfiguration} from '../../src/configuration/plugin-configuration.js'
import {formatTime} from '../../src/machinery/go/instant.js'
import type {EventRateLimitConfiguration} from '../../src/machinery/rate-limit/event-limit.js'
import {SourceFile} from '../../src/source/source-file.js'
import {replayLogs} from '../helpers/event-log.js'
import {expectRecorded} from '../helpers/exceptions.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface VectorEvent {
  readonly ms: number
  readonly ns?: number
  readonly object: {readonly source?: object, readonly involvedObject?: object}
}

interface Case {
  readonly id: string
  readonly config: string
  readonly events: readonly VectorEvent[]
  readonly denials?: readonly (string | null)[]
  readonly error?: string
}

/** A recorded event as a canonical record. */
function lineOf({ms, ns = 0, object: {source, involvedObject}, ...event}: VectorEvent): string {
  const nanoseconds = ms % 1000 * 1e6 + ns
  const time = formatTime({seconds: Math.floor(ms / 1000) + Math.floor(nanoseconds / 1e9), nanoseconds: nanoseconds % 1e9})
  return JSON.stringify({...event, time, source, object: involvedObject})
}

describe('recorded answers: replay of events', () => {
  for (const {id, config, events, denials, error} of readVectors<Case>('events').filter(isReplayed)) {
    // Cases without a valid configuration have no events to replay.
    if (error !== undefined || denials === undefined) continue
    it(id, () => expectRecorded('replay', id, () => {
      const {configuration} = pluginConfiguration('EventRateLimit', eventRateLimitConfiguration, readDocument(new SourceFile('config.yaml', config)))
      const {limits = []} = configuration as EventRateLimitConfiguration
      const {verdicts, decisions} = replayLogs(limits, [events.map(lineOf)])
      expect(verdicts).to.deep.equal(denials.map((denial) => denial ?? 'A'))
      expect(decisions.map(({line}) => line)).to.deep.equal(events.map((_, i) => i + 1))
    }))
  }
})
