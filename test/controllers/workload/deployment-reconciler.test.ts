import {expect} from 'chai'
import {type Body, quota} from '../../helpers/builders.js'
import {deployment, rolling, simulated, SimulatedWorkload} from '../../helpers/workloads.js'

const recreated = (replicas: number): ReturnType<typeof deployment> => deployment('web', {replicas, strategy: {type: 'Recreate'}})

/** The replicas of the ReplicaSets of the first workload, from the oldest. */
const sizes = ({workload}: SimulatedWorkload): number[] => workload.controller.revisions.map(({replicas}) => replicas)

const replicaSetCount = (cluster: SimulatedWorkload): number => cluster.cluster.list({apiVersion: 'apps/v1', kind: 'ReplicaSet'}, 'dev').length

/** A Deployment whose second rollout is stuck, as its pods do not become ready. */
function stuck(body: ReturnType<typeof rolling>): SimulatedWorkload {
  const cluster = simulated(body)
  cluster.outcome = 'never-ready'
  return cluster.change(body.at('2'))
}

describe('Deployment', () => {
  it('creates its pods at once and no more than its replicas', () => {
    const {record: {counts}, controller} = simulated(deployment('web', {replicas: 4})).workload
    expect([counts.alive, counts.peak, controller.wanted, controller.isComplete]).to.deep.equal([4, 4, 4, true])
  })

  it('creates no pods with 0 replicas, for any surge', () => {
    const body = rolling(0, 5, 0)
    const cluster = simulated(body).change(body.at('2'))
    expect([cluster.workload.record.counts.created, cluster.workload.controller.isComplete]).to.deep.equal([0, true])
  })

  it('scales without surge', () => {
    const cluster = simulated(deployment('web', {replicas: 4})).change(deployment('web', {replicas: 6}))
    expect([cluster.workload.record.counts.alive, cluster.workload.record.counts.peak]).to.deep.equal([6, 6])
    cluster.change(deployment('web', {replicas: 1}))
    expect([cluster.workload.record.counts.alive, cluster.pods.length, replicaSetCount(cluster)]).to.deep.equal([1, 1, 1])
  })

  it('starts no pod that is deleted without a grace period before it starts', () => {
    for (const oneByOne of [false, true]) {
      const cluster = new SimulatedWorkload({terminationSeconds: 0, oneByOne}, rolling(1, 0, 1)).change(rolling(3, 0, 1).at('2'))
      expect(cluster.workload.record.counts, `one by one: ${oneByOne}`).to.include({alive: 3, ready: 3, created: 6})
    }
  })

  it('creates as many pods as a quota admits', () => {
    const cluster = simulated(quota({cpu: '1'}), deployment('web', {replicas: 5}).requesting({cpu: '300m'}))
    expect([cluster.workload.record.counts.alive, cluster.workload.controller.isComplete, cluster.used()]).to.deep.equal([3, false, {cpu: '900m'}])
  })

  it('keeps as many old ReplicaSets as revisionHistoryLimit allows', () => {
    const body = (version: string, limit: number): Body => deployment('web', {revisionHistoryLimit: limit}).at(version)
    const cluster = simulated(body('1', 1))
    for (const version of ['2', '3', '4']) cluster.change(body(version, 1))
    expect([replicaSetCount(cluster), cluster.workload.controller.revisions.length]).to.deep.equal([2, 2])
    cluster.change(body('5', 0))
    expect(replicaSetCount(cluster)).to.equal(1)
  })

  it('deletes the ReplicaSet whose template was in use longest ago', () => {
    const body = (version: string): ReturnType<typeof deployment> => deployment('web', {revisionHistoryLimit: 1}).at(version)
    const cluster = simulated(body('1')).change(body('2')).change(body('1')).change(body('3'))
    const {annotations = {}} = cluster.workload.controller.revisions[0]?.template.metadata ?? {}
    expect([annotations['version'], cluster.workload.controller.revisions.length]).to.deep.equal(['1', 2])
  })

  it('counts old and new ReplicaSets against quotas', () => {
    const cluster = simulated(quota({'count/replicasets.apps': '9'}), deployment())
    for (const version of ['2', '3']) cluster.change(deployment().at(version))
    expect(cluster.used()).to.deep.equal({'count/replicasets.apps': '3'})
  })

  it('reuses the ReplicaSet of a template', () => {
    const cluster = simulated(deployment()).change(deployment().at('2')).change(deployment())
    expect([replicaSetCount(cluster), sizes(cluster)]).to.deep.equal([2, [1, 0]])
  })

  describe('with the strategy Recreate', () => {
    it('deletes all old pods before it creates new ones', () => {
      const {record: {counts}, controller} = simulated(recreated(3)).change(recreated(3).at('2')).workload
      expect([counts.peak, counts.peakWithTerminating, counts.minReady, counts.alive, controller.isComplete]).to.deep.equal([3, 3, 0, 3, true])
    })

    it('loses pods when the new ones exceed the quota', () => {
      const cluster = simulated(quota({cpu: '3'}), recreated(3).requesting({cpu: '1'})).change(recreated(3).requesting({cpu: '2'}))
      expect([cluster.workload.record.counts.alive, cluster.used(), cluster.events.length]).to.deep.equal([1, {cpu: '2'}, 1])
      cluster.change(recreated(3).requesting({cpu: '4'}))
      expect([cluster.workload.record.counts.alive, cluster.used()], 'or not at all').to.deep.equal([0, {cpu: '0'}])
    })
  })

  describe('when paused', () => {
    it('creates no ReplicaSet if it was paused from the start', () => {
      const cluster = simulated(deployment('web', {paused: true}))
      expect([replicaSetCount(cluster), cluster.workload.controller.wanted, cluster.workload.controller.isComplete]).to.deep.equal([0, 0, true])
      expect(cluster.change(deployment('web', {paused: false})).pods).to.have.length(1)
    })

    it('scales, but does not roll out', () => {
      const cluster = simulated(deployment('web', {replicas: 2})).change(deployment('web', {replicas: 3, paused: true}).at('2'))
      expect([sizes(cluster), cluster.workload.record.counts.created]).to.deep.equal([[3], 3])
      expect(sizes(cluster.change(deployment('web', {replicas: 3}).at('2')))).to.deep.equal([0, 3])
    })

    it('still limits its history', () => {
      const body = (spec: Body): Body => deployment('web', {revisionHistoryLimit: 5, ...spec})
      const cluster = simulated(body({})).change(deployment('web', {revisionHistoryLimit: 5}).at('2'))
      expect(replicaSetCount(cluster)).to.equal(2)
      expect(replicaSetCount(cluster.change(deployment('web', {revisionHistoryLimit: 0, paused: true}).at('2')))).to.equal(1)
    })
  })

  describe('on a rollback during a rollout', () => {
    it('completes at once if the quota blocked the rollout', () => {
      const body = rolling(3, 1, 0)
      const cluster = simulated(quota({pods: '3'}), body).change(body.at('2'))
      expect([sizes(cluster), cluster.workload.controller.isComplete, cluster.events.length]).to.deep.equal([[3, 1], false, 1])
      const {controller, record} = cluster.change(body).workload
      expect([sizes(cluster), controller.isComplete, record.counts.created, record.failures]).to.deep.equal([[3, 0], true, 3, []])
    })

    it('deletes the pods that are not ready and restores the old ones', () => {
      const cluster = stuck(rolling(10, 3, 2))
      expect(sizes(cluster)).to.deep.equal([8, 5])
      cluster.outcome = 'runs'
      const {record: {counts}, controller} = cluster.change(rolling(10, 3, 2)).workload
      expect([sizes(cluster), controller.isComplete, counts.minReady]).to.deep.equal([[10, 0], true, 8])
      expect(counts.peak).to.be.at.most(13)
    })

    it('can continue with a third template instead', () => {
      const cluster = stuck(rolling(10, 3, 2))
      cluster.outcome = 'runs'
      const {record: {counts}, controller} = cluster.change(rolling(10, 3, 2).at('3')).workload
      expect([sizes(cluster), controller.isComplete, counts.minReady]).to.deep.equal([[0, 0, 10], true, 8])
      expect(counts.peak).to.be.at.most(13)
    })
  })

  describe('when scaled during a rollout', () => {
    const scaled = (replicas: number): number[] => sizes(stuck(rolling(10, 3, 2)).change(rolling(replicas, 3, 2).at('2')))

    it('scales up its ReplicaSets in proportion, and gives the rest to the largest', () => {
      // 13 pods become 23: 8 * 23/13 = 14.15, 5 * 23/13 = 8.85.
      expect(scaled(20)).to.deep.equal([14, 9])
      // 13 become 18: 8 * 18/13 = 11.08, 5 * 18/13 = 6.92.
      expect(scaled(15)).to.deep.equal([11, 7])
    })

    it('scales down its ReplicaSets in proportion, and then continues', () => {
      // 13 pods become 8: 8 * 8/13 = 4.92, 5 * 8/13 = 3.08; then two of the 5 old ones, more than must be ready, are replaced.
      expect(scaled(5)).to.deep.equal([3, 5])
    })

    it('deletes all pods for 0 replicas', () => expect(scaled(0)).to.deep.equal([0, 0]))
  })
})
