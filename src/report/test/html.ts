import {oneLine} from '../../machinery/output/printable.js'
import type {MeasuredReport} from '../../policy-test/analysis.js'
import type {CoverageReport} from '../../policy-test/coverage/coverage.js'
import {type MutationReport, mutationScore} from '../../policy-test/mutate/mutation.js'
import type {PolicyItem} from '../../policy-test/mutate/policy-item.js'
import type {Failure, FileResult, TestResult} from '../../policy-test/types.js'
import {counted} from '../counted.js'
import {type Html, html} from '../html/html.js'
import {htmlPage} from '../html/page.js'
import {beginning, fitting, leftOutNote} from '../html/page-limits.js'
import {sourceLines} from '../html/source-lines.js'
import {badge, type Card, group, item, type Section, table, type View} from '../html/view.js'
import {styleFor} from '../style.js'
import {percentage} from './coverage.js'
import {byPolicy, failureTitle, placeText, problemLine, type TestReporterOptions, testsOf} from './lines.js'
import {scoreText} from './mutation.js'
import {summaryText} from './table.js'

/** The results of tests as a page. */
export const testHtml = (report: MeasuredReport, {version, ending}: TestReporterOptions): string => htmlPage({title: 'kadm test', version, ending, view: testView(report)})

/** A test in its file, or a file with errors. */
type Result = {readonly file: FileResult, readonly test?: TestResult}

/** The results of tests for a browser: files with failures first, then the coverage and the mutants of policies. */
export function testView({files, summary, coverage, mutation}: MeasuredReport): View {
  const {failed, broken, passed} = summary
  const results: readonly Result[] = [...files.filter(({errors}) => errors.length > 0).map((file) => ({file})), ...testsOf(files)]
  const isGood = ({test}: Result): boolean => test?.status === 'passed'
  const items = fitting([...results.filter((result) => !isGood(result)), ...results.filter(isGood)], resultItem)
  const groups = [...files].sort((a, b) => Number(isAllGood(a)) - Number(isAllGood(b))).flatMap((file) => {
    const own = results.filter((result) => result.file === file && items.has(result)).flatMap((result) => items.get(result) ?? [])
    return own.length === 0 ? [] : [group(oneLine(file.file.path), own)]
  })
  return {
    summary: summaryText(summary, styleFor(false)), tone: failed + broken > 0 ? 'bad' : passed === 0 ? 'warn' : 'good', cards: cards({files, summary, ...coverage && {coverage}, ...mutation && {mutation}}),
    notes: leftOutNote(items.size, results.length, 'tests, those that fail first'),
    sections: [
      ...results.length === 0 ? [] : [{id: 'tests', title: 'Tests', count: results.length, body: html`${groups}`}],
      ...coverage === undefined ? [] : [coverageSection(coverage)], ...mutation === undefined ? [] : [mutationSection(mutation)],
    ],
  }
}

const isAllGood = ({errors, tests}: FileResult): boolean => errors.length === 0 && tests.every(({status}) => status === 'passed')

function cards({summary: {passed, failed, broken, skipped}, coverage, mutation}: MeasuredReport): readonly Card[] {
  const score = mutation && mutationScore(mutation)
  return [
    {value: failed, label: 'failed', tone: failed > 0 ? 'bad' : 'good'}, ...broken === 0 ? [] : [{value: broken, label: 'cannot run', tone: 'bad'} as const],
    {value: passed, label: 'passed'}, ...skipped === 0 ? [] : [{value: skipped, label: 'not selected'}],
    ...coverage === undefined || coverage.items.length === 0 ? [] : [{value: `${percentage(coverage.covered, coverage.items.length)}%`, label: 'policy coverage'}],
    ...score === undefined ? [] : [{value: `${score}%`, label: 'mutation score'}],
  ]
}

