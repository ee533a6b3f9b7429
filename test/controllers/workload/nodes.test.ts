import {expect} from 'chai'
import fc from 'fast-check'

import {anonymousNodes, choosesNodes, mayStay, type Node, nodeOf, shouldRun} from '../../../src/controllers/workload/nodes.js'
import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import type {Body} from '../../helpers/builders.js'

const node = (fields: Partial<Node> = {}): Node => ({name: 'a', labels: {zone: 'z1', cores: '8'}, taints: [], ...fields})

const runs = (spec: Body | undefined, fields?: Partial<Node>): boolean => shouldRun(spec as JsonObject | undefined, node(fields))

const requiring = (...nodeSelectorTerms: Body[]): Body => ({affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms}}}})

const expression = (key: string, operator: string, ...values: string[]): Body => ({matchExpressions: [{key, operator, values}]})

describe('shouldRun', () => {
  it('returns true if the template has no conditions', () => expect([runs(undefined), runs({}), runs({affinity: {}})]).to.deep.equal([true, true, true]))

  it('matches the nodeName', () => expect([runs({nodeName: 'a'}), runs({nodeName: 'b'}), runs({nodeName: ''})]).to.deep.equal([true, false, true]))

  it('requires all labels of the nodeSelector', () => {
    expect([{zone: 'z1'}, {zone: 'z2'}, {zone: 'z1', cores: '8'}, {zone: 'z1', disk: 'ssd'}, {}].map((nodeSelector) => runs({nodeSelector})))
      .to.deep.equal([true, false, true, false, true])
  })

  for (const [key, operator, values, expected] of [
    ['zone', 'In', ['z0', 'z1'], true], ['zone', 'In', ['z2'], false], ['disk', 'In', ['ssd'], false],
    ['zone', 'NotIn', ['z2'], true], ['zone', 'NotIn', ['z1'], false], ['disk', 'NotIn', ['ssd'], true],
    ['zone', 'Exists', [], true], ['disk', 'Exists', [], false], ['zone', 'DoesNotExist', [], false], ['disk', 'DoesNotExist', [], true],
    ['cores', 'Gt', ['7'], true], ['cores', 'Gt', ['8'], false], ['cores', 'Lt', ['9'], true], ['cores', 'Lt', ['8'], false],
    ['cores', 'Gt', ['-1'], true], ['zone', 'Gt', ['1'], false], ['disk', 'Lt', ['1'], false], ['cores', 'Gt', ['x'], false], ['cores', 'Gt', [], false],
    ['cores', 'Lt', ['99999999999999999999'], true], ['zone', 'Like', ['z1'], false],
  ] as const) {
    it(`${expected ? 'matches' : 'does not match'} ${key} ${operator} [${values.join(' ')}]`, () => expect(runs(requiring(expression(key, operator, ...values)))).to.equal(expected))
  }

  it('matches a node if one of many terms does', () => {
    const requirement = fc.record({key: fc.constantFrom('zone', 'cores', 'disk'), operator: fc.constantFrom('In', 'In', 'In', 'Exists', 'NotIn', 'Gt'), values: fc.uniqueArray(fc.constantFrom('z1', 'z2', '8', '7'), {maxLength: 3})})
    const term = fc.record({matchExpressions: fc.array(requirement, {maxLength: 3}), matchFields: fc.constantFrom([], [{key: 'metadata.name', operator: 'In', values: ['a']}])})
    const matching = {true: 0, false: 0}
    fc.assert(fc.property(fc.array(term, {minLength: 1, maxLength: 2}), fc.dictionary(requirement.map(({key}) => key), fc.constantFrom('z1', 'z2', '8'), {maxKeys: 3}), (terms, labels) => {
      const expected = terms.some((each) => runs(requiring(each), {labels}))
      matching[`${expected}`]++
      const impossible = Array.from({length: 30}, (_, i) => expression(`k${i}`, 'In', 'z1'))
      expect(runs(requiring(...impossible, ...terms), {labels})).to.equal(expected)
    }), {numRuns: 1000})
    expect(Math.min(matching.true, matching.false)).to.be.greaterThan(200)
  })

  it('requires all expressions of one term', () => {
    const [yes, no] = [expression('zone', 'Exists'), expression('disk', 'Exists')]
    expect([runs(requiring(no, yes)), runs(requiring(no, no))]).to.deep.equal([true, false])
    expect(runs(requiring({matchExpressions: [...yes['matchExpressions'] as Body[], ...no['matchExpressions'] as Body[]]}))).to.equal(false)
    expect([runs(requiring()), runs(requiring({}))], 'no term, and a term without requirements, match nothing').to.deep.equal([false, false])
  })

  it('matches the node by the field metadata.name', () => {
    const field = (key: string, value: string): Body => ({matchFields: [{key, operator: 'In', values: [value]}]})
    expect([runs(requiring(field('metadata.name', 'a'))), runs(requiring(field('metadata.name', 'b'))), runs(requiring(field('spec.x', 'a')))]).to.deep.equal([true, false, false])
  })

  describe('taints', () => {
    const tainted = (effect: string, tolerations: Body[] = [], key = 'k', value?: string): boolean =>
      runs({tolerations}, {taints: [{key, effect, ...value !== undefined && {value}}]})

    it('exclude the pod with effects NoSchedule and NoExecute only', () => expect(['NoSchedule', 'NoExecute', 'PreferNoSchedule'].map((effect) => tainted(effect))).to.deep.equal([false, false, true]))

    it('are ignored if all pods of DaemonSets tolerate them', () => {
      expect([tainted('NoExecute', [], 'node.kubernetes.io/not-ready'), tainted('NoSchedule', [], 'node.kubernetes.io/unschedulable')]).to.deep.equal([true, true])
      expect([tainted('NoSchedule', [], 'node.kubernetes.io/not-ready'), tainted('NoExecute', [], 'node.kubernetes.io/disk-pressure')]).to.deep.equal([false, false])
    })

    it('for an unavailable network are ignored with hostNetwork', () => {
      const taints = [{key: 'node.kubernetes.io/network-unavailable', effect: 'NoSchedule'}]
      expect([runs({}, {taints}), runs({hostNetwork: true}, {taints})]).to.deep.equal([false, true])
    })

    it('are ignored if a toleration matches', () => {
      expect(tainted('NoSchedule', [{operator: 'Exists'}])).to.equal(true)
      expect(tainted('NoSchedule', [{key: 'k', operator: 'Exists'}])).to.equal(true)
      expect(tainted('NoSchedule', [{key: 'other', operator: 'Exists'}])).to.equal(false)
      expect(tainted('NoSchedule', [{key: 'k', operator: 'Exists', effect: 'NoExecute'}])).to.equal(false)
      expect(tainted('NoSchedule', [{key: 'k', value: 'v'}], 'k', 'v')).to.equal(true)
      expect(tainted('NoSchedule', [{key: 'k', operator: 'Equal', value: 'w'}], 'k', 'v')).to.equal(false)
      expect(tainted('NoSchedule', [{key: 'k'}])).to.equal(true)
      expect(tainted('NoSchedule', [{key: 'k', operator: 'Bogus'}])).to.equal(false)
    })
  })

  it('returns true for anonymous nodes', () => {
    const [first] = anonymousNodes(2)
    expect([anonymousNodes(2).map(({name}) => name), shouldRun({nodeName: 'x'}, first!)]).to.deep.equal([['node-1', 'node-2'], true])
  })
})

