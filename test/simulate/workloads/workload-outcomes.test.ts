import {expect} from 'chai'
import type {WorkloadReport} from '../../../src/simulate/workloads/types.js'
import {incompleteWorkloads} from '../../../src/simulate/workloads/workload-outcomes.js'

const workload = (name: string, incomplete?: string): WorkloadReport =>
  ({kind: 'Deployment', namespace: 'dev', name, ...incomplete !== undefined && {incomplete}}) as unknown as WorkloadReport

describe('incompleteWorkloads', () => {
  it('names the first three workloads that are not simulated to their end, and counts the others', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => workload(name, 'the limit'))
    const first = ['a', 'b', 'c'].map((name) => `Deployment dev/${name} is not simulated to its end`)
    expect(incompleteWorkloads([workload('whole'), ...all])).to.deep.equal([...first, 'nor are 2 more workloads'])
    expect(incompleteWorkloads([...all.slice(0, 3), workload('whole')])).to.deep.equal(first)
  })
})
