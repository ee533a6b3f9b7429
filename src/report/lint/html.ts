import type {Diagnostic, Place, Severity} from '../../lint/diagnostic.js'
import type {Ending} from '../../lint/ending.js'
import type {LintReport} from '../../lint/lint.js'
import {ruleById} from '../../lint/rules/index.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {oneLine} from '../../machinery/output/printable.js'
import {counted} from '../counted.js'
import {type Html, html} from '../html/html.js'
import {htmlPage} from '../html/page.js'
import {badge, type Card, definitions, disclosure, group, item, type Section, table, type Tone, type View} from '../html/view.js'
import {locationOf} from '../location.js'
import {skippedNotes, skippedSummary} from '../skipped.js'
import {excerptParts, visibleLine} from './excerpt-parts.js'
import type {LintReporterOptions} from './options.js'
import {lintCounts, lintSummary} from './summary.js'
import {placeText} from './table.js'

/** The most findings that a page shows, so that a browser can open it. They take about 1 kB each. */
export const maxShown = 5_000

/** Maximum length of a source line. */
const lineLength = 160

/** The tone of each severity, the worst first. */
const tones: Readonly<Record<Severity, Tone>> = {error: 'bad', warning: 'warn', info: 'info'}

const severities = Object.keys(tones) as readonly Severity[]

/** A lint report as a page. */
export const lintHtml = (report: LintReport, {version, ending}: LintReporterOptions): string =>
  htmlPage({title: 'kadm lint', version, ending, view: lintView(report, ending)})

/** A lint report for a browser: the findings of each file with their source lines, their rules, and the skipped files. */
export function lintView(report: LintReport, ending?: Ending): View {
  const {found, checked, fixable} = lintCounts(report, ending)
  const {diagnostics, skipped = []} = report
  const shown = mostSevere(diagnostics)
  const left = diagnostics.length - shown.length
  return {
    summary: found, tone: worst(diagnostics) ?? (ending !== undefined && ending.incomplete.length > 0 ? 'warn' : 'good'), cards: cards(report),
    notes: [
      checked, ...fixable === undefined ? [] : [fixable], ...skipped.length === 0 ? [] : [skippedSummary(skipped)],
      ...left === 0 ? [] : [`This page shows the ${counted(shown.length, 'most severe finding')} of ${diagnostics.length}: -o json has all of them`],
    ],
    sections: [
      ...diagnostics.length === 0 ? [] : [{id: 'findings', title: 'Findings', count: diagnostics.length, body: html`${groups(shown)}`}, rulesSection(diagnostics)],
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
    ...optional(fixable, 'can be fixed by --fix'), ...optional(suppressed, 'suppressed'), ...optional(known, 'known: in the baseline'),
    {value: objects, label: objects === 1 ? 'object' : 'objects'}, {value: files, label: files === 1 ? 'file' : 'files'},
  ]
}

const worst = (diagnostics: readonly Diagnostic[]): Tone | undefined => {
  const severity = severities.find((each) => diagnostics.some((diagnostic) => diagnostic.severity === each))
  return severity === undefined ? undefined : tones[severity]
}

/** The findings that a page shows: all, or the most severe ones, in their order. */
function mostSevere(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= maxShown) return diagnostics
  const chosen = new Set(severities.flatMap((severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity)).slice(0, maxShown))
  return diagnostics.filter((diagnostic) => chosen.has(diagnostic))
}

/** The findings by file. Files with errors come first. */
function groups(diagnostics: readonly Diagnostic[]): readonly Html[] {
  const files = [...groupBy(diagnostics, (diagnostic) => locationOf(diagnostic).path)]
  const order = (found: readonly Diagnostic[]): number => severities.findIndex((severity) => found.some((each) => each.severity === severity))
  return files.sort(([, a], [, b]) => order(a) - order(b)).map(([path, found]) => group(oneLine(path), found.map(findingItem)))
}

/** A finding: its message, place, source line, related places and hint. */
function findingItem(diagnostic: Diagnostic): Html {
  const {severity, message, hint, ruleId, related, object, field} = diagnostic
  const tone = tones[severity]
  const name = object && `${object.kind} ${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name}`
  return item('finding', {severity, rule: ruleId, namespace: object?.namespace}, tone, html`<p class="head">${badge(severity, tone)} <span class="message">${oneLine(message)}</span></p>
${sourceLines(diagnostic, object?.kind === 'Secret' ? 0 : 2)}${
  hint !== undefined && html`<p class="hint"><b>Hint:</b> ${oneLine(hint)}</p>\n`}${
  related.length > 0 && html`<ul class="related">${related.map((other) => html`<li>See <code>${placeText(other)}</code>: ${oneLine(other.message)}</li>`)}</ul>\n`}${
  definitions([
    ['Place', html`<code>${placeText(diagnostic)}</code>`], ['Object', name !== undefined && oneLine(name)], ['Field', field !== '' && html`<code>${oneLine(field)}</code>`],
    ['Rule', ruleId !== '' && html`<code>${ruleId}</code> <span class="muted">${ruleById(ruleId)?.summary}</span>`],
  ])}`)
}

/** The source line of a place with a mark, after some lines before it. */
function sourceLines(place: Place, linesBefore: number): Html | undefined {
  const location = locationOf(place)
  const {file} = place
  if (file.text === '') return undefined
  const first = Math.max(1, location.line - linesBefore)
  const numbers = Array.from({length: location.line - first}, (_, i) => first + i)
  const {before, marked, after} = excerptParts(file, location, lineLength)
  const width = String(location.line).length
  const row = (line: number, text: Html): Html => html`<span class="line">${String(line).padStart(width)}</span> ${text}\n`
  const context = (line: number): Html => {
    const text = visibleLine(file, line)
    return row(line, html`<span class="muted">${oneLine(text.slice(0, lineLength))}${text.length > lineLength && '…'}</span>`)
  }
  return html`<pre class="source">${numbers.map(context)}${row(location.line, html`${before}<mark>${marked === '' ? ' ' : marked}</mark>${after}`)}</pre>\n`
}

/** Describes what each rule requires and how to meet it, with its number of findings. */
function rulesSection(diagnostics: readonly Diagnostic[]): Section {
  const counts = [...groupBy(diagnostics, ({ruleId}) => ruleId)].sort(([, a], [, b]) => b.length - a.length)
  const rows = counts.map(([id, found]) => {
    const rule = ruleById(id)
    return {tone: worst(found), cells: [html`<code>${id}</code>`, found.length, rule?.summary, rule?.fix]}
  })
  const columns = [{title: 'Rule'}, {title: 'Findings', isNumeric: true}, {title: 'What must hold'}, {title: 'Fix'}]
  return {id: 'rules', title: 'Rules', count: counts.length, body: table('Rules with findings: "kadm rules ID" prints an example', columns, rows)}
}
