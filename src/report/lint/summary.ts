import type {Severity} from '../../lint/diagnostic.js'
import type {LintReport} from '../../lint/lint.js'
import {counted} from '../counted.js'

type SummaryField = 'files' | 'objects' | 'errors' | 'warnings' | 'infos' | 'suppressed' | 'known'

/** How much was looked at, and how many diagnostics of each severity there are. */
export function lintSummary({diagnostics, files, objects, suppressed, known}: LintReport): Record<SummaryField, number> {
  const count = (severity: Severity): number => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length
  return {files, objects, errors: count('error'), warnings: count('warning'), infos: count('info'), suppressed, known}
}

/** The summary for people: how much is wrong, and with how much of it. */
export function lintCounts(report: LintReport): {readonly found: string, readonly checked: string} {
  const {files, objects, errors, warnings, infos, suppressed, known} = lintSummary(report)
  const found = [counted(errors, 'error'), counted(warnings, 'warning'), ...infos > 0 ? [counted(infos, 'info')] : []].join(', ')
  const quiet = [...suppressed > 0 ? [`${suppressed} suppressed`] : [], ...known > 0 ? [`${known} known`] : []].join(', ')
  return {found: `${errors + warnings + infos === 0 ? 'nothing wrong' : found}${quiet === '' ? '' : ` (${quiet})`}`, checked: `${counted(objects, 'object')} in ${counted(files, 'file')}`}
}
