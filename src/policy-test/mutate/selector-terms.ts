import type {FieldPath} from '../../machinery/field/path.js'
import type {JsonValue} from '../../source/json-value.js'
import {listOf, objectAt, scalarText} from './body.js'
import {type Mutation, replacement} from './policy-item.js'

/** The field that names what a term of a selector is about. */
type Subject = 'key' | 'scopeName'

/** Returns a term for people: `PriorityClass In [high]`. */
export function termText(subject: Subject, term: JsonValue): string {
  const {[subject]: name, operator, values} = objectAt(term)
  return `${scalarText(name)} ${scalarText(operator)}${values === undefined ? '' : ` [${listOf(values).map(scalarText).join(', ')}]`}`
}

const opposites: ReadonlyMap<string, string> = new Map([['In', 'NotIn'], ['NotIn', 'In'], ['Exists', 'DoesNotExist'], ['DoesNotExist', 'Exists']])

/** Returns the mutations of one term: the opposite operator, and fewer values. */
export function selectorMutations(subject: Subject, term: JsonValue, field: FieldPath): Mutation[][] {
  const {operator, values} = objectAt(term)
  const text = termText(subject, term)
  const opposite = opposites.get(scalarText(operator))
  const turned = opposite === undefined ? [] : [[replacement(field.child('operator'), text, opposite)]]
  const all = listOf(values)
  const fewer = all.length < 2 ? [] : all.map((value, i): Mutation[] =>
    [{text: `${text} without ${scalarText(value)}`, field: field.child('values').index(i), to: undefined}])
  return [...turned, ...fewer]
}
