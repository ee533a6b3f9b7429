import {floatKey, isInt64} from './go-number.js'
import {contentOf, type Node, type ScalarNode} from './node.js'
import {sourceProblem, type SourceProblem} from './source-problem.js'
import {integerOf} from './yaml-scalar.js'

/**
 * The text of a key in JSON, or the reason why it cannot be a key. go-yaml resolves keys like all scalars, and
 * sigs.k8s.io/yaml prints the result.
 */
export function keyName(key: Node): string | SourceProblem {
  if (key.kind === 'scalar' && typeof key.value === 'string') return key.value
  const content = contentOf(key)
  if (content.kind !== 'scalar') return unsupported(key, content.kind === 'mapping' ? 'a map' : 'a list')
  const {value} = content
  if (typeof value === 'string') return value
  if (value === null) return unsupported(key, content.text === '' ? 'empty' : 'null')
  return typeof value === 'boolean' ? String(value) : numericName(content) ?? unsupported(key, 'a number beyond 64 bits')
}

function numericName({text, value}: ScalarNode): string | undefined {
  const integer = integerOf(text)
  if (integer === undefined) return floatKey(Number(value))
  return isInt64(integer) ? String(integer) : undefined
}

const unsupported = (key: Node, what: string): SourceProblem =>
  sourceProblem('yaml/key', key, `a key of a map must be a string, but this one is ${what}`, hintFor(what))

function hintFor(what: string): string {
  if (what === 'a map') return 'to write a text that starts with a brace, quote it: "{...}"'
  if (what === 'a list') return 'to write a text that starts with a bracket, quote it: "[...]"'
  return what === 'empty' ? 'write the key in front of the colon' : 'quote the key'
}
