import {encode} from '../machinery/decode/encode.js'
import {printedForm} from '../machinery/decode/printed-form.js'
import {FieldError, type FieldErrorType} from '../machinery/field/error.js'
import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {apiForm} from './shared/internal-form.js'

/**
 * A rule that the published type states itself (declarative validation): newer servers report its errors after all others, some
 * with other texts (apiserver `ValidateDeclarativelyWithMigrationChecks`).
 */
export interface DeclaredRule {
  /** The fields of the rule, as in messages. */
  readonly field: RegExp
  readonly types: readonly FieldErrorType[]
  /** The details of its errors, if the field can have other errors of these types. */
  readonly detail?: RegExp
  /** The detail of another error about the field with which the type does not state this one. */
  readonly unless?: RegExp
  /** True if messages show no value. */
  readonly hidesValue?: boolean
  /** The API type of the value, if messages show the whole value and not its key. */
  readonly shows?: string
  /** The order of its errors and of those of other rules with the same order; without it, they come after those of earlier rules. */
  readonly order?: FieldOrder
  /** Replacements in the detail of the error. */
  readonly words?: readonly (readonly [from: RegExp, to: string])[]
}

/** The rule that a field keeps its value, whose errors do not show the new value. */
export const declaredImmutable = (field: RegExp): DeclaredRule => ({field, types: ['Invalid'], detail: /^field is immutable$/, hidesValue: true})

/** Places of the fields of a type in its declaration, for types whose errors are ordered by field instead of by rule. */
export type FieldOrder = ReadonlyMap<string | number, number>

/**
 * Returns errors in the order and with the texts of a server that validates declared rules.
 *
 * @param rules in the order of the fields of the type
 */
export function withDeclared(errors: readonly FieldError[], rules: readonly DeclaredRule[], object: object, version: KubernetesVersion): FieldError[] {
  const ruleOf = (error: FieldError): number => rules.findIndex(({field, types, detail, unless}) => {
    const path = String(error.field)
    return types.includes(error.type) && field.test(path) && detail?.test(error.detail) !== false
      && (unless === undefined || !errors.some((other) => unless.test(other.detail) && String(other.field) === path))
  })
  const ranked = errors.map((error) => rankOf(error, ruleOf(error), rules)).sort(compareRanks)
  return ranked.map(({error, rank}) => {
    const rule = rules[rank]
    return rule === undefined ? error : inNewWords(error, rule, object, version)
  })
}

interface Ranked {
  readonly error: FieldError
  /** The index of the rule; -1 for errors of no rule, which come first. */
  readonly rank: number
  readonly order: FieldOrder | undefined
  /** The indexes of the fields on the path, for a rule with an order. */
  readonly places: readonly number[]
}

function rankOf(error: FieldError, rank: number, rules: readonly DeclaredRule[]): Ranked {
  const order = rules[rank]?.order
  return {error, rank, order, places: order === undefined ? [] : placesOf(error, order)}
}

const compareRanks = (a: Ranked, b: Ranked): number =>
  a.order !== undefined && a.order === b.order ? comparePlaces(a.places, b.places) : a.rank - b.rank

/** Returns the indexes of the fields on a path. A duplicate item is an error of its list, which precedes errors in the items. */
function placesOf({field, type}: FieldError, order: FieldOrder): number[] {
  const places = field.steps().map((step) => typeof step === 'number' ? step + 1 : order.get(step) ?? 0)
  return type === 'Duplicate' ? [...places.slice(0, -1), 0, ...places.slice(-1)] : places
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((place, at) => place !== b[at])
  return i < 0 ? a.length - b.length : (a[i] ?? 0) - (b[i] ?? -1)
}

function inNewWords(error: FieldError, {hidesValue, shows, words = []}: DeclaredRule, object: object, version: KubernetesVersion): FieldError {
  const {type, field, badValue, detail, origin} = error
  const value = shows === undefined ? badValue : shownValue(shows, valueAt(object, field.steps()), version)
  return new FieldError(type, field, hidesValue === true ? null : value, words.reduce((text, [from, to]) => text.replace(from, to), detail), origin)
}

/** Returns a value in the form of the API, with its fields in the order of their declaration. */
const shownValue = (type: string, value: unknown, version: KubernetesVersion): unknown =>
  apiForm(type.split('.').at(-1) ?? '', printedForm(encode(value as object), type, version), version)

const valueAt = (object: object, steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>((value, step) => (value as Readonly<Record<string | number, unknown>> | undefined)?.[step], object)
