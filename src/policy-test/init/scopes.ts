import type {JsonObject, JsonValue} from '../../source/json-value.js'
import {listOf, objectAt, scalarText} from '../mutate/body.js'
import type {PolicyDocument} from '../mutate/policy-document.js'
import type {PolicyItem} from '../mutate/policy-item.js'

/** Fields in the spec of an object that put it into a scope, or keep it out: some choices of each. */
export interface ScopeFields {
  readonly inside: readonly JsonObject[]
  readonly outside: readonly JsonObject[]
}

const anyFields: readonly JsonObject[] = [{}]

const terminating: readonly JsonObject[] = [{activeDeadlineSeconds: 600}]

const crossNamespace: readonly JsonObject[] = [{affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [
  {labelSelector: {matchLabels: {app: 'test'}}, namespaceSelector: {}, topologyKey: 'kubernetes.io/hostname'},
]}}}]

/** The fields of scopes with a class, which is a name: a pod's priority, and a claim's attributes. */
const classFields: ReadonlyMap<string, string> = new Map([['PriorityClass', 'priorityClassName'], ['VolumeAttributesClass', 'volumeAttributesClassName']])

/** Maximum number of classes to try. */
const maxClasses = 20

/**
 * Returns the fields for a scope of a quota. The scopes of BestEffort depend on requests and limits instead.
 *
 * @param term The scope with its operator and values, as `scopeSelector` has it
 * @param classes Other names of priority classes
 */
export function scopeFields(term: JsonValue | undefined, classes: readonly string[]): ScopeFields {
  const {scopeName, operator, values} = objectAt(term)
  const name = scalarText(scopeName)
  const field = classFields.get(name)
  if (field === undefined) return fixedFields(name)
  const listed = listOf(values).map(scalarText).slice(0, maxClasses)
  const others = name === 'PriorityClass' ? classes.filter((known) => !listed.includes(known)).slice(0, 2) : listed.length === 0 ? ['test'] : []
  const [own, other] = [listed, others].map((all) => all.map((value): JsonObject => ({[field]: value})))
  switch (operator) {
    case 'In': return {inside: own ?? [], outside: [...anyFields, ...other ?? []]}
    case 'NotIn': return {inside: [...anyFields, ...other ?? []], outside: own ?? []}
    case 'Exists': return {inside: other ?? [], outside: anyFields}
    default: return {inside: anyFields, outside: other ?? []}
  }
}

function fixedFields(scope: string): ScopeFields {
  if (scope === 'Terminating') return {inside: terminating, outside: anyFields}
  if (scope === 'NotTerminating') return {inside: anyFields, outside: terminating}
  return {inside: scope === 'CrossNamespacePodAffinity' ? crossNamespace : anyFields, outside: anyFields}
}

/** Returns the scopes of a quota as terms of a selector, in the order of its items. */
export function termsOf({body}: Pick<PolicyDocument, 'body'>): readonly JsonValue[] {
  const spec = objectAt(body, 'spec')
  return [...listOf(spec['scopes']).map((scopeName): JsonValue => ({scopeName, operator: 'Exists'})), ...listOf(objectAt(spec, 'scopeSelector')['matchExpressions'])]
}

/** Returns the position of the term that an item of a quota is about. */
export function positionOf({policy: {body}, field}: PolicyItem): number {
  const [, list, ...rest] = field.steps()
  return list === 'scopes' ? Number(rest[0]) : listOf(objectAt(body, 'spec')['scopes']).length + Number(rest[1])
}

/** Other fields for the term at a position. */
interface Exception {
  readonly position: number
  readonly fields: JsonObject
}

/** Returns the fields of an object that is in all scopes of a quota, or in all but one. */
export const fieldsInScopes = (terms: readonly JsonValue[], classes: readonly string[], except?: Exception): JsonObject =>
  terms.reduce<JsonObject>((fields, term, i) => ({...fields, ...i === except?.position ? except.fields : scopeFields(term, classes).inside[0]}), {})