describe('mayStay', () => {
  it('returns true despite NoSchedule taints, but not with NoExecute taints', () => {
    const stays = (effect: string): boolean => mayStay({}, node({taints: [{key: 'k', effect}]}))
    expect(['NoSchedule', 'NoExecute'].map(stays)).to.deep.equal([true, false])
    expect(mayStay({nodeName: 'b'}, node())).to.equal(false)
  })
})

describe('nodeOf', () => {
  it('returns the name, labels and taints of a Node', () => {
    const taints = [{key: 'k', effect: 'NoSchedule'}]
    expect(nodeOf({apiVersion: 'v1', kind: 'Node', metadata: {name: 'a', labels: {b: 'c'}}, spec: {taints}})).to.deep.equal({name: 'a', labels: {b: 'c'}, taints})
    expect(nodeOf({apiVersion: 'v1', kind: 'Node', metadata: {}})).to.deep.equal({name: '', labels: {}, taints: []})
  })
})

describe('choosesNodes', () => {
  it('returns true for templates that do not match all nodes', () => {
    const chooses = (spec: Body | undefined): boolean => choosesNodes(spec as JsonObject | undefined)
    expect([{nodeName: 'a'}, {nodeSelector: {a: 'b'}}, requiring()].map(chooses)).to.deep.equal([true, true, true])
    expect([undefined, {}, {nodeSelector: {}}, {affinity: {}}].map(chooses)).to.deep.equal([false, false, false, false])
  })
})
