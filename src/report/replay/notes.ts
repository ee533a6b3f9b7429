import {oneLine} from '../../machinery/output/printable.js'
import type {ReadingTally} from '../../replay/report/log-tally.js'
import type {ReplayReport} from '../../replay/report/report.js'
import {allSeries, longestSeries} from '../../replay/order/series.js'
import {counted} from '../counted.js'

/**
 * Notes on a log, one per line: what could not be read, and what the log does not contain.
 *
 * @param hasClient true for a replay that emulates clients, which replays fewer requests
 */
export function logNotes(reading: ReadingTally, {late}: ReplayReport['order'], hasClient = false): string[] {
  const {lines, unreadable, unreadableLines, auditEvents, auditedWrites, storedEvents, leftOut} = reading
  const rest = unreadable - unreadableLines.length
  return [
    ...lines + unreadable + late === 0 ? ['The log is empty: nothing was read'] : [],
    ...unreadableLines.map(({path, line, reason}) => `${oneLine(path)}${line === 0 ? '' : `:${line}`}: ${oneLine(reason)}`),
    ...rest === 0 ? [] : [`... and ${counted(rest, 'more unreadable line')}`],
    ...leftOut === 0 ? [] : [
      `${counted(leftOut, 'request')} of events with large counts left out: of an event, the first ${longestSeries} are replayed, and of all events ${hasClient ? allSeries.withClient : allSeries.requests} and ${allSeries.forEach} for each`,
    ],
    ...auditEvents > 0 && auditedWrites === 0 ? [noEvents] : [],
    ...storedEvents === 0 ? [] : [survivors],
    ...late === 0 ? [] : [`${counted(late, 'request')} came too late in the log to be put in order, and is counted when it came: give logs in order of time, and merge those of several servers`],
  ]
}

const survivors = 'Stored events lack rejected and dropped events and the users, and have only the first and the last time of each event'

const noEvents = 'This audit log contains no writes of events: many audit policies drop them ("level: None" for the resource events)'
