import {expect} from 'chai'
import * as fc from 'fast-check'

import {mergeExtracts} from '../../src/cli/merge-extracts.js'
import {ExtractLog} from '../../src/replay/extract.js'
import {BatchReader} from '../../src/replay/read/batch-reader.js'
import {userOfComponent} from '../../src/replay/read/users.js'
import type {ReplayOptions} from '../../src/replay/replay.js'
import {extractOf, limit, openExtract, type Replayed, replayExtracts, replayLogs} from '../helpers/event-log.js'
import {groupsOf, linesOf, logStep} from '../helpers/made-log.js'
import {runs} from '../helpers/runs.js'

const limits = [limit('Server', 3, 6), limit('Namespace', 2, 4), limit('User', 2, 5, 3), limit('SourceAndObject', 1, 2, 4)]

/** Start of the logs, in seconds. */
const begin = Date.UTC(2026, 0, 1, 10) / 1000

const options: fc.Arbitrary<ReplayOptions> = fc.constantFrom(
  {observes: true}, {servers: 3}, {since: {seconds: begin + 1, nanoseconds: 0}}, {until: {seconds: begin + 2, nanoseconds: 0}},
  {client: {name: 'recorder', retryAfterSeconds: undefined}},
)

/** Result of a replay, without the positions of records and the number of sorted ones. */
function resultOf({report: {reading, order, ...report}, decisions}: Replayed): object {
  const texts = decisions.map(({time, reached}) => `${time} ${JSON.stringify(reached)}`).sort()
  return {...report, paths: [], reading: {...reading, unreadableLines: []}, late: order.late, decisions: texts}
}

describe('event extracts', () => {
  it('of the parts of a log replay like the log', async () => {
    await fc.assert(fc.asyncProperty(fc.array(logStep, {maxLength: 60}), fc.array(fc.nat(), {maxLength: 4}), options, async (steps, cuts, given) => {
      const lines = linesOf(steps)
      const places = [0, ...cuts.map((cut) => cut % (lines.length + 1)), lines.length].sort((a, b) => a - b)
      const parts = places.slice(1).map((end, i) => lines.slice(places[i], end))
      const merged = await replayExtracts(limits, parts.map((part) => extractOf([part])), given)
      expect(resultOf(merged)).to.deep.equal(resultOf(replayLogs(limits, [lines], given)))
    }), {numRuns: runs(300)})
  })

  it('of the logs of several API servers replay like the merged log', async () => {
    const choices = fc.array(fc.integer({min: 0, max: 3}), {minLength: 1, maxLength: 50})
    await fc.assert(fc.asyncProperty(fc.array(logStep, {maxLength: 60}), choices, options, async (steps, serverOf, given) => {
      const groups = groupsOf(steps.filter(({kind}) => kind !== 'stored' && kind !== 'list'), 1000)
      const servers = [0, 1, 2, 3].map((server) => groups.filter((_, i) => serverOf[i % serverOf.length] === server).flat())
      const lines = groups.flat()
      const merged = await replayExtracts(limits, servers.map((server) => extractOf([server])), given)
      expect(resultOf(merged)).to.deep.equal(resultOf(replayLogs(limits, [lines], given)))
    }), {numRuns: runs(300)})
  })

  it('merge to the extract of the whole log', async () => {
    await fc.assert(fc.asyncProperty(fc.array(logStep, {maxLength: 40}), fc.nat(), async (steps, cut) => {
      const lines = linesOf(steps)
      const place = cut % (lines.length + 1)
      const merged: string[] = []
      const log = new ExtractLog((line) => merged.push(line.slice(0, -1)))
      const extracts = [lines.slice(0, place), lines.slice(place)].map((part, i) => openExtract(extractOf([part]), i))
      for await (const batch of mergeExtracts(extracts, new BatchReader(userOfComponent, log.content))) log.add(batch)
      log.finish()
      const withoutEnd = (extract: readonly string[]): readonly string[] => extract.slice(0, -1)
      expect(withoutEnd(merged)).to.deep.equal(withoutEnd(extractOf([lines])))
    }), {numRuns: runs(200)})
  })
})
