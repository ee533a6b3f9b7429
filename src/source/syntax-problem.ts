import type {Span} from './source-file.js'
import {sourceProblem, type SourceProblem} from './source-problem.js'
import {explainSyntax} from './syntax-clues.js'
import {SyntaxFault} from './syntax-fault.js'
import type {YamlFailure} from './yaml-events.js'

/**
 * What is wrong with a text that js-yaml refuses, told so that its author finds it. js-yaml names the rule that is
 * broken and the place where it notices; what was meant has to be guessed from the text.
 *
 * @param document where the document lies in the text of the file; the offset of the failure counts from its start
 */
export function syntaxProblem(text: string, document: Span, {reason, offset}: YamlFailure): SourceProblem {
  const fault = new SyntaxFault(text.slice(document.start, document.end), offset, reason)
  const {start, end, message, hint, ruleId} = explainSyntax(fault)
  return sourceProblem(ruleId ?? 'yaml/syntax', {start: document.start + start, end: document.start + end}, message, hint)
}
