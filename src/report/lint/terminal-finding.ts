import stringWidth from 'string-width'

import type {Diagnostic, Place} from '../../lint/diagnostic.js'
import {oneLine} from '../../machinery/printable.js'
import type {Style} from '../style.js'
import {wrap} from '../wrap.js'
import {excerpt} from './excerpt.js'
import {type FindingPrinter, placeText, severityStyle} from './table.js'

/** Narrower terminals wrap by themselves. */
const leastWidth = 40

/** A cause with less room than this says too little. */
const leastCause = 16

/**
 * Prints findings for a terminal of so many columns: first the place and the cause, then the line of the file with a mark, then the
 * whole message where the cause is only its beginning, other places, and the hint.
 */
export function terminalFinding(columns: number): FindingPrinter {
  const width = Math.max(leastWidth, columns)
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

/** The place and the cause of a finding, on one line if there is room. */
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
 * The cause that a message begins with: all of it where there is room, else as many of its first clauses as fit. Where not one
 * fits, nothing.
 */
export function shortCause(message: string, room: number): string {
  if (stringWidth(message) <= room) return message
  const ends = [...message.matchAll(/"(?:[^"\\]|\\.)*"|: |, |; | \(/g)].filter(([text]) => !text.startsWith('"')).map(({index}) => message.slice(0, index))
  const cause = ends.findLast((text) => stringWidth(text) <= room) ?? ''
  return cause.length < leastCause ? '' : cause
}
