import type {SourceFile} from '../source/source-file.js'
import type {SourceProblem, SourceRuleId} from '../source/source-problem.js'
import {goYamlFault} from './go-yaml/parser.js'

/** What go-yaml says of texts that are YAML, and whose values or aliases it refuses. */
const messages: ReadonlyMap<SourceRuleId, string> = new Map([
  ['source/control-character', 'yaml: control characters are not allowed'],
  ['yaml/excessive-aliasing', 'yaml: document contains excessive aliasing'],
  ['yaml/merge', 'yaml: map merge requires map or sequence of maps as the value'],
])

/** The numbers that JSON does not have, as Go prints them. */
const infinities: readonly (readonly [RegExp, string])[] = [[/^-\.inf$/i, '-Inf'], [/^\+?\.inf$/i, '+Inf'], [/^\.nan$/i, 'NaN']]

/**
 * The server's words for a YAML text that kadm cannot read either; kadm's own where the server would read it, or has no words
 * of its own (sigs.k8s.io/yaml `YAMLToJSON`; eventratelimit spec 2.1).
 */
export function yamlFault(file: SourceFile, problem: SourceProblem): string {
  const {ruleId, message} = problem
  if (ruleId.startsWith('source/')) return messages.get(ruleId) ?? message
  const number = infinities.find(([pattern]) => ruleId === 'yaml/number' && pattern.test(file.slice(problem)))?.[1]
  return goYamlFault(file.text) ?? (number === undefined ? messages.get(ruleId) ?? message : `json: unsupported value: ${number}`)
}
