import type {Diagnostic, Place} from '../../lint/diagnostic.js'
import type {LintReport} from '../../lint/lint.js'
import {counted} from '../counted.js'
import {locationOf} from '../location.js'
import {codeSpan as code, countThatFits} from '../markdown-text.js'
import {rulePage, ruleReference} from '../rule-reference.js'
import {skippedSummary} from '../skipped.js'
import type {LintReporterOptions} from './options.js'
import {escapedLine, relativePath} from './plain.js'
import {lintCounts} from './summary.js'

/**
 * A comment on a pull request. Text from manifests is in code spans, where nothing is markup, a link or a
 * mention. Findings beyond the maximum length are only counted.
 */
export function lintMarkdown(report: LintReport, {workingDirectory, docsUrl, about, ending}: LintReporterOptions): string {
  const {fixable, incomplete, ...counts} = lintCounts(report, ending)
  const {found, checked} = about ?? counts
  const items = report.diagnostics.map((diagnostic) => item(diagnostic, workingDirectory, docsUrl))
  const shown = items.slice(0, countThatFits(items))
  const left = items.length - shown.length
  const more = left === 0 ? '' : `- and ${counted(left, 'more finding')}\n`
  const {skipped = []} = report
  const notes = skipped.length === 0 ? '' : `; ${skippedSummary(skipped)}`
  const findings = items.length === 0 ? '' : `${shown.join('')}${more}\n`
  const fixes = fixable === undefined || about !== undefined ? '' : `: ${fixable}`
  return `### kadm ${about?.command ?? 'lint'}: ${found}\n\n${findings}${checked}${notes}${fixes}\n${incomplete === undefined ? '' : `\n**${escapedLine(incomplete)}**\n`}`
}

function item(diagnostic: Diagnostic, workingDirectory: string, docsUrl: string | undefined): string {
  const {severity, message, hint, ruleId, related} = diagnostic
  const place = (at: Place): string => {
    const {path, line, column} = locationOf(at)
    return code(`${relativePath(path, workingDirectory)}:${line}:${column}`)
  }
  const others = related.map((other) => `  - see ${place(other)}: ${code(other.message)}\n`)
  const help = hint === undefined ? '' : `  - hint: ${code(hint)}\n`
  return `- **${severity}** ${place(diagnostic)}: ${code(message)} ${ruleText(ruleId, docsUrl)}\n${others.join('')}${help}`
}

/** A link to the page about a rule, else the command that prints it, else its id. */
function ruleText(ruleId: string, docsUrl: string | undefined): string {
  const page = rulePage(ruleId, docsUrl)
  return page === undefined ? code(ruleReference(ruleId) ?? ruleId) : `[${ruleId}](${page})`
}
