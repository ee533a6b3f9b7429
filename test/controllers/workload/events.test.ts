import {expect} from 'chai'
import {limitRange, quota} from '../../helpers/builders.js'
import {quotaNamed} from '../../helpers/quotas.js'
import {claimTemplate, cronJob, daemonSet, deployment, job, replicaSet, replicationController, simulated, SimulatedWorkload, statefulSet} from '../../helpers/workloads.js'

const pods = (amount: number) => quota({pods: amount})

const full = (what: string): string => `pods "${what}" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1`

describe('events of rejected pods', () => {
  it('belong to the object that creates the pod', () => {
    expect(simulated(pods(1), deployment('web', {replicas: 2})).events).to.deep.equal([`ReplicaSet web-XXXXX FailedCreate: Error creating: ${full('web-XXXXX-XXXXX')}`])
    expect(simulated(pods(1), replicaSet('web', {replicas: 2})).events).to.deep.equal([`ReplicaSet web FailedCreate: Error creating: ${full('web-XXXXX')}`])
    expect(simulated(pods(1), replicationController('web', {replicas: 2})).events).to.deep.equal([`ReplicationController web FailedCreate: Error creating: ${full('web-XXXXX')}`])
    expect(new SimulatedWorkload({nodes: 2}, pods(1), daemonSet()).events).to.deep.equal([`DaemonSet web FailedCreate: Error creating: ${full('web-XXXXX')}`])
    expect(simulated(pods(1), job('web', {parallelism: 2, completions: 2})).events).to.deep.equal([`Job web FailedCreate: Error creating: ${full('web-XXXXX')}`])
    expect(simulated(pods(1), statefulSet('web', {replicas: 2})).events)
      .to.deep.equal([`StatefulSet web FailedCreate: Create Pod web-1 in StatefulSet web failed error: ${full('web-1')}`])
    expect(simulated(pods(0), cronJob()).trigger().events)
      .to.deep.equal([`Job web-XXXXX FailedCreate: Error creating: ${full('web-XXXXX-XXXXX').replace('used: pods=1, limited: pods=1', 'used: pods=0, limited: pods=0')}`])
  })

  it('are reported once for any number of rejected pods', () => expect(simulated(pods(0), replicaSet('web', {replicas: 9})).events).to.have.length(1))

  it('contain the message of the plugin or rule', () => {
    const max = limitRange('r', {type: 'Container', max: {cpu: '1'}, defaultRequest: {cpu: '100m'}})
    const events = [
      simulated(max, replicaSet().requesting({cpu: '2'}, {limits: {cpu: '2'}})),
      simulated(quota({cpu: '1'}), replicaSet()),
      simulated(limitRange('r', {type: 'Container', default: {cpu: '1'}}), replicaSet().requesting({cpu: '2'})),
    ].map((cluster) => cluster.events[0]?.replace('ReplicaSet web FailedCreate: Error creating: ', ''))
    expect(events[0]).to.equal('pods "web-XXXXX" is forbidden: maximum cpu usage per Container is 1, but limit is 2')
    expect(events[1]).to.equal('pods "web-XXXXX" is forbidden: failed quota: q: must specify cpu for: app')
    expect(events[2]).to.equal('Pod "web-XXXXX" is invalid: spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1')
  })
})

