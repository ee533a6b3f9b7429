import {expect} from 'chai'
import {anonymousNodes, choosesNodes, mayStay, type Node, nodeOf, shouldRun} from '../../../src/controllers/workload/nodes.js'
import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import type {Body} from '../../helpers/builders.js'

const node = (fields: Partial<Node> = {}): Node => ({name: 'a', labels: {zone: 'z1', cores: '8'}, taints: [], ...fields})

const runs = (spec: Body | undefined, fields?: Partial<Node>): boolean => shouldRun(spec as JsonObject | undefined, node(fields))

const requiring = (...nodeSelectorTerms: Body[]): Body => ({affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms}}}})

const expression = (key: string, operator: string, ...values: string[]): Body => ({matchExpressions: [{key, operator, values}]})

describe('a pod of a DaemonSet runs on a node', () => {
  it('unless the template says something else', () => expect([runs(undefined), runs({}), runs({affinity: {}})]).to.deep.equal([true, true, true]))

  it('of the name that the template has', () => expect([runs({nodeName: 'a'}), runs({nodeName: 'b'}), runs({nodeName: ''})]).to.deep.equal([true, false, true]))

  it('that has all labels of the node selector', () => {
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
    it(`${expected ? 'for' : 'not for'} ${key} ${operator} [${values.join(' ')}]`, () => expect(runs(requiring(expression(key, operator, ...values)))).to.equal(expected))
  }

  it('that meets all requirements of one term', () => {
    const [yes, no] = [expression('zone', 'Exists'), expression('disk', 'Exists')]
    expect([runs(requiring(no, yes)), runs(requiring(no, no))]).to.deep.equal([true, false])
    expect(runs(requiring({matchExpressions: [...yes['matchExpressions'] as Body[], ...no['matchExpressions'] as Body[]]}))).to.equal(false)
    expect([runs(requiring()), runs(requiring({}))], 'no term, and a term without requirements, match nothing').to.deep.equal([false, false])
  })

  it('that is meant by its name', () => {
    const field = (key: string, value: string): Body => ({matchFields: [{key, operator: 'In', values: [value]}]})
    expect([runs(requiring(field('metadata.name', 'a'))), runs(requiring(field('metadata.name', 'b'))), runs(requiring(field('spec.x', 'a')))]).to.deep.equal([true, false, false])
  })

  describe('whose taints', () => {
    const tainted = (effect: string, tolerations: Body[] = [], key = 'k', value?: string): boolean =>
      runs({tolerations}, {taints: [{key, effect, ...value !== undefined && {value}}]})

    it('are not tolerated', () => expect(['NoSchedule', 'NoExecute', 'PreferNoSchedule'].map((effect) => tainted(effect))).to.deep.equal([false, false, true]))

    it('are those that all its pods tolerate', () => {
      expect([tainted('NoExecute', [], 'node.kubernetes.io/not-ready'), tainted('NoSchedule', [], 'node.kubernetes.io/unschedulable')]).to.deep.equal([true, true])
      expect([tainted('NoSchedule', [], 'node.kubernetes.io/not-ready'), tainted('NoExecute', [], 'node.kubernetes.io/disk-pressure')]).to.deep.equal([false, false])
    })

    it('need a network that its pods do not need', () => {
      const taints = [{key: 'node.kubernetes.io/network-unavailable', effect: 'NoSchedule'}]
      expect([runs({}, {taints}), runs({hostNetwork: true}, {taints})]).to.deep.equal([false, true])
    })

    it('are tolerated', () => {
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

  it('of which nothing is known', () => {
    const [first] = anonymousNodes(2)
    expect([anonymousNodes(2).map(({name}) => name), shouldRun({nodeName: 'x'}, first!)]).to.deep.equal([['node-1', 'node-2'], true])
  })
})

describe('a pod of a DaemonSet stays on a node', () => {
  it('that new ones are kept away from', () => {
    const stays = (effect: string): boolean => mayStay({}, node({taints: [{key: 'k', effect}]}))
    expect(['NoSchedule', 'NoExecute'].map(stays)).to.deep.equal([true, false])
    expect(mayStay({nodeName: 'b'}, node())).to.equal(false)
  })
})

describe('nodeOf', () => {
  it('takes what decides from a Node', () => {
    const taints = [{key: 'k', effect: 'NoSchedule'}]
    expect(nodeOf({apiVersion: 'v1', kind: 'Node', metadata: {name: 'a', labels: {b: 'c'}}, spec: {taints}})).to.deep.equal({name: 'a', labels: {b: 'c'}, taints})
    expect(nodeOf({apiVersion: 'v1', kind: 'Node', metadata: {}})).to.deep.equal({name: '', labels: {}, taints: []})
  })
})

describe('choosesNodes', () => {
  it('is true of templates that are not for all nodes', () => {
    const chooses = (spec: Body | undefined): boolean => choosesNodes(spec as JsonObject | undefined)
    expect([{nodeName: 'a'}, {nodeSelector: {a: 'b'}}, requiring()].map(chooses)).to.deep.equal([true, true, true])
    expect([undefined, {}, {nodeSelector: {}}, {affinity: {}}].map(chooses)).to.deep.equal([false, false, false, false])
  })
})
