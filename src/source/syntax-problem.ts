import type {Span} from './source-file.js'
import {sourceProblem, type SourceProblem} from './source-problem.js'
import {explainSyntax} from './syntax-clues.js'
import {SyntaxFault} from './syntax-fault.js'
import type {YamlFailure} from './yaml-events.js'

/**
 * Explains a syntax error of js-yaml to the author of the text. js-yaml names the broken rule and the place where it failed;
 * the author's intent has to be guessed from the text.
 *
 * @param document the span of the document in the file; the offset of the failure counts from its start
 */
export function syntaxProblem(text: string, document: Span, {reason, offset}: YamlFailure): SourceProblem {
  const fault = new SyntaxFault(text.slice(document.start, document.end), offset, reason)
  const {start, end, message, hint, ruleId} = explainSyntax(fault)
  return sourceProblem(ruleId ?? 'yaml/syntax', {start: document.start + start, end: document.start + end}, message, hint)
}
