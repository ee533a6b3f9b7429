import {expect} from 'chai'
import {Cluster} from '../../../src/cluster/cluster.js'
import {isWorkload} from '../../../src/controllers/workload/controlled-workload.js'
import {ControllerManager} from '../../../src/controllers/workload/controller-manager.js'
import {defaultKubelet, graceSecondsOf} from '../../../src/controllers/workload/kubelet.js'
import {OutOfBudget, RequestBudget, requestsOfEach} from '../../../src/controllers/workload/request-budget.js'
import {pod, quota, service} from '../../helpers/builders.js'
import {at} from '../../helpers/test-cluster.js'
import {claimTemplate, cronJob, daemonSet, deployment, job, replicaSet, replicationController, simulated, SimulatedWorkload, statefulSet} from '../../helpers/workloads.js'

const absurd = 2_147_483_647

describe('ControllerManager', () => {
  it('handles only workloads', () => {
    const kinds = [deployment(), replicaSet(), replicationController(), statefulSet(), daemonSet(), job(), cronJob()]
    expect([...kinds, pod(), service('s')].map((object) => isWorkload(object))).to.deep.equal([...kinds.map(() => true), false, false])
    expect(new ControllerManager(new Cluster()).observe({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}})).to.equal(undefined)
  })

  it('finds a workload by name and namespace', () => {
    const {manager, workload} = simulated(deployment())
    expect(manager.find(workload.record.object)).to.equal(workload)
    expect(manager.find({...workload.record.object, metadata: {name: 'web', namespace: 'other'}})).to.equal(undefined)
  })

  it('retries rejected pods when something has changed', () => {
    const cluster = simulated(quota({pods: '2'}), deployment('web', {replicas: 4}))
    expect(cluster.pods).to.have.length(2)
    expect([cluster.change(quota({pods: '3'})).pods.length, cluster.workload.controller.isComplete]).to.deep.equal([3, false])
    expect([cluster.remove(quota({})).pods.length, cluster.workload.controller.isComplete]).to.deep.equal([4, true])
  })

  it('gives quota that one workload releases to another', () => {
    const cluster = simulated(quota({pods: '3'}), deployment('a', {replicas: 3}), deployment('b', {replicas: 3}))
    const alive = (): number[] => cluster.manager.workloads.map(({record}) => record.counts.alive)
    expect(alive()).to.deep.equal([3, 0])
    cluster.change(deployment('a', {replicas: 1}))
    expect(alive()).to.deep.equal([1, 2])
  })

  it('reports identical created objects once', () => {
    const cluster = new Cluster()
    const manager = new ControllerManager(cluster)
    let made = 0
    manager.onCreated(() => made++)
    const {object = {}} = cluster.handle({operation: 'CREATE', namespace: 'dev', object: deployment('web', {replicas: 3})})
    manager.observe(object)
    manager.settle()
    expect(made, 'a ReplicaSet, and its pods at once').to.equal(2)
  })

  it('groups equal answers', () => {
    const {record} = simulated(quota({pods: '2'}), deployment('web', {replicas: 5})).workload
    expect(record.answers.map(({answer, count}) => [answer.object?.['kind'] ?? answer.status.code, count])).to.deep.equal([['ReplicaSet', 1], ['Pod', 2], [403, 1]])
  })

  it('is deterministic', () => {
    const run = (): unknown => {
      const cluster = new SimulatedWorkload({nodes: 3}, quota({pods: '7'}), deployment('a', {replicas: 3}), statefulSet('b', {replicas: 2}), daemonSet('c'))
      for (const body of [deployment('a', {replicas: 3}).at('2'), daemonSet('c').at('2')]) cluster.change(body)
      return [cluster.pods, cluster.events, cluster.manager.workloads.map(({record}) => ({...record.counts}))]
    }
    expect(run()).to.deep.equal(run())
  })

  describe('simulation of two billion pods', () => {
    for (const body of [
      deployment('web', {replicas: absurd}), replicaSet('web', {replicas: absurd}), replicationController('web', {replicas: absurd}),
      statefulSet('web', {replicas: absurd}), statefulSet('web', {replicas: absurd, podManagementPolicy: 'Parallel', volumeClaimTemplates: [claimTemplate('data')]}),
      job('web', {parallelism: absurd, completions: absurd}), cronJob('web', {}, {parallelism: absurd, completions: absurd}),
    ]) {
      it(`covers a ${String(body['kind'])} @slow`, () => {
        const cluster = simulated(quota({'pods': '3G', 'requests.cpu': '1G'}), body.requesting({cpu: '300m'})).trigger()
        const {record, controller} = cluster.workload
        expect([record.isIncomplete, controller.wanted, controller.isComplete, record.counts.alive]).to.deep.equal([false, absurd, body['kind'] !== 'CronJob', absurd])
        expect(cluster.used()).to.deep.equal({'pods': String(absurd), 'requests.cpu': '644245094100m'})
      })

      it(`covers a ${String(body['kind'])} of which only some pods fit @slow`, () => {
        const cluster = simulated(quota({'pods': '2G', 'requests.cpu': '100M'}), body.requesting({cpu: '300m'})).trigger()
        const {record} = cluster.workload
        expect([record.isIncomplete, record.counts.alive]).to.deep.equal([false, 333_333_333])
        expect(record.failures[0]?.message).to.contain('exceeded quota: q, requested: requests.cpu=300m, used: requests.cpu=99999999900m, limited: requests.cpu=100M')
      })
    }

    it('covers a workload that is scaled', () => {
      const cluster = simulated(quota({pods: '20'}), deployment('web', {replicas: 2})).change(deployment('web', {replicas: absurd}))
      expect([cluster.pods.length, cluster.workload.controller.isComplete]).to.deep.equal([20, false])
      cluster.change(deployment('web', {replicas: 3}))
      expect([cluster.pods.length, cluster.workload.controller.isComplete]).to.deep.equal([3, true])
    })

    it('covers a Job with many completions and few parallel pods @slow', () => {
      const body = job('web', {completions: absurd, parallelism: 2, completionMode: 'Indexed'})
      expect(simulated(body).pods).to.have.length(2)
      const {workload: {record: {counts}, controller}} = new SimulatedWorkload({outcome: 'succeeds'}, body)
      expect([counts.succeeded, counts.created, controller.isComplete]).to.deep.equal([absurd, absurd, true])
    })

    it('covers an Indexed Job @slow', () => {
      const {workload: {record}} = simulated(quota({pods: '98765'}), job('web', {completions: absurd, parallelism: 100_000, completionMode: 'Indexed'}))
      expect([record.isIncomplete, record.counts.alive]).to.deep.equal([false, 98_765])
      expect(record.failures[0]?.message).to.contain('pods "web-98765-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=98765, limited: pods=98765')
    })

    it('covers a StatefulSet that is rolled out and scaled @slow', () => {
      const body = (replicas: number, partition = 0): ReturnType<typeof statefulSet> =>
        statefulSet('web', {replicas, updateStrategy: {rollingUpdate: {partition}}, volumeClaimTemplates: [claimTemplate('data')]})
      const cluster = simulated(quota({'count/pods': '3G', 'persistentvolumeclaims': '3G'}), body(absurd)).change(body(absurd, 5).at('2'))
      const {record, controller} = cluster.workload
      const version = (number: number): unknown => at(cluster.cluster.get({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: `web-${number}`}), 'metadata.annotations.version')
      expect([record.isIncomplete, record.counts.minReady, record.counts.created, ...[4, 5, 77_777, absurd - 1].map(version)])
        .to.deep.equal([false, absurd - 1, 2 * absurd - 5, undefined, '2', '2', '2'])
      cluster.change(body(3).at('2'))
      expect([cluster.podNames, controller.isComplete, controller.claims]).to.deep.equal([['web-0', 'web-1', 'web-2'], true, {wanted: 3, created: 3}])
      expect(cluster.used()).to.deep.equal({'count/pods': '3', 'persistentvolumeclaims': String(absurd)})
    })
  })

  it('reports a workload beyond the request budget as not fully simulated @slow', () => {
    const budget = new RequestBudget(10)
    const cluster = new Cluster()
    const manager = new ControllerManager(cluster, {budget, listsAll: true})
    const {object = {}} = cluster.handle({operation: 'CREATE', namespace: 'dev', object: replicaSet('web', {replicas: absurd})})
    const workload = manager.observe(object)
    manager.settle()
    expect(workload?.record.counts.created, 'those that each play may take, and those of all').to.equal(1010)
    expect([workload?.record.isIncomplete, budget.hasEnded('apps/v1/ReplicaSet/dev/web'), budget.hasEnded('apps/v1/ReplicaSet/dev/other')]).to.deep.equal([true, true, false])
  })

  it('takes nothing from a request budget with a copy of it, which begins with the same state', () => {
    const budget = new RequestBudget(1)
    budget.end('a')
    const copy = budget.fork()
    copy.take(requestsOfEach)
    copy.end('b')
    expect(() => copy.take(requestsOfEach)).to.throw(OutOfBudget)
    expect(() => budget.take(requestsOfEach)).not.to.throw()
    expect([budget, copy].map((one) => ['a', 'b'].map((name) => one.hasEnded(name)))).to.deep.equal([[true, false], [true, true]])
  })
})

describe('pod termination', () => {
  it('takes the whole grace period', () => {
    const pods = [{}, {spec: {}}, {spec: {terminationGracePeriodSeconds: 5}}, {spec: {terminationGracePeriodSeconds: 0}}]
    expect(pods.map(graceSecondsOf)).to.deep.equal([30, 30, 5, 0])
    expect(defaultKubelet.outcome({})).to.equal('runs')
  })
})
