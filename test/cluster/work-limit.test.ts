import {expect} from 'chai'
import {Cluster} from '../../src/cluster/cluster.js'
import {TooMuchWorkError} from '../../src/cluster/too-much-work-error.js'
import {maxWork, WorkLimit, workOf} from '../../src/cluster/work-limit.js'
import {explainRequests} from '../../src/explain/explain.js'
import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {suggestLimits} from '../../src/suggest/limits/limits.js'
import {suggestQuota} from '../../src/suggest/quota/quota.js'
import {suggestRequests} from '../../src/suggest/requests/requests.js'
import {limitRange, quota} from '../helpers/builders.js'
import {requesting} from '../helpers/quotas.js'
import {deployment, statefulSet} from '../helpers/workloads.js'

const status = {code: 201, reason: 'Created', message: ''} as const

/** A limit with a number of requests left. */
function limitOf(left: number): WorkLimit {
  const work = new WorkLimit(0)
  work.spend(maxWork.requests - left)
  return work
}

const claim = (name: string): object =>
  ({apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}})

/** StatefulSets with a partition, so that rollouts are simulated and not computed. */
const sets = (count: number): SourceFile => new SourceFile('a.yaml', Array.from({length: count}, (_, i) =>
  JSON.stringify(statefulSet(`web-${i}`, {replicas: 9, updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 3}}}))).join('\n---\n'))

