import {nameOf, type PolicyRule, valueText, type Write} from '../../../../kinds/metadata-policy/policy-rule.js'
import {implies, isSatisfiable, type Predicate, witnessOf} from '../../../../kinds/metadata-policy/predicate.js'
import {type Metadata, metadataMaps} from '../../../../kinds/metadata-policy/metadata-maps.js'
import {append} from '../../../../machinery/collections/append.js'
import type {FieldPath} from '../../../../machinery/field/path.js'
import {compareText, quote} from '../../../../machinery/go/text.js'
import type {PolicyFinding, RelatedPlace} from '../../../policy-check.js'

/** The satisfiable rules of a namespace, for checks of their interaction. */
export interface RuleSet {
  readonly rules: readonly PolicyRule[]
  /** The rules that set labels or annotations. */
  readonly updates: readonly PolicyRule[]
  readonly rejects: readonly PolicyRule[]
}

/** Maximum number of rules to check together. */
const maxRules = 400

/** Maximum number of values in the selectors of all rules to compare. */
const maxValues = 50_000

/** Creates the rule set for checks. Ignores rules beyond the limits. */
export function ruleSetOf(all: readonly PolicyRule[]): RuleSet {
  let values = 0
  const rules = all.filter(({predicate}) => isSatisfiable(predicate)).slice(0, maxRules).filter(({predicate}) => {
    for (const {domain} of predicate.values()) values += domain.values.size
    return values <= maxValues
  })
  return {rules, updates: rules.filter(({writes}) => writes.length > 0), rejects: rules.filter((rule) => rule.rejects)}
}

/** Returns a rule that rejects every object for which a predicate holds, if any. */
export const rejectsAll = ({rejects}: RuleSet, objects: Predicate, but?: PolicyRule): PolicyRule | undefined =>
  rejects.find((rule) => rule !== but && implies(objects, rule.predicate))

/** Approximate maximum number of findings of one check. */
const maxFindings = 1000

/** Collects the findings about each item, up to about `maxFindings`. */
export function findEach<T>(items: readonly T[], find: (item: T, i: number) => PolicyFinding[]): PolicyFinding[] {
  const found: PolicyFinding[] = []
  for (const [i, item] of items.entries()) {
    if (found.length >= maxFindings) break
    append(found, find(item, i))
  }
  return found
}

/** Creates a finding about a field in the policy of a rule. */
export const finding = (
  {policy}: PolicyRule, field: FieldPath, text: Pick<PolicyFinding, 'ruleId' | 'severity' | 'message' | 'hint'>, related: readonly RelatedPlace[] = [],
): PolicyFinding => ({policy, field, related, ...text, ...text.severity === 'error' && {isErrorByItself: true}})

/** Creates a related place in the policy of a rule. */
export const relatedTo = ({policy}: PolicyRule, field: FieldPath, message: string): RelatedPlace => ({policy, field, message})

/** Returns the place of the `reject` field of a rule. */
export const rejectOf = (rule: PolicyRule): RelatedPlace => relatedTo(rule, rule.actionField.child('reject'), `${nameOf(rule)} rejects here`)

/** Returns the place of a write in a rule. */
export const writeOf = (rule: PolicyRule, {field, value}: Write): RelatedPlace => relatedTo(rule, field, `${nameOf(rule)} sets it to ${valueText(value)} here`)

/** Maximum number of related places of a finding, and of printed labels of an object. */
export const maxRelated = 5

/** Describes an object by its labels and annotations. */
export function metadataText(metadata: Metadata): string {
  const maps = metadataMaps.filter((map) => Object.keys(metadata[map] ?? {}).length > 0)
  if (maps.length === 0) return 'an object without labels and annotations'
  return `an object with ${maps.map((map) => `${map} ${mapText(metadata[map] ?? {})}`).join(' and ')}`
}

function mapText(map: Readonly<Record<string, string>>): string {
  const entries = Object.entries(map).sort(([a], [b]) => compareText(a, b))
  const more = entries.length > maxRelated ? `, and ${entries.length - maxRelated} more` : ''
  return `{${entries.slice(0, maxRelated).map(([key, value]) => `${quote(key)}: ${valueText(value)}`).join(', ')}${more}}`
}

/** Describes an object for which a satisfiable predicate holds. */
export const exampleOf = (predicate: Predicate): string => metadataText(witnessOf(predicate) ?? {})
