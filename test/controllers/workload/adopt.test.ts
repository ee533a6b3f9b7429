import {expect} from 'chai'
import type {Holding} from '../../../src/controllers/workload/holding.js'
import type {PodState} from '../../../src/controllers/workload/pod-state.js'
import {countOf} from '../../../src/controllers/workload/pod.js'
import type {Template} from '../../../src/controllers/workload/template.js'
import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import type {Body} from '../../helpers/builders.js'
import {cronJob, deployment, job, Played, statefulSet, type WorkloadManifest} from '../../helpers/workloads.js'

const templateOf = (object: Body): Template => (object['spec'] as {readonly template: Template}).template

/** Pods that a workload holds already, one in each of these states. */
function holding(template: Template, states: readonly PodState[], replicas = states.length, shownName = ''): Holding {
  const pods = states.map((state, slot) => ({namespace: 'dev', storedAs: `${shownName}p${slot}`, slot, graceSeconds: 1, state, count: 1}))
  return {template, replicas, shownName, storedAs: shownName, pods}
}

/** A workload that has been there for long. */
function adopted(body: WorkloadManifest, holdingsOf: (stored: JsonObject) => Holding[]): Played {
  const cluster = new Played({})
  const {object = {}, status} = cluster.cluster.handle({operation: 'CREATE', namespace: 'dev', object: body})
  if (status.code !== 201) throw new Error(status.message)
  cluster.manager.adopt(object, holdingsOf(object))
  cluster.manager.settle()
  return cluster
}

const sizes = ({workload}: Played): unknown => workload.controller.holdings.map(({shownName, replicas, pods}) => [shownName, replicas, countOf(pods)])

describe('a workload that has been there for long', () => {
  it('makes no pods that it has', () => {
    const cluster = adopted(deployment('web', {replicas: 2}), (object) => [holding(templateOf(object), ['ready', 'ready'], 2, 'web-abc')])
    expect([sizes(cluster), cluster.pods, cluster.workload.controller.isComplete]).to.deep.equal([[['web-abc', 2, 2]], [], true])
    expect(cluster.workload.record.tally).to.include({leastReady: 2, peak: 2})
  })

  it('makes those that it lacks', () => {
    const cluster = adopted(statefulSet('web', {replicas: 3}), (object) => [holding(templateOf(object), ['ready'])])
    expect(cluster.podNames).to.deep.equal(['web-1', 'web-2'])
  })

  it('goes on with the ReplicaSet of an older template', () => {
    const old = deployment('web', {replicas: 2}).at('old')
    const cluster = adopted(deployment('web', {replicas: 2}), () => [holding(templateOf(old), ['ready', 'ready'], 2, 'web-old')])
    expect([sizes(cluster), cluster.workload.controller.isComplete]).to.deep.equal([[['web-old', 0, 0], ['web-XXXXX', 2, 2]], true])
  })

  it('knows its templates again without the label of their hash', () => {
    const withHash = ({metadata, ...template}: Template): Template => ({...template, metadata: {...metadata, labels: {...metadata?.labels, 'pod-template-hash': 'abc'}}})
    const cluster = adopted(deployment(), (object) => [holding(withHash(templateOf(object)), ['ready'], 1, 'web-abc')])
    expect(sizes(cluster)).to.deep.equal([['web-abc', 1, 1]])
  })

  it('that is paused gives up old pods once the new ones are all there', () => {
    const old = deployment().at('old')
    const cluster = adopted(deployment('web', {replicas: 2, paused: true}), (object) => [
      holding(templateOf(old), ['ready'], 1, 'web-old'), holding(templateOf(object), ['ready', 'ready'], 2, 'web-new'),
    ])
    expect(sizes(cluster)).to.deep.equal([['web-old', 0, 0], ['web-new', 2, 2]])
  })

  it('counts the pods of a Job that have ended', () => {
    const cluster = adopted(job('web', {completions: 3, parallelism: 3}), (object) => [holding(templateOf(object), ['succeeded', 'failed', 'ready'])])
    expect([cluster.pods.length, cluster.workload.record.tally.alive]).to.deep.equal([1, 2])
    expect(cluster.workload.controller.holdings[0]?.pods.map(({state}) => state)).to.deep.equal(['succeeded', 'failed', 'ready', 'ready'])
  })

  it('of CronJobs has no pods of its own', () => {
    const cluster = adopted(cronJob(), () => [holding({}, ['ready'])])
    expect([cluster.workload.controller.holdings, cluster.workload.record.tally.created]).to.deep.equal([[], 0])
  })

  it('that is ordered deletes the last pod first, and none before the first one that is not ready', () => {
    const cluster = adopted(statefulSet('web', {replicas: 1}), (object) => [holding(templateOf(object), ['ready', 'pending', 'pending'])])
    expect(cluster.workload.controller.holdings[0]?.pods.map(({slot}) => slot), 'a pod that was never started does not get ready').to.deep.equal([0, 1, 2])
    const ready = adopted(statefulSet('web', {replicas: 1}), (object) => [holding(templateOf(object), ['ready', 'ready', 'pending'])])
    expect(ready.workload.controller.holdings[0]?.pods.map(({slot}) => slot)).to.deep.equal([0])
  })
})