describe('limit on the work of a simulation', () => {
  it('grows with the size of large input', () => {
    const characters = (maxWork.requests + 1000) * maxWork.charactersOfRequest
    const work = new WorkLimit(characters)
    expect(() => work.spend(maxWork.requests + 1000)).not.to.throw()
    expect(() => work.spend()).to.throw(TooMuchWorkError)
  })

  it('counts the characters of small input, which take time to read', () => {
    const left = maxWork.requests - 500
    expect(() => new WorkLimit(500 * maxWork.charactersRead).spend(left)).not.to.throw()
    expect(() => new WorkLimit(500 * maxWork.charactersRead).spend(left + 1)).to.throw(TooMuchWorkError, /input of this size may take 17,000 requests/)
  })

  it('limits a separate simulation without counting its requests for others', () => {
    const work = limitOf(2)
    expect(work.separately(() => {
      work.spend(2)
      return 'done'
    })).to.equal('done')
    expect(() => work.separately(() => work.spend(3))).to.throw(TooMuchWorkError)
    expect(() => work.spend(2)).not.to.throw()
    expect(() => work.spend()).to.throw(TooMuchWorkError)
  })

  it('counts large objects, many changes by plugins, long messages and many explained policies as several requests', () => {
    const object = {kind: 'Pod', metadata: {labels: Object.fromEntries(Array.from({length: 900}, (_, i) => [`l${i}`, 'x']))}}
    const change = {field: 'spec', from: undefined, to: 'x'}
    expect(workOf({operation: 'CREATE', object: {kind: 'Pod'}}, {status})).to.equal(1)
    expect(workOf({operation: 'CREATE', object}, {status})).to.equal(10)
    expect(workOf({operation: 'CREATE', object: {}}, {status: {...status, message: 'x'.repeat(5000)}})).to.equal(6)
    expect(workOf({operation: 'CREATE', object: {}}, {status, steps: [{plugin: 'LimitRanger', phase: 'admit', changes: Array.from({length: 250}, () => change)}] as never})).to.equal(43)
    const large = {...change, to: Array.from({length: 900}, () => 'x')}
    expect(workOf({operation: 'CREATE', object: {}}, {status, steps: [{plugin: 'RuntimeClass', phase: 'admit', changes: [large]}] as never})).to.equal(10)
  })

  it('counts policies of an explanation, comparisons and summed containers as further requests', () => {
    const work = (...policies: readonly object[]): number =>
      workOf({operation: 'CREATE', object: {}}, {status, trace: {explanations: [{plugin: 'ResourceQuota', policies}]} as never})
    const times = <T>(count: number, value: T): T[] => Array.from({length: count}, () => value)
    const sum = {running: times(8, {}), starting: times(2, {})}
    expect(work()).to.equal(1)
    expect(work({type: 'quota', policy: {}, scopes: [], sums: []})).to.equal(1)
    expect(work(...times(30, {type: 'quota', policy: {}, scopes: [], sums: [{}, {}]}))).to.equal(31)
    expect(work({type: 'quota', policy: {}, scopes: times(2, {requirement: {}}), sums: times(5, {sum})})).to.equal(20)
    expect(work({type: 'quota', policy: {}, scopes: [{requirement: {values: times(1000, 'x')}}], sums: []}), 'values').to.equal(15)
    const bounds = Object.fromEntries(times(1000, 0).map((_, i) => [`example.com/${i}`, '1']))
    expect(work({type: 'quota', policy: {spec: {hard: bounds}}, scopes: [], sums: [], ignores: 'other-resources'}), 'bounds').to.equal(14)
    expect(work({type: 'limit-range', checks: times(20, {sums: [sum, sum]})})).to.equal(141)
    expect(work({type: 'metadata-rule', writes: times(59, {})}, ...times(30, {type: 'event-limit'}))).to.equal(31)
    const rule = {type: 'metadata-rule', predicate: {size: 1000}, writes: [], conflicts: []}
    expect(work({...rule, isMatch: true, isRejecting: true}), 'advice about a rejection').to.equal(14)
    expect(work({...rule, isMatch: true, conflicts: [{}]}), 'advice about a conflict').to.equal(14)
    expect(work({...rule, isMatch: true}, {...rule, isRejecting: true}), 'no advice').to.equal(1)
  })

  it('ends an explanation of many policies beside many objects @slow', () => {
    const quotas = Array.from({length: 300}, (_, i) => quota({pods: `${1000 + i}`}).having({metadata: {name: `q${i}`}}))
    const pods = Array.from({length: 300}, (_, i) => requesting({}, `pod-${i}`))
    const files = [new SourceFile('a.yaml', [...quotas, ...pods].map((object) => JSON.stringify(object)).join('\n---\n'))]
    expect(() => explainRequests({files})).to.throw(TooMuchWorkError)
  })

  it('counts the pods that end', () => {
    const cluster = new Cluster({work: limitOf(2)})
    cluster.handle({operation: 'CREATE', namespace: 'dev', object: requesting({}, 'a')})
    const end = (): string => cluster.setStatus({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'a'}, {phase: 'Succeeded'})
    expect(end()).to.equal('a')
    expect(end).to.throw(TooMuchWorkError)
  })

  it('is shared by a cluster and its forks', () => {
    const cluster = new Cluster({work: limitOf(3)})
    const send = (to: Cluster, name: string): unknown => to.handle({operation: 'CREATE', namespace: 'dev', object: requesting({}, name)}).allowed
    expect([send(cluster, 'a'), send(cluster.fork(), 'b'), send(cluster, 'c')]).to.deep.equal([true, true, true])
    expect(() => send(cluster.fork(), 'd')).to.throw(TooMuchWorkError)
  })

  it('ends a simulation that needs more, and reports its progress', () => {
    const input = {files: [sets(3)]}
    expect(simulate(input, {rollout: true}).incomplete).to.deep.equal([])
    expect(() => simulate(input, {rollout: true, work: limitOf(7)})).to.throw(TooMuchWorkError,
      /^too much to simulate: input of this size may take 17,500 requests to the simulated API server, which were used up after 2 of 3 objects; there is no result\. Simulate fewer objects at a time$/)
    expect(() => simulate(input, {rollout: true, work: limitOf(40)})).to.throw(TooMuchWorkError, /used up after 1 of 3 workloads, with their rollouts and autoscalers;/)
  })

  it('is that of all simulations of a run @slow', () => {
    const text = [limitRange('l', {type: 'Container', max: {cpu: '4'}}), quota({pods: '1'}), statefulSet('web', {replicas: 9})].map((object) => JSON.stringify(object)).join('\n---\n')
    const input = {files: [new SourceFile('a.yaml', text)]}
    const runs: Readonly<Record<string, (work: WorkLimit) => unknown>> = {
      'suggest limits': (work) => suggestLimits(input, {work}),
      'suggest quota': (work) => suggestQuota(input, {work}),
      'suggest requests': (work) => suggestRequests(input, {work}),
    }
    for (const [name, run] of Object.entries(runs)) {
      const enough = Array.from({length: 200}, (_, i) => i).find((left) => {
        try {
          simulate(input, {work: limitOf(left), rollout: true, remedies: false, comparesOrders: false})
          return true
        } catch {
          return false
        }
      }) ?? 0
      expect(() => run(limitOf(enough)), name).to.throw(TooMuchWorkError)
      expect(() => run(limitOf(50 * enough)), name).not.to.throw()
    }
  })

  it('counts the larger input of both sides of a comparison', () => {
    const work = new WorkLimit(0)
    for (const requests of [18_000, 17_900, 0]) work.allow(requests * maxWork.charactersOfRequest)
    expect(() => work.spend(18_000)).not.to.throw()
    expect(() => work.spend()).to.throw(TooMuchWorkError, /input of this size may take 18,000 requests/)
  })

  it('does not end a simulation if only the comparison with the order of the files needs more @slow', () => {
    const limits = limitRange('l', {type: 'Pod', max: Object.fromEntries(Array.from({length: 1500}, (_, i) => [`example.com/x${i}`, '1']))})
    const names = Array.from({length: 25}, (_, i) => `web-${i}`)
    const objects = [limits, ...names.map((name) => deployment(name)), ...names.map((name) => claim(name)), quota({pods: '5'})]
    const {notes, incomplete} = simulate({files: [new SourceFile('a.yaml', objects.map((object) => JSON.stringify(object)).join('\n---\n'))]})
    expect([notes, incomplete]).to.deep.equal([['the verdicts were not compared with those in the order of the files, which take too many requests to simulate'], []])
  })
})
