import {expect} from 'chai'

import {countOf} from '../../../src/controllers/workload/pod.js'
import type {PodState} from '../../../src/controllers/workload/pod-counts.js'
import type {Revision} from '../../../src/controllers/workload/revision.js'
import type {Template} from '../../../src/controllers/workload/template.js'
import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import type {Body} from '../../helpers/builders.js'
import {cronJob, deployment, job, SimulatedWorkload, statefulSet, type WorkloadManifest} from '../../helpers/workloads.js'

const templateOf = (object: Body): Template => (object['spec'] as {readonly template: Template}).template

/** Pods of an existing workload, one in each of these states. */
function revision(template: Template, states: readonly PodState[], replicas = states.length, shownName = ''): Revision {
  const pods = states.map((state, slot) => ({namespace: 'dev', storedAs: `${shownName}p${slot}`, slot, graceSeconds: 1, state, count: 1}))
  return {template, replicas, shownName, storedAs: shownName, pods}
}

/** An existing workload. */
function adopted(body: WorkloadManifest, revisionsOf: (stored: JsonObject) => Revision[]): SimulatedWorkload {
  const cluster = new SimulatedWorkload({})
  const {object = {}, status} = cluster.cluster.handle({operation: 'CREATE', namespace: 'dev', object: body})
  if (status.code !== 201) throw new Error(status.message)
  cluster.manager.adopt(object, revisionsOf(object))
  cluster.manager.settle()
  return cluster
}

const sizes = ({workload}: SimulatedWorkload): unknown =>
  workload.controller.revisions.map(({shownName, replicas, pods}) => [shownName, replicas, countOf(pods)])

describe('existing workload', () => {
  it('creates no pods that exist already', () => {
    const cluster = adopted(deployment('web', {replicas: 2}), (object) => [revision(templateOf(object), ['ready', 'ready'], 2, 'web-abc')])
    expect([sizes(cluster), cluster.pods, cluster.workload.controller.isComplete]).to.deep.equal([[['web-abc', 2, 2]], [], true])
    expect(cluster.workload.record.counts).to.include({minReady: 2, peak: 2})
  })

  it('creates missing pods', () => {
    const cluster = adopted(statefulSet('web', {replicas: 3}), (object) => [revision(templateOf(object), ['ready'])])
    expect(cluster.podNames).to.deep.equal(['web-1', 'web-2'])
  })

  it('scales down the ReplicaSet of an older template', () => {
    const old = deployment('web', {replicas: 2}).at('old')
    const cluster = adopted(deployment('web', {replicas: 2}), () => [revision(templateOf(old), ['ready', 'ready'], 2, 'web-old')])
    expect([sizes(cluster), cluster.workload.controller.isComplete]).to.deep.equal([[['web-old', 0, 0], ['web-XXXXX', 2, 2]], true])
  })

  it('recognizes its template despite the pod-template-hash label', () => {
    const withHash = ({metadata, ...template}: Template): Template => ({...template, metadata: {...metadata, labels: {...metadata?.labels, 'pod-template-hash': 'abc'}}})
    const cluster = adopted(deployment(), (object) => [revision(withHash(templateOf(object)), ['ready'], 1, 'web-abc')])
    expect(sizes(cluster)).to.deep.equal([['web-abc', 1, 1]])
  })

  it('deletes old pods while paused once all new ones exist', () => {
    const old = deployment().at('old')
    const cluster = adopted(deployment('web', {replicas: 2, paused: true}), (object) => [
      revision(templateOf(old), ['ready'], 1, 'web-old'), revision(templateOf(object), ['ready', 'ready'], 2, 'web-new'),
    ])
    expect(sizes(cluster)).to.deep.equal([['web-old', 0, 0], ['web-new', 2, 2]])
  })

  it('counts terminated pods of a Job', () => {
    const cluster = adopted(job('web', {completions: 3, parallelism: 3}), (object) => [revision(templateOf(object), ['succeeded', 'failed', 'ready'])])
    expect([cluster.pods.length, cluster.workload.record.counts.alive]).to.deep.equal([1, 2])
    expect(cluster.workload.controller.revisions[0]?.pods.map(({state}) => state)).to.deep.equal(['succeeded', 'failed', 'ready', 'ready'])
  })

  it('has no pods if it is a CronJob', () => {
    const cluster = adopted(cronJob(), () => [revision({}, ['ready'])])
    expect([cluster.workload.controller.revisions, cluster.workload.record.counts.created]).to.deep.equal([[], 0])
  })

  it('deletes the last pod of a StatefulSet first, and waits for pods that are not ready', () => {
    const cluster = adopted(statefulSet('web', {replicas: 1}), (object) => [revision(templateOf(object), ['ready', 'pending', 'pending'])])
    expect(cluster.workload.controller.revisions[0]?.pods.map(({slot}) => slot), 'a pod that was never started does not get ready').to.deep.equal([0, 1, 2])
    const ready = adopted(statefulSet('web', {replicas: 1}), (object) => [revision(templateOf(object), ['ready', 'ready', 'pending'])])
    expect(ready.workload.controller.revisions[0]?.pods.map(({slot}) => slot)).to.deep.equal([0])
  })
})
