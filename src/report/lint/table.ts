import type {Diagnostic, Place, Severity} from '../../lint/diagnostic.js'
import type {Ending} from '../../lint/ending.js'
import type {LintReport} from '../../lint/lint.js'
import {oneLine} from '../../machinery/output/printable.js'
import {locationOf} from '../location.js'
import {skippedNotes} from '../skipped.js'
import type {Style} from '../style.js'
import {lintCounts} from './summary.js'

/** Prints a finding, or a part of it. */
export type FindingPrinter = (diagnostic: Diagnostic, style: Style) => string

export interface LintTableOptions {
  readonly style: Style
  /** Shows the source line of a finding with a mark under it; by default source lines are not shown. */
  readonly excerpt?: FindingPrinter | undefined
  /** Replaces `findingText`, for findings with source lines. */
  readonly finding?: FindingPrinter | undefined
  /** True to list the skipped files. */
  readonly isVerbose?: boolean
  readonly ending?: Ending | undefined
}

/** A lint report for people: a line for each finding, and totals. */
export function lintTable(report: LintReport, options: LintTableOptions): string {
  const {excerpt, finding, style, isVerbose = false} = options
  const findings = report.diagnostics.map((diagnostic) => finding?.(diagnostic, style) ?? findingText(diagnostic, options)).join('')
  const {found, checked, fixable, incomplete} = lintCounts(report, options.ending)
  const gap = (excerpt ?? finding) !== undefined || findings === '' ? '' : '\n'
  const skipped = skippedNotes(report.skipped ?? [], isVerbose)
  const lines = [...skipped.slice(0, -1), `${checked}: ${found}`, ...skipped.slice(-1), fixable, incomplete && style.red(oneLine(incomplete))]
  return `${findings}${gap}${lines.flatMap((line) => line === undefined ? [] : `${line}\n`).join('')}`
}

/** A finding for people, without a rule name if no rule found it. */
export function findingText(diagnostic: Diagnostic, {style, excerpt}: LintTableOptions): string {
  const {severity, message, ruleId, hint, related} = diagnostic
  const head = `${style.bold(placeText(diagnostic))}  ${severityStyle(severity, style)(severity)}  ${oneLine(message)}${ruleId === '' ? '' : `  ${style.dim(ruleId)}`}\n`
  const others = related.map((other) => `  ${style.cyan('see:')} ${placeText(other)}: ${oneLine(other.message)}\n`).join('')
  const help = hint === undefined ? '' : `  ${style.cyan('hint:')} ${oneLine(hint)}\n`
  return excerpt === undefined ? `${head}${others}${help}` : `${head}${excerpt(diagnostic, style)}${others}${help}\n`
}

/** A place for people: `pod.yaml:4:9`. */
export function placeText(place: Place): string {
  const {path, line, column} = locationOf(place)
  return oneLine(`${path}:${line}:${column}`)
}

/** The usual colour of a severity. */
export function severityStyle(severity: Severity, style: Style): Style {
  if (severity === 'error') return style.red
  return severity === 'warning' ? style.yellow : style.blue
}
