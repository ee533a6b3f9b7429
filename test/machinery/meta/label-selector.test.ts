import {expect} from 'chai'
import * as fc from 'fast-check'
import type {Origin} from '../../../src/machinery/field/error.js'
import {FieldPath} from '../../../src/machinery/field/path.js'
import {
  type LabelSelector, type LabelSelectorRequirement, matchesLabelSelector, validateLabelName, validateLabels, validateLabelSelector,
} from '../../../src/machinery/meta/label-selector.js'
import {labelValue, qualifiedName} from '../../../src/machinery/meta/names.js'

const path = FieldPath.of('selector')

const errorsOf = (selector: LabelSelector | null | undefined): string[] => validateLabelSelector(selector, path).map(String)

const quoted = (field: string, value: string, messages: readonly string[]): string[] =>
  messages.map((message) => `${field}: Invalid value: ${JSON.stringify(value)}: ${message}`)

describe('validateLabelSelector', () => {
  const accept: Record<string, LabelSelector | null | undefined> = {
    'an absent selector': undefined,
    'null': null,
    'the empty selector': {},
    'null members': {matchLabels: null, matchExpressions: null},
    'labels': {matchLabels: {'example.com/a': 'b', c: ''}},
    'a null value': {matchLabels: {a: null}, matchExpressions: [{key: 'a', operator: 'In', values: [null]}]},
    'every operator': {
      matchExpressions: [
        {key: 'a', operator: 'In', values: ['b', '']}, {key: 'a', operator: 'NotIn', values: ['b', 'b']},
        {key: 'a', operator: 'Exists'}, {key: 'a', operator: 'DoesNotExist'},
      ],
    },
    'an empty list where values are forbidden': {
      matchExpressions: [{key: 'a', operator: 'Exists', values: []}, {key: 'a', operator: 'DoesNotExist', values: null}],
    },
  }

  for (const [title, selector] of Object.entries(accept)) {
    it(`accepts ${title}`, () => expect(errorsOf(selector)).to.deep.equal([]))
  }

  const needed = "values: Required value: must be specified when `operator` is 'In' or 'NotIn'"
  const forbidden = "values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
  const unknown = (operator: string): string => `operator: Invalid value: ${operator}: not a valid selector operator`

  const reject: Record<string, [requirement: LabelSelectorRequirement, errors: string[]]> = {
    'In without values': [{key: 'a', operator: 'In'}, [needed]],
    'In with an empty list': [{key: 'a', operator: 'In', values: []}, [needed]],
    'NotIn with null': [{key: 'a', operator: 'NotIn', values: null}, [needed]],
    'Exists with a value': [{key: 'a', operator: 'Exists', values: ['']}, [forbidden]],
    'DoesNotExist with an invalid value': [
      {key: 'a', operator: 'DoesNotExist', values: ['b', '-']}, [forbidden, ...quoted('values[1]', '-', labelValue('-'))],
    ],
    'an operator in the wrong case': [{key: 'a', operator: 'in', values: ['b']}, [unknown('"in"')]],
    'an operator of node selectors': [{key: 'a', operator: 'Gt', values: ['1']}, [unknown('"Gt"')]],
    'an operator with special characters, printed as JSON': [{key: 'a', operator: '<é\u0378'}, [unknown('"\\u003cé\u0378"')]],
    'a missing operator': [{key: 'a'}, [unknown('""')]],
    'an invalid key': [{key: 'a/b/c', operator: 'Exists'}, quoted('key', 'a/b/c', qualifiedName('a/b/c'))],
    'an invalid key and value, after the operator': [
      {key: '/a', operator: 'x', values: ['-']},
      [unknown('"x"'), ...quoted('key', '/a', ['prefix part must be non-empty']), ...quoted('values[0]', '-', labelValue('-'))],
    ],
    'an empty requirement': [{}, [unknown('""'), ...quoted('key', '', qualifiedName(''))]],
  }

  for (const [title, [requirement, errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => {
      const selector = {matchExpressions: [{key: 'a', operator: 'Exists'}, requirement]}
      expect(errorsOf(selector)).to.deep.equal(errors.map((error) => `selector.matchExpressions[1].${error}`))
    })
  }

  it('treats a null requirement as an empty one', () => {
    expect(errorsOf({matchExpressions: [null]})).to.deep.equal(errorsOf({matchExpressions: [{}]}))
  })

  it('reports labels by key, then expressions', () => {
    const selector = {matchExpressions: [{key: 'a', operator: 'In'}], matchLabels: {'b ': '-', 'a ': 'c'}}
    expect(errorsOf(selector)).to.deep.equal([
      ...quoted('selector.matchLabels', 'a ', qualifiedName('a ')),
      ...quoted('selector.matchLabels', 'b ', qualifiedName('b ')),
      ...quoted('selector.matchLabels', '-', labelValue('-')),
      `selector.matchExpressions[0].${needed}`,
    ])
  })

  it('reports the given rule', () => {
    const matchExpressions = [{values: ['-']}, {key: 'a', operator: 'In'}, {key: 'a', operator: 'Exists', values: ['b']}]
    const broken = {matchLabels: {'': '-'}, matchExpressions}
    const origins = (origin?: Origin): Set<string> => new Set(validateLabelSelector(broken, path, origin).map((error) => error.origin))
    expect(origins()).to.deep.equal(new Set(['metadata/label-selector']))
    expect(origins('workload/selector')).to.deep.equal(new Set(['workload/selector']))
  })
})

describe('validateLabels', () => {
  it('checks keys and values', () => {
    expect(validateLabels({a: 'b', '-': '-'}, path, 'metadata/labels').map(String))
      .to.deep.equal([...quoted('selector', '-', qualifiedName('-')), ...quoted('selector', '-', labelValue('-'))])
  })

  it('accepts missing labels', () => expect(validateLabels(undefined, path, 'metadata/labels')).to.deep.equal([]))
})

describe('validateLabelName', () => {
  it('checks a key', () => {
    expect(validateLabelName('a/b', path, 'metadata/labels')).to.deep.equal([])
    expect(validateLabelName('a b', path, 'metadata/labels').map(String)).to.deep.equal(quoted('selector', 'a b', qualifiedName('a b')))
  })
})

describe('matchesLabelSelector', () => {
  const labels = {app: 'web', env: ''}
  const term = (key: string, operator: string, ...values: string[]): LabelSelector => ({matchExpressions: [{key, operator, values}]})

  const table: [title: string, selector: LabelSelector | null | undefined, verdict: boolean][] = [
    ['matches nothing without a selector', undefined, false],
    ['matches nothing with a null selector', null, false],
    ['matches everything with the empty selector', {}, true],
    ['treats null members as absent', {matchLabels: null, matchExpressions: null}, true],
    ['matches a label', {matchLabels: {app: 'web'}}, true],
    ['does not match a label with another value', {matchLabels: {app: 'Web'}}, false],
    ['does not match a missing label', {matchLabels: {tier: 'web'}}, false],
    ['matches an empty value', {matchLabels: {env: ''}}, true],
    ['does not match a missing label with an empty value', {matchLabels: {tier: ''}}, false],
    ['treats null as the empty value', {matchLabels: {env: null}}, true],
    ['does not match a missing label with null', {matchLabels: {tier: null}}, false],
    ['matches In with the value', term('app', 'In', 'db', 'web'), true],
    ['does not match In without the value', term('app', 'In', 'db'), false],
    ['does not match In without the key', term('tier', 'In', ''), false],
    ['matches In with null as the empty value', {matchExpressions: [{key: 'env', operator: 'In', values: [null]}]}, true],
    ['does not match In with null without the key', {matchExpressions: [{key: 'tier', operator: 'In', values: [null]}]}, false],
    ['matches NotIn without the value', term('app', 'NotIn', 'db'), true],
    ['does not match NotIn with the value', term('app', 'NotIn', 'db', 'web'), false],
    ['matches NotIn without the key', term('tier', 'NotIn', ''), true],
    ['matches Exists with the key', term('env', 'Exists'), true],
    ['does not match Exists without the key', term('tier', 'Exists'), false],
    ['matches DoesNotExist without the key', term('tier', 'DoesNotExist'), true],
    ['does not match DoesNotExist with the key', term('env', 'DoesNotExist'), false],
    ['matches nothing with an unknown operator', term('app', 'in', 'web'), false],
    ['matches nothing with a null requirement', {matchExpressions: [null]}, false],
    ['requires all labels to match', {matchLabels: {app: 'web', env: 'x'}}, false],
    ['requires all terms to hold', {matchExpressions: [{key: 'app', operator: 'Exists'}, {key: 'env', operator: 'DoesNotExist'}]}, false],
    ['requires both labels and terms to match', {matchLabels: {app: 'web'}, matchExpressions: [{key: 'app', operator: 'NotIn', values: ['web']}]}, false],
    ['ignores properties of Object.prototype', term('constructor', 'Exists'), false],
    ['ignores the prototype of the labels', term('__proto__', 'DoesNotExist'), true],
  ]

  for (const [title, selector, verdict] of table) {
    it(title, () => expect(matchesLabelSelector(selector, labels)).to.equal(verdict))
  }

  const anyLabels = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', 'x', 'y'))

  it('treats labels and equivalent terms alike', () => {
    fc.assert(fc.property(anyLabels, anyLabels, (matchLabels, candidate) => {
      const matchExpressions = Object.entries(matchLabels).map(([key, value]) => ({key, operator: 'In', values: [value]}))
      expect(matchesLabelSelector({matchLabels}, candidate)).to.equal(matchesLabelSelector({matchExpressions}, candidate))
    }))
  })

  it('matches exactly one of a term and its opposite', () => {
    const opposites = fc.constantFrom(['In', 'NotIn'] as const, ['Exists', 'DoesNotExist'] as const)
    fc.assert(fc.property(opposites, fc.array(fc.constantFrom('', 'metadata/labels')), anyLabels, ([one, other], values, candidate) => {
      const verdicts = [one, other].map((operator) => matchesLabelSelector(term('a', operator, ...values), candidate))
      expect(verdicts.filter(Boolean)).to.have.length(1)
    }))
  })
})
