import stringWidth from 'string-width'

import type {Diagnostic, Severity} from '../../lint/diagnostic.js'
import type {LintReport} from '../../lint/lint.js'
import {counted} from '../counted.js'
import {locationOf} from '../location.js'
import {oneLine} from '../printable.js'
import type {Style} from '../style.js'
import {lintSummary} from './json.js'

export interface LintTableOptions {
  readonly style: Style
  /** True to show the line of each finding with a mark under it. */
  readonly excerpts: boolean
}

/** A lint report for people: a line for each finding, and how many there are. */
export function lintTable(report: LintReport, options: LintTableOptions): string {
  const findings = report.diagnostics.map((diagnostic) => findingText(diagnostic, options)).join('')
  const gap = options.excerpts || findings === '' ? '' : '\n'
  return `${findings}${gap}${summary(report)}\n`
}

/** A finding for people. */
export function findingText(diagnostic: Diagnostic, {style, excerpts}: LintTableOptions): string {
  const {path, line, column} = locationOf(diagnostic)
  const {severity, message, ruleId, hint} = diagnostic
  const place = style.bold(`${oneLine(path)}:${line}:${column}`)
  const head = `${place}  ${colour(severity, style)(severity)}  ${oneLine(message)}  ${style.dim(ruleId)}\n`
  const help = hint === undefined ? '' : `  ${style.cyan('hint:')} ${oneLine(hint)}\n`
  return excerpts ? `${head}${excerpt(diagnostic, style)}${help}\n` : `${head}${help}`
}

function colour(severity: Severity, style: Style): Style {
  if (severity === 'error') return style.red
  return severity === 'warning' ? style.yellow : style.blue
}

const maxExcerpt = 160

/** The line of a finding with carets under what is meant. Lines that no terminal has room for are not shown. */
function excerpt(diagnostic: Diagnostic, style: Style): string {
  const {line, column, endLine, endColumn} = locationOf(diagnostic)
  const text = diagnostic.file.line(line).replaceAll('\t', ' ')
  if (text.length > maxExcerpt) return ''
  const number = `  ${line} | `
  const before = oneLine(text.slice(0, column - 1))
  const meant = oneLine(text.slice(column - 1, endLine === line ? endColumn - 1 : undefined))
  const mark = ' '.repeat(number.length + stringWidth(before)) + colour(diagnostic.severity, style)('^'.repeat(Math.max(1, stringWidth(meant))))
  return `${style.dim(number)}${oneLine(text)}\n${mark}\n`
}

function summary(report: LintReport): string {
  const {files = 0, objects = 0, errors = 0, warnings = 0, infos = 0} = lintSummary(report)
  const found = [counted(errors, 'error'), counted(warnings, 'warning'), ...infos > 0 ? [counted(infos, 'info')] : []].join(', ')
  return `${counted(objects, 'object')} in ${counted(files, 'file')}: ${errors + warnings + infos === 0 ? 'nothing wrong' : found}`
}

