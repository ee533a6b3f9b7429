import {compareText, quote} from '../../machinery/go/text.js'
import type {JsonValue} from '../json-value.js'
import {contentOf, type MappingEntry, type Node} from '../node.js'
import type {SourceFile} from '../source-file.js'
import type {SourceProblem} from '../source-problem.js'
import {toValue} from '../to-value.js'
import {integerOf, resolvePlain} from '../yaml-scalar.js'
import {shortTag} from '../yaml-tag.js'

/** A problem with a node of a document. */
interface Place {
  readonly file: SourceFile
  readonly root: Node
  readonly problem: SourceProblem
}

/**
 * Returns the error of go-yaml for valid YAML with invalid tags, keys, aliases or merges; undefined if there is none, or if kadm
 * does not know it (go-yaml `decode.go`, `resolve.go`).
 *
 * @param problem the problem that kadm reports
 */
export function valueError(file: SourceFile, root: Node, problem: SourceProblem): string | undefined {
  const place = {file, root, problem}
  switch (problem.ruleId) {
    case 'yaml/alias': return aliasError(file.slice(problem))
    case 'yaml/excessive-aliasing': return 'yaml: document contains excessive aliasing'
    // A template action in place of a key is YAML with a map as the key.
    case 'yaml/key': case 'yaml/syntax': return keyError(place)
    case 'yaml/merge': return 'yaml: map merge requires map or sequence of maps as the value'
    case 'yaml/number': return numberError(file.slice(problem))
    case 'yaml/tag': return tagError(place)
    default: return undefined
  }
}

/** Returns the error of an alias within its own anchor. Aliases without an anchor are rejected before. */
const aliasError = (alias: string): string | undefined => alias.startsWith('*') ? `yaml: anchor '${alias.slice(1)}' value contains itself` : undefined

/** Numbers that JSON does not support, as Go prints them. */
const infinities: readonly (readonly [RegExp, string])[] = [[/^-\.inf$/i, '-Inf'], [/^\+?\.inf$/i, '+Inf'], [/^\.nan$/i, 'NaN']]

function numberError(text: string): string | undefined {
  const number = infinities.find(([pattern]) => pattern.test(text))?.[1]
  return number && `json: unsupported value: ${number}`
}

/** Returns the error of a key that is a map, a list or null. The problem of a template starts at the brace before the key. */
function keyError({file, root, problem: {start}}: Place): string | undefined {
  const at = file.text.startsWith('{{', start) ? start + 1 : start
  for (const {node, entry} of walk(root)) {
    if (entry === undefined || node.start !== at) continue
    if (contentOf(node).kind !== 'scalar') return `yaml: invalid map key: ${goSyntax(toValue(node))}`
    const value = toValue(entry.value)
    if (toValue(node) === null) return `unsupported map key of type: %!s(<nil>), key: <nil>, value: ${value === null ? '<nil>' : goSyntax(value)}`
  }
  return undefined
}

function tagError({file, root, problem}: Place): string | undefined {
  for (const {node} of walk(root)) {
    if (node.kind !== 'scalar' || node.start < problem.end) continue
    const tag = shortTag(file.slice(problem))
    return tag === '!!binary' ? 'yaml: !!binary value contains invalid base64 data' : `yaml: cannot decode ${tagOf(node.text)} \`${node.text}\` as a ${tag}`
  }
  return undefined
}

/** Returns the implicit tag of a text. */
function tagOf(text: string): string {
  const value = resolvePlain(text)
  switch (typeof value) {
    case 'string': return '!!str'
    case 'boolean': return '!!bool'
    case 'object': return '!!null'
    default: return integerOf(text) === undefined ? '!!float' : '!!int'
  }
}

/** Yields all nodes in document order; keys with their entries. */
function* walk(node: Node, entry?: MappingEntry): Generator<{readonly node: Node, readonly entry?: MappingEntry}> {
  yield entry === undefined ? {node} : {node, entry}
  if (node.kind === 'sequence') for (const item of node.items) yield* walk(item)
  if (node.kind !== 'mapping') return
  for (const inner of node.entries) {
    yield* walk(inner.key, inner)
    yield* walk(inner.value)
  }
}

/** Formats a value like Go's `%#v`. */
function goSyntax(value: JsonValue): string {
  if (value === null) return 'interface {}(nil)'
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b))
  return `map[interface {}]interface {}{${entries.map(([key, item]) => `${quote(key)}:${goSyntax(item)}`).join(', ')}}`
}
