import {FieldError, type FieldErrorType} from '../machinery/field/error.js'
import type {KubernetesVersion} from '../machinery/kubernetes-version.js'
import {apiForm} from './shared/internal-form.js'

/**
 * A rule that the published type states itself (declarative validation): newer servers report its errors after all others, some
 * with other texts (apiserver `ValidateDeclarativelyWithMigrationChecks`).
 */
export interface DeclaredRule {
  /** The fields that it is about, as messages show them. */
  readonly field: RegExp
  readonly types: readonly FieldErrorType[]
  /** The details that it may have, where the field has other errors of these types. */
  readonly detail?: RegExp
  /** The detail of another error about the field with which the type does not state this one. */
  readonly unless?: RegExp
  /** True if messages show no value. */
  readonly hidesValue?: boolean
  /** The Go type of the value, if messages show the whole value and not its key. */
  readonly shows?: string
  /** The changes of the detail: what is replaced, and by what. */
  readonly words?: readonly (readonly [from: RegExp, to: string])[]
}

/** The rule that a field keeps its value, whose errors do not show the new value. */
export const declaredImmutable = (field: RegExp): DeclaredRule => ({field, types: ['Invalid'], detail: /^field is immutable$/, hidesValue: true})

/**
 * Errors in the order and with the texts of a server that takes declared rules from types. Errors of one rule keep their order.
 *
 * @param rules in the order of the fields of the type
 */
export function withDeclared(errors: readonly FieldError[], rules: readonly DeclaredRule[], object: object, version: KubernetesVersion): FieldError[] {
  const ruleOf = (error: FieldError): number => rules.findIndex(({field, types, detail, unless}) => {
    const path = String(error.field)
    return types.includes(error.type) && field.test(path) && detail?.test(error.detail) !== false
      && (unless === undefined || !errors.some((other) => unless.test(other.detail) && String(other.field) === path))
  })
  const ranked = errors.map((error) => ({error, rank: ruleOf(error)})).sort((a, b) => a.rank - b.rank)
  return ranked.map(({error, rank}) => {
    const rule = rules[rank]
    return rule === undefined ? error : inNewWords(error, rule, object, version)
  })
}

function inNewWords(error: FieldError, {hidesValue, shows, words = []}: DeclaredRule, object: object, version: KubernetesVersion): FieldError {
  const {type, field, badValue, detail, origin} = error
  const value = shows === undefined ? badValue : apiForm(shows, valueAt(object, field.steps()), version)
  return new FieldError(type, field, hidesValue === true ? null : value, words.reduce((text, [from, to]) => text.replace(from, to), detail), origin)
}

const valueAt = (object: object, steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>((value, step) => (value as Readonly<Record<string | number, unknown>> | undefined)?.[step], object)
