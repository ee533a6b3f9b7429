import {compareText, quote} from '../../machinery/go-text.js'
import type {JsonValue} from '../../source/json-value.js'
import {contentOf, type Node, type ScalarNode} from '../../source/node.js'
import type {SourceFile} from '../../source/source-file.js'
import type {SourceProblem} from '../../source/source-problem.js'
import {toValue} from '../../source/to-value.js'
import {integerOf, resolvePlain} from '../../source/yaml-scalar.js'
import {shortTag} from '../../source/yaml-tag.js'

/** A problem with a node of a document. */
interface Place {
  readonly file: SourceFile
  readonly root: Node
  readonly problem: SourceProblem
}

/**
 * What go-yaml says of a text that is YAML, and whose tags, keys, aliases or merges it refuses; undefined where it says nothing,
 * or something that kadm does not know (go-yaml `decode.go`, `resolve.go`).
 *
 * @param problem what kadm says of it
 */
export function valueFault(file: SourceFile, root: Node, problem: SourceProblem): string | undefined {
  const place = {file, root, problem}
  switch (problem.ruleId) {
    case 'yaml/alias': return `yaml: anchor '${file.slice(problem).slice(1)}' value contains itself`
    case 'yaml/excessive-aliasing': return 'yaml: document contains excessive aliasing'
    case 'yaml/key': return keyFault(place)
    case 'yaml/merge': return 'yaml: map merge requires map or sequence of maps as the value'
    case 'yaml/number': return numberFault(file.slice(problem))
    case 'yaml/tag': return tagFault(place)
    default: return undefined
  }
}

/** The numbers that JSON does not have, as Go prints them. */
const infinities: readonly (readonly [RegExp, string])[] = [[/^-\.inf$/i, '-Inf'], [/^\+?\.inf$/i, '+Inf'], [/^\.nan$/i, 'NaN']]

function numberFault(text: string): string | undefined {
  const number = infinities.find(([pattern]) => pattern.test(text))?.[1]
  return number && `json: unsupported value: ${number}`
}

/** Keys can be neither maps nor lists. What is said of a template points at the brace before the key. */
function keyFault({root, problem: {start}}: Place): string | undefined {
  const key = find(root, (node, isKey) => isKey && (node.start === start || node.start === start + 1))
  return key === undefined || contentOf(key).kind === 'scalar' ? undefined : `yaml: invalid map key: ${goSyntax(toValue(key))}`
}

function tagFault({file, root, problem}: Place): string | undefined {
  const scalar = find(root, ({kind, start}) => kind === 'scalar' && start >= problem.end) as ScalarNode | undefined
  if (scalar === undefined) return undefined
  const tag = shortTag(file.slice(problem))
  if (tag === '!!binary') return 'yaml: !!binary value contains invalid base64 data'
  return `yaml: cannot decode ${tagOf(scalar.text)} \`${scalar.text}\` as a ${tag}`
}

/** The tag that a text would have without one. */
function tagOf(text: string): string {
  const value = resolvePlain(text)
  switch (typeof value) {
    case 'string': return text === '<<' ? '!!merge' : '!!str'
    case 'boolean': return '!!bool'
    case 'object': return '!!null'
    default: return integerOf(text) === undefined ? '!!float' : '!!int'
  }
}

/** The first node that fits, in the order in which they are written. */
function find(node: Node, fits: (node: Node, isKey: boolean) => boolean, isKey = false): Node | undefined {
  if (fits(node, isKey)) return node
  if (node.kind === 'sequence') return first(node.items, (item) => find(item, fits))
  if (node.kind === 'mapping') return first(node.entries, ({key, value}) => find(key, fits, true) ?? find(value, fits))
  return undefined
}

function first<T>(items: readonly T[], get: (item: T) => Node | undefined): Node | undefined {
  for (const item of items) {
    const found = get(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** A value as Go's `%#v` prints it. */
function goSyntax(value: JsonValue): string {
  if (value === null) return 'interface {}(nil)'
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b))
  return `map[interface {}]interface {}{${entries.map(([key, item]) => `${quote(key)}:${goSyntax(item)}`).join(', ')}}`
}
