import type {Diagnostic, Place} from '../../lint/diagnostic.js'
import {isFailure} from '../../lint/fail-on.js'
import type {LintReport} from '../../lint/lint.js'
import {locationOf} from '../location.js'
import {ruleReference} from '../rule-reference.js'
import type {LintReporterOptions, ReportTexts} from './options.js'
import {escapedLine, plainSubject, relativePath} from './plain.js'

/** The findings of a file: a suite of tests. */
interface Suite {
  readonly path: string
  readonly diagnostics: readonly Diagnostic[]
  /** The names of the tests that pass. */
  readonly passed: readonly string[]
}

/**
 * A JUnit report for Jenkins, GitLab and others: a suite for each file, with a test for each finding, which fails
 * if the finding makes the run fail. A file without findings is one passing test. Each reason for an incomplete report is an error.
 */
export function lintJunit(report: LintReport, options: LintReporterOptions): string {
  const suites = suitesOf(report, options)
  const {diagnostics} = report
  const name = `kadm ${options.about?.command ?? 'lint'}`
  const incomplete = options.ending?.incomplete ?? []
  const tests = suites.reduce((sum, suite) => sum + testCount(suite), 0)
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({name, tests: tests + incomplete.length, failures: failureCount(diagnostics, options), errors: incomplete.length})}>
${suites.map((suite) => suiteXml(suite, options)).join('')}${incompleteXml(name, incomplete)}</testsuites>
`
}

/** Reports each reason why the report is incomplete as a test with an error. */
function incompleteXml(name: string, reasons: readonly string[]): string {
  if (reasons.length === 0) return ''
  const cases = reasons.map((reason) =>
    `    <testcase${attributes({classname: name, name: reason})}>\n      <error${attributes({message: `the result is incomplete: ${reason}`})}/>\n    </testcase>\n`)
  return `  <testsuite${attributes({name, tests: reasons.length, failures: 0, errors: reasons.length, skipped: 0})}>\n${cases.join('')}  </testsuite>\n`
}

const testCount = ({diagnostics, passed}: Suite): number => diagnostics.length + passed.length

const failureCount = (diagnostics: readonly Diagnostic[], {failOn}: LintReporterOptions): number =>
  diagnostics.filter(({severity}) => isFailure(severity, failOn)).length

/** A suite for each checked file, and for each further file with findings. */
function suitesOf({diagnostics}: LintReport, {paths, workingDirectory, about}: LintReporterOptions): Suite[] {
  const all = [...paths, ...diagnostics.map(({file}) => file.path), ...about?.passed.map(({path}) => path) ?? []]
  const byPath = new Map(all.map((path) => [relativePath(path, workingDirectory), {diagnostics: [] as Diagnostic[], passed: [] as string[]}]))
  for (const diagnostic of diagnostics) byPath.get(relativePath(diagnostic.file.path, workingDirectory))?.diagnostics.push(diagnostic)
  for (const {path, name} of about?.passed ?? []) byPath.get(relativePath(path, workingDirectory))?.passed.push(name)
  return [...byPath].map(([path, suite]) => ({path, ...suite, passed: suite.diagnostics.length + suite.passed.length === 0 ? ['nothing wrong'] : suite.passed}))
}

function suiteXml(suite: Suite, options: LintReporterOptions): string {
  const {path, diagnostics, passed} = suite
  const names = distinct([...diagnostics.map((diagnostic) => testName(diagnostic, options.about)), ...passed.map((name) => escapedLine(name))])
  const named = (i: number): string => attributes({classname: path, name: names[i] ?? ''})
  const cases = [
    ...diagnostics.map((diagnostic, i) => testXml(diagnostic, named(i), options)),
    ...passed.map((_, i) => `    <testcase${named(diagnostics.length + i)}/>\n`),
  ]
  return `  <testsuite${attributes({name: path, tests: testCount(suite), failures: failureCount(diagnostics, options), errors: 0, skipped: 0})}>
${cases.join('')}  </testsuite>
`
}

/** A name that does not change when lines are added above a finding: servers track tests by name. */
const testName = (diagnostic: Diagnostic, about: ReportTexts | undefined): string =>
  about === undefined ? `${diagnostic.ruleId} ${plainSubject(diagnostic)}`.trimEnd() : escapedLine(about.testName(diagnostic))

/** Numbers repeated names, as servers treat tests of one name as one test. */
function distinct(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

function testXml(diagnostic: Diagnostic, given: string, options: LintReporterOptions): string {
  const {severity, message} = diagnostic
  const text = xml(details(diagnostic, options))
  const result = isFailure(severity, options.failOn)
    ? `<failure${attributes({type: severity, message})}>${text}</failure>`
    : `<system-out>${text}</system-out>`
  return `    <testcase${given}>\n      ${result}\n    </testcase>\n`
}

function details(diagnostic: Diagnostic, {workingDirectory, docsUrl}: LintReporterOptions): string {
  const {severity, message, hint, ruleId, related} = diagnostic
  const line = (at: Place, text: string): string => {
    const {path, line, column} = locationOf(at)
    return `${escapedLine(relativePath(path, workingDirectory))}:${line}:${column}: ${text}`
  }
  return [
    line(diagnostic, `${severity}: ${escapedLine(message)}`),
    ...related.map((other) => `see ${line(other, escapedLine(other.message))}`),
    ...hint === undefined ? [] : [`hint: ${escapedLine(hint)}`],
    ruleReference(ruleId, docsUrl) ?? [],
  ].flat().join('\n')
}

/** Returns attributes of an XML element, escaped. */
export const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values).map(([name, value]) => ` ${name}="${xml(escapedLine(String(value)))}"`).join('')

/** Escapes a text for XML; characters that XML does not allow must be escaped already. */
export const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
