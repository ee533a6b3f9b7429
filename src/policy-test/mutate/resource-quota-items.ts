import {FieldPath} from '../../machinery/field/path.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'
import {countingOf} from './amounts.js'
import {listOf, objectAt, scalarText} from './body.js'
import {amountItem} from './limit-range-items.js'
import {type ItemDraft, type Mutation, removal, replacement} from './policy-item.js'
import {selectorMutations, termText} from './selector-terms.js'

const spec = FieldPath.of('spec')

/** Returns an item for each resource, scope and scope expression of a ResourceQuota. */
export const resourceQuotaItems = ({spec: quota}: JsonObject): ItemDraft[] => [
  ...Object.entries(objectAt(quota, 'hard')).flatMap(([resource, amount]) =>
    amountItem({field: spec.child('hard').key(resource), name: `hard.${resource}`, amount}, countingOf(resource))),
  ...listOf(objectAt(quota)['scopes']).map((scope, i) => scopeItem(scalarText(scope), spec.child('scopes').index(i))),
  ...listOf(objectAt(quota, 'scopeSelector')['matchExpressions']).map((expression, i) =>
    scopeExpressionItem(expression, spec.child('scopeSelector', 'matchExpressions').index(i))),
]

const opposites: ReadonlyMap<string, string> = new Map([
  ['Terminating', 'NotTerminating'], ['NotTerminating', 'Terminating'], ['BestEffort', 'NotBestEffort'], ['NotBestEffort', 'BestEffort'],
])

function scopeItem(scope: string, field: FieldPath): ItemDraft {
  const opposite = opposites.get(scope)
  return {
    field, name: 'scope', value: scope,
    mutations: [...opposite === undefined ? [] : [[replacement(field, scope, opposite)]], [removal(field)]],
  }
}

/** Returns the item of a scope expression: its operator, its values, its scope. */
export function scopeExpressionItem(expression: JsonValue, field: FieldPath): ItemDraft {
  const {scopeName} = objectAt(expression)
  const opposite = opposites.get(scalarText(scopeName))
  const otherScope: Mutation[] = opposite === undefined ? [] : [replacement(field.child('scopeName'), scalarText(scopeName), opposite)]
  return {
    field, name: 'scope', value: termText('scopeName', expression),
    mutations: [...selectorMutations('scopeName', expression, field), otherScope, [removal(field)]],
  }
}
