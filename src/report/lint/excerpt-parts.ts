import {oneLine} from '../../machinery/output/printable.js'
import type {SourceFile} from '../../source/source-file.js'
import type {Location} from '../location.js'

/** The source line of a place, with its visible characters: the place itself, and what is before and after it. */
export interface ExcerptParts {
  readonly before: string
  readonly marked: string
  readonly after: string
}

/** Returns the parts of the line of a place. Of a line with more than `room` characters, only those around the place. */
export function excerptParts(file: SourceFile, {line, column, endLine, endColumn}: Location, room: number): ExcerptParts {
  const whole = visibleLine(file, line)
  const start = column - 1
  const end = endLine === line ? endColumn - 1 : whole.length
  const {from, to} = visiblePart(whole, start, room)
  const [front, back] = [from > 0 ? '…' : '', to < whole.length ? '…' : '']
  return {
    before: `${front}${oneLine(whole.slice(from, start))}`, marked: oneLine(whole.slice(start, Math.min(end, to))),
    after: `${oneLine(whole.slice(Math.min(end, to), to))}${back}`,
  }
}

/** A source line with spaces for tabs. */
export const visibleLine = (file: SourceFile, line: number): string => file.line(line).replaceAll('\t', ' ')

/** The visible part of a line: all of it, or the characters around a place that fit, with a mark at each cut. */
function visiblePart(line: string, start: number, room: number): {readonly from: number, readonly to: number} {
  if (line.length <= room) return {from: 0, to: line.length}
  const inner = Math.max(1, room - 2)
  const from = Math.max(0, Math.min(start - Math.floor(inner / 3), line.length - inner))
  return {from, to: Math.min(line.length, from + inner)}
}
