import {append} from '../../../../machinery/append.js'
import type {FieldPath} from '../../../../machinery/field-path.js'
import {compareText, quote} from '../../../../machinery/go-text.js'
import type {PolicyFinding, RelatedPlace} from '../../../policy-check.js'
import {nameOf, type PolicyRule, valueText, type Write} from '../policy-rule.js'
import {implies, isSatisfiable, type Predicate, witnessOf} from '../predicate.js'
import {type Metadata, metadataMaps} from '../types.js'

/** The rules of a namespace that can match, for those who look at how they go together. */
export interface RuleSet {
  readonly rules: readonly PolicyRule[]
  /** Those that set something. */
  readonly updates: readonly PolicyRule[]
  readonly rejects: readonly PolicyRule[]
}

/** More rules than that nobody wants to read how they go together. */
const mostRules = 400

/** More values in the selectors of all rules than that are not compared. */
const mostValues = 50_000

/** What can be said of rules together. Of very many, only the first ones are looked at. */
export function ruleSetOf(all: readonly PolicyRule[]): RuleSet {
  let values = 0
  const rules = all.filter(({predicate}) => isSatisfiable(predicate)).slice(0, mostRules).filter(({predicate}) => {
    for (const {domain} of predicate.values()) values += domain.values.size
    return values <= mostValues
  })
  return {rules, updates: rules.filter(({writes}) => writes.length > 0), rejects: rules.filter((rule) => rule.rejects)}
}

/** The rules that reject every object for which a predicate holds. */
export const rejectsAll = ({rejects}: RuleSet, objects: Predicate, but?: PolicyRule): PolicyRule | undefined =>
  rejects.find((rule) => rule !== but && implies(objects, rule.predicate))

/** More findings of one sort than about that nobody reads. */
const mostFindings = 1000

/** What is found about each of some things, as long as there is not too much of it. */
export function findEach<T>(things: readonly T[], find: (thing: T, i: number) => PolicyFinding[]): PolicyFinding[] {
  const found: PolicyFinding[] = []
  for (const [i, thing] of things.entries()) {
    if (found.length >= mostFindings) break
    append(found, find(thing, i))
  }
  return found
}

/** A finding about a place in the policy of a rule. */
export const finding = (
  {policy}: PolicyRule, field: FieldPath, told: Pick<PolicyFinding, 'ruleId' | 'severity' | 'message' | 'hint'>, related: readonly RelatedPlace[] = [],
): PolicyFinding => ({policy, field, related, ...told, ...told.severity === 'error' && {isErrorAlone: true}})

/** A place in the policy of another rule. */
export const relatedTo = ({policy}: PolicyRule, field: FieldPath, message: string): RelatedPlace => ({policy, field, message})

/** Where a rule says that it rejects. */
export const rejectOf = (rule: PolicyRule): RelatedPlace => relatedTo(rule, rule.actionField.child('reject'), `${nameOf(rule)} rejects here`)

/** Where a rule says what it sets. */
export const writeOf = (rule: PolicyRule, {field, value}: Write): RelatedPlace => relatedTo(rule, field, `${nameOf(rule)} sets it to ${valueText(value)} here`)

/** No more places than that are shown beside a finding, and no more labels of an object. */
export const mostRelated = 5

/** An object by its labels and annotations. */
export function shown(metadata: Metadata): string {
  const maps = metadataMaps.filter((map) => Object.keys(metadata[map] ?? {}).length > 0)
  if (maps.length === 0) return 'an object without labels and annotations'
  return `an object with ${maps.map((map) => `${map} ${mapText(metadata[map] ?? {})}`).join(' and ')}`
}

function mapText(map: Readonly<Record<string, string>>): string {
  const entries = Object.entries(map).sort(([a], [b]) => compareText(a, b))
  const more = entries.length > mostRelated ? `, and ${entries.length - mostRelated} more` : ''
  return `{${entries.slice(0, mostRelated).map(([key, value]) => `${quote(key)}: ${valueText(value)}`).join(', ')}${more}}`
}

/** An object for which a predicate holds that can hold. */
export const exampleOf = (predicate: Predicate): string => shown(witnessOf(predicate) ?? {})
