import {expect} from 'chai'
import type {Body} from '../../helpers/builders.js'
import {at} from '../../helpers/test-cluster.js'
import {claimTemplate, cronJob, daemonSet, deployment, job, replicaSet, replicationController, simulated, SimulatedWorkload, statefulSet} from '../../helpers/workloads.js'

const hashLabel = 'controller-revision-hash'

describe('pods of a workload', () => {
  it('have names with a random suffix, shown as XXXXX', () => {
    expect(simulated(replicaSet()).podNames).to.deep.equal(['web-XXXXX'])
    expect(simulated(replicationController()).podNames).to.deep.equal(['web-XXXXX'])
    expect(simulated(job()).podNames).to.deep.equal(['web-XXXXX'])
    expect(new SimulatedWorkload({nodes: 1}, daemonSet()).podNames).to.deep.equal(['web-XXXXX'])
    expect(simulated(deployment()).podNames, 'the owner has such a name too').to.deep.equal(['web-XXXXX-XXXXX'])
    expect(simulated(cronJob()).trigger().podNames).to.deep.equal(['web-XXXXX-XXXXX'])
  })

  it('may have the same shown name', () => expect(simulated(replicaSet('web', {replicas: 3})).podNames).to.deep.equal(Array(3).fill('web-XXXXX')))

  it('truncate a long name of their owner', () => {
    const name = 'a'.repeat(57)
    expect(simulated(replicaSet(name)).podNames).to.deep.equal([`${name}-XXXXX`])
    expect(simulated(replicaSet(`${name}bcd`)).podNames).to.deep.equal([`${name}bXXXXX`])
  })

  it('of an Indexed Job have their index in the name', () => {
    expect(new SimulatedWorkload({oneByOne: true}, job('web', {completions: 3, parallelism: 2, completionMode: 'Indexed'})).podNames).to.deep.equal(['web-0-XXXXX', 'web-1-XXXXX'])
    const name = 'a'.repeat(60)
    expect(simulated(job(name, {completions: 1, completionMode: 'Indexed'})).podNames).to.deep.equal([`${'a'.repeat(55)}-0-XXXXX`])
  })

  it('of a StatefulSet have their ordinal in the name', () => {
    expect(simulated(statefulSet('db', {replicas: 2})).podNames).to.deep.equal(['db-0', 'db-1'])
    expect(simulated(statefulSet('db', {replicas: 2, ordinals: {start: 5}})).podNames).to.deep.equal(['db-5', 'db-6'])
  })

  it('have the labels, annotations and finalizers of the template, and their owner', () => {
    const metadata = {name: 'ignored', labels: {app: 'x', tier: 'back'}, annotations: {a: 'b'}, finalizers: ['example.com/f']}
    const [pod] = simulated(replicaSet('web', {template: {metadata, spec: {containers: [{name: 'app', image: 'x'}]}}})).pods
    expect(pod?.metadata).to.deep.include({namespace: 'dev', labels: {app: 'x', tier: 'back'}, annotations: {a: 'b'}, finalizers: ['example.com/f']})
    expect(at(pod, 'metadata.ownerReferences.0')).to.deep.include({apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', controller: true, blockOwnerDeletion: true})
  })

  it('of a Deployment belong to its ReplicaSet and have its hash label', () => {
    const [pod] = simulated(deployment()).pods
    expect(at(pod, 'metadata.ownerReferences.0.kind')).to.equal('ReplicaSet')
    expect(pod?.metadata.labels).to.deep.equal({'app': 'x', 'pod-template-hash': 'XXXXX'})
  })

  it('of an Indexed Job have their index in labels, annotations and hostname', () => {
    const [pod] = simulated(job('web', {completions: 1, completionMode: 'Indexed'})).pods
    const index = {'batch.kubernetes.io/job-completion-index': '0'}
    expect(pod?.metadata.labels).to.include(index)
    expect(pod?.metadata.annotations).to.include(index)
    expect(at(pod, 'spec.hostname')).to.equal('web-0')
  })

  it('of a StatefulSet have labels for name and ordinal, a hostname and a subdomain', () => {
    const [pod] = simulated(statefulSet('db', {serviceName: 'peers'})).pods
    expect(pod?.metadata.labels).to.include({'statefulset.kubernetes.io/pod-name': 'db-0', 'apps.kubernetes.io/pod-index': '0'}).and.to.have.property(hashLabel)
    expect([at(pod, 'spec.hostname'), at(pod, 'spec.subdomain')]).to.deep.equal(['db-0', 'peers'])
  })

  it('of a StatefulSet are rejected when their name is too long for a label', () => {
    const name = 'a'.repeat(53)
    const cluster = simulated(statefulSet(name))
    expect(cluster.pods).to.deep.equal([])
    expect(cluster.events).to.have.length(1)
    expect(cluster.events[0]).to.match(new RegExp(
      `^StatefulSet ${name} FailedCreate: Create Pod ${name}-0 in StatefulSet ${name} failed error: Pod "${name}-0" is invalid: `
      + `metadata.labels: Invalid value: "${name}-\\w+": must be no more than 63 bytes$`))
    expect(simulated(statefulSet('a'.repeat(52))).events).to.deep.equal([])
  })
})

describe('ReplicaSet of a Deployment', () => {
  const replicaSets = (name: string): unknown => {
    const {manager} = simulated(deployment(name))
    return manager.workloads.map(({controller}) => controller.revisions.map(({shownName}) => shownName))
  }

  it('has a random suffix, shown as XXXXX', () => expect(replicaSets('web')).to.deep.equal([['web-XXXXX']]))

  it('keeps the full name of the Deployment', () => expect(replicaSets('a'.repeat(70))).to.deep.equal([[`${'a'.repeat(70)}-XXXXX`]]))
})

describe('pods of a DaemonSet', () => {
  const podSpec = (spec: Body): unknown => at(new SimulatedWorkload({nodes: 1}, daemonSet().withPods(spec)).pods[0], 'spec')

  const keysOf = (spec: unknown): unknown => (at(spec, 'tolerations') as readonly Body[]).map(({key, effect}) => `${String(key)}:${String(effect)}`)

  const usual = [
    'node.kubernetes.io/not-ready:NoExecute', 'node.kubernetes.io/unreachable:NoExecute', 'node.kubernetes.io/disk-pressure:NoSchedule',
    'node.kubernetes.io/memory-pressure:NoSchedule', 'node.kubernetes.io/pid-pressure:NoSchedule', 'node.kubernetes.io/unschedulable:NoSchedule',
  ]

  it('tolerate the usual node conditions', () => expect(keysOf(podSpec({}))).to.deep.equal(usual))

  it('tolerate an unavailable network with hostNetwork', () => {
    expect(keysOf(podSpec({hostNetwork: true}))).to.deep.equal([...usual, 'node.kubernetes.io/network-unavailable:NoSchedule'])
  })

  it('keep the tolerations of the template without duplicates', () => {
    const own = [{key: 'a', operator: 'Exists'}, {key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute'}]
    expect(keysOf(podSpec({tolerations: own}))).to.deep.equal(['a:undefined', ...usual])
  })

  it('are bound to their node, which replaces the required affinity of the template', () => {
    const preferred = [{weight: 1, preference: {matchExpressions: [{key: 'a', operator: 'Exists'}]}}]
    const affinity = {nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: 'b', operator: 'Exists'}]}]},
      preferredDuringSchedulingIgnoredDuringExecution: preferred,
    }}
    const node = at(podSpec({affinity}), 'affinity.nodeAffinity')
    expect(at(node, 'requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'))
      .to.deep.equal([{matchFields: [{key: 'metadata.name', operator: 'In', values: ['node-1']}]}])
    expect(at(node, 'preferredDuringSchedulingIgnoredDuringExecution')).to.have.length(1)
  })
})

