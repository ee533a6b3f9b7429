import stringWidth from 'string-width'

import type {Diagnostic} from '../../lint/diagnostic.js'
import {locationOf} from '../location.js'
import type {Style} from '../style.js'
import {excerptParts} from './excerpt-parts.js'
import {severityStyle} from './table.js'

/** Maximum width of a line without a given width. */
const defaultWidth = 160

/** The source line of a finding with carets under the place. Of a wider line, only the part around the place. */
export function excerpt(diagnostic: Diagnostic, style: Style, width = defaultWidth): string {
  const location = locationOf(diagnostic)
  const number = `  ${location.line} | `
  const {before, marked, after} = excerptParts(diagnostic.file, location, width - number.length)
  const mark = ' '.repeat(number.length + stringWidth(before)) + severityStyle(diagnostic.severity, style)('^'.repeat(Math.max(1, stringWidth(marked))))
  return `${style.dim(number)}${before}${marked}${after}\n${mark}\n`
}
