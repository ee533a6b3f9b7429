import {goJson, quote} from '../go/text.js'
import type {FieldPath} from './path.js'
import type {RuleId} from './rule-id.js'

/** The kinds of field errors, with the body's first words and the `reason` of the Status cause (field.ErrorType). */
const types = {
  Required: ['Required value', 'FieldValueRequired'],
  Invalid: ['Invalid value', 'FieldValueInvalid'],
  TypeInvalid: ['Invalid value', 'FieldValueTypeInvalid'],
  NotSupported: ['Unsupported value', 'FieldValueNotSupported'],
  Duplicate: ['Duplicate value', 'FieldValueDuplicate'],
  NotFound: ['Not found', 'FieldValueNotFound'],
  Forbidden: ['Forbidden', 'FieldValueForbidden'],
  TooLong: ['Too long', 'FieldValueTooLong'],
  TooMany: ['Too many', 'FieldValueTooMany'],
  Internal: ['Internal error', 'InternalError'],
} as const

export type FieldErrorType = keyof typeof types

const typesWithoutValue: ReadonlySet<FieldErrorType> = new Set(['Required', 'Forbidden', 'TooLong', 'Internal'])

/**
 * The cause of an error: the rule of `kadm lint` that it breaks, or what only a cluster or an update can break, which linting
 * never sees.
 */
export type Origin = RuleId | `cluster/${string}` | `${string}/immutable` | 'pod/resize'

/**
 * One thing that is wrong with one field of an object, as Kubernetes' validation reports it (field.Error).
 * `String(error)` is Kubernetes' text; `origin` is the id of kadm's rule that found it, or begins with `cluster/`.
 */
export class FieldError {
  private text: string | undefined

  constructor(
    readonly type: FieldErrorType,
    readonly field: FieldPath,
    /** The value found: a text is printed quoted, everything else but `omittedValue` as JSON. */
    readonly badValue: unknown,
    readonly detail: string,
    readonly origin: Origin,
  ) {}

  /** The text without the field. Made once: it may contain a list of any length, and an object may have the same error in many places. */
  body(): string {
    return this.text ??= this.print()
  }

  private print(): string {
    const [words] = types[this.type]
    const value = typesWithoutValue.has(this.type) || this.badValue === omittedValue ? '' : `: ${printValue(this.badValue)}`
    return this.detail === '' ? `${words}${value}` : `${words}${value}: ${this.detail}`
  }

  /** The `reason` of the cause in a Status, `FieldValueInvalid` for example. */
  causeReason(): string {
    return types[this.type][1]
  }

  toString(): string {
    return `${this.field}: ${this.body()}`
  }
}

/** Returns the errors of several checks, in their order. */
export function allErrors(...lists: readonly (readonly FieldError[])[]): FieldError[] {
  const all: FieldError[] = []
  for (const list of lists) for (const error of list) all.push(error)
  return all
}

/** Marks a value that the message leaves out though its type has one (field.OmitValueType). */
export const omittedValue: unique symbol = Symbol('omitted value')

/** A text of a named Go type (such as an enumeration), or one behind a pointer, which Kubernetes prints as JSON and not as a quoted text. */
export class NamedText {
  constructor(private readonly text: string) {}

  toJSON(): string {
    return this.text
  }
}

/** Placeholder in a message for a number that cannot be known. */
export class UnknownNumber {
  constructor(readonly text: string) {}
}

function printValue(value: unknown): string {
  if (value instanceof UnknownNumber) return value.text
  return typeof value === 'string' ? quote(value) : goJson(value)
}

export const required = (field: FieldPath, detail: string, origin: Origin): FieldError =>
  new FieldError('Required', field, undefined, detail, origin)

export const invalid = (field: FieldPath, value: unknown, detail: string, origin: Origin): FieldError =>
  new FieldError('Invalid', field, value, detail, origin)

/**
 * For values of enumerations, whose Go types are named ones.
 *
 * @param value the text itself, or the value around it that the message shows instead
 * @param supported the legal values, in the order in which they are to be listed
 */
export const notSupported = (field: FieldPath, value: string | object | boolean, supported: readonly string[], origin: Origin): FieldError =>
  new FieldError('NotSupported', field, typeof value === 'string' ? new NamedText(value) : value, supported.length > 0 ? `supported values: ${supported.map(quote).join(', ')}` : '', origin)

export const duplicate = (field: FieldPath, value: unknown, origin: Origin): FieldError =>
  new FieldError('Duplicate', field, value, '', origin)

export const notFound = (field: FieldPath, value: unknown, origin: Origin, detail = ''): FieldError =>
  new FieldError('NotFound', field, value, detail, origin)

export const forbidden = (field: FieldPath, detail: string, origin: Origin): FieldError =>
  new FieldError('Forbidden', field, undefined, detail, origin)

/** @param maximum the largest legal size in bytes */
export const tooLong = (field: FieldPath, maximum: number, origin: Origin): FieldError =>
  new FieldError('TooLong', field, undefined, `may not be more than ${maximum} ${maximum === 1 ? 'byte' : 'bytes'}`, origin)

export const tooMany = (field: FieldPath, actual: number, maximum: number, origin: Origin): FieldError =>
  new FieldError('TooMany', field, actual, `must have at most ${maximum} ${maximum === 1 ? 'item' : 'items'}`, origin)

/**
 * The one text of a list of messages: identical ones once, in the order of first sight; several stand
 * in brackets (apimachinery `errors.Aggregate`).
 */
export function aggregate(messages: Iterable<string>): string {
  const distinct = new Set(messages)
  const text = [...distinct].join(', ')
  return distinct.size > 1 ? `[${text}]` : text
}

/** True for an error that depends on the setup of the cluster or its other objects: its origin begins with `cluster/`. */
export const isOfCluster = ({origin}: FieldError): boolean => origin.startsWith('cluster/')
