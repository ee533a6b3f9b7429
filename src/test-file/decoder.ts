import {durationError, parseDuration} from '../machinery/go/duration.js'
import {quote} from '../machinery/go/text.js'
import {spelling} from '../manifests/suggestion.js'
import {excerpt} from '../source/source-problem.js'
import {parameterName} from './parameters.js'
import type {TestNode} from './test-node.js'

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>

/** Reads a type of values from nodes, and describes it to editors. */
export interface Decoder<T> {
  /** The expected form, to complete "... must be". */
  readonly expected: string
  readonly schema: Schema
  /** Returns the value; reports errors and returns null if it is not valid. */
  read(node: TestNode): T | null
}

/** A decoder whose schema refers to a definition. */
export interface NamedDecoder<T> extends Decoder<T> {
  readonly definition: Schema
}

/** Describes a decoder that is used in several places once. The schema of the document has the definition under that name. */
export const named = <T>(name: string, of: Decoder<T>): NamedDecoder<T> => ({...of, schema: {$ref: `#/$defs/${name}`}, definition: of.schema})

/** A value with its place. */
export interface Positioned<T> {
  readonly value: T
  readonly node: TestNode
}

/** The value type of a decoder. */
export type Decoded<D> = D extends Decoder<infer T> ? T : never

/** A reference to a parameter can be written instead of any scalar. */
const parameterSchema = {type: 'string', pattern: '^\\$\\(.*\\)$'}

const orParameter = (schema: Schema): Schema => ({anyOf: [schema, parameterSchema]})

/** Reports that a node has another type. */
const wrongType = (node: TestNode, expected: string): null => node.report('policy-test/wrong-type', `${node.name} must be ${expected}`)

/** Reports a value of the right type that is not allowed. */
export const invalid = (node: TestNode, problem: string): null => node.report('policy-test/invalid-value', `${node.name} ${problem}`)

/** Reads a decoder's value together with its place. */
export const positioned = <T>(of: Decoder<T>): Decoder<Positioned<T>> => ({
  expected: of.expected,
  schema: of.schema,
  read: (node) => {
    const value = of.read(node)
    return value === null ? null : {value, node}
  },
})

/** A text that is not empty. Numbers and booleans are texts, too: a version of Kubernetes needs no quotes. */
export const text = (expected = 'a text'): Decoder<string> => ({
  expected,
  schema: {type: ['string', 'number', 'boolean']},
  read: (node) => node.text !== undefined && node.text !== '' ? node.text : wrongType(node, expected),
})

/** One of some texts. */
export const oneOf = <T extends string>(values: readonly T[]): Decoder<T> => ({
  expected: choiceText(values),
  schema: orParameter({enum: [...values, ...values.map(Number).filter((number) => !Number.isNaN(number))]}),
  read: (node) => {
    const known = values.find((value) => value === node.text)
    if (known !== undefined) return known
    const suggestion = node.text === undefined ? undefined : spelling(node.text, values)
    return node.report('policy-test/invalid-value', `${node.name} must be ${choiceText(values)}`, {suggestion})
  },
})

const choiceText = (values: readonly string[]): string => values.length === 1 ? values.join('') : `one of ${values.join(', ')}`

export const boolean: Decoder<boolean> = {
  expected: 'true or false',
  schema: orParameter({type: 'boolean'}),
  read: (node) => typeof node.value === 'boolean' ? node.value : wrongType(node, 'true or false'),
}

/** An integer between two bounds, which are allowed. */
export const integer = (min: number, max: number): Decoder<number> => ({
  expected: `an integer from ${min} to ${max}`,
  schema: orParameter({type: 'integer', minimum: min, maximum: max}),
  read: (node) => {
    const {value} = node
    const isAllowed = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    return isAllowed ? value : wrongType(node, `an integer from ${min} to ${max}`)
  },
})

/** A list, or a single item without its list. Broken items hide no others. */
export const listOf = <T>(
  of: Decoder<T>, {maximum = Infinity, orOne = false}: {readonly maximum?: number, readonly orOne?: boolean} = {},
): Decoder<readonly T[]> => {
  const expected = orOne ? `${of.expected}, or a list of them` : `a list, of which each item is ${of.expected}`
  const list = {type: 'array', items: of.schema, ...maximum !== Infinity && {maxItems: maximum}}
  return {
    expected,
    schema: orOne ? {anyOf: [list, of.schema]} : list,
    read: (node) => {
      const items = node.items() ?? (orOne ? [node] : undefined)
      if (items === undefined) return wrongType(node, expected)
      if (items.length > maximum) return invalid(node, `has ${items.length} items, more than ${maximum}: split it`)
      const values = items.map((item) => of.read(item))
      return values.every((value) => value !== null) ? values : null
    },
  }
}

