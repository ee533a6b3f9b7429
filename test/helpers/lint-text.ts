import {notServedRules} from '../../src/lint/check-not-served.js'
import type {Diagnostic} from '../../src/lint/diagnostic.js'
import type {LintOptions} from '../../src/lint/lint.js'
import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'

/** Removes metadata-policy/not-served, for tests of other rules about MetadataPolicies. */
export const asIfServed: LintOptions = {severityOf: (ruleId) => notServedRules.has(ruleId) ? 'off' : undefined}

/** Findings of kadm in a text. */
export const lintText = (text: string, options?: LintOptions): readonly Diagnostic[] => lint([new SourceFile('f.yaml', text)], options).diagnostics

/** The position of a diagnostic, with the marked text: `7:12 "2"`. */
export function placed({file, span}: Diagnostic): string {
  const {line, column} = file.position(span.start)
  return `${line}:${column} ${file.text.slice(span.start, span.end)}`
}

/** A diagnostic as tests write it: `7:12 "2" | limit-range/min-not-above-max`. */
export const shown = (diagnostic: Diagnostic): string => `${placed(diagnostic)} | ${diagnostic.ruleId}`

/** All findings in a text, as tests write them. */
export const shownIn = (text: string, options?: LintOptions): string[] => lintText(text, options).map(shown)
