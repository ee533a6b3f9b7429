import {compareText, goJson} from '../machinery/go/text.js'
import {nodeAt, type Steps} from '../manifests/locate.js'
import type {JsonValue} from '../source/json-value.js'
import {floatKey} from '../source/go-number.js'
import {contentOf, type Node, type ScalarNode} from '../source/node.js'
import type {Span} from '../source/source-file.js'
import {toValue} from '../source/to-value.js'
import {integerOf} from '../source/yaml-scalar.js'

/** The JSON that the server parses: the written one, or its conversion from YAML. Numbers keep their spelling. */
export type JsonTree =
  | {readonly kind: 'null'}
  | {readonly kind: 'bool', readonly value: boolean}
  | {readonly kind: 'number', readonly text: string, readonly isFloat?: true}
  | {readonly kind: 'string', readonly value: string}
  | {readonly kind: 'array', readonly items: readonly JsonTree[]}
  | {readonly kind: 'object', readonly entries: readonly JsonEntry[]}

/** A field of an object; in JSON as it was written a name can come twice. */
export interface JsonEntry {
  readonly name: string
  readonly value: JsonTree
  /** The span of the name, in JSON. */
  readonly key?: Span
}

const nothing: JsonTree = {kind: 'null'}

/** JSON as it is written, with repeated names. */
export function jsonTreeOf(node: Node): JsonTree {
  const content = contentOf(node)
  switch (content.kind) {
    case 'sequence': return {kind: 'array', items: content.items.map(jsonTreeOf)}
    case 'mapping': return {kind: 'object', entries: content.entries.map(({name, value, key}) => ({name, value: jsonTreeOf(value), key}))}
    case 'scalar': return scalarTree(content)
  }
}

function scalarTree({value, text}: ScalarNode): JsonTree {
  if (value === null) return nothing
  switch (typeof value) {
    case 'string': return {kind: 'string', value}
    case 'boolean': return {kind: 'bool', value}
    default: return {kind: 'number', text}
  }
}

/** The JSON that the server makes of YAML: names sorted, each once (sigs.k8s.io/yaml `YAMLToJSON`). */
export const convertedTree = (root: Node): JsonTree => convert(toValue(root), root, [])

function convert(value: JsonValue, root: Node, steps: Steps): JsonTree {
  if (value === null) return nothing
  switch (typeof value) {
    case 'string': return {kind: 'string', value}
    case 'boolean': return {kind: 'bool', value}
    case 'number':
    case 'bigint': return {kind: 'number', text: numberText(value, root, steps), ...isFloat(value, root, steps) && {isFloat: true}}
    default: return Array.isArray(value) ? convertList(value, root, steps) : convertMap(Object.entries(value), root, steps)
  }
}

const convertList = (list: readonly JsonValue[], root: Node, steps: Steps): JsonTree =>
  ({kind: 'array', items: list.map((item, i) => convert(item, root, [...steps, i]))})

const convertMap = (entries: readonly (readonly [string, JsonValue])[], root: Node, steps: Steps): JsonTree => ({
  kind: 'object',
  entries: entries.toSorted(([a], [b]) => compareText(a, b)).map(([name, value]) => ({name, value: convert(value, root, [...steps, name])})),
})

/** go-yaml reads unsigned integers of 64 bits too, for which kadm's values have only the nearest double. */
function numberText(value: number | bigint, root: Node, steps: Steps): string {
  if (typeof value === 'bigint' || value < 2 ** 63) return goJson(value)
  const node = nodeAt(root, steps)
  const content = node && contentOf(node)
  const exact = content?.kind === 'scalar' ? integerOf(content.text) : undefined
  return exact === undefined ? goJson(value) : String(exact)
}

/** True for a number of YAML that Go does not read as an integer, such as `1.5e7`. */
function isFloat(value: number | bigint, root: Node, steps: Steps): boolean {
  const node = typeof value === 'number' ? nodeAt(root, steps) : undefined
  const content = node && contentOf(node)
  return content?.kind === 'scalar' && integerOf(content.text) === undefined
}

/** The JSON on one line, as Go prints it. */
export function printTree(tree: JsonTree): string {
  switch (tree.kind) {
    case 'null': return 'null'
    case 'bool': return String(tree.value)
    case 'number': return tree.text
    case 'string': return goJson(tree.value)
    case 'array': return `[${tree.items.map(printTree).join(',')}]`
    case 'object': return `{${tree.entries.map(({name, value}) => `${goJson(name)}:${printTree(value)}`).join(',')}}`
  }
}

/** The tree with texts in place of numbers and booleans, as YAML and JSON are read into a map of texts (sigs.k8s.io/yaml `Unmarshal`). */
export function withTexts(tree: JsonTree): JsonTree {
  switch (tree.kind) {
    case 'bool': return {kind: 'string', value: String(tree.value)}
    case 'number': return {kind: 'string', value: tree.isFloat !== true && /^-?\d+$/.test(tree.text) ? tree.text : floatKey(Number(tree.text))}
    case 'object': return {kind: 'object', entries: tree.entries.map((entry) => ({...entry, value: withTexts(entry.value)}))}
    default: return tree
  }
}
