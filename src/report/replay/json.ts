import type {Ending} from '../../lint/ending.js'
import {formatTime} from '../../machinery/go/instant.js'
import {effectiveCacheSize} from '../../machinery/rate-limit/event-limit.js'
import type {ClientSummary} from '../../replay/decide/clients.js'
import type {LimitSummary} from '../../replay/decide/engine.js'
import type {ObservedTally} from '../../replay/report/observed.js'
import type {ReadingTally} from '../../replay/report/log-tally.js'
import type {ReplayReport} from '../../replay/report/report.js'
import type {RequestTally} from '../../replay/report/request-tally.js'
import type {TimelineSummary} from '../../replay/report/timeline.js'
import {jsonText} from '../json-text.js'

/** A replay as JSON; the contract is schemas/replay.schema.json. */
export function replayJson({paths, servers, reading, order, requests, collateral, limits, timeline, observed, client}: ReplayReport, ending?: Ending): string {
  return jsonText({
    version: 1,
    logs: paths,
    servers,
    lines: linesJson(reading, order),
    requests: {...requestsJson(requests), collateral},
    limits: limits.map(limitJson),
    timeline: timelineJson(timeline),
    ...observed && {observed: observedJson(observed)},
    ...client && {client: clientJson(client)},
    ...ending,
  })
}

/** The numbers of lines read, skipped and out of order in a log. */
export function linesJson(reading: ReadingTally, {reordered, late}: ReplayReport['order']): object {
  const {lines, unreadable, unreadableLines, auditEvents, auditedWrites, storedEvents, others, repeated, outside, leftOut, skipped} = reading
  return {
    read: lines,
    unreadable,
    unreadableLines: unreadableLines.map(({path, line, reason}) => ({path, line, reason})),
    auditEvents,
    auditedWrites,
    storedEvents,
    others,
    repeated,
    outside,
    leftOut,
    neverCounted: Object.fromEntries([...skipped].sort(([a], [b]) => a < b ? -1 : 1)),
    reordered,
    late,
  }
}

function requestsJson({counted, accepted, refused, bypassing, approximations, first, last}: RequestTally): object {
  return {
    first: first === undefined ? null : formatTime(first),
    last: last === undefined ? null : formatTime(last),
    counted,
    accepted,
    refused,
    bypassing: {eventsApi: bypassing['events.k8s.io'], dryRun: bypassing.dryRun, otherVerbs: bypassing.verb},
    approximated: Object.fromEntries([...approximations].sort(([a], [b]) => a < b ? -1 : 1)),
  }
}

function limitJson({spec, accepted, refused, evicted, collateral, top, isIncomplete}: LimitSummary): object {
  const {type = '', qps = 0, burst = 0, cacheSize = 0} = spec
  return {
    type, qps, burst, cacheSize, effectiveCacheSize: effectiveCacheSize(spec), accepted, refused, evicted, collateral,
    top: top.map((tally) => ({key: tally.key, accepted: tally.accepted, refused: tally.refused})),
    isTopExact: !isIncomplete,
  }
}

function timelineJson({start, step, bins}: TimelineSummary): object {
  return {
    start: start === undefined ? null : formatTime({seconds: start, nanoseconds: 0}),
    seconds: step,
    bins: bins.map(({requests, refused}) => ({requests, refused})),
  }
}

const observedJson = ({bothAccepted, bothRefused, sameMessage, onlyReplayed, onlyObserved, unknown}: ObservedTally): object =>
  ({bothAccepted, bothRefused, sameMessage, onlyReplayed, onlyObserved, unknown})

const clientJson = ({name, emitted, sent, refused, notFound, stored, lost, lostBy}: ClientSummary): object =>
  ({name, emitted, sent, refused, notFound, stored, lost, lostBy})