const resultItem = ({file, test}: Result): Html => test === undefined
  ? item('file', {status: 'cannot run'}, 'bad', html`<p class="head">${badge('cannot run', 'bad')} <span class="message">The file has errors</span></p>\n${
    file.errors.map((error) => html`<p>${beginning(problemLine(error))}</p>\n${sourceLines(error)}`)}`)
  : testItem(test)

const words = {passed: 'passed', failed: 'failed', broken: 'cannot run'} as const

function testItem({name, status, milliseconds, problems, failures, steps, ...place}: TestResult): Html {
  const tone = status === 'passed' ? 'good' : 'bad'
  return item('test', {status: words[status]}, tone, html`<p class="head">${badge(words[status], tone)} <span class="message">${oneLine(name)}</span>${
    milliseconds !== undefined && html` <span class="muted">${milliseconds < 1 ? '<1' : Math.round(milliseconds)} ms</span>`} <code class="muted">${placeText(place)}</code></p>\n${
    problems.map((problem) => html`<p>${beginning(problemLine(problem))}</p>\n${sourceLines(problem)}`)}${failures.map((failure) => failureHtml(failure, steps))}`)
}

/** The expected and the actual answer, one above the other, after the line of the test file. */
const failureHtml = (failure: Failure, steps: number): Html => html`<p><b>${failureTitle(failure, steps)}</b></p>\n${sourceLines(failure)}<div class="pair"><div><p class="place-title">Expected</p>
<pre class="expected">${beginning(oneLine(failure.expected))}</pre></div><div><p class="place-title">Actual</p>\n<pre class="actual">${beginning(oneLine(failure.actual))}</pre></div></div>\n`

/** The parts of policies with what tests know about them: the unknown ones first. */
function policySection<T extends {readonly item: PolicyItem}>(section: Pick<Section, 'id' | 'title'>, note: string, results: readonly T[], texts: {
  readonly known: string, readonly unknown: string, readonly column: string, readonly isKnown: (result: T) => boolean, readonly detail: (result: T) => string,
}): Section {
  const {known, unknown, column, isKnown, detail} = texts
  const tables = [...byPolicy(results)].map(([policy, own]) => {
    const rows = [...own.filter((result) => !isKnown(result)), ...own.filter(isKnown)].slice(0, mostRows).map((result) => {
      const {name, value, place} = result.item
      const facts = {[section.id]: isKnown(result) ? known : unknown}
      return {noun: 'part', facts, tone: isKnown(result) ? undefined : 'warn' as const, cells: [oneLine(`${name} ${value}`).trimEnd(), html`<code>${placeText(place)}</code>`, badge(isKnown(result) ? known : unknown, isKnown(result) ? 'good' : 'warn'), beginning(detail(result))]}
    })
    return html`${table(policy, [{title: 'Part of the policy'}, {title: 'Place'}, {title: 'Result'}, {title: column}], rows)}${own.length > mostRows && html`<p>and ${own.length - mostRows} more: -o json has all</p>`}`
  })
  return {...section, count: results.length, body: html`<p>${note}</p>\n${tables}`}
}

/** The most parts of a policy that a page shows. */
const mostRows = 500

const coverageSection = ({items, covered}: CoverageReport): Section => policySection(
  {id: 'coverage', title: 'Policy coverage'}, items.length === 0 ? 'The tests use no policy.' : `${covered} of ${counted(items.length, 'item')} decide a test.`, items,
  {known: 'covered', unknown: 'not covered', column: 'Tests', isKnown: ({decided}) => decided.length > 0, detail: ({decided}) => decided.map(oneLine).join(', ')},
)

const mutationSection = (report: MutationReport): Section => policySection(
  {id: 'mutants', title: 'Policy mutation'}, scoreText(report), report.mutants,
  {known: 'killed', unknown: 'survived', column: 'Change', isKnown: ({killedBy}) => killedBy !== undefined, detail: ({change, killedBy}) => oneLine(`${change}${killedBy === undefined ? '' : `: ${killedBy}`}`)},
)
