import stringWidth from 'string-width'

import type {Diagnostic} from '../../lint/diagnostic.js'
import {oneLine} from '../../machinery/printable.js'
import {locationOf} from '../location.js'
import type {Style} from '../style.js'
import {severityStyle} from './table.js'

const maxExcerpt = 160

/** The line of a finding with carets under what is meant. Lines that no terminal has room for are not shown. */
export function excerpt(diagnostic: Diagnostic, style: Style): string {
  const {line, column, endLine, endColumn} = locationOf(diagnostic)
  const text = diagnostic.file.line(line).replaceAll('\t', ' ')
  if (text.length > maxExcerpt) return ''
  const number = `  ${line} | `
  const before = oneLine(text.slice(0, column - 1))
  const meant = oneLine(text.slice(column - 1, endLine === line ? endColumn - 1 : undefined))
  const mark = ' '.repeat(number.length + stringWidth(before)) + severityStyle(diagnostic.severity, style)('^'.repeat(Math.max(1, stringWidth(meant))))
  return `${style.dim(number)}${oneLine(text)}\n${mark}\n`
}
