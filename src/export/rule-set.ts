import {type PolicyRule, rulesOf} from '../kinds/metadata-policy/policy-rule.js'
import {keyId} from '../kinds/metadata-policy/predicate.js'
import type {MetadataPolicy} from '../machinery/api/design-v1.js'
import {compareText} from '../machinery/go/text.js'

/**
 * The evaluation of rejections on the object as submitted, although native validating policies run after all mutations: directly if
 * no rule sets a key that a rejecting rule matches, or else by a marker (spec metadatapolicy 8.5).
 */
export type Mode = 'direct' | 'marker'

/** The rules of a namespace, without those that have no action. */
export interface NamespaceRules {
  readonly namespace: string
  /** Sorted by name. */
  readonly policies: readonly MetadataPolicy[]
  /** All rules, by the name of their policy and their position. */
  readonly rules: readonly PolicyRule[]
  readonly updates: readonly PolicyRule[]
  readonly rejects: readonly PolicyRule[]
  readonly mode: Mode
}

/** Collects the rules of the policies of one namespace. */
export function namespaceRules(namespace: string, unordered: readonly MetadataPolicy[]): NamespaceRules {
  const policies = [...unordered].sort((a, b) => compareText(nameOf(a), nameOf(b)) || compareText(a.apiVersion, b.apiVersion))
  const rules = policies.flatMap(rulesOf)
  const updates = rules.filter(({writes}) => writes.length > 0)
  const rejects = rules.filter((rule) => rule.rejects)
  const updatedKeys = new Set(updates.flatMap(({writes}) => writes.map(keyId)))
  const mode = rejects.some(({predicate}) => [...predicate.keys()].some((id) => updatedKeys.has(id))) ? 'marker' : 'direct'
  return {namespace, policies, rules, updates, rejects, mode}
}

const nameOf = ({metadata: {name, generateName = ''}}: MetadataPolicy): string => name ?? generateName
