import {complement, sampleOf} from '../../kinds/metadata-policy/domain.js'
import {metadataPolicy} from '../../kinds/metadata-policy/index.js'
import {type Metadata, metadataMaps} from '../../kinds/metadata-policy/metadata-maps.js'
import {type PolicyRule, rulesOf} from '../../kinds/metadata-policy/policy-rule.js'
import {type Criterion, metadataOf, witnessOf} from '../../kinds/metadata-policy/predicate.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'
import {nameOf, objectAt} from '../mutate/body.js'
import type {PolicyDocument} from '../mutate/policy-document.js'
import {expectationOf, type Outcome} from './bench.js'
import type {DraftTest} from './draft.js'
import type {Materials} from './limit-range-tests.js'

/** Maximum number of listed values of a term that get a test each. */
const maxValues = 20

/** Returns the tests of the rules of a MetadataPolicy: an object for which a rule holds, and one for each term that does not. */
export function ruleTests(policy: PolicyDocument, materials: Materials): DraftTest[] {
  const {bench, namespace} = materials
  const known = bench.policies(metadataPolicy, namespace).find(({metadata}) => metadata.name === nameOf(policy.body))
  return (known === undefined ? [] : rulesOf(known)).flatMap((rule) => {
    const witness = witnessOf(rule.predicate)
    if (witness === undefined) return []
    const terms = [...rule.predicate.values()]
    const within = [witness, ...terms.flatMap((term) => valuesOf(term).map((value) => withValue(witness, term, value)))]
    const outside = terms.map((term) => withValue(witness, term, sampleOf(complement(term.domain))))
    return [
      ...distinct(within).flatMap((metadata, i) => draft(`applies to an object${i === 0 ? '' : ` with ${metadataText(metadata)}`}`, metadata, rule, policy, materials)),
      ...distinct(outside).flatMap((metadata) => draft(`leaves out an object with ${metadataText(metadata)}`, metadata, rule, policy, materials)),
    ]
  })
}

/** The listed values of a term. */
const valuesOf = ({domain: {isAllBut, values}}: Criterion): string[] => isAllBut ? [] : [...values].slice(0, maxValues)

const withValue = (metadata: Metadata, {map, key}: Criterion, value: string | undefined): Metadata => metadataOf([
  ...metadataMaps.flatMap((one) => Object.entries(metadata[one] ?? {})
    .map(([name, text]) => ({map: one, key: name, value: one === map && name === key ? undefined : text}))),
  {map, key, value},
])

const distinct = (all: readonly Metadata[]): Metadata[] => [...new Map(all.map((metadata) => [JSON.stringify(metadata), metadata])).values()]

function metadataText(metadata: Metadata): string {
  const texts = metadataMaps.flatMap((map) => Object.entries(metadata[map] ?? {}).map(([key, value]) => `${key}=${value}`))
  return texts.length === 0 ? 'no such metadata' : texts.join(', ')
}

function draft(text: string, given: Metadata, rule: PolicyRule, policy: PolicyDocument, {bench, namespace}: Materials): DraftTest[] {
  const maps = Object.fromEntries(metadataMaps.flatMap((map) => Object.keys(given[map] ?? {}).length === 0 ? [] : [[map, {...given[map]}]]))
  const object: JsonObject = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'test', ...maps}}
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
