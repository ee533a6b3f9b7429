import type {Node} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import type {SourceProblem} from '../source/source-problem.js'
import {goYamlFault} from './go-yaml/parser.js'
import {valueFault} from './go-yaml/value-fault.js'

/**
 * The server's error for a YAML text that kadm cannot parse either; kadm's own error if the server would parse it, or has no
 * own text (sigs.k8s.io/yaml `YAMLToJSON`; spec eventratelimit 2.1).
 *
 * @param root the part that kadm could parse
 */
export function yamlFault(file: SourceFile, root: Node | undefined, problem: SourceProblem): string {
  const {ruleId, message} = problem
  if (ruleId === 'source/control-character') return 'yaml: control characters are not allowed'
  if (ruleId.startsWith('source/')) return message
  return goYamlFault(file.text)?.message ?? (root && valueFault(file, root, problem)) ?? message
}
