import type {MetadataPolicy, MetadataPolicyRule, PolicyAction} from '../../machinery/api/design-v1.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {remember} from '../../machinery/collections/remember.js'
import {FieldPath} from '../../machinery/field/path.js'
import {compareText, quote} from '../../machinery/go/text.js'
import {keyId, type Predicate, predicateOf, type Term, termsOf} from './predicate.js'
import {type ActionField, type MetadataKey, metadataMaps, updateFields} from './metadata-maps.js'

/** A label or annotation that a rule sets, with the field that sets it. */
export interface Write extends MetadataKey {
  readonly value: string
  readonly field: FieldPath
}

/** A rule of a policy in the form used for evaluation and analysis. */
export interface PolicyRule {
  readonly policy: MetadataPolicy
  /** Its position in the policy. */
  readonly index: number
  /** `spec.rules[0]`. */
  readonly field: FieldPath
  /** The field of its action: `spec.rules[0].policyAction`, or with the other spelling. */
  readonly actionField: FieldPath
  /** The terms of its predicate, by the ids of their keys. */
  readonly termsById: ReadonlyMap<string, readonly Term[]>
  readonly predicate: Predicate
  readonly rejects: boolean
  /** The writes of the rule, labels first, by key; empty if it rejects. */
  readonly writes: readonly Write[]
  /** The same writes by the ids of their keys. */
  readonly writesById: ReadonlyMap<string, Write>
  /** The writes that a rejecting rule ignores. */
  readonly ignored: readonly Write[]
}

/** The rules of a policy, in order. */
export const rulesOf = remember((policy: MetadataPolicy): readonly PolicyRule[] =>
  (policy.spec?.rules ?? []).map((rule, index) => ruleOf(policy, rule, index)))

/** Returns the name of the field for the action of a rule; the intended one if there is no action. */
export const actionFieldOf = ({policyAction, PolicyAction}: MetadataPolicyRule): ActionField =>
  policyAction === undefined && PolicyAction !== undefined ? 'PolicyAction' : 'policyAction'

function ruleOf(policy: MetadataPolicy, rule: MetadataPolicyRule, index: number): PolicyRule {
  const field = FieldPath.of('spec', 'rules').index(index)
  const name = actionFieldOf(rule)
  const action = rule[name] ?? {}
  const actionField = field.child(name)
  const rejects = action.reject === true
  const writes = writesOf(action, actionField)
  const terms = termsOf(rule.policyPredicate, field.child('policyPredicate'))
  return {
    policy, index, field, actionField, rejects, termsById: groupBy(terms, ({criterion}) => keyId(criterion)), predicate: predicateOf(terms),
    writes: rejects ? [] : writes, writesById: new Map(rejects ? [] : writes.map((write) => [keyId(write), write])), ignored: rejects ? writes : [],
  }
}

const writesOf = (action: PolicyAction, field: FieldPath): Write[] => metadataMaps.flatMap((map) => {
  const name = updateFields[map]
  return Object.entries(action[name] ?? {}).sort(([a], [b]) => compareText(a, b))
    .map(([key, value]) => ({map, key, value, field: field.child(name).key(key)}))
})

/** A rule as messages name it: `MetadataPolicy team-a/labels rule 0`. */
export const nameOf = ({policy: {metadata: {namespace = '', name = ''}}, index}: PolicyRule): string => `MetadataPolicy ${namespace}/${name} rule ${index}`

/** A label or annotation as messages name it: `label "team"`. */
export const keyName = ({map, key}: MetadataKey): string => `${map === 'labels' ? 'label' : 'annotation'} ${quote(key)}`

const longestShown = 60

/** Returns a value as messages print it: quoted, and truncated if it is long. */
export function valueText(value: string): string {
  const characters = value.length > longestShown ? Array.from(value.slice(0, 2 * longestShown)) : []
  return quote(characters.length > longestShown ? `${characters.slice(0, longestShown - 3).join('')}...` : value)
}

/** The path of a label or annotation in an object. */
export const fieldOf = ({map, key}: MetadataKey): FieldPath => FieldPath.of('metadata', map).key(key)
