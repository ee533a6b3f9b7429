import {expect} from 'chai'
import fc from 'fast-check'

import {admits} from '../../../src/kinds/metadata-policy/domain.js'
import {keyId, matches, predicateOf, termsOf, unmetIn, valueOf} from '../../../src/kinds/metadata-policy/predicate.js'
import {FieldPath} from '../../../src/machinery/field/path.js'

const keys = Array.from({length: 40}, (_, i) => `k${i}`)
const key = fc.constantFrom(...keys)
const value = fc.constantFrom('a', 'b')
const term = fc.oneof(
  {weight: 30, arbitrary: fc.record({key, operator: fc.constant('DoesNotExist')})},
  {weight: 30, arbitrary: fc.record({key, operator: fc.constant('NotIn'), values: fc.array(value, {minLength: 1, maxLength: 1})})},
  fc.record({key, operator: fc.constantFrom('In', 'NotIn', 'Exists'), values: fc.array(value, {minLength: 1, maxLength: 2})}),
)
const selector = fc.record({matchExpressions: fc.array(term, {maxLength: 30, size: 'max'})})
const map = fc.dictionary(key, value, {maxKeys: 4})
const predicates = fc.record({labelSelector: selector, annotationSelector: selector})

describe('a predicate of a MetadataPolicy', () => {
  it('holds if all of its terms do, few or many', () => {
    const seen = {true: 0, false: 0}
    fc.assert(fc.property(predicates, fc.record({labels: map, annotations: map}), (predicate, metadata) => {
      const terms = termsOf(predicate, FieldPath.of('policyPredicate'))
      const expected = terms.every(({criterion}) => admits(criterion.domain, valueOf(metadata, criterion)))
      if (terms.length > 20) seen[`${expected}`]++
      expect(matches(predicateOf(terms), metadata)).to.equal(expected)
      const unmet = terms.filter(({criterion}) => !admits(criterion.domain, valueOf(metadata, criterion))).map(({criterion}) => keyId(criterion))
      expect([...unmetIn(predicateOf(terms), metadata)]).to.have.members([...new Set(unmet)])
    }), {numRuns: 2000})
    expect(Math.min(seen.true, seen.false), JSON.stringify(seen)).to.be.greaterThan(50)
  })

  it('of many terms does not hold for an object without labels if one of them requires a label', () => {
    const matchExpressions = [...keys.map((name) => ({key: name, operator: 'DoesNotExist'})), {key: 'team', operator: 'Exists'}]
    const predicate = predicateOf(termsOf({labelSelector: {matchExpressions}}, FieldPath.of('policyPredicate')))
    expect([{}, {labels: {team: 'a'}}, {labels: {team: 'a', k39: 'a'}}, {annotations: {team: 'a'}}].map((metadata) => matches(predicate, metadata))).to.deep.equal([false, true, false, false])
  })
})
