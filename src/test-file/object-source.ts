import {isObject} from '../machinery/go/json-value.js'
import type {JsonValue} from '../source/json-value.js'
import {type Decoder, field, fields, invalid, named, required, type Schema, text} from './decoder.js'
import type {TestNode} from './test-node.js'

/** An operation of a JSON patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from?: string
  readonly value?: JsonValue
}

/** A strategic merge patch, or a JSON patch. */
export type Patch =
  | {readonly kind: 'merge', readonly value: Readonly<Record<string, JsonValue>>, readonly node: TestNode}
  | {readonly kind: 'json', readonly operations: readonly JsonPatchOperation[], readonly node: TestNode}

/** A path in a test file, relative to that file. */
export interface PathSource {
  readonly kind: 'path'
  readonly path: string
  readonly node: TestNode
}

/** An object that is written in the test file. */
export interface InlineObject {
  readonly kind: 'inline'
  readonly value: Readonly<Record<string, JsonValue>>
  readonly node: TestNode
}

/** One object of a file, or an inline object, possibly with a patch. */
export interface BaseObject {
  readonly kind: 'base'
  readonly base: PathSource | InlineObject
  /** Chooses one of several objects of a file: `Deployment/web`. */
  readonly select?: ObjectSelector
  readonly patch?: Patch
  readonly node: TestNode
}

export type ObjectSource = PathSource | InlineObject | BaseObject

/** Names an object: `Deployment/web`, or with the namespace `Deployment/dev/web`. */
export interface ObjectSelector {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly text: string
}

const objectSchema: Schema = {type: 'object', required: ['apiVersion', 'kind']}

/** Reads the name of an object. */
export const objectSelector: Decoder<ObjectSelector> = {
  expected: 'KIND/NAME or KIND/NAMESPACE/NAME',
  schema: {type: 'string'},
  read: (node) => {
    const reference = text('KIND/NAME or KIND/NAMESPACE/NAME').read(node)
    if (reference === null) return null
    const [kind = '', first = '', second, ...more] = reference.split('/')
    if (kind === '' || first === '' || second === '' || more.length > 0) return invalid(node, 'must be KIND/NAME or KIND/NAMESPACE/NAME: Deployment/web')
    return {kind, ...second === undefined ? {name: first} : {namespace: first, name: second}, text: reference}
  },
}

/** Reads a path; `-`, absolute paths and URLs are rejected. Links and `..` are checked by those who read the file. */
export const path: Decoder<PathSource> = {
  expected: 'a path relative to this file',
  schema: {type: 'string', minLength: 1},
  read: (node) => {
    const reference = text('a path relative to this file').read(node)
    if (reference === null) return null
    if (reference === '-') return invalid(node, 'cannot be standard input')
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(reference)) return invalid(node, 'cannot be a URL: kadm reads only local files')
    return {kind: 'path', path: reference, node}
  },
}

const isInline = (node: TestNode): boolean => node.entries()?.some(({name}) => name === 'apiVersion' || name === 'kind') === true

function inline(node: TestNode): InlineObject | null {
  const {value} = node
  if (!isObject(value) || Array.isArray(value)) return null
  return {kind: 'inline', value, node}
}

const jsonOperations: readonly JsonPatchOperation['op'][] = ['add', 'remove', 'replace', 'move', 'copy', 'test']

const patchText = 'a strategic merge patch (a map) or a JSON patch (a list of operations)'

/** Reads a patch: a map is a strategic merge patch, a list a JSON patch. */
export const patch = named('patch', {
  expected: patchText,
  schema: {anyOf: [{type: 'object'}, {type: 'array', items: {type: 'object', required: ['op', 'path'], properties: {op: {enum: jsonOperations}}}}]},
  read: (node): Patch | null => {
    const {value} = node
    if (Array.isArray(value)) return jsonPatch(node)
    if (isObject(value)) return {kind: 'merge', value, node}
    return node.report('policy-test/wrong-type', `${node.name} must be ${patchText}`)
  },
})

function jsonPatch(node: TestNode): Patch | null {
  const operations = (node.items() ?? []).map((item): JsonPatchOperation | null => {
    const {value} = item
    const {op, path: at, from, value: operand} = isObject(value) ? value as Readonly<Record<string, JsonValue>> : {}
    const known = jsonOperations.find((name) => name === op)
    const needsFrom = op === 'move' || op === 'copy'
    if (known === undefined || typeof at !== 'string' || (needsFrom && typeof from !== 'string')) {
      return item.report('policy-test/invalid-value', `${item.name} is no operation of a JSON patch: write {op: ${jsonOperations.join('|')}, path: /spec/..., value: ...}`)
    }
    return {op: known, path: at, ...typeof from === 'string' && {from}, ...operand !== undefined && {value: operand}}
  })
  return operations.every((operation) => operation !== null) ? {kind: 'json', operations, node} : null
}

const pathOrInline: Decoder<PathSource | InlineObject> = {
  expected: 'a path, or an object with apiVersion and kind',
  schema: {anyOf: [path.schema, objectSchema]},
  read: (node) => node.content.kind === 'scalar' ? path.read(node) : inlineOrError(node),
}

const inlineOrError = (node: TestNode): InlineObject | null =>
  isInline(node) ? inline(node) : node.report('policy-test/wrong-type', `${node.name} must be ${pathOrInline.expected}`)

const baseFields = fields('an object, a path, or a map with base', {
  base: required('The object to change: a path, or an object.', pathOrInline),
  select: field('Chooses one of several objects of the file: KIND/NAME.', objectSelector),
  patch: field('Changes the object: a strategic merge patch, or a list of operations of a JSON patch.', patch),
})

const sourceText = 'a path, an object with apiVersion and kind, or a map with base and patch'

/** Reads a path, an inline object, or a base with a patch. */
export const objectSource = named('object', {
  expected: sourceText,
  schema: {anyOf: [path.schema, objectSchema, baseFields.schema]},
  read: (node): ObjectSource | null => {
    if (node.content.kind === 'scalar') return path.read(node)
    const names = node.entries()?.map(({name}) => name) ?? []
    if (isInline(node)) return inline(node)
    if (!['base', 'select', 'patch'].some((name) => names.includes(name))) {
      return node.report('policy-test/wrong-type', `${node.name} must be ${sourceText}`)
    }
    const values = baseFields.read(node)
    return values && {kind: 'base', ...values}
  },
})
