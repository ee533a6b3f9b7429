import type {Place} from '../../lint/diagnostic.js'
import type {FieldPath} from '../../machinery/field/path.js'
import type {JsonValue} from '../../source/json-value.js'
import type {PolicyDocument} from './policy-document.js'

/** A change of one field of a policy, with words for it: `1Gi → 1025Mi`, or `removed`. */
export interface Mutation {
  readonly text: string
  readonly field: FieldPath
  /** The new value; undefined removes the field or list item. */
  readonly to: JsonValue | undefined
}

/** A part of a policy that can decide a verdict: an amount, a scope, a rule, a limit. */
export interface PolicyItem {
  readonly policy: PolicyDocument
  /** The field in the policy, or in the configuration of its plugin. */
  readonly field: FieldPath
  /** The name for people: `max.memory`. */
  readonly name: string
  /** The value for people; empty for a part without a short one. */
  readonly value: string
  readonly place: Place
  /** The changes to try, in order. Of each list, the first that leaves a valid policy with another effect counts. */
  readonly mutations: readonly (readonly Mutation[])[]
}

/** An item without what its policy determines. */
export type ItemDraft = Omit<PolicyItem, 'policy' | 'place'>

/** The mutation that removes a field or list item. */
export const removal = (field: FieldPath): Mutation => ({text: 'removed', field, to: undefined})

/** The mutation that replaces a value. */
export const replacement = (field: FieldPath, from: string, to: string, value: JsonValue = to): Mutation => ({text: `${from} → ${to}`, field, to: value})
