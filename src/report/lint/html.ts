import type {Diagnostic, Severity} from '../../lint/diagnostic.js'
import type {Ending} from '../../lint/ending.js'
import type {LintReport} from '../../lint/lint.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {oneLine} from '../../machinery/output/printable.js'
import {findingItem, severityTones, worstSeverity} from '../html/finding.js'
import {type Html, html} from '../html/html.js'
import {htmlPage} from '../html/page.js'
import {fitting, leftOutNote} from '../html/page-limits.js'
import {rulesSection} from '../html/rules.js'
import {type Card, disclosure, group, type View} from '../html/view.js'
import {locationOf} from '../location.js'
import {skippedNotes, skippedSummary} from '../skipped.js'
import type {LintReporterOptions} from './options.js'
import {lintCounts, lintSummary} from './summary.js'

const severities = Object.keys(severityTones) as readonly Severity[]

/** A lint report as a page. */
export const lintHtml = (report: LintReport, {version, ending, docsUrl}: LintReporterOptions): string =>
  htmlPage({title: 'kadm lint', version, ending, view: lintView(report, ending, docsUrl)})

/** A lint report for a browser: the findings of each file with their source lines, their rules, and the skipped files. */
export function lintView(report: LintReport, ending?: Ending, docsUrl?: string): View {
  const {found} = lintCounts(report, ending)
  const {diagnostics, skipped = []} = report
  const bySeverity = severities.flatMap((severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity))
  const items = fitting(bySeverity, findingItem)
  return {
    summary: found, tone: diagnostics.length > 0 ? severityTones[worstSeverity(diagnostics)] : ending !== undefined && ending.incomplete.length > 0 ? 'warn' : 'good', cards: cards(report),
    notes: [
      ...skipped.length === 0 ? [] : [skippedSummary(skipped)],
      ...leftOutNote(items.size, diagnostics.length, 'findings, the most severe ones'),
    ],
    sections: [
      ...diagnostics.length === 0 ? [] : [{id: 'findings', title: 'Findings', count: diagnostics.length, body: html`${groups(diagnostics, items)}`}],
      ...rulesSection(diagnostics, docsUrl),
      ...skipped.length === 0 ? [] : [{
        id: 'skipped', title: 'Skipped files', count: skipped.length,
        body: disclosure('Files of directories and globs that are not manifests', html`<ul>${skippedNotes(skipped, true).slice(0, -1).map((line) => html`<li>${line}</li>`)}</ul>`),
      }],
    ],
  }
}

function cards(report: LintReport): readonly Card[] {
  const {files, objects, errors, warnings, infos, suppressed, known, fixable} = lintSummary(report)
  const optional = (value: number, label: string): readonly Card[] => value === 0 ? [] : [{value, label}]
  return [
    {value: errors, label: errors === 1 ? 'error' : 'errors', tone: errors > 0 ? 'bad' : 'good'},
    {value: warnings, label: warnings === 1 ? 'warning' : 'warnings', tone: warnings > 0 ? 'warn' : 'good'},
    ...infos === 0 ? [] : [{value: infos, label: infos === 1 ? 'info' : 'infos', tone: 'info'} as const],
    ...optional(fixable, 'fixable with --fix'), ...optional(suppressed, 'suppressed'), ...optional(known, 'known: in the baseline'),
    {value: objects, label: objects === 1 ? 'object' : 'objects'}, {value: files, label: files === 1 ? 'file' : 'files'},
  ]
}

/** The findings by file. Files with errors come first. */
function groups(diagnostics: readonly Diagnostic[], items: ReadonlyMap<Diagnostic, Html>): readonly Html[] {
  const files = [...groupBy(diagnostics.filter((diagnostic) => items.has(diagnostic)), (diagnostic) => locationOf(diagnostic).path)]
  const order = (found: readonly Diagnostic[]): number => severities.findIndex((severity) => found.some((each) => each.severity === severity))
  return files.sort(([, a], [, b]) => order(a) - order(b)).map(([path, found]) => group(oneLine(path), found.flatMap((each) => items.get(each) ?? [])))
}
