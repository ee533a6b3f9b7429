import {type Diagnostic, docsUrl} from '../../lint/diagnostic.js'
import type {Ending} from '../../lint/ending.js'
import type {LintReport} from '../../lint/lint.js'
import {jsonText} from '../json-text.js'
import {locationOf} from '../location.js'
import {endingOfLint, lintSummary} from './summary.js'

/** A diagnostic as `-o json` prints it; the contract is schemas/lint.schema.json. */
export function diagnosticJson({ruleId, severity, message, hint, field, object, related, ...place}: Diagnostic): object {
  return {
    ruleId, severity, message, hint, docsUrl: docsUrl(ruleId), field, object,
    source: locationOf(place),
    related: related.map(({message: text, ...other}) => ({message: text, source: locationOf(other)})),
  }
}

/** A lint report as JSON. */
export const lintJson = (report: LintReport, ending: Ending = endingOfLint(report)): string => jsonText({
  version: 1, diagnostics: report.diagnostics.map(diagnosticJson), skipped: report.skipped ?? [], summary: lintSummary(report), ...ending,
})
