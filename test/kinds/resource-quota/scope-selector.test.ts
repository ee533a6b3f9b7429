import {expect} from 'chai'
import {distinctSelectorsOf, matchesNames, requirementText, scopeSelectorsOf} from '../../../src/kinds/resource-quota/scope-selector.js'
import type {ScopedResourceSelectorRequirement} from '../../../src/machinery/api/core-v1.js'
import {type Body, quota} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const requirement = (operator: string, ...values: string[]): ScopedResourceSelectorRequirement =>
  ({scopeName: 'PriorityClass', operator, ...values.length > 0 && {values}})

const selectorsOf = (spec: Body): unknown => scopeSelectorsOf(decoded(quota({}, spec)))

describe('ResourceQuota scope selectors', () => {
  it('combine scopes with operator Exists and the expressions, in this order', () => {
    const expression = {scopeName: 'PriorityClass', operator: 'In', values: ['high']}
    expect(selectorsOf({scopes: ['Terminating', 'BestEffort'], scopeSelector: {matchExpressions: [expression]}}))
      .to.deep.equal([{scopeName: 'Terminating', operator: 'Exists'}, {scopeName: 'BestEffort', operator: 'Exists'}, expression])
  })

  it('are compared once each', () => {
    const [high, low] = ['high', 'low'].map((value) => ({scopeName: 'PriorityClass', operator: 'In', values: [value]}))
    const repeated = decoded(quota({}, {scopes: ['BestEffort', 'BestEffort'], scopeSelector: {matchExpressions: [high, low, high, {scopeName: 'BestEffort', operator: 'Exists'}]}}))
    expect(distinctSelectorsOf(repeated)).to.deep.equal([{scopeName: 'BestEffort', operator: 'Exists'}, high, low])
  })

  it('are empty for a quota without scopes', () => {
    for (const spec of [{}, {scopeSelector: {}}, {scopes: [], scopeSelector: {matchExpressions: []}}]) expect(selectorsOf(spec)).to.deep.equal([])
    expect(scopeSelectorsOf(decoded(quota({}).having({spec: null})))).to.deep.equal([])
  })

  it('are printed as Go prints them', () => {
    expect([requirement('In', 'a', 'b'), requirement('Exists'), {}].map(requirementText)).to.deep.equal(['{PriorityClass In [a b]}', '{PriorityClass Exists []}', '{  []}'])
  })
})

describe('matchesNames', () => {
  const cases: readonly (readonly [condition: ScopedResourceSelectorRequirement, none: boolean, a: boolean, b: boolean, both: boolean])[] = [
    [requirement('Exists'), false, true, true, true],
    [requirement('DoesNotExist'), true, false, false, false],
    [requirement('In', 'a'), false, true, false, true],
    [requirement('In', 'a', 'b'), false, true, true, true],
    [requirement('NotIn', 'a'), true, false, true, true],
    [requirement('NotIn', 'a', 'b'), true, false, false, false],
    [requirement('In', ''), false, false, false, false],
  ]

  for (const [condition, ...answers] of cases) {
    it(`evaluates ${requirementText(condition)}`, () => {
      expect([[], ['a'], ['b'], ['a', 'b']].map((names) => matchesNames(condition, names))).to.deep.equal(answers)
    })
  }

  describe('returns an error', () => {
    const error = (condition: ScopedResourceSelectorRequirement): unknown => matchesNames(condition, ['a'])
    const unreadable = (detail: string): string => `failed to parse and convert selector: ${detail}`
    const label = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
      + "(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

    it('for In and NotIn without values', () => {
      for (const operator of ['In', 'NotIn']) {
        const detail = operator === 'In' ? 'in' : 'notin'
        expect(error(requirement(operator)), detail).to.equal(unreadable("values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"))
      }
    })

    it('for DoesNotExist with values, but not for Exists', () => {
      expect(error(requirement('DoesNotExist', 'a'))).to.equal(unreadable('values: Invalid value: ["a"]: values set must be empty for exists and does not exist'))
      expect(error(requirement('Exists', 'a')), 'values of Exists are ignored').to.equal(true)
    })

    it('for an unknown or missing operator', () => {
      expect(error(requirement('Foo'))).to.equal(unreadable('"Foo" is not a valid scope selector operator'))
      expect(error({scopeName: 'PriorityClass'})).to.equal(unreadable('"" is not a valid scope selector operator'))
    })

    it('for values that are not label values', () => {
      expect(error(requirement('In', 'fine', 'bad value'))).to.equal(unreadable(`values[1][PriorityClass]: Invalid value: "bad value": ${label}`))
      expect(error(requirement('NotIn', 'a'.repeat(64)))).to.equal(unreadable(`values[0][PriorityClass]: Invalid value: "${'a'.repeat(64)}": must be no more than 63 bytes`))
      expect(error(requirement('In', '-', '+'))).to.equal(unreadable(
        `[values[0][PriorityClass]: Invalid value: "-": ${label}, values[1][PriorityClass]: Invalid value: "+": ${label}]`,
      ))
    })

    it('listing several errors', () => {
      expect(error(requirement('DoesNotExist', '-'))).to.match(/^failed to parse and convert selector: \[values: Invalid value: .*, values\[0\]\[PriorityClass\]: /)
    })
  })
})
