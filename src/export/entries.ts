import type {MetadataKey} from '../kinds/metadata-policy/metadata-maps.js'
import {keyName, type PolicyRule, type Write} from '../kinds/metadata-policy/policy-rule.js'
import {keyId} from '../kinds/metadata-policy/predicate.js'
import {compareText} from '../machinery/go/text.js'
import {any, type Branch, cel, type Cel, type Expression, firstMatching, indented, literal, type Variable, variable} from './cel.js'

/** A label or annotation that rules set, with an expression for its value, which is none if no rule matches. */
export interface Entry extends MetadataKey, Expression {}

/** The write of a key by one rule, with the rule's variable. */
interface KeyWrite {
  readonly rule: PolicyRule
  readonly write: Write
  readonly condition: Cel
}

/**
 * The writes of rules, each label and annotation once, by key (spec metadatapolicy 8.3). Of matching rules with different values
 * for a key, the last one wins; if no two of them can match, that makes no difference.
 */
export function entriesOf(updates: readonly PolicyRule[], nameOf: (rule: PolicyRule) => Variable): Entry[] {
  const byKey = new Map<string, [KeyWrite, ...KeyWrite[]]>()
  for (const rule of updates) {
    for (const write of rule.writes) {
      const known = byKey.get(keyId(write))
      const keyWrite = {rule, write, condition: variable(nameOf(rule))}
      if (known === undefined) byKey.set(keyId(write), [keyWrite])
      else known.push(keyWrite)
    }
  }
  return [...byKey.values()].map(toEntry).sort((a, b) => compareText(a.key, b.key))
}

function toEntry(writes: [KeyWrite, ...KeyWrite[]]): Entry {
  const [{write: {map, key}}] = writes
  const {rule: {policy}, write: {field}} = longest(writes)
  const subject = writes.length === 1 ? undefined : `all that rules set ${keyName({map, key})} to`
  return {map, key, policy, field, ...subject !== undefined && {subject}, expression: firstMatching(branchesOf(writes), cel`optional.none()`)}
}

const longest = (writes: [KeyWrite, ...KeyWrite[]]): KeyWrite => writes.reduce((a, b) => b.write.value.length > a.write.value.length ? b : a)

/** The last rule comes first. Only adjacent rules with the same value share a branch: a rule between others may override the earlier. */
function branchesOf(writes: readonly KeyWrite[]): Branch[] {
  const runs: {value: string, conditions: Cel[]}[] = []
  for (const {write: {value}, condition} of writes) {
    const run = runs.at(-1)
    if (run?.value === value) run.conditions.push(condition)
    else runs.push({value, conditions: [condition]})
  }
  return runs.reverse().map(({value, conditions}) => ({
    condition: conditions.length === 1 ? any(conditions) : cel`(${indented(any(conditions), 1)})`,
    value: cel`optional.of(${literal(value)})`,
  }))
}
