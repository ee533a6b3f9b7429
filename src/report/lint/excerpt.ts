import stringWidth from 'string-width'

import type {Diagnostic} from '../../lint/diagnostic.js'
import {oneLine} from '../../machinery/output/printable.js'
import {locationOf} from '../location.js'
import type {Style} from '../style.js'
import {severityStyle} from './table.js'

/** Maximum width of a line without a given width. */
const defaultWidth = 160

/** The source line of a finding with carets under the place. Of a wider line, only the part around the place. */
export function excerpt(diagnostic: Diagnostic, style: Style, width = defaultWidth): string {
  const {line, column, endLine, endColumn} = locationOf(diagnostic)
  const number = `  ${line} | `
  const whole = diagnostic.file.line(line).replaceAll('\t', ' ')
  const start = column - 1
  const end = endLine === line ? endColumn - 1 : whole.length
  const {from, to} = visiblePart(whole, start, width - number.length)
  const [front, back] = [from > 0 ? '…' : '', to < whole.length ? '…' : '']
  const before = `${front}${oneLine(whole.slice(from, start))}`
  const marked = oneLine(whole.slice(start, Math.min(end, to)))
  const mark = ' '.repeat(number.length + stringWidth(before)) + severityStyle(diagnostic.severity, style)('^'.repeat(Math.max(1, stringWidth(marked))))
  return `${style.dim(number)}${before}${marked}${oneLine(whole.slice(Math.min(end, to), to))}${back}\n${mark}\n`
}

/** The visible part of a line: all of it, or the characters around a place that fit, with a mark at each cut. */
function visiblePart(line: string, start: number, room: number): {readonly from: number, readonly to: number} {
  if (line.length <= room) return {from: 0, to: line.length}
  const inner = Math.max(1, room - 2)
  const from = Math.max(0, Math.min(start - Math.floor(inner / 3), line.length - inner))
  return {from, to: Math.min(line.length, from + inner)}
}
