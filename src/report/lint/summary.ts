import type {Severity} from '../../lint/diagnostic.js'
import {type Ending, endingOf, lintFacts} from '../../lint/ending.js'
import {defaultFailOn} from '../../lint/fail-on.js'
import type {LintReport} from '../../lint/lint.js'
import {counted} from '../counted.js'

type SummaryField = 'files' | 'objects' | 'errors' | 'warnings' | 'infos' | 'suppressed' | 'known' | 'fixable'

/** How much was looked at, and how many diagnostics of each severity there are. */
export function lintSummary(report: LintReport): Record<SummaryField, number> {
  const {diagnostics, files, objects, suppressed, known} = report
  const count = (severity: Severity): number => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length
  return {files, objects, errors: count('error'), warnings: count('warning'), infos: count('info'), suppressed, known, fixable: fixableIn(report)}
}

/** In how many places `kadm lint --fix` would change something for these findings. */
const fixableIn = ({diagnostics}: LintReport): number =>
  new Set(diagnostics.flatMap((diagnostic) => [diagnostic, ...diagnostic.folded ?? []])
    .flatMap(({file, fix}) => fix === undefined ? [] : [JSON.stringify([file.path, fix.start, fix.end])])).size

/** How a run of `kadm lint` ends with this report, unless it is told otherwise. */
export const endingOfLint = ({diagnostics}: LintReport): Ending => endingOf(lintFacts(diagnostics, defaultFailOn))

interface LintCounts {
  readonly found: string
  readonly checked: string
  readonly fixable?: string
  readonly incomplete?: string
}

/** The summary for people: how much is wrong, how much was looked at, and how much can be fixed, if anything can. */
export function lintCounts(report: LintReport, ending: Ending = endingOfLint(report)): LintCounts {
  const {files, objects, errors, warnings, infos, suppressed, known, fixable} = lintSummary(report)
  const found = [counted(errors, 'error'), counted(warnings, 'warning'), ...infos > 0 ? [counted(infos, 'info')] : []].join(', ')
  const quiet = [...suppressed > 0 ? [`${suppressed} suppressed`] : [], ...known > 0 ? [`${known} known`] : []].join(', ')
  const nothing = files === 0 && (report.skipped ?? []).length > 0 ? 'nothing checked' : 'nothing wrong'
  return {
    found: `${errors + warnings + infos === 0 ? nothing : found}${quiet === '' ? '' : ` (${quiet})`}`,
    checked: `${counted(objects, 'object')} in ${counted(files, 'file')}`,
    ...fixable > 0 && {fixable: `${counted(fixable, 'place')} can be fixed with "kadm lint --fix"`},
    // Of no files at all, the report says already that nothing was checked.
    ...ending.incomplete.length > 0 && nothing !== 'nothing checked' && {incomplete: `The report is incomplete: ${ending.incomplete.join(', ')}.`},
  }
}
