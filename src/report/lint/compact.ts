import type {LintReport} from '../../lint/lint.js'
import {locationOf} from '../location.js'
import type {LintReporterOptions} from './options.js'
import {escapedLine, relativePath} from './plain.js'

/** A line for each finding, in the format of compilers: `path:line:column: severity: message [rule]`. */
export const lintCompact = ({diagnostics}: LintReport, {workingDirectory}: LintReporterOptions): string =>
  diagnostics.map((diagnostic) => {
    const {path, line, column} = locationOf(diagnostic)
    const {severity, message, ruleId} = diagnostic
    return `${escapedLine(`${relativePath(path, workingDirectory)}:${line}:${column}: ${severity}: ${message} [${ruleId}]`)}\n`
  }).join('')
