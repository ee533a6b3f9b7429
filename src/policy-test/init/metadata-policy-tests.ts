import {admits, complement, type Domain, sampleOf, unlisted} from '../../kinds/metadata-policy/domain.js'
import {metadataPolicy} from '../../kinds/metadata-policy/index.js'
import {type Metadata, metadataMaps} from '../../kinds/metadata-policy/metadata-maps.js'
import {type PolicyRule, rulesOf} from '../../kinds/metadata-policy/policy-rule.js'
import {type Criterion, isSatisfiable, keyId, valueOf} from '../../kinds/metadata-policy/predicate.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'
import {nameOf, objectAt} from '../mutate/body.js'
import type {PolicyDocument} from '../mutate/policy-document.js'
import {admittedMetadata, maxValues, metadataFields, valuesFor, withValue} from './admitted-metadata.js'
import {expectationOf, type Outcome} from './bench.js'
import type {DraftTest} from './draft.js'
import type {Materials} from './materials.js'

/** Returns the tests of the rules of a MetadataPolicy: an object for which a rule holds, and one for each term that does not. */
export function ruleTests(policy: PolicyDocument, materials: Materials): DraftTest[] {
  const {bench, namespace} = materials
  const known = bench.policies(metadataPolicy, namespace).find(({metadata}) => metadata.name === nameOf(policy.body))
  const rules = known === undefined ? [] : rulesOf(known)
  const isAllowed = (metadata: Metadata): boolean => bench.send({object: objectWith(metadata), namespace})?.review.allowed === true
  return rules.flatMap((rule) => {
    if (!isSatisfiable(rule.predicate)) return []
    const terms = [...rule.predicate.values()]
    const witness = terms.reduce(withTerm, admittedMetadata(rules.filter((other) => other !== rule)))
    const objectsIn = (term: Criterion, domain: Domain): Metadata[] => {
      const {values, others} = valuesIn(domain, term, rule, rules)
      const objects = others.map((value) => withValue(witness, term, value))
      const other = objects.find(isAllowed) ?? objects[0]
      return [...values.map((value) => withValue(witness, term, value)), ...other === undefined ? [] : [other]]
    }
    const within = [witness, ...terms.flatMap((term) => objectsIn(term, term.domain))]
    const outside = terms.flatMap((term) => objectsIn(term, complement(term.domain)))
    return [
      ...distinct(within).flatMap((metadata, i) => draft(`applies to an object${i === 0 ? '' : ` with ${metadataText(metadata)}`}`, metadata, rule, policy, materials)),
      ...distinct(outside).flatMap((metadata) => draft(`leaves out an object with ${metadataText(metadata)}`, metadata, rule, policy, materials)),
    ]
  })
}

/** Returns metadata for which a term of a predicate holds. */
function withTerm(metadata: Metadata, term: Criterion): Metadata {
  const value = valueOf(metadata, term)
  return withValue(metadata, term, admits(term.domain, value) ? value : sampleOf(term.domain))
}

/** Values in a domain: those that it lists, and others of which one is enough, best one that no rule rejects. */
interface Values {
  readonly values: readonly (string | undefined)[]
  readonly others: readonly string[]
}

function valuesIn({absent, isAllBut, values}: Domain, term: Criterion, rule: PolicyRule, rules: readonly PolicyRule[]): Values {
  const listed = isAllBut ? [] : [...values].slice(0, maxValues)
  const isUseful = (value: string): boolean => !values.has(value) && !setsTo(rule, term, value)
  return {values: [...absent ? [undefined] : [], ...listed], others: isAllBut ? [unlisted(values), ...valuesFor(term, rules).filter(isUseful)] : []}
}

/** True if a rule sets a label or annotation to a value. An object with that value does not show whether the rule holds. */
const setsTo = ({writesById}: PolicyRule, key: Criterion, value: string): boolean => writesById.get(keyId(key))?.value === value

const distinct = (all: readonly Metadata[]): Metadata[] => [...new Map(all.map((metadata) => [JSON.stringify(metadata), metadata])).values()]

function metadataText(metadata: Metadata): string {
  const texts = metadataMaps.flatMap((map) => Object.entries(metadata[map] ?? {}).map(([key, value]) => `${key}=${value}`))
  return texts.length === 0 ? 'no such metadata' : texts.join(', ')
}

/** Returns an object with these labels and annotations. */
const objectWith = (given: Metadata): JsonObject => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'test', ...metadataFields(given)}})

function draft(text: string, given: Metadata, rule: PolicyRule, policy: PolicyDocument, {bench, namespace}: Materials): DraftTest[] {
  const object = objectWith(given)
  const outcome = bench.send({object, namespace})
  if (outcome === undefined) return []
  return [{name: `${policy.name}: rules[${rule.index}] ${text}`, namespace, existing: [], object, expect: {...expectationOf(outcome), ...storedOf(outcome, rule)}}]
}

/** The labels and annotations that the rule sets, as stored; null for absent ones. */
function storedOf({review: {object}}: Outcome, {writes}: PolicyRule): JsonObject {
  if (object === undefined || writes.length === 0) return {}
  const metadata = metadataMaps.flatMap((map): [string, JsonValue][] => {
    const keys = writes.filter((write) => write.map === map).map(({key}) => key)
    return keys.length === 0 ? [] : [[map, Object.fromEntries(keys.map((key) => [key, objectAt(object, 'metadata', map)[key] ?? null]))]]
  })
  return {stored: {metadata: Object.fromEntries(metadata)}}
}
