import type {Diagnostic, Severity} from '../../lint/diagnostic.js'
import type {LintReport} from '../../lint/lint.js'
import {locationOf} from '../location.js'
import type {LintReporterOptions} from './options.js'
import {escapedLine, plainMessage, relativePath} from './plain.js'

/** GitHub's names of the severities. */
const commands: Readonly<Record<Severity, string>> = {error: 'error', warning: 'warning', info: 'notice'}

/**
 * A workflow command of GitHub Actions for each finding and for each reason why the report is incomplete. GitHub shows findings at
 * their lines in a pull request.
 */
export const lintGithub = ({diagnostics}: LintReport, options: LintReporterOptions): string => [
  ...diagnostics.map((diagnostic) => command(diagnostic, options)),
  ...(options.ending?.incomplete ?? []).map((reason) => `::error title=kadm::the result is incomplete: ${escapeData(escapedLine(reason))}`),
].map((line) => `${line}\n`).join('')

function command(diagnostic: Diagnostic, {workingDirectory}: LintReporterOptions): string {
  const {path, line, column, endLine, endColumn} = locationOf(diagnostic)
  // GitHub supports columns only for findings on one line.
  const region = line === endLine ? {line, col: column, endLine, endColumn} : {line, endLine}
  const properties = {file: escapedLine(relativePath(path, workingDirectory)), ...region, title: titleOf(diagnostic)}
  const escaped = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  const related = diagnostic.related.map((other) => {
    const at = locationOf(other)
    return `see ${escapedLine(`${relativePath(at.path, workingDirectory)}:${at.line}:${at.column}: ${other.message}`)}`
  })
  return `::${commands[diagnostic.severity]} ${escaped.join(',')}::${escapeData([plainMessage(diagnostic), ...related].join('\n'))}`
}

/** Failures of tests have no rule. */
const titleOf = ({ruleId}: Diagnostic): string => ruleId === '' ? 'kadm' : `kadm ${ruleId}`

/** Escapes the text of a command like the toolkit of GitHub Actions. */
const escapeData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Escapes a property of a command like the toolkit of GitHub Actions. */
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
