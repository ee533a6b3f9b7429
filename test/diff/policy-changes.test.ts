import {expect} from 'chai'
import {TooMuchWorkError} from '../../src/cluster/too-much-work-error.js'
import {maxPlaces, PolicyComparison, type SidedPlace} from '../../src/diff/policy-changes.js'
import {FieldPath} from '../../src/machinery/field/path.js'
import {simulate, type Simulation} from '../../src/simulate/simulate.js'
import {limits} from '../helpers/diffed.js'
import {fileOf} from '../helpers/simulated.js'

const simulated = (memory: string): Simulation => simulate({files: [], policies: [fileOf('policies.yaml', [limits({max: {memory}})])]}, {namespace: 'dev'})

/** A new object for the same place in the LimitRange. */
const place = (): SidedPlace => ({
  policy: {apiVersion: 'v1', kind: 'LimitRange', metadata: {namespace: 'dev', name: 'defaults'}}, field: FieldPath.of('spec', 'limits').index(0).child('max').key('memory'), side: 'after',
})

describe('PolicyComparison', () => {
  const comparison = (): PolicyComparison => new PolicyComparison({before: simulated('1Gi'), after: simulated('2Gi')}, {before: [], after: []})

  it('finds the change of a field once for all objects', () => {
    const policies = comparison()
    const [change] = policies.changesAt([place()])
    expect(change).to.include({change: 'changed', from: '1Gi', to: '2Gi'})
    expect(policies.changesAt([place(), place()])).to.have.ordered.members([change, change])
  })

  it('finds a field of each side at its place there', () => {
    const swapped = (...types: readonly string[]): Simulation => simulate({files: [], policies: [fileOf('policies.yaml', [
      {apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'defaults'}, spec: {limits: types.map((type) => ({type, max: {memory: type === types[0] ? '1Gi' : '2Gi'}}))}},
    ])]}, {namespace: 'dev'})
    const policies = new PolicyComparison({before: swapped('Container', 'Pod'), after: swapped('Pod', 'Container')}, {before: [], after: []})
    expect(policies.changesAt([{...place(), side: 'before'}, place()]).map(({field}) => field)).to.deep.equal(['max.memory', 'Pod max.memory'])
  })

  it('rejects objects that depend on too many fields of policies together @slow', () => {
    const policies = comparison()
    const all = Array.from({length: maxPlaces}, place)
    expect(policies.changesAt(all)).to.have.length(maxPlaces)
    expect(policies.changesAt(all)).to.have.length(maxPlaces)
    expect(() => policies.changesAt([place()])).to.throw(TooMuchWorkError, 'more than 500,000 fields of policies')
  })
})
