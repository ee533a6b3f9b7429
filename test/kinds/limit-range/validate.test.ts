import {expect} from 'chai'
import {limitRange as kind} from '../../../src/kinds/limit-range/index.js'
import {validateLimitRange} from '../../../src/kinds/limit-range/validate.js'
import type {LimitRange} from '../../../src/machinery/api/core-v1.js'
import {qualifiedName} from '../../../src/machinery/meta/names.js'
import {type Amounts, type Item, limitRange} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

/** Returns the errors of the items, validated without defaults. */
const errorsOf = (...items: Item[]): string[] => validateLimitRange(decoded(limitRange('l', ...items)) as LimitRange).map((error) => String(error).replace(/^spec\.limits/, ''))

const quoted = (field: string, value: string, ...errors: string[]): string[] => errors.map((error) => `[0].${field}: Invalid value: ${JSON.stringify(value)}: ${error}`)

const general = 'must be a standard resource type or fully qualified'
const ofContainers = 'must be a standard resource for containers'

describe('LimitRange validation', () => {
  describe('types', () => {
    for (const type of ['Pod', 'Container', 'example.com/widget', 'a/B_c']) {
      it(`accepts ${type}`, () => expect(errorsOf({type})).to.deep.equal([]))
    }

    const reject: Record<string, readonly string[]> = {
      'pod': ['must be a standard limit type or fully qualified'],
      'PersistentVolumeClaims': ['must be a standard limit type or fully qualified'],
      '': qualifiedName(''),
      'a b': qualifiedName('a b'),
      '/x': qualifiedName('/x'),
      'a/b/c': qualifiedName('a/b/c'),
    }

    for (const [type, errors] of Object.entries(reject)) {
      it(`rejects "${type}"`, () => expect(errorsOf({type})).to.deep.equal(quoted('type', type, ...errors)))
    }

    it('rejects a duplicate type, even an invalid one', () => {
      expect(errorsOf({type: 'Pod'}, {type: 'Container'}, {type: 'Pod'}, {type: 'Pod'})).to.deep.equal(['[2].type: Duplicate value: "Pod"', '[3].type: Duplicate value: "Pod"'])
      expect(errorsOf({type: 'pod'}, {type: 'pod'})).to.deep.equal([0, 1].map((i) => `[${i}].type: Invalid value: "pod": must be a standard limit type or fully qualified`)
        .concat('[1].type: Duplicate value: "pod"'))
      expect(errorsOf({}, {}).filter((error) => error.includes('Duplicate'))).to.deep.equal(['[1].type: Duplicate value: ""'])
    })
  })

  describe('resource names', () => {
    const lists = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const
    const everywhere = (name: string): Item => Object.fromEntries(lists.map((list): [string, Amounts] => [list, {[name]: '1'}]))

    it('must be container resources in Container items', () => {
      expect(errorsOf({type: 'Container', ...everywhere('storage')})).to.deep.equal(lists.flatMap((list) => quoted(`${list}[storage]`, 'storage', ofContainers)))
      expect(errorsOf({type: 'Container', ...everywhere('foo')})).to.deep.equal(lists.flatMap((list) => quoted(`${list}[foo]`, 'foo', general, ofContainers)))
      expect(errorsOf({type: 'Container', ...everywhere('nvidia.com/gpu')})).to.deep.equal([])
    })

    it('must be container resources in Pod items', () => {
      expect(errorsOf({type: 'Pod', max: {storage: '1'}, min: {storage: '1'}, maxLimitRequestRatio: {storage: '1'}}))
        .to.deep.equal(['max', 'min', 'maxLimitRequestRatio'].flatMap((list) => quoted(`${list}[storage]`, 'storage', ofContainers)))
    })

    for (const type of ['PersistentVolumeClaim', 'example.com/x']) {
      it(`must be standard resources in ${type} items`, () => {
        expect(errorsOf({type, ...everywhere('storage')})).to.deep.equal([])
        expect(errorsOf({type, ...everywhere('foo'), max: {foo: '1', storage: '1'}})).to.deep.equal(lists.flatMap((list) => quoted(`${list}[foo]`, 'foo', general)))
      })
    }

    it('are reported sorted by name', () => {
      expect(errorsOf({type: 'Container', max: {b: '1', a: '1'}}).map((error) => error.slice(0, 10))).to.deep.equal(['[0].max[a]', '[0].max[a]', '[0].max[b]', '[0].max[b]'])
    })
  })

  describe('Pod items', () => {
    const forbidden = (list: string): string => `[0].${list}: Forbidden: may not be specified when \`type\` is 'Pod'`

    it('must not have defaults', () => {
      expect(errorsOf({type: 'Pod', default: {cpu: '1'}})).to.deep.equal([forbidden('default')])
      expect(errorsOf({type: 'Pod', defaultRequest: {cpu: '1'}})).to.deep.equal([forbidden('defaultRequest')])
      expect(errorsOf({type: 'Pod', default: {}, defaultRequest: {}})).to.deep.equal([])
    })

    it('get no further errors about their defaults', () => {
      expect(errorsOf({type: 'Pod', max: {cpu: '1'}, default: {cpu: '9', foo: '1'}, defaultRequest: {cpu: '9', foo: '1'}})).to.deep.equal([forbidden('default'), forbidden('defaultRequest')])
    })
  })

  describe('PersistentVolumeClaim items', () => {
    const required = ['[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided']

    it('require min or max of storage', () => {
      expect(errorsOf({type: 'PersistentVolumeClaim', min: {storage: '1'}})).to.deep.equal([])
      expect(errorsOf({type: 'PersistentVolumeClaim', max: {storage: '0'}})).to.deep.equal([])
      expect(errorsOf({type: 'PersistentVolumeClaim', min: {pods: '1'}, max: {}, default: {storage: '1'}})).to.deep.equal(required)
      expect(errorsOf({type: 'PersistentVolumeClaim'})).to.deep.equal(required)
    })

    it('are the only items that require bounds', () => expect(errorsOf({type: 'example.com/x', max: {pods: '1'}})).to.deep.equal([]))
  })

  describe('order of amounts', () => {
    const claims = (lists: Item): string[] => errorsOf({type: 'PersistentVolumeClaim', max: {storage: '100'}, ...lists})
    const s = (amount: string): Amounts => ({storage: amount})

    it('accepts equal amounts', () => {
      expect(claims({min: s('1'), defaultRequest: s('1'), default: s('1'), max: s('1'), maxLimitRequestRatio: s('1')})).to.deep.equal([])
    })

    const wrong: Record<string, [item: Item, ...errors: string[]]> = {
      'min above max': [{min: s('2'), max: s('1')}, ...quoted('min[storage]', '2', 'min value 2 is greater than max value 1')],
      'min above defaultRequest': [{min: s('2'), defaultRequest: s('1')}, ...quoted('defaultRequest[storage]', '1', 'min value 2 is greater than default request value 1')],
      'defaultRequest above max': [{defaultRequest: s('2'), max: s('1')}, ...quoted('defaultRequest[storage]', '2', 'default request value 2 is greater than max value 1')],
      'defaultRequest above default': [{defaultRequest: s('2'), default: s('1')}, ...quoted('defaultRequest[storage]', '2', 'default request value 2 is greater than default limit value 1')],
      'min above default, with min': [{min: s('2'), default: s('1')}, ...quoted('default[storage]', '2', 'min value 2 is greater than default value 1')],
      'default above max, with max': [{default: s('2'), max: s('1')}, ...quoted('default[storage]', '1', 'default value 2 is greater than max value 1')],
      'all amounts in reverse order': [
        {min: s('4'), defaultRequest: s('3'), default: s('2'), max: s('1')},
        ...quoted('min[storage]', '4', 'min value 4 is greater than max value 1'),
        ...quoted('defaultRequest[storage]', '3', 'min value 4 is greater than default request value 3', 'default request value 3 is greater than max value 1', 'default request value 3 is greater than default limit value 2'),
        ...quoted('default[storage]', '4', 'min value 4 is greater than default value 2'),
        ...quoted('default[storage]', '1', 'default value 2 is greater than max value 1'),
      ],
    }

    for (const [title, [item, ...errors]] of Object.entries(wrong)) {
      it(`rejects ${title}`, () => expect(claims(item)).to.deep.equal(errors))
    }

    it('compares amounts exactly', () => {
      expect(claims({min: s('9223372036854775807'), max: s('9223372036854775806')})).to.have.length(1)
      expect(claims({min: s('1001m'), max: s('1')})).to.have.length(1)
      expect(claims({min: s('1Gi'), max: s('1073741824')})).to.deep.equal([])
    })

    it('accepts negative amounts', () => expect(claims({min: s('-2'), max: s('-1')})).to.deep.equal([]))

    it('reports errors sorted by resource across all lists', () => {
      const errors = errorsOf({type: 'Container', min: {memory: '2'}, max: {memory: '1', cpu: '1'}, default: {cpu: '2'}, maxLimitRequestRatio: {'ephemeral-storage': '0.5'}})
      expect(errors.map((error) => error.replace(/: .*/, ''))).to.deep.equal(['[0].default[cpu]', '[0].maxLimitRequestRatio[ephemeral-storage]', '[0].min[memory]'])
    })
  })

  describe('maxLimitRequestRatio', () => {
    const ratio = (amount: string, min?: string, max?: string): string[] =>
      errorsOf({type: 'Container', maxLimitRequestRatio: {cpu: amount}, ...min !== undefined && {min: {cpu: min}}, ...max !== undefined && {max: {cpu: max}}})
    const wrong = (amount: string, error: string): string[] => quoted('maxLimitRequestRatio[cpu]', amount, error)

    it('must be at least 1', () => {
      expect(ratio('1')).to.deep.equal([])
      expect(ratio('999m')).to.deep.equal(wrong('999m', 'ratio 999m is less than 1'))
      expect(ratio('-1')).to.deep.equal(wrong('-1', 'ratio -1 is less than 1'))
    })

    it('must be at most max divided by min', () => {
      expect(ratio('4', '1', '4')).to.deep.equal([])
      expect(ratio('4001m', '1', '4')).to.deep.equal(wrong('4001m', 'ratio 4001m is greater than max/min = 4.000000'))
      expect(ratio('2', '300m', '500m')).to.deep.equal(wrong('2', 'ratio 2 is greater than max/min = 1.666667'))
      expect([ratio('9', '1'), ratio('9', undefined, '1')]).to.deep.equal([[], []])
    })

    it('reports both errors for a ratio that breaks both bounds', () => expect(ratio('500m', '4', '1')).to.include.members([...wrong('500m', 'ratio 500m is less than 1'), ...wrong('500m', 'ratio 500m is greater than max/min = 0.250000')]))

    it('may have any value of at least 1 if min is 0', () => {
      expect([ratio('9', '0', '1'), ratio('9', '0', '0')]).to.deep.equal([[], []])
    })

    it('is compared in whole units if an amount exceeds milli-unit precision', () => {
      expect(ratio('1500m', '9223372036854775', '9223372036854775')).to.deep.equal(wrong('1500m', 'ratio 1500m is greater than max/min = 1.000000'))
      expect(ratio('2', '1500m', '9223372036854774')).to.deep.equal([])
      expect(ratio('4611686018427389', '1500m', '9223372036854775')).to.deep.equal(wrong('4611686018427389', 'ratio 4611686018427389 is greater than max/min = 4611686018427388.000000'))
    })

    it('is compared as a floating-point number', () => expect(ratio('2.007', '1', '2007m')).to.deep.equal([]))
  })

  describe('defaults of resources that cannot be overcommitted', () => {
    const unequal = (name: string): string[] => errorsOf({type: 'Container', default: {[name]: '4Mi'}, defaultRequest: {[name]: '2Mi'}})

    for (const name of ['hugepages-2Mi', 'nvidia.com/gpu']) {
      it(`must be equal for ${name}`, () => {
        expect(unequal(name)).to.deep.equal(quoted(`defaultRequest[${name}]`, '2Mi', `default value 4Mi must equal to defaultRequest value 2Mi in ${name}`))
        expect(errorsOf({type: 'Container', default: {[name]: '4Mi'}, defaultRequest: {[name]: '4096Ki'}})).to.deep.equal([])
        expect(errorsOf({type: 'Container', default: {[name]: '4Mi'}})).to.deep.equal([])
        expect(errorsOf({type: 'Container', defaultRequest: {[name]: '4Mi'}})).to.deep.equal([])
      })
    }

    for (const name of ['memory', 'kubernetes.io/x']) {
      it(`need not be equal for ${name}`, () => expect(unequal(name)).to.deep.equal([]))
    }
  })

  it('reports type, duplicates, resource names, defaults, storage and amounts of an item in this order', () => {
    const bad: Item = {type: 'x', max: {a: '1', cpu: '1'}, min: {b: '1', cpu: '2'}, default: {c: '1'}, defaultRequest: {d: '1'}, maxLimitRequestRatio: {e: '0'}}
    expect(errorsOf(bad, bad).slice(8).map((error) => error.replace(/: .*/, ''))).to.deep.equal([
      '[1].type', '[1].type', '[1].max[a]', '[1].min[b]', '[1].default[c]', '[1].defaultRequest[d]', '[1].maxLimitRequestRatio[e]', '[1].min[cpu]', '[1].maxLimitRequestRatio[e]',
    ])
    const claims: Item = {type: 'PersistentVolumeClaim', defaultRequest: {d: '1'}, maxLimitRequestRatio: {e: '1'}}
    expect(errorsOf(claims).map((error) => error.replace(/: .*/, ''))).to.deep.equal(['[0].defaultRequest[d]', '[0].limits', '[0].maxLimitRequestRatio[e]'])
  })

  it('is the validation of the kind', () => {
    expect(kind.validate?.(decoded(limitRange('l', {type: 'x'}))).map(({origin}) => origin)).to.deep.equal(['limit-range/type'])
  })

  it('accepts a LimitRange without items', () => expect(validateLimitRange(decoded(limitRange('l').having({spec: null})))).to.deep.equal([]))
})
