import {expect} from 'chai'
import fc from 'fast-check'

import {applyTo, evaluate} from '../../src/admission/plugins/metadata-policy/evaluate.js'
import {nameOf} from '../../src/kinds/metadata-policy/policy-rule.js'
import type {Metadata} from '../../src/kinds/metadata-policy/metadata-maps.js'
import {admit, native, podWith} from '../helpers/exported.js'
import {metadataPolicy, rulesIn} from '../helpers/metadata-policies.js'

const key = fc.constantFrom('a', 'b', 'example.com/c')

const value = fc.constantFrom('', 'x', 'y')

const selector = fc.record({matchExpressions: fc.array(fc.oneof(
  fc.record({key, operator: fc.constantFrom('In', 'NotIn'), values: fc.array(value, {minLength: 1, maxLength: 2})}),
  fc.record({key, operator: fc.constantFrom('Exists', 'DoesNotExist')}),
), {maxLength: 2})})

const map = fc.dictionary(key, value, {maxKeys: 2})

const rule = fc.record({
  policyPredicate: fc.record({labelSelector: selector, annotationSelector: selector}, {requiredKeys: []}),
  policyAction: fc.oneof(
    {weight: 3, arbitrary: fc.record({updatedLabels: map, updatedAnnotations: map}, {requiredKeys: []})},
    {weight: 1, arbitrary: fc.constant({reject: true})},
  ),
}, {requiredKeys: []})

const policies = fc.array(fc.array(rule, {maxLength: 4}), {minLength: 1, maxLength: 3})
  .map((each) => each.map((rules, i) => metadataPolicy(`p${i}`, ...rules).marked({namespace: 'team-a'})))

const metadata = fc.record({labels: map, annotations: map}, {requiredKeys: []})

/** A response without empty maps, which are equivalent to missing maps. */
const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer, (name, item: unknown) =>
  ['labels', 'annotations'].includes(name) && Object.keys(item as object).length === 0 ? undefined : item))

/** Result of the engine for an object: its metadata, or the rejecting policy. */
function simulated(given: Parameters<typeof rulesIn>, object: Metadata): unknown {
  const {rejects: [rejecting], updates} = evaluate(rulesIn(...given), object, 'by-name')
  return rejecting === undefined ? {object: podWith(applyTo(object, updates))} : {message: `rejected by ${nameOf(rejecting).replace(' dev/', ' team-a/')}`}
}

describe('exported policies', () => {
  it('have the same effect as the MetadataPolicies', () => {
    fc.assert(fc.property(policies, fc.array(metadata, {minLength: 1, maxLength: 8}), (given, objects) => {
      const exported = native(given, {onConflict: 'by-name'})
      for (const object of objects) expect(plain(admit(exported, podWith(object)))).to.deep.equal(plain(simulated(given, object)))
    }), {numRuns: 400})
  })
})