describe('claims of a StatefulSet', () => {
  const claimOf = (cluster: SimulatedWorkload, name: string): unknown => cluster.cluster.get({apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'dev', name})

  it('are created per template and pod, with the labels of the selector', () => {
    const cluster = simulated(statefulSet('db', {replicas: 2, volumeClaimTemplates: [claimTemplate('data', '1Gi', {labels: {tier: 'back'}, annotations: {a: 'b'}}), claimTemplate('log')]}))
    expect(['data-db-0', 'log-db-0', 'data-db-1', 'log-db-1'].map((name) => claimOf(cluster, name) !== undefined)).to.deep.equal([true, true, true, true])
    expect(at(claimOf(cluster, 'data-db-0'), 'metadata')).to.deep.include({labels: {tier: 'back', app: 'x'}, annotations: {a: 'b'}})
    expect(cluster.workload.controller.claims).to.deep.equal({wanted: 4, created: 4})
  })

  it('replace volumes of the same name', () => {
    const volumes = [{name: 'data', emptyDir: {}}, {name: 'tmp', emptyDir: {}}]
    const [pod] = simulated(statefulSet('db', {volumeClaimTemplates: [claimTemplate('data')]}).withPods({volumes})).pods
    expect((at(pod, 'spec.volumes') as readonly Body[]).map(({name, persistentVolumeClaim}) => [name, at(persistentVolumeClaim, 'claimName')]))
      .to.deep.equal([['data', 'data-db-0'], ['tmp', undefined], ['kube-api-access-XXXXX', undefined]])
  })

  it('are reused if they exist already', () => {
    const existing = {apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: 'data-db-0'}, spec: claimTemplate('x', '5Gi')['spec']}
    const cluster = simulated(existing, statefulSet('db', {replicas: 2, volumeClaimTemplates: [claimTemplate('data')]}))
    expect(at(claimOf(cluster, 'data-db-0'), 'spec.resources.requests.storage')).to.equal('5Gi')
    expect(cluster.workload.controller.claims).to.deep.equal({wanted: 2, created: 2})
  })
})
