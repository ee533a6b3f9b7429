import {expect} from 'chai'
import {limitColumns, limitRows} from '../../../src/admission/plugins/limit-ranger/index.js'
import {limitRange as kind} from '../../../src/kinds/limit-range/index.js'
import {itemsOf} from '../../../src/kinds/limit-range/items.js'
import type {LimitRange} from '../../../src/machinery/api/core-v1.js'
import {encode} from '../../../src/machinery/decode/encode.js'
import {uuidPlaceholder} from '../../../src/machinery/meta/object-meta.js'
import {type Amounts, type Body, type Item, limitRange} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'
import {allowed, given} from '../../helpers/test-cluster.js'

const withDefaults = (body: Body): LimitRange => kind.setDefaults?.(decoded(body)) ?? decoded(body)

const itemAfter = (item: Item): unknown => (encode(withDefaults(limitRange('l', item)))['spec'] as {limits: unknown[]}).limits[0]

describe('LimitRange defaults', () => {
  const cpu = (amount: string): Amounts => ({cpu: amount})

  const table: Record<string, [given: Item, stored: Item]> = {
    'max sets default and defaultRequest, and min neither': [{max: cpu('800m'), min: cpu('200m')}, {default: cpu('800m'), defaultRequest: cpu('800m')}],
    'min sets defaultRequest': [{min: cpu('100m')}, {defaultRequest: cpu('100m')}],
    'default sets defaultRequest': [{default: cpu('500m')}, {default: cpu('500m'), defaultRequest: cpu('500m')}],
    'defaultRequest does not set default': [{defaultRequest: cpu('200m')}, {defaultRequest: cpu('200m')}],
    'max sets default even if defaultRequest is set': [{max: cpu('1'), defaultRequest: cpu('200m')}, {default: cpu('1'), defaultRequest: cpu('200m')}],
    'default takes precedence over min for defaultRequest': [{default: cpu('500m'), min: cpu('600m')}, {default: cpu('500m'), defaultRequest: cpu('500m')}],
    'max is ignored if default is set': [{max: cpu('1'), default: cpu('500m')}, {default: cpu('500m'), defaultRequest: cpu('500m')}],
    'each resource has its own defaults': [
      {max: {cpu: '1'}, default: {memory: '1Gi'}, min: {pods: '1', cpu: '1m'}},
      {default: {memory: '1Gi', cpu: '1'}, defaultRequest: {memory: '1Gi', cpu: '1', pods: '1'}},
    ],
    'a default of zero is kept': [{max: cpu('1'), default: cpu('0')}, {default: cpu('0'), defaultRequest: cpu('0')}],
    'an empty item gets no defaults': [{}, {}],
    'maxLimitRequestRatio sets no defaults': [{maxLimitRequestRatio: cpu('2')}, {}],
    'empty max and min set no defaults': [{max: {}, min: {}}, {}],
  }

  for (const [title, [given, stored]] of Object.entries(table)) {
    it(`of a Container item: ${title}`, () => expect(itemAfter({type: 'Container', ...given})).to.deep.equal({type: 'Container', ...given, ...stored}))
  }

  for (const type of ['Pod', 'PersistentVolumeClaim', 'container', 'example.com/x']) {
    it(`are not set for items of type ${type}`, () => expect(itemAfter({type, max: {cpu: '1'}, min: {cpu: '1m'}})).to.deep.equal({type, max: {cpu: '1'}, min: {cpu: '1m'}}))
  }

  it('round the quantities of every list up to milli-units', () => {
    const lists = (amount: string): Item =>
      ({min: cpu(amount), max: cpu(amount), default: cpu(amount), defaultRequest: cpu(amount), maxLimitRequestRatio: cpu(amount)})
    for (const type of ['Container', 'Pod', '']) expect(itemAfter({type, ...lists('1.0001')})).to.deep.equal({type, ...lists('1001m')})
  })

  it('print quantities in canonical form', () => {
    expect(itemAfter({type: 'Container', max: {memory: '0.5Ki', cpu: '1500m'}})).to.have.deep.property('default', {memory: '512', cpu: '1500m'})
  })

  it('print missing limits as null', () => {
    for (const spec of [null, {}, {limits: []}, {limits: null}]) {
      expect(allowed(given().create(limitRange('l').having({spec})))['spec']).to.deep.equal({limits: null})
    }
  })

  it('return the same object if it is complete', () => {
    const complete = withDefaults(limitRange('l', {type: 'Container', max: {cpu: '1'}, min: {memory: '1'}}, {type: 'Pod', max: {cpu: '1'}}))
    expect(kind.setDefaults?.(complete)).to.equal(complete)
    const empty = withDefaults(limitRange('l'))
    expect(kind.setDefaults?.(empty)).to.equal(empty)
  })

  it('are traced back to the fields they come from, the nearest first', () => {
    const from = (list: string): unknown => kind.defaultedFrom?.(['spec', 'limits', 2, list, 'cpu']).map((steps) => steps.join('.'))
    expect(from('default')).to.deep.equal(['spec.limits.2.max.cpu'])
    expect(from('defaultRequest')).to.deep.equal(['spec.limits.2.default.cpu', 'spec.limits.2.max.cpu', 'spec.limits.2.min.cpu'])
    expect(['max', 'min', 'type'].map(from)).to.deep.equal([[], [], []])
    expect([kind.defaultedFrom?.(['spec']), kind.defaultedFrom?.(['spec', 'limits', 0])]).to.deep.equal([[], []])
  })
})

describe('LimitRange without a name', () => {
  const nameOf = (metadata: Body): unknown => kind.prepareForCreate?.(decoded(limitRange('').having({metadata}))).metadata.name

  it('gets a UUID as name', () => expect([nameOf({}), nameOf({name: ''})]).to.deep.equal([uuidPlaceholder, uuidPlaceholder]))

  it('keeps a name that is set', () => expect(nameOf({name: 'a'})).to.equal('a'))
})

describe('itemsOf', () => {
  it('returns the items, or an empty list', () => {
    expect(itemsOf(decoded(limitRange('l', {type: 'Pod'})))).to.deep.equal([{type: 'Pod'}])
    expect([null, {}, {limits: null}].map((spec) => itemsOf(decoded(limitRange('l').having({spec})) as LimitRange))).to.deep.equal([[], [], []])
  })
})

describe('limitRows', () => {
  it('returns a row for each resource of each item, sorted, with dashes for missing values', () => {
    const rows = limitRows(decoded(limitRange(
      'l', {type: 'Pod', max: {memory: '1Gi', cpu: '2'}, maxLimitRequestRatio: {cpu: '3'}}, {type: 'Container'}, {min: {cpu: '1'}, default: {cpu: '2'}, defaultRequest: {cpu: '3'}},
    )))
    expect(rows).to.deep.equal([
      ['Pod', 'cpu', '-', '2', '-', '-', '3'], ['Pod', 'memory', '-', '1Gi', '-', '-', '-'], ['', 'cpu', '1', '-', '3', '2', '-'],
    ])
  })

  it('has the columns of kubectl describe', () => {
    expect(limitColumns).to.deep.equal(['Type', 'Resource', 'Min', 'Max', 'Default Request', 'Default Limit', 'Max Limit/Request Ratio'])
  })
})
