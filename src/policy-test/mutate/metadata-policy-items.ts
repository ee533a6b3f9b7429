import {actionFields, metadataMaps, selectorFields, updateFields} from '../../kinds/metadata-policy/metadata-maps.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'
import {listOf, objectAt, scalarText} from './body.js'
import {type ItemDraft, removal, replacement} from './policy-item.js'
import {selectorMutations, termText} from './selector-terms.js'

/** Returns an item for each rule of a MetadataPolicy, each label and annotation that it sets, and each term of its predicate. */
export const metadataPolicyItems = ({spec}: JsonObject): ItemDraft[] => listOf(objectAt(spec)['rules']).flatMap((rule, i) => {
  const field = FieldPath.of('spec', 'rules').index(i)
  return [
    {field, name: `rules[${i}]`, value: '', mutations: [[removal(field)]]},
    ...actionFields.flatMap((name) => writeItems(objectAt(rule, name), field.child(name))),
    ...metadataMaps.flatMap((map) => termItems(objectAt(rule, 'policyPredicate', selectorFields[map]), field.child('policyPredicate', selectorFields[map]))),
  ]
})

/** The items of a rule's labels and annotations: another value, or none. */
const writeItems = (action: JsonObject, path: FieldPath): ItemDraft[] => metadataMaps.flatMap((map) =>
  Object.entries(objectAt(action, updateFields[map])).map(([key, value]) => {
    const field = path.child(updateFields[map]).key(key)
    const text = scalarText(value)
    return {field, name: `${updateFields[map]}.${key}`, value: text, mutations: [[replacement(field, text, otherValue(text))], [removal(field)]]}
  }))

/** Returns another valid label value. */
const otherValue = (value: string): string => value === 'changed' ? 'changed-2' : 'changed'

function termItems(selector: JsonObject, path: FieldPath): ItemDraft[] {
  const labels = Object.entries(objectAt(selector, 'matchLabels')).map(([key, value]): ItemDraft => {
    const field = path.child('matchLabels').key(key)
    return {field, name: `${key} =`, value: scalarText(value), mutations: [[removal(field)]]}
  })
  const expressions = listOf(selector['matchExpressions']).map((term: JsonValue, i): ItemDraft => {
    const field = path.child('matchExpressions').index(i)
    return {field, name: 'term', value: termText('key', term), mutations: [...selectorMutations('key', term, field), [removal(field)]]}
  })
  return [...labels, ...expressions]
}
