import {expect} from 'chai'
import {persistentVolumeClaim} from '../../../src/kinds/persistent-volume-claim/index.js'
import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import {type Body, quota} from '../../helpers/builders.js'
import {allowed, at} from '../../helpers/test-cluster.js'
import {allIn, claimTemplate, simulated, SimulatedWorkload, statefulSet} from '../../helpers/workloads.js'

const versions = ({pods}: SimulatedWorkload): unknown => pods.map(({metadata}) => metadata.annotations?.['version'] ?? '1')

const parallel = (replicas: number, spec: Body = {}): ReturnType<typeof statefulSet> => statefulSet('db', {replicas, podManagementPolicy: 'Parallel', ...spec})

const ordered = (replicas: number, spec: Body = {}): ReturnType<typeof statefulSet> => statefulSet('db', {replicas, ...spec})

const withClaims = {volumeClaimTemplates: [claimTemplate('data')]}

/** Returns the pods, claims and usage in the end, sorted, and the events. */
const endOf = (cluster: SimulatedWorkload): unknown => {
  const {workload: {record: {counts}, controller: {isComplete, claims}}, podNames, events} = cluster
  return [counts.alive, counts.created, counts.peak, isComplete, claims, cluster.used(), [...podNames].sort(), events]
}

describe('StatefulSet', () => {
  describe('that is ordered, with nothing else that happens meanwhile', () => {
    const sizes = [{pods: '99', persistentvolumeclaims: '99'}, {pods: '7', persistentvolumeclaims: '99'}, {pods: '99', persistentvolumeclaims: '13'}, {pods: '0'}]
    for (const hard of sizes) {
      it(`creates its pods at once as it would one after the other, with ${JSON.stringify(hard)}`, () => {
        const run = (oneByOne: boolean): SimulatedWorkload => new SimulatedWorkload({oneByOne}, quota(hard), ordered(25, withClaims))
        expect(endOf(run(false))).to.deep.equal(endOf(run(true)))
        const scaled = (oneByOne: boolean): SimulatedWorkload =>
          run(oneByOne).change(ordered(3, withClaims)).change(ordered(40, {...withClaims, ordinals: {start: 1}}))
        expect(endOf(scaled(false))).to.deep.equal(endOf(scaled(true)))
      })
    }

    it('takes a few requests for each length of a number', () => {
      const {record: {requests, counts}} = simulated(quota({pods: '999'}), ordered(500, withClaims)).workload
      expect(counts.alive).to.equal(500)
      expect(requests).to.equal(12)
      expect(simulated(quota({pods: '999'}), ordered(500)).workload.record.requests, 'without claims').to.equal(3)
    })

    it('stops at the first of them that does not become ready', () => {
      const cluster = simulated(ordered(3))
      cluster.outcome = 'never-ready'
      expect(cluster.change(ordered(9)).podNames).to.deep.equal(['db-0', 'db-1', 'db-2', 'db-3'])
    })

    it('competes with another one pod by pod', () => {
      const [a, b] = [statefulSet('a', {replicas: 9}), statefulSet('b', {replicas: 9})]
      const cluster = new SimulatedWorkload({}, quota({pods: '0'}), a, b)
      cluster.change(quota({pods: '10'}))
      expect(cluster.manager.workloads.map(({record: {counts}}) => counts.alive)).to.deep.equal([5, 5])
    })
  })

  for (const [kind, make] of [['ordered', ordered], ['parallel', parallel]] as const) {
    describe(`that is ${kind}`, () => {
      it('lacks at most one pod during a rollout', () => {
        const {record: {counts}, controller} = simulated(make(3)).change(make(3).at('2')).workload
        expect([counts.peak, counts.peakWithTerminating, counts.minReady, counts.alive, controller.isComplete]).to.deep.equal([3, 3, 2, 3, true])
      })

      it('stops at one new pod that does not become ready', () => {
        const cluster = simulated(make(3))
        cluster.outcome = 'never-ready'
        const {record: {counts}, controller} = cluster.change(make(3).at('2')).workload
        expect([versions(cluster), counts.alive, counts.minReady, controller.isComplete]).to.deep.equal([['1', '1', '2'], 3, 2, false])
      })

      it('rolls out down to its partition', () => {
        const body = make(3, {updateStrategy: {rollingUpdate: {partition: 2}}})
        expect(versions(simulated(body).change(body.at('2')))).to.deep.equal(['1', '1', '2'])
        const beyond = make(3, {updateStrategy: {rollingUpdate: {partition: 9}}})
        expect(versions(simulated(beyond).change(beyond.at('2')))).to.deep.equal(['1', '1', '1'])
      })

      it('creates pods below the partition from the old template', () => {
        const body = make(3, {updateStrategy: {rollingUpdate: {partition: 2}}})
        const cluster = simulated(body).change(body.at('2')).change(make(5, {updateStrategy: {rollingUpdate: {partition: 4}}}).at('2'))
        expect(versions(cluster)).to.deep.equal(['1', '1', '2', '1', '2'])
      })

      it('does not roll out with OnDelete', () => {
        const body = make(2, {updateStrategy: {type: 'OnDelete'}})
        const cluster = simulated(body).change(body.at('2'))
        expect([versions(cluster), cluster.workload.record.counts.created]).to.deep.equal([['1', '1'], 2])
        expect(versions(cluster.change(make(3, {updateStrategy: {type: 'OnDelete'}}).at('2'))), 'but new pods are new').to.deep.equal(['1', '1', '2'])
      })

      it('keeps pods that already have the template on a rollback', () => {
        const cluster = simulated(quota({cpu: '3'}), make(3).requesting({cpu: '1'})).change(make(3).requesting({cpu: '3'}))
        expect([cluster.workload.record.counts.alive, cluster.workload.controller.isComplete]).to.deep.equal([2, false])
        const {controller, record} = cluster.change(make(3).requesting({cpu: '1'})).workload
        expect([controller.isComplete, record.counts.created, record.counts.alive]).to.deep.equal([true, 4, 3])
      })

      it('deletes its last pods when scaled down, but keeps its claims', () => {
        const cluster = simulated(quota({persistentvolumeclaims: '9', pods: '9'}), make(4, withClaims)).change(make(1, withClaims))
        expect([cluster.podNames, cluster.used()]).to.deep.equal([['db-0'], {persistentvolumeclaims: '4', pods: '1'}])
        expect(cluster.workload.controller.claims).to.deep.equal({wanted: 1, created: 1})
      })

      it('does not roll out while pods are missing', () => {
        const cluster = simulated(quota({pods: '2'}), make(3)).change(make(3).at('2'))
        expect([versions(cluster), cluster.workload.record.counts.created]).to.deep.equal([['1', '1'], 2])
      })

      it('replaces terminated pods', () => {
        let ended = 0
        const cluster = new SimulatedWorkload({outcome: () => ++ended === 1 ? 'fails' : 'runs'}, make(1))
        expect([cluster.podNames, cluster.workload.record.counts.created, cluster.workload.controller.isComplete]).to.deep.equal([['db-0'], 2, true])
      })
    })
  }

  it('creates pods one by one, and waits for each to become ready', () => {
    const cluster = new SimulatedWorkload({outcome: 'never-ready'}, ordered(3))
    expect([cluster.podNames, cluster.workload.controller.claims]).to.deep.equal([['db-0'], {wanted: 0, created: 0}])
    expect(new SimulatedWorkload({outcome: 'never-ready'}, parallel(3)).podNames, 'unless they are to come at once').to.deep.equal(['db-0', 'db-1', 'db-2'])
  })

  it('stops at the first rejected pod, whose claims it has created', () => {
    const cluster = simulated(quota({pods: '2'}), ordered(4, withClaims))
    expect([cluster.podNames, cluster.workload.controller.claims]).to.deep.equal([['db-0', 'db-1'], {wanted: 4, created: 3}])
  })

  it('creates claims for each pod that it tries to create in parallel', () => {
    const cluster = simulated(quota({pods: '2'}), parallel(4, withClaims))
    expect(cluster.pods).to.have.length(2)
    expect(cluster.workload.controller.claims).to.deep.equal({wanted: 4, created: 3})
  })

  it('keeps as many pods as fit when they become larger', () => {
    const cluster = simulated(quota({cpu: '3'}), ordered(3).requesting({cpu: '1'})).change(ordered(3).requesting({cpu: '2'}))
    expect([cluster.podNames, cluster.used(), cluster.events.length]).to.deep.equal([['db-0', 'db-1'], {cpu: '2'}, 1])
  })

  it('numbers its pods from ordinals.start', () => {
    const body = ordered(2, {ordinals: {start: 3}})
    expect(simulated(body).change(ordered(2, {ordinals: {start: 4}})).podNames).to.deep.equal(['db-4', 'db-5'])
  })

  it('deletes excess pods one by one or at once', () => {
    for (const [make, minimum] of [[ordered, 1], [parallel, 1]] as const) {
      const cluster = simulated(make(4)).change(make(1))
      expect([cluster.workload.record.counts.minReady, cluster.workload.controller.isComplete]).to.deep.equal([minimum, true])
    }
  })

  it('rolls out while other pods terminate if it is parallel', () => {
    const cluster = simulated(parallel(3)).change(parallel(2).at('2'))
    expect([cluster.workload.record.counts.minReady, versions(cluster)]).to.deep.equal([1, ['2', '2']])
  })

  it('adds no volumes without claims', () => expect(at(simulated(ordered(1)).pods[0], 'spec.volumes')).to.have.length(1).with.nested.property('[0].name', 'kube-api-access-XXXXX'))

  describe('with a retention policy for claims', () => {
    type Policy = 'Retain' | 'Delete'

    const set = (replicas: number, whenDeleted: Policy, whenScaled: Policy, policy = 'Parallel'): Body => statefulSet('db', {
      replicas, podManagementPolicy: policy, volumeClaimTemplates: [claimTemplate('data'), claimTemplate('log', '2Gi')],
      persistentVolumeClaimRetentionPolicy: {whenDeleted, whenScaled},
    })

    const bounds = quota({'persistentvolumeclaims': '20', 'requests.storage': '30Gi'})

    const claims = ({cluster}: SimulatedWorkload): unknown[] => allIn(cluster, 'dev', persistentVolumeClaim)
      .map(({metadata: {name, ownerReferences}}) => [name, ...(ownerReferences ?? []).map(({kind, name: owner}) => `${kind} ${owner}`)].join(' '))

    const used = (cluster: SimulatedWorkload): unknown => Object.values(cluster.used() as object)

    const deleted = (cluster: SimulatedWorkload, body: Body): SimulatedWorkload => {
      cluster.manager.forget(cluster.workload.record.object)
      cluster.remove(body).cluster.deleteOwned({apiVersion: 'apps/v1', kind: 'StatefulSet', namespace: 'dev', name: 'db'})
      return cluster
    }

    const claim = (ownerReferences: Body[]): Body =>
      ({...claimTemplate('data-db-1'), apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: 'data-db-1', ownerReferences}})

    const owner = (apiVersion: string, kind: string, name: string, controller = true, uid = 'u-1'): Body => ({apiVersion, kind, name, uid, controller})

    for (const policy of ['OrderedReady', 'Parallel']) {
      for (const [whenDeleted, whenScaled, scaled, empty, gone] of [
        ['Retain', 'Retain', ['6', '9Gi'], ['6', '9Gi'], ['6', '9Gi']],
        ['Retain', 'Delete', ['2', '3Gi'], ['0', '0'], ['2', '3Gi']],
        ['Delete', 'Retain', ['6', '9Gi'], ['6', '9Gi'], ['0', '0']],
        ['Delete', 'Delete', ['2', '3Gi'], ['0', '0'], ['0', '0']],
      ] as const) {
        it(`releases quota if ${policy}, whenDeleted is ${whenDeleted} and whenScaled is ${whenScaled}`, () => {
          const cluster = simulated(bounds, set(3, whenDeleted, whenScaled, policy))
          const owned = whenDeleted === 'Delete' ? ' StatefulSet db' : ''
          const names = (count: number): string[] => ['data', 'log'].flatMap((name) => Array.from({length: count}, (_, i) => `${name}-db-${i}${owned}`))
          expect([claims(cluster), used(cluster)]).to.deep.equal([names(3), ['6', '9Gi']])
          cluster.change(set(1, whenDeleted, whenScaled, policy))
          expect([claims(cluster), used(cluster)]).to.deep.equal([names(whenScaled === 'Delete' ? 1 : 3), scaled])
          expect(used(simulated(bounds, set(3, whenDeleted, whenScaled, policy)).change(set(0, whenDeleted, whenScaled, policy)))).to.deep.equal(empty)
          expect(used(deleted(cluster, set(1, whenDeleted, whenScaled, policy)))).to.deep.equal(gone)
        })
      }
    }

    it('creates claims again when it grows again', () => {
      const cluster = simulated(bounds, set(3, 'Delete', 'Delete')).change(set(1, 'Delete', 'Delete')).change(set(4, 'Delete', 'Delete'))
      expect([used(cluster), cluster.workload.controller.claims]).to.deep.equal([['8', '12Gi'], {wanted: 8, created: 8}])
    })

    it('updates the claims of pods when the policy changes, but not those of earlier pods', () => {
      const cluster = simulated(set(2, 'Retain', 'Retain')).change(set(1, 'Retain', 'Retain')).change(set(1, 'Delete', 'Delete'))
      expect(claims(cluster)).to.deep.equal(['data-db-0 StatefulSet db', 'data-db-1', 'log-db-0 StatefulSet db', 'log-db-1'])
      expect(claims(cluster.change(set(1, 'Retain', 'Retain')))).to.deep.equal(['data-db-0', 'data-db-1', 'log-db-0', 'log-db-1'])
    })

    it('deletes the claims of pods before ordinals.start', () => {
      const from = (start: number): Body => ({...set(2, 'Retain', 'Delete'), spec: {...set(2, 'Retain', 'Delete')['spec'] as Body, ordinals: {start}}})
      expect(claims(simulated(from(0)).change(from(1)))).to.deep.equal(['data-db-1', 'data-db-2', 'log-db-1', 'log-db-2'])
    })

    it('keeps the claims of pods that a rollout replaces', () => {
      const versioned = (version: string): Body => statefulSet('db', set(2, 'Delete', 'Delete')['spec'] as Body).at(version)
      const {record: {answers}} = simulated(versioned('1')).change(versioned('2')).workload
      expect(answers.map(({request, count}) => [request['kind'], count])).to.deep.equal([['Pod', 2]])
    })

    it('does not change claims that an earlier set of the same name owns', () => {
      const cluster = simulated(claim([owner('apps/v1', 'StatefulSet', 'db')]))
      const body = {...set(2, 'Delete', 'Delete'), metadata: {name: 'db', uid: 'u-2'}}
      cluster.manager.observe(allowed(cluster.cluster.load({namespace: 'dev', object: body})) as JsonObject)
      cluster.manager.settle()
      cluster.respecify({replicas: 0})
      expect(claims(cluster)).to.deep.equal(['data-db-1 StatefulSet db'])
    })

    for (const [what, references, whileRunning, afterwards] of [
      ['no owner', [], ['StatefulSet db'], undefined],
      ['its pod as owner', [owner('v1', 'Pod', 'db-1')], ['StatefulSet db'], undefined],
      ['another controller', [owner('apps/v1', 'Deployment', 'x')], ['Deployment x'], ['Deployment x']],
      ['another controller beside the pod', [owner('apps/v1', 'Deployment', 'x'), owner('v1', 'Pod', 'db-1', false)], ['Deployment x'], ['Deployment x']],
      ['an owner that is no controller', [owner('v1', 'ConfigMap', 'x', false)], ['ConfigMap x', 'StatefulSet db'], ['ConfigMap x']],
      ['the set as owner that is no controller', [owner('apps/v1', 'StatefulSet', 'db', false)], ['StatefulSet db'], undefined],
    ] as const) {
      it(`handles an existing claim with ${what}`, () => {
        const ofClaim = ({cluster}: SimulatedWorkload): unknown => allIn(cluster, 'dev', persistentVolumeClaim).filter(({metadata: {name}}) => name === 'data-db-1')
          .map(({metadata: {ownerReferences = []}}) => ownerReferences.map(({kind, name}) => `${kind} ${name}`))[0]
        const cluster = simulated(claim([...references]), set(2, 'Delete', 'Delete'))
        expect(ofClaim(cluster)).to.deep.equal(whileRunning)
        expect(ofClaim(cluster.change(set(1, 'Delete', 'Delete')))).to.deep.equal(afterwards)
      })
    }
  })
})
