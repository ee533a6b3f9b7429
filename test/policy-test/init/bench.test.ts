import {expect} from 'chai'

import {TooMuchWorkError} from '../../../src/cluster/too-much-work-error.js'
import {Bench} from '../../../src/policy-test/init/bench.js'
import {SourceFile} from '../../../src/source/source-file.js'

const benchFor = (policies: readonly object[], requests?: number): Bench =>
  new Bench([new SourceFile('policies.yaml', policies.map((policy) => JSON.stringify(policy)).join('\n---\n'))], {}, requests)

const quota = (namespace: string, hard: object): object => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'quota', namespace}, spec: {hard}})

/** Sends a pod. Returns true if it is admitted. */
const admits = (bench: Bench, namespace = 'default', name = 'app'): boolean | undefined =>
  bench.send({object: {apiVersion: 'v1', kind: 'Pod', metadata: {name}, spec: {containers: [{name: 'app', image: 'app'}]}}, namespace})?.review.allowed

describe('Bench', () => {
  it('sends each object to a new cluster, of its own namespace', () => {
    const bench = benchFor([quota('one', {pods: '1'}), quota('none', {pods: '0'})])
    expect(['one', 'none', 'one', 'none'].map((namespace, i) => admits(bench, namespace, `app-${i}`))).to.deep.equal([true, false, true, false])
  })

  it('installs the policies once for all objects', () => {
    const bench = benchFor(Array.from({length: 120}, (_, i) => ({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: `p${i}`}, value: i})), 1000)
    expect(Array.from({length: 20}, () => admits(bench))).to.deep.equal(Array<boolean>(20).fill(true))
  })

  it('limits the objects by the size of the policies', () => {
    const bench = benchFor([quota('default', Object.fromEntries(Array.from({length: 400}, (_, i) => [`count/r${i}.example.com`, '1'])))], 1000)
    for (let i = 0; i < 20; i++) expect(admits(bench)).to.equal(true)
    expect(() => Array.from({length: 60}, () => admits(bench))).to.throw(TooMuchWorkError, 'Give fewer policies at a time')
  })
})
