import {any, cel, type Cel, isTooLong} from './cel.js'
import type {MatchCondition, MatchConstraints, PolicyMatch, ResourceRule} from './native-types.js'
import {policiesResource, type ResourceGroup, type ResourceSelection} from './resources.js'

/** Options for the match conditions of native policies. */
export interface MatchOptions {
  readonly resources: ResourceSelection
  /** True to ignore objects that are being deleted, as a rejecting rule would keep their finalizers from being removed. */
  readonly skipTerminating: boolean
}

const ruleFor = (group: ResourceGroup): ResourceRule => ({...group, operations: ['CREATE', 'UPDATE'], scope: 'Namespaced'})

const policiesThemselves: ResourceRule = ruleFor({apiGroups: ['*'], apiVersions: ['*'], resources: [policiesResource]})

/**
 * Matches the objects of a namespace, by the label that the API server sets on every namespace and that is immutable
 * (spec metadatapolicy 8.3, spec metadatapolicy 8.7).
 *
 * @param alternatives conditions of which one must hold; omitted if they do not fit into one expression
 */
export function policyMatch(namespace: string, {resources, skipTerminating}: MatchOptions, alternatives: readonly Cel[] = []): PolicyMatch {
  const conditions = [...skipTerminating ? [notTerminating] : [], ...someRule(alternatives)]
  return {failurePolicy: 'Fail', matchConstraints: constraints(namespace, resources), ...conditions.length > 0 && {matchConditions: conditions}}
}

const constraints = (namespace: string, {groups, isWide}: ResourceSelection): MatchConstraints => ({
  matchPolicy: 'Equivalent',
  namespaceSelector: {matchLabels: {'kubernetes.io/metadata.name': namespace}},
  objectSelector: {},
  resourceRules: groups.map(ruleFor),
  ...isWide && {excludeResourceRules: [policiesThemselves]},
})

const notTerminating: MatchCondition = {name: 'not-terminating', expression: cel`!has(object.metadata.deletionTimestamp)`}

/** Objects that no rule matches are skipped, at no cost. */
function someRule(alternatives: readonly Cel[]): MatchCondition[] {
  const distinct = [...new Set(alternatives)]
  if (distinct.length === 0 || distinct.includes(cel`true`)) return []
  const expression = any(distinct)
  return isTooLong(expression) ? [] : [{name: 'some-rule-matches', expression}]
}
