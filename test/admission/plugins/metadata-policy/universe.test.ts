import {expect} from 'chai'

import {becomesStable, flappingOf} from '../../../../src/admission/plugins/metadata-policy/flapping.js'
import {componentsOf, objectsFor} from '../../../../src/admission/plugins/metadata-policy/universe.js'
import type {Metadata} from '../../../../src/kinds/metadata-policy/metadata-maps.js'
import type {Body} from '../../../helpers/builders.js'
import {annotations, labels, rejecting, rule, ruleList, setting, term} from '../../../helpers/metadata-policies.js'

/** Labels of the representative objects of each component. */
const objectsOf = (limit: number, ...rules: Body[]): unknown =>
  componentsOf(ruleList(...rules)).map((component) => objectsFor(component, limit)?.map((metadata) => metadata.labels))

const object = (map: Record<string, string> = {}): Metadata => ({labels: map, annotations: {}})

describe('representative objects', () => {
  it('have each value that the rules distinguish', () => {
    expect(objectsOf(100, setting(labels(term('a', 'In', 'p', 'q', 'r')), {a: 'q'}))).to.deep.equal([[{}, {a: 'any'}, {a: 'p'}, {a: 'q'}]])
    expect(objectsOf(100, setting(labels(term('a', 'NotIn', 'any', 'any-2')), {a: 'any-3'}))).to.deep.equal([[{}, {a: 'any-4'}, {a: 'any'}, {a: 'any-3'}]])
  })

  it('combine all keys of a component, smallest first, up to a limit', () => {
    expect(objectsOf(4, setting(labels(term('a', 'Exists')), {b: '1'}))).to.deep.equal([undefined])
    expect(objectsOf(100, setting(labels(term('a', 'Exists')), {b: '1'}))).to.deep.equal([[
      {}, {a: 'any'}, {b: 'any'}, {b: '1'}, {a: 'any', b: 'any'}, {a: 'any', b: '1'},
    ]])
  })

  it('are built per component of rules that share keys', () => {
    const rules = ruleList(
      rejecting(labels(term('a', 'Exists'))), rejecting(annotations(term('a', 'Exists'))), rejecting(), rule(labels(term('b', 'Exists')), {updatedLabels: {a: '1'}}), setting(labels(term('c', 'Exists')), {d: '1'}),
    )
    expect(componentsOf(rules).map(({rules: members, keys}) => [members.map(({index}) => index), keys.map(({map, key}) => `${map} ${key}`)])).to.deep.equal([
      [[1], ['annotations a']], [[0, 3], ['labels a', 'labels b']], [[4], ['labels c', 'labels d']],
    ])
  })
})

describe('flapping', () => {
  const turns = ruleList(setting(labels(term('x', 'In', '1')), {x: '2'}), setting(labels(term('x', 'In', '2')), {x: '1'}))
  const chain = ruleList(setting(labels(term('x', 'In', '1')), {x: '2'}), setting(labels(term('x', 'In', '2')), {x: '3'}), setting(labels(term('x', 'In', '3')), {y: '1'}))

  it('is detected on objects that a second update changes again', () => {
    expect(flappingOf(turns, object())).to.equal(undefined)
    expect(flappingOf(turns, object({x: '3'}))).to.equal(undefined)
    const {first = [], second = []} = flappingOf(chain, object({x: '1'})) ?? {}
    expect([first, second].map((writes) => writes.map(({key, value, rule: {index}}) => [index, key, value]))).to.deep.equal([[[0, 'x', '2']], [[1, 'x', '3']]])
    expect(flappingOf(chain, object({x: '3'}))).to.equal(undefined)
  })

  it('ends for some objects and never for others', () => {
    expect(becomesStable(turns, object({x: '1'}))).to.equal(false)
    expect(becomesStable(chain, object({x: '1'}))).to.equal(true)
    expect(becomesStable([...chain, ...ruleList(rejecting(labels(term('x', 'In', '2'))))], object({x: '1'}))).to.equal(true)
  })
})
