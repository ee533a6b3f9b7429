import type {Diagnostic} from '../../lint/diagnostic.js'
import type {LintReport} from '../../lint/lint.js'
import {jsonText} from '../json-text.js'
import {locationOf} from '../location.js'
import {rulePage} from '../rule-reference.js'
import type {LintReporterOptions} from './options.js'
import {endingOfLint, lintSummary} from './summary.js'

/** A diagnostic as `-o json` prints it; the contract is schemas/lint.schema.json. */
export function diagnosticJson({ruleId, severity, message, hint, field, object, related, ...place}: Diagnostic, docsUrl?: string): object {
  return {
    ruleId, severity, message, hint, docsUrl: rulePage(ruleId, docsUrl), field, object,
    source: locationOf(place),
    related: related.map(({message: text, ...other}) => ({message: text, source: locationOf(other)})),
  }
}

type JsonOptions = Partial<Pick<LintReporterOptions, 'docsUrl' | 'ending'>>

/** A lint report as JSON. */
export const lintJson = (report: LintReport, {docsUrl, ending = endingOfLint(report)}: JsonOptions = {}): string => jsonText({
  version: 1, diagnostics: report.diagnostics.map((diagnostic) => diagnosticJson(diagnostic, docsUrl)), skipped: report.skipped ?? [],
  summary: lintSummary(report), ...ending,
})
