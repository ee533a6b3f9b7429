import {expect} from 'chai'
import {Cluster} from '../../../src/cluster/cluster.js'
import {ControllerManager} from '../../../src/controllers/workload/controller-manager.js'
import {isWorkload} from '../../../src/controllers/workload/controlled-workload.js'
import {graceSecondsOf, patientKubelet} from '../../../src/controllers/workload/kubelet.js'
import {PodBudget} from '../../../src/controllers/workload/pod-budget.js'
import {pod, quota, service} from '../../helpers/builders.js'
import {cronJob, daemonSet, deployment, job, played, Played, replicaSet, replicationController, statefulSet} from '../../helpers/workloads.js'

const absurd = 2_147_483_647

const tooMany = `${absurd} pods are more than kadm plays of one workload (5000)`

describe('the controllers', () => {
  it('look after workloads and nothing else', () => {
    const kinds = [deployment(), replicaSet(), replicationController(), statefulSet(), daemonSet(), job(), cronJob()]
    expect([...kinds, pod(), service('s')].map((object) => isWorkload(object))).to.deep.equal([...kinds.map(() => true), false, false])
    expect(new ControllerManager(new Cluster()).observe({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}})).to.equal(undefined)
  })

  it('know a workload by its name and namespace', () => {
    const {manager, workload} = played(deployment())
    expect(manager.find(workload.record.object)).to.equal(workload)
    expect(manager.find({...workload.record.object, metadata: {name: 'web', namespace: 'other'}})).to.equal(undefined)
  })

  it('give what was refused another chance when something has changed', () => {
    const cluster = played(quota({pods: '2'}), deployment('web', {replicas: 4}))
    expect(cluster.pods).to.have.length(2)
    expect([cluster.change(quota({pods: '3'})).pods.length, cluster.workload.controller.isComplete]).to.deep.equal([3, false])
    expect([cluster.remove(quota({})).pods.length, cluster.workload.controller.isComplete]).to.deep.equal([4, true])
  })

  it('give another workload the room that one leaves', () => {
    const cluster = played(quota({pods: '3'}), deployment('a', {replicas: 3}), deployment('b', {replicas: 3}))
    const alive = (): number[] => cluster.manager.workloads.map(({record}) => record.tally.alive)
    expect(alive()).to.deep.equal([3, 0])
    cluster.change(deployment('a', {replicas: 1}))
    expect(alive()).to.deep.equal([1, 2])
  })

  it('say of each object that is made', () => {
    const cluster = new Cluster()
    const manager = new ControllerManager(cluster)
    let made = 0
    manager.onCreated(() => made++)
    const {object = {}} = cluster.handle({operation: 'CREATE', namespace: 'dev', object: deployment('web', {replicas: 3})})
    manager.observe(object)
    manager.settle()
    expect(made, 'a ReplicaSet and its pods').to.equal(4)
  })

  it('fold answers that are alike', () => {
    const {record} = played(quota({pods: '2'}), deployment('web', {replicas: 5})).workload
    expect(record.answers.map(({answer, count}) => [answer.object?.['kind'] ?? answer.status.code, count])).to.deep.equal([['ReplicaSet', 1], ['Pod', 2], [403, 1]])
  })

  it('come to the same end each time', () => {
    const play = (): unknown => {
      const cluster = new Played({nodes: 3}, quota({pods: '7'}), deployment('a', {replicas: 3}), statefulSet('b', {replicas: 2}), daemonSet('c'))
      for (const body of [deployment('a', {replicas: 3}).at('2'), daemonSet('c').at('2')]) cluster.change(body)
      return [cluster.pods, cluster.events, cluster.manager.workloads.map(({record}) => ({...record.tally}))]
    }
    expect(play()).to.deep.equal(play())
  })

  describe('do not play an absurd number of pods', () => {
    for (const body of [
      deployment('web', {replicas: absurd}), replicaSet('web', {replicas: absurd}), replicationController('web', {replicas: absurd}),
      statefulSet('web', {replicas: absurd}), job('web', {parallelism: absurd, completions: absurd}), cronJob('web', {}, {parallelism: absurd, completions: absurd}),
    ]) {
      it(`of a ${String(body['kind'])}`, () => {
        const {workload, pods} = played(body).trigger()
        expect([workload.skipped, workload.controller.wanted, workload.controller.isComplete, pods.length, workload.controller.holdings])
          .to.deep.equal([tooMany, absurd, false, 0, []])
        expect([workload.controller.claims, workload.record.tally.created]).to.deep.equal([undefined, 0])
      })
    }

    it('of a workload that is scaled: it keeps what it has, and goes on later', () => {
      const cluster = played(deployment('web', {replicas: 2})).change(deployment('web', {replicas: absurd}))
      expect([cluster.workload.skipped, cluster.pods.length]).to.deep.equal([tooMany, 2])
      cluster.change(deployment('web', {replicas: 3}))
      expect([cluster.workload.skipped, cluster.pods.length, cluster.workload.controller.isComplete]).to.deep.equal([undefined, 3, true])
    })

    it('of one that becomes sensible: it is played then', () => {
      const cluster = played(statefulSet('web', {replicas: absurd}))
      const {workload} = cluster
      cluster.change(statefulSet('web', {replicas: 2}))
      expect([cluster.workload === workload, workload.skipped, workload.controller.wanted, cluster.pods.length]).to.deep.equal([true, undefined, 2, 2])
    })

    it('of one that is paused and scaled', () => {
      const cluster = played(deployment('web', {replicas: 2})).change(deployment('web', {replicas: absurd, paused: true}))
      expect([cluster.workload.skipped, cluster.pods.length]).to.deep.equal([tooMany, 2])
    })

    it('of a Job with very many completions, of which few run at once', () => {
      expect(played(job('web', {completions: 1_000_000, parallelism: 2, completionMode: 'Indexed'})).pods).to.have.length(2)
    })
  })
})

describe('PodBudget', () => {
  it('grants so many pods to a workload', () => {
    const budget = new PodBudget()
    expect([budget.ask({}, 5000), budget.ask({}, 5001)]).to.deep.equal([undefined, '5001 pods are more than kadm plays of one workload (5000)'])
  })

  it('grants so many in all, and counts each workload once', () => {
    const budget = new PodBudget()
    const workloads = Array.from({length: 20}, () => ({}))
    for (const workload of [...workloads, ...workloads]) expect(budget.ask(workload, 5000)).to.equal(undefined)
    expect(budget.ask({}, 1)).to.equal('with its 1 pods all workloads would have 100001, more than kadm plays (100000)')
    expect([budget.ask(workloads[0]!, 4999), budget.ask({}, 1), budget.ask({}, 1)].map((reason) => reason === undefined)).to.deep.equal([true, true, false])
  })
})

describe('a pod', () => {
  it('takes all the time to stop that it may', () => {
    const pods = [{}, {spec: {}}, {spec: {terminationGracePeriodSeconds: 5}}, {spec: {terminationGracePeriodSeconds: 0}}]
    expect(pods.map(graceSecondsOf)).to.deep.equal([30, 30, 5, 0])
    expect(patientKubelet.outcome({})).to.equal('runs')
  })
})
