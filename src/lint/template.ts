import type {SourceDocument} from '../source/source-document.js'
import {templateHint, templateMessage} from '../source/source-problem.js'
import type {Diagnostic} from './diagnostic.js'

/** Matches an action of a template in the value of a field. */
const action = /\{\{[^]*\}\}/

/**
 * Reports a template once: if an error is about a value with a template action, one finding replaces all findings in documents
 * with such values. Braces in valid values are not a template.
 *
 * @param documents the documents of the file
 */
export function withTemplateOnce(diagnostics: readonly Diagnostic[], documents: Iterable<SourceDocument>): readonly Diagnostic[] {
  const withBraces = new Set([...new Set(diagnostics.map(({file}) => file))].filter(({text}) => text.includes('{{')))
  if (withBraces.size === 0) return diagnostics
  const first = diagnostics.find(({severity, message, file, span}) =>
    severity === 'error' && withBraces.has(file) && (message === templateMessage || action.test(file.slice(span))))
  if (first === undefined) return diagnostics
  const templates = [...documents].filter((document) => document.file.slice(document).includes('{{'))
  const others = diagnostics.filter(({span}) => !templates.some(({start, end}) => start <= span.start && span.start <= end))
  if (first.message === templateMessage) return [first, ...others]
  const {file, span} = first
  const start = span.start + file.slice(span).indexOf('{{')
  return [{ruleId: 'yaml/syntax', severity: 'error', message: templateMessage, hint: templateHint, field: '', file, span: {start, end: start + 2}, related: []}, ...others]
}
