import type {Severity} from '../../lint/diagnostic.js'
import {type Ending, endingOf, lintFacts} from '../../lint/ending.js'
import {defaultFailOn} from '../../lint/fail-on.js'
import type {LintReport} from '../../lint/lint.js'
import {counted} from '../counted.js'

type SummaryField = 'files' | 'objects' | 'errors' | 'warnings' | 'infos' | 'suppressed' | 'known' | 'fixable'

/** The numbers of files, objects and diagnostics by severity. */
export function lintSummary(report: LintReport): Record<SummaryField, number> {
  const {diagnostics, files, objects, suppressed, known} = report
  const count = (severity: Severity): number => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length
  return {files, objects, errors: count('error'), warnings: count('warning'), infos: count('info'), suppressed, known, fixable: fixableIn(report)}
}

/** The number of places that `kadm lint --fix` would change for these findings. */
const fixableIn = ({diagnostics}: LintReport): number =>
  new Set(diagnostics.flatMap((diagnostic) => [diagnostic, ...diagnostic.folded ?? []])
    .flatMap(({file, fix}) => fix === undefined ? [] : [JSON.stringify([file.path, fix.start, fix.end])])).size

/** Exit status of `kadm lint` for this report, by default. */
export const endingOfLint = ({diagnostics}: LintReport): Ending => endingOf(lintFacts(diagnostics, defaultFailOn))

interface LintCounts {
  readonly found: string
  readonly checked: string
  readonly fixable?: string
  readonly incomplete?: string
}

/** The summary for people: problems, checked files, and fixable places. */
export function lintCounts(report: LintReport, ending: Ending = endingOfLint(report)): LintCounts {
  const {files, objects, errors, warnings, infos, suppressed, known, fixable} = lintSummary(report)
  const found = [counted(errors, 'error'), counted(warnings, 'warning'), ...infos > 0 ? [counted(infos, 'info')] : []].join(', ')
  const quiet = [...suppressed > 0 ? [`${suppressed} suppressed`] : [], ...known > 0 ? [`${known} known`] : []].join(', ')
  const nothing = files === 0 && ((report.skipped ?? []).length > 0 || ending.incomplete.length > 0) ? 'nothing checked' : 'nothing wrong'
  return {
    found: `${errors + warnings + infos === 0 ? nothing : found}${quiet === '' ? '' : ` (${quiet})`}`,
    checked: `${counted(objects, 'object')} in ${counted(files, 'file')}`,
    ...fixable > 0 && {fixable: `${counted(fixable, 'place')} can be fixed with "kadm lint --fix"`},
    // Without any file, the report already says that nothing was checked.
    ...ending.incomplete.length > 0 && nothing !== 'nothing checked' && {incomplete: `The report is incomplete: ${ending.incomplete.join(', ')}.`},
  }
}
