import type {Severity} from '../../lint/diagnostic.js'
import type {LintReport} from '../../lint/lint.js'
import {jsonText} from '../json-text.js'
import {locationOf} from '../location.js'
import {fingerprints} from './fingerprint.js'
import type {LintReporterOptions} from './options.js'
import {escapedLine, plainMessage, relativePath} from './plain.js'

/** GitLab's names of the severities. */
const severities: Readonly<Record<Severity, string>> = {error: 'critical', warning: 'minor', info: 'info'}

/** A Code Quality report of GitLab. */
export function lintGitlab({diagnostics}: LintReport, {workingDirectory}: LintReporterOptions): string {
  const marks = fingerprints(diagnostics, workingDirectory)
  return jsonText(diagnostics.map((diagnostic, i) => {
    const {path, line, endLine} = locationOf(diagnostic)
    return {
      description: plainMessage(diagnostic),
      check_name: diagnostic.ruleId,
      fingerprint: marks[i],
      severity: severities[diagnostic.severity],
      location: {path: escapedLine(relativePath(path, workingDirectory)), lines: {begin: line, end: endLine}},
    }
  }))
}
