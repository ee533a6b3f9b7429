import {expect} from 'chai'
import fc from 'fast-check'

import {predicateCel, unmatchedCel} from '../../src/export/predicate-cel.js'
import {matches} from '../../src/kinds/metadata-policy/predicate.js'
import {evaluateCel} from '../helpers/cel.js'
import {annotations, labels, ruleList, setting, term} from '../helpers/metadata-policies.js'

const predicateFor = (...terms: Parameters<typeof labels>): ReturnType<typeof ruleList>[number]['predicate'] => {
  const [rule] = ruleList(setting(labels(...terms), {x: 'y'}))
  if (rule === undefined) throw new Error('no rule')
  return rule.predicate
}

describe('predicateCel', () => {
  const cases: readonly (readonly [Parameters<typeof labels>, string, string])[] = [
    [[], 'true', 'false'],
    [[term('k', 'In', 'a', 'b')], 'object.metadata.?labels[?"k"].optMap(v, v in ["a", "b"]).orValue(false)', 'object.metadata.?labels[?"k"].optMap(v, !(v in ["a", "b"])).orValue(true)'],
    [[term('k', 'NotIn', 'a')], 'object.metadata.?labels[?"k"].optMap(v, !(v in ["a"])).orValue(true)', 'object.metadata.?labels[?"k"].optMap(v, v in ["a"]).orValue(false)'],
    [[term('k', 'Exists')], 'object.metadata.?labels[?"k"].hasValue()', '!object.metadata.?labels[?"k"].hasValue()'],
    [[term('k', 'DoesNotExist')], '!object.metadata.?labels[?"k"].hasValue()', 'object.metadata.?labels[?"k"].hasValue()'],
    [[term('k', 'Exists'), term('k', 'NotIn', 'a')], 'object.metadata.?labels[?"k"].optMap(v, !(v in ["a"])).orValue(false)', 'object.metadata.?labels[?"k"].optMap(v, v in ["a"]).orValue(true)'],
    [[term('k', 'In', 'a'), term('k', 'In', 'b')], 'false', 'true'],
    [
      [term('a', 'Exists'), term('b', 'DoesNotExist')],
      'object.metadata.?labels[?"a"].hasValue() && !object.metadata.?labels[?"b"].hasValue()',
      '!(object.metadata.?labels[?"a"].hasValue() && !object.metadata.?labels[?"b"].hasValue())',
    ],
  ]
  for (const [terms, matched, unmatched] of cases) {
    it(matched, () => {
      expect(predicateCel(predicateFor(...terms))).to.equal(matched)
      expect(unmatchedCel(predicateFor(...terms))).to.equal(unmatched)
    })
  }

  it('agrees with the predicate for every object, also without maps (property)', () => {
    const value = fc.constantFrom('', 'a', 'b', 'c')
    const anyTerm = fc.oneof(
      fc.record({key: fc.constantFrom('k', 'example.com/l'), operator: fc.constantFrom('In', 'NotIn'), values: fc.array(value, {minLength: 1, maxLength: 3})}),
      fc.record({key: fc.constantFrom('k', 'example.com/l'), operator: fc.constantFrom('Exists', 'DoesNotExist')}),
    )
    const map = fc.option(fc.dictionary(fc.constantFrom('k', 'example.com/l', 'z'), value), {nil: undefined})
    const terms = fc.array(anyTerm, {maxLength: 3})
    fc.assert(fc.property(terms, terms, map, map, (ofLabels, ofAnnotations, own, notes) => {
      const [rule] = ruleList(setting({...labels(...ofLabels), ...annotations(...ofAnnotations)}, {x: 'y'}))
      if (rule === undefined) throw new Error('no rule')
      const metadata = {...own && {labels: own}, ...notes && {annotations: notes}}
      const isMatch = matches(rule.predicate, metadata)
      expect(evaluateCel(predicateCel(rule.predicate), {object: {metadata}})).to.equal(isMatch)
      expect(evaluateCel(unmatchedCel(rule.predicate), {object: {metadata}})).to.equal(!isMatch)
    }), {numRuns: 500})
  })
})