describe('events of other rejected objects', () => {
  it('report a ReplicaSet under its Deployment, whose old pods stay', () => {
    const cluster = simulated(quota({'count/replicasets.apps': '1'}), deployment('web', {replicas: 2}))
    expect(cluster.events).to.deep.equal([])
    const {controller, record} = cluster.change(deployment('web', {replicas: 2}).at('2')).workload
    expect(cluster.events).to.deep.equal([
      'Deployment web ReplicaSetCreateError: Failed to create new replica set "web-XXXXX": replicasets.apps "web-XXXXX" is forbidden: '
      + 'exceeded quota: q, requested: count/replicasets.apps=1, used: count/replicasets.apps=1, limited: count/replicasets.apps=1',
    ])
    expect([controller.isComplete, record.counts.alive, record.counts.minReady]).to.deep.equal([false, 2, 2])
  })

  it('report a claim and its pod separately', () => {
    const cluster = simulated(quota({persistentvolumeclaims: '1'}), statefulSet('db', {replicas: 2, volumeClaimTemplates: [claimTemplate('data')]}))
    const rejection = 'persistentvolumeclaims "data-db-1" is forbidden: exceeded quota: q, requested: persistentvolumeclaims=1, used: persistentvolumeclaims=1, limited: persistentvolumeclaims=1'
    expect(cluster.events).to.deep.equal([
      `StatefulSet db FailedCreate: Create Claim data-db-1 for Pod db-1 in StatefulSet db failed error: ${rejection}`,
      `StatefulSet db FailedCreate: Create Pod db-1 in StatefulSet db failed error: failed to create PVC data-db-1: ${rejection}`,
    ])
  })

  it('report each claim of a pod, and again for the pod itself', () => {
    const templates = [claimTemplate('data'), claimTemplate('log'), claimTemplate('tiny', '1Mi')]
    const cluster = simulated(quota({'requests.storage': '1Mi'}), statefulSet('db', {volumeClaimTemplates: templates}))
    expect(cluster.events).to.have.length(3)
    expect(cluster.events[2]).to.match(/failed error: \[failed to create PVC data-db-0: persistentvolumeclaims .*, failed to create PVC log-db-0: persistentvolumeclaims .*\]$/)
    expect(cluster.workload.controller.claims, 'and those that fit are there').to.deep.equal({wanted: 3, created: 1})
  })

  it('report a Job under its CronJob', () => {
    expect(simulated(quota({'count/jobs.batch': '0'}), cronJob()).trigger().events).to.deep.equal([
      'CronJob web FailedCreate: Error creating job: jobs.batch "web-XXXXX" is forbidden: '
      + 'exceeded quota: q, requested: count/jobs.batch=1, used: count/jobs.batch=0, limited: count/jobs.batch=0',
    ])
  })
})

describe('CronJob', () => {
  it('creates a Job at each trigger, in parallel to running ones', () => {
    const cluster = simulated(cronJob()).trigger().trigger()
    expect([cluster.pods.length, cluster.events]).to.deep.equal([2, []])
  })

  it('skips and reports a Job under the policy Forbid while another one runs', () => {
    const cluster = simulated(cronJob('web', {concurrencyPolicy: 'Forbid'})).trigger().trigger()
    expect(cluster.events).to.deep.equal(['CronJob web JobAlreadyActive: Not starting job because prior execution is running and concurrency policy is Forbid'])
    expect(cluster.pods).to.have.length(1)
  })

  it('creates a Job under the policy Forbid once the last one has completed', () => {
    const cluster = new SimulatedWorkload({outcome: 'succeeds'}, cronJob('web', {concurrencyPolicy: 'Forbid'})).trigger().trigger()
    expect([cluster.events, cluster.pods.length, cluster.workload.controller.isComplete]).to.deep.equal([[], 2, true])
  })

  it('replaces the running Job under the policy Replace while its pods terminate', () => {
    const cluster = simulated(cronJob('web', {concurrencyPolicy: 'Replace'})).trigger().trigger()
    const {counts} = cluster.workload.record
    expect([cluster.pods.length, counts.alive, counts.peak, counts.peakWithTerminating, cluster.events]).to.deep.equal([1, 1, 1, 2, []])
  })

  it('needs quota for the terminating pods of the Job that it replaces', () => {
    const cluster = simulated(pods(1), cronJob('web', {concurrencyPolicy: 'Replace'})).trigger().trigger()
    expect(cluster.events).to.have.length(1)
    expect([cluster.pods.length, cluster.workload.record.counts.alive], 'and is tried again').to.deep.equal([1, 1])
  })

  it('creates no Jobs while suspended', () => {
    const cluster = simulated(cronJob('web', {suspend: true})).trigger()
    expect([cluster.pods.length, cluster.workload.controller.wanted, cluster.workload.controller.isComplete]).to.deep.equal([0, 0, true])
  })

  it('wants as many pods as one Job runs in parallel', () => {
    const wanted = (spec: object): number => simulated(cronJob('web', {}, {...spec})).workload.controller.wanted
    const specs = [{}, {parallelism: 3}, {completions: 3}, {parallelism: 3, completions: 2}, {parallelism: 3, suspend: true}]
    expect(specs.map(wanted)).to.deep.equal([1, 3, 1, 2, 0])
  })

  it('retries a rejected Job', () => {
    const [none, one] = ['0', '1'].map((amount) => quotaNamed('jobs', {'count/jobs.batch': amount}))
    const cluster = simulated(none!, cronJob()).trigger()
    expect(cluster.pods).to.have.length(0)
    expect(cluster.change(one!).pods).to.have.length(1)
  })
})
