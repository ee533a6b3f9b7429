import stringWidth from 'string-width'

import type {Diagnostic, Place} from '../../lint/diagnostic.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {Style} from '../style.js'
import {wrap} from '../wrap.js'
import {excerpt} from './excerpt.js'
import {type FindingPrinter, placeText, severityStyle} from './table.js'

/** Minimum width; narrower terminals wrap by themselves. */
const minWidth = 40

/** Minimum length of a shortened cause; shorter ones say too little. */
const minCauseWidth = 16

/**
 * Prints findings for a terminal of `columns` columns: the place and the cause, the source line with a mark, the
 * whole message if the cause was shortened, related places, and the hint.
 */
export function terminalFinding(columns: number): FindingPrinter {
  const width = Math.max(minWidth, columns)
  const paragraph = (text: string, label: string, style: Style): string => wrap(`${label}${text}`, width - 4, stringWidth)
    .map((line, i) => i === 0 ? `  ${style.cyan(label)}${line.slice(label.length)}\n` : `    ${line}\n`).join('')
  return (diagnostic, style) => {
    const message = oneLine(diagnostic.message)
    const related = (other: Place & {readonly message: string}): string => paragraph(`${placeText(other)}: ${oneLine(other.message)}`, 'see: ', style)
    const {lines, isWhole} = head(diagnostic, message, width, style)
    return [
      lines, excerpt(diagnostic, style, width),
      isWhole ? '' : paragraph(message, '', style),
      ...diagnostic.related.map(related),
      diagnostic.hint === undefined ? '' : paragraph(oneLine(diagnostic.hint), 'hint: ', style),
      '\n',
    ].join('')
  }
}

/** The place and the cause of a finding, on one line if they fit. */
function head(diagnostic: Diagnostic, message: string, width: number, style: Style): {readonly lines: string, readonly isWhole: boolean} {
  const {severity, ruleId} = diagnostic
  const place = placeText(diagnostic)
  const [first, last] = [`${style.bold(place)}  ${severityStyle(severity, style)(severity)}`, ruleId === '' ? '' : `  ${style.dim(ruleId)}`]
  const cause = shortCause(message, width - stringWidth(place) - severity.length - 4 - (ruleId === '' ? 0 : ruleId.length + 2))
  if (cause !== '') return {lines: `${first}  ${cause}${last}\n`, isWhole: cause === message}
  const below = shortCause(message, width - 2)
  return {lines: `${first}${last}\n${below === '' ? '' : `  ${below}\n`}`, isWhole: below === message}
}

/**
 * The cause at the beginning of a message: the whole message if it fits, else as many of its clauses as fit, or an
 * empty text if none fits.
 */
export function shortCause(message: string, room: number): string {
  if (stringWidth(message) <= room) return message
  const ends = [...message.matchAll(/"(?:[^"\\]|\\.)*"|: |, |; | \(/g)].filter(([text]) => !text.startsWith('"')).map(({index}) => message.slice(0, index))
  const cause = ends.findLast((text) => stringWidth(text) <= room) ?? ''
  return cause.length < minCauseWidth ? '' : cause
}
