import {expect} from 'chai'
import type {Body} from '../../helpers/builders.js'
import {allowed, at, given, TestCluster} from '../../helpers/test-cluster.js'

const node = (taints?: Body[]): Body => ({apiVersion: 'v1', kind: 'Node', metadata: {name: 'n'}, ...taints && {spec: {taints}}})

const notReady = {key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule'}

const taintsOf = (taints?: Body[]): unknown => at(allowed(given().create(node(taints))), 'spec.taints')

describe('TaintNodesByCondition', () => {
  it('adds the taint to a new node', () => {
    expect(taintsOf()).to.deep.equal([notReady])
    expect(taintsOf([{key: 'a', effect: 'NoExecute'}])).to.deep.equal([{key: 'a', effect: 'NoExecute'}, notReady])
    expect(taintsOf([{...notReady, effect: 'NoExecute'}])).to.deep.equal([{...notReady, effect: 'NoExecute'}, notReady])
    const step = given().create(node()).steps.find(({plugin}) => plugin === 'TaintNodesByCondition')
    expect(step?.changes.map(({field, from, to}) => [String(field), from, to])).to.deep.equal([['spec.taints', undefined, [notReady]]])
  })

  it('keeps a taint of the same key and effect and any value', () => {
    expect(taintsOf([{...notReady, value: 'x'}])).to.deep.equal([{...notReady, value: 'x'}])
  })

  it('ignores updates, other kinds, and all nodes if it is disabled', () => {
    const cluster = given(node())
    expect(at(allowed(cluster.update(node())), 'spec.taints')).to.equal(undefined)
    expect(at(allowed(cluster.create({apiVersion: 'example.com/v1', kind: 'Node', metadata: {name: 'x', namespace: 'dev'}})), 'spec')).to.equal(undefined)
    const without = new TestCluster({disableAdmissionPlugins: ['TaintNodesByCondition']})
    expect(at(allowed(without.create(node())), 'spec.taints')).to.equal(undefined)
  })
})
