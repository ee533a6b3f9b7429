import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {type FieldError, forbidden, type Origin} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {RuleId} from '../../machinery/field/rule-id.js'
import {validateWord} from '../../machinery/field/text-rules.js'
import {defaultVersion, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import type {DescribedField, KindDefinition, KubeObject} from '../kind.js'
import {withAbsentFilled} from './fill.js'
import {validateUnchanged} from './internal-equal.js'

// Kinds whose rules are about single fields state them as a table, from which defaults, validation and documentation follow.

/** The struct that has a field, and the version of the server. */
export interface FieldContext<T> {
  readonly struct: T
  readonly version: KubernetesVersion
}

/** Validates the value of a field. */
type Check<V, T> = (value: V | undefined, path: FieldPath, origin: Origin, context: FieldContext<T>) => FieldError[]

/** Validates a change of a field. */
type ChangeCheck = (value: unknown, old: unknown, path: FieldPath, origin: Origin) => FieldError[]

type Scalar = string | number | boolean

/** The rules for a field. */
interface FieldRules<V, T> {
  /** The rule of `kadm lint` for errors of `check`. */
  readonly rule: RuleId
  readonly check: Check<V, T>
  /** The value of an absent field. */
  readonly default?: V & Scalar
  /** Set for a field that keeps its value; its errors have the origin `KIND/immutable`. */
  readonly change?: ChangeCheck
}

/** The rules for the fields of a struct, in the order of the server's validation. */
type FieldTable<T> = {readonly [F in keyof T & string]?: FieldRules<NonNullable<T[F]>, T>}

interface ChangeOptions<T> {
  /** The hook that validates changes: before the object itself (`validateChange`), or after it. */
  readonly changes?: 'validateChange' | 'validateUpdate'
  /** The order in which the server validates changes, if it differs from that of the table. */
  readonly changeOrder?: readonly (keyof T & string)[]
}

const hookOf = <T>({changes = 'validateUpdate'}: ChangeOptions<T>): 'validateChange' | 'validateUpdate' => changes

/** The hooks of a kind that follow from a table. */
type FieldHooks<T extends KubeObject> = Pick<KindDefinition<T>, 'fields' | 'setDefaults' | 'validate' | 'validateChange' | 'validateUpdate'>

/** Returns the hooks for the fields of a kind that has no spec. */
export function fields<T extends KubeObject>(table: FieldTable<T>, options: ChangeOptions<T> = {}): FieldHooks<T> {
  const {described, withDefaults, errors, changeErrors} = structRules(table, options)
  return {
    fields: described,
    setDefaults: withDefaults,
    validate: (object, _old, version) => errors(object, version),
    ...changeErrors && {[hookOf(options)]: changeErrors},
  }
}

interface WithSpec<S> extends KubeObject {
  readonly spec?: S
}

/** Returns the hooks for the fields of the spec of a kind. An absent spec is an empty one. */
export function specFields<S extends object>(table: FieldTable<Partial<S>>, options: ChangeOptions<Partial<S>> = {}): FieldHooks<WithSpec<S>> {
  const {described, errors, changeErrors} = structRules(table, options, FieldPath.of('spec'))
  return {
    fields: described,
    validate: ({spec = {}}, _old, version) => errors(spec, version),
    ...changeErrors && {[hookOf(options)]: ({spec = {}}: WithSpec<Partial<S>>, old: WithSpec<Partial<S>>) => changeErrors(spec, old.spec ?? {})},
  }
}

/** A field that is one of several words; an absent one is valid. */
export const oneOf = (...legal: readonly string[]) => (value: string | undefined, path: FieldPath, origin: Origin): FieldError[] =>
  validateWord(value, legal, path, origin)

/**
 * A field that keeps its value (core validation `ValidateImmutableField`).
 *
 * @param form the Go type of the field (see `internal-types.ts`)
 */
export const immutable = (form: string): ChangeCheck => (value, old, path, origin) => validateUnchanged(form, value, old, path, origin)

/** A field that keeps its value, with a message of its own. */
export const forbiddenChange = (detail: (path: FieldPath) => string): ChangeCheck => (value, old, path, origin) =>
  semanticEqual(value, old) ? [] : [forbidden(path, detail(path), origin)]

interface StructRules<T> {
  readonly described: readonly DescribedField[]
  readonly withDefaults: (struct: T) => T
  readonly errors: (struct: T, version?: KubernetesVersion) => FieldError[]
  /** Undefined if all fields may change. */
  readonly changeErrors: ((struct: T, old: T) => FieldError[]) | undefined
}

function structRules<T extends object>(table: FieldTable<T>, {changeOrder}: ChangeOptions<T>, parent?: FieldPath): StructRules<T> {
  const rows = rowsOf(table, parent)
  const ordered = changeOrder?.flatMap((name) => rows.filter((row) => row.name === name)) ?? rows
  const defaults = Object.fromEntries(rows.flatMap(({name, described}) => described.default === undefined ? [] : [[name, described.default]]))
  return {
    described: rows.map(({described}) => described),
    withDefaults: (struct) => withAbsentFilled(struct, defaults),
    errors: (struct, version = defaultVersion) => rows.flatMap((row) => row.errors({struct, version})),
    changeErrors: rows.some(({described}) => described.isImmutable) ? (struct, old) => ordered.flatMap((row) => row.changeErrors(struct, old)) : undefined,
  }
}

interface Row<T> {
  readonly name: string
  readonly described: DescribedField
  errors(context: FieldContext<T>): FieldError[]
  changeErrors(struct: T, old: T): FieldError[]
}

/** TypeScript types keys as texts: the type of a table admits only the names of fields. */
const rowsOf = <T extends object>(table: FieldTable<T>, parent: FieldPath | undefined): Row<T>[] =>
  (Object.keys(table) as (keyof T & string)[]).flatMap((name) => {
    const rules = table[name]
    return rules === undefined ? [] : [rowOf(name, rules, parent?.child(name) ?? FieldPath.of(name))]
  })

function rowOf<T extends object, F extends keyof T & string>(name: F, rules: FieldRules<NonNullable<T[F]>, T>, path: FieldPath): Row<T> {
  const {rule, check, default: usual, change} = rules
  const kept: Origin = `${rule.slice(0, rule.indexOf('/'))}/immutable`
  return {
    name,
    described: {path: String(path), rule, isImmutable: change !== undefined, ...usual !== undefined && {default: usual}},
    errors: (context) => check(context.struct[name] ?? undefined, path, rule, context),
    changeErrors: (struct, old) => change?.(struct[name], old[name], path, kept) ?? [],
  }
}