/** A map from names that the user chooses to values. */
export const mapOf = <T>(of: Decoder<T>, names: string): Decoder<ReadonlyMap<string, T>> => ({
  expected: `a map from ${names} to values`,
  schema: {type: 'object', additionalProperties: of.schema},
  read: (node) => {
    const entries = node.entries()
    if (entries === undefined) return wrongType(node, `a map from ${names} to values`)
    const read = entries.map((entry) => [entry.name, of.read(entry)] as const)
    const values = read.flatMap(([name, value]) => value === null ? [] : [[name, value] as const])
    return values.length === read.length ? new Map(values) : null
  },
})

/** A field of a map. */
export interface Field<T, R extends boolean> {
  readonly description: string
  readonly of: Decoder<T>
  readonly isRequired: R
}

export const field = <T>(description: string, of: Decoder<T>): Field<T, false> => ({description, of, isRequired: false})

export const required = <T>(description: string, of: Decoder<T>): Field<T, true> => ({description, of, isRequired: true})

type FieldsOf<F extends Shape> =
  & {readonly [K in keyof F as F[K] extends Field<unknown, true> ? K : never]: Decoded<F[K]['of']>}
  & {readonly [K in keyof F as F[K] extends Field<unknown, true> ? never : K]?: Decoded<F[K]['of']>}

type Shape = Readonly<Record<string, Field<unknown, boolean>>>

/** The values of the fields of a map, and its place. */
export type FieldValues<F extends Shape> = FieldsOf<F> & {readonly node: TestNode}

/** A map with fixed fields. One broken field hides no errors of others. */
export function fields<F extends Shape>(what: string, shape: F): Decoder<FieldValues<F>> {
  const known = Object.keys(shape)
  const needed = known.filter((name) => shape[name]?.isRequired)
  return {
    expected: what,
    schema: {
      type: 'object',
      additionalProperties: false,
      ...needed.length > 0 && {required: needed},
      properties: Object.fromEntries(Object.entries(shape).map(([name, {description, of}]) => [name, {description, ...of.schema}])),
    },
    read: (node) => {
      const entries = node.entries()
      if (entries === undefined) return wrongType(node, `a map with ${known.join(', ')}`)
      const names = entries.map((entry) => entry.name)
      const values = entries.map((entry, i): readonly [string, unknown] => {
        const name = names[i] ?? ''
        const of = Object.hasOwn(shape, name) ? shape[name]?.of : undefined
        return [name, of === undefined ? entry.reportUnknown(known, names) : of.read(entry)]
      })
      const missing = needed.filter((name) => !names.includes(name))
      for (const name of missing) node.report('policy-test/missing-field', `${node.name} needs ${name}`)
      const isValid = missing.length === 0 && values.every(([, value]) => value !== null)
      return isValid ? {...Object.fromEntries(values), node} as FieldValues<F> : null
    },
  }
}

/** Reads another type from a valid value; the function reports errors itself. */
export const mapped = <T, U>(of: Decoder<T>, to: (value: T, node: TestNode) => U | null, schema: Schema = of.schema): Decoder<U> => ({
  expected: of.expected,
  schema,
  read: (node) => {
    const value = of.read(node)
    return value === null ? null : to(value, node)
  },
})

/** A map from parameters of a row to anything. */
export const parameterRow: Decoder<ReadonlyMap<string, TestNode>> = {
  expected: 'a map from parameters to values',
  schema: {type: 'object', propertyNames: {pattern: parameterName.source}},
  read: (node) => {
    const entries = node.entries()
    if (entries === undefined) return wrongType(node, 'a map from parameters to values')
    const named = entries.map((entry) => [entry.keyText, entry] as const)
    for (const [name, entry] of named) {
      if (!parameterName.test(name)) entry.report('policy-test/invalid-value', `${excerpt(name)} cannot be a parameter: use letters, digits, "-", "_" and "."`, {part: 'key'})
    }
    return new Map(named)
  },
}

/** Reports fields of which only one can be set. */
export function onlyOne(node: TestNode, names: readonly string[]): boolean {
  const set = (node.entries() ?? []).map((entry) => entry.name).filter((name) => names.includes(name))
  if (set.length <= 1) return true
  node.report('policy-test/conflicting-fields', `${set.map((name) => quote(name)).join(' and ')} cannot be set together`)
  return false
}

/** Reads a duration such as `1m30s`, in nanoseconds. Negative ones are rejected. */
export const duration: Decoder<bigint> = {
  expected: 'a duration such as 1m30s',
  schema: {type: ['string', 'number']},
  read: (node) => {
    const given = text('a duration such as 1m30s').read(node)
    if (given === null) return null
    const nanoseconds = parseDuration(given)
    if (nanoseconds === undefined) return invalid(node, `is not a duration: ${durationError(given) ?? ''}`)
    return nanoseconds < 0n ? invalid(node, 'cannot be negative') : nanoseconds
  },
}
