import {expect} from 'chai'

import {simulate, type SimulateOptions} from '../../../src/simulate/simulate.js'
import type {Rollout} from '../../../src/simulate/workloads/types.js'
import {type Amounts, limitRange, Manifest, quota} from '../../helpers/builders.js'
import {CountedWork} from '../../helpers/counted-work.js'
import {fileOf, simulated} from '../../helpers/simulated.js'
import {claimTemplate, daemonSet, statefulSet, type WorkloadManifest} from '../../helpers/workloads.js'

interface Counted {
  readonly rollout: Rollout | undefined
  readonly requests: number
}

const max = limitRange('l', {type: 'Container', default: {cpu: '1'}})

/** Options with which each pod is created: kadm does not know what an injector changes. */
const playing: Pick<SimulateOptions, 'injector'> = {injector: (pod) => pod}

/** The rollout of a workload on three nodes, and the requests that it took: with `plays`, each pod is created. */
function rolled(file: WorkloadManifest, hard: Amounts, runs: boolean, remedies = true): Counted {
  const work = new CountedWork()
  const {workloads: [workload]} = simulated({policies: [quota(hard), max], files: [file]}, {rollout: true, nodes: 3, remedies, work, ...runs && playing})
  return {rollout: workload?.rollout, requests: work.requests}
}

const daemons = (rollingUpdate: object): WorkloadManifest => daemonSet('web', {updateStrategy: {type: 'RollingUpdate', rollingUpdate}})

const sets = (spec: object = {}): WorkloadManifest => statefulSet('web', {replicas: 5, ...spec})

const claims = {volumeClaimTemplates: [claimTemplate('data')]}

const claiming = sets(claims)

const bounds: readonly Amounts[] = [
  {pods: '9', 'requests.cpu': '50'}, {pods: '5', 'limits.cpu': '5000m', services: '1', persistentvolumeclaims: '9'}, {pods: '4'}, {'requests.cpu': '2'},
]

const finalizers = sets({template: {metadata: {labels: {app: 'x'}, finalizers: ['example.com/x']}, spec: {containers: [{name: 'app', image: 'i'}]}}})

describe('a rollout that deletes pods before it creates others @slow', () => {
  const computed: Readonly<Record<string, WorkloadManifest>> = {
    'a StatefulSet': sets(),
    'a StatefulSet with parallel pods': sets({podManagementPolicy: 'Parallel'}),
    'a StatefulSet with ordinals': sets({ordinals: {start: 8}}),
    'a StatefulSet whose pods end at once': sets().withPods({terminationGracePeriodSeconds: 0}),
    'a StatefulSet of one pod': statefulSet('web', {replicas: 1}),
    'a StatefulSet with claims': claiming,
    'a StatefulSet that deletes the claims of surplus pods': sets({...claims, persistentVolumeClaimRetentionPolicy: {whenScaled: 'Delete', whenDeleted: 'Delete'}}),
    'a DaemonSet': daemonSet(),
    'a DaemonSet with many unavailable pods': daemons({maxUnavailable: '60%'}),
    'a DaemonSet with only unavailable pods': daemons({maxUnavailable: 9}),
  }
  for (const [name, file] of Object.entries(computed)) {
    it(`has the result of one that creates each pod, with fewer requests: ${name}`, () => {
      for (const [hard, remedies] of bounds.flatMap((hard) => [true, false].map((remedies) => [hard, remedies] as const))) {
        const [counted, run] = [rolled(file, hard, false, remedies), rolled(file, hard, true, remedies)]
        expect(counted.rollout).to.deep.equal(run.rollout)
        if (remedies && counted.rollout?.verdict === 'fits') expect(counted.requests).to.be.lessThan(run.requests)
      }
    })
  }

  /** The further requests for the rollout of a workload after which an object was sent. */
  const requestsWith = (file: WorkloadManifest, later?: Manifest): number => {
    const requests = (rollout: boolean): number => {
      const work = new CountedWork()
      simulated({policies: [quota({pods: '9'})], files: [file, ...later ? [later] : []]}, {rollout, nodes: 3, remedies: false, order: 'files', work})
      return work.requests
    }
    return requests(true) - requests(false)
  }

  for (const name of ['a StatefulSet with claims', 'a DaemonSet']) {
    it(`takes one request without remedies, to remove the bounds of the quota: ${name}`, () => {
      expect(requestsWith(computed[name] ?? sets())).to.equal(1)
    })

    it(`takes another one, for a pod that is not stored, if admission may have changed since: ${name}`, () => {
      const scaler = new Manifest({apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name: 'x'}, spec: {maxReplicas: 3, scaleTargetRef: {kind: 'Deployment', name: 'x'}}})
      const priority = new Manifest({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'usual'}, value: 1, globalDefault: true})
      expect(requestsWith(computed[name] ?? sets(), scaler)).to.equal(1)
      expect(requestsWith(computed[name] ?? sets(), priority)).to.equal(2)
    })
  }

  const run: Readonly<Record<string, WorkloadManifest>> = {
    'no pods': statefulSet('web', {replicas: 0}),
    'a partition': sets({updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 2}}}),
    'OnDelete': sets({updateStrategy: {type: 'OnDelete'}}),
    'surge': daemons({maxSurge: 1, maxUnavailable: 0}),
    'finalizers': finalizers,
  }
  for (const [name, file] of Object.entries(run)) {
    it(`is simulated for workloads with ${name}`, () => {
      for (const hard of [{pods: '9'}, {pods: '5'}, {pods: '4'}]) expect(rolled(file, hard, false).rollout).to.deep.equal(rolled(file, hard, true).rollout)
    })
  }

  /** The rollout of a StatefulSet after which a policy was created. */
  const before = (late: Manifest, runs: boolean): Rollout | undefined =>
    simulated({policies: [quota({pods: '9'}), max], files: [sets(), late]}, {rollout: true, order: 'files', ...runs && playing}).workloads[0]?.rollout

  it('is denied if policies changed after the pods were created', () => {
    const late = limitRange('late', {type: 'Container', max: {cpu: '500m'}}).marked({namespace: 'dev'})
    expect(before(late, false)).to.deep.equal(before(late, true))
    expect(before(late, false)?.verdict).to.equal('blocked')
  })

  it('is denied if the namespace began to terminate after the pods were created', () => {
    const dev = {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'dev'}}
    const terminating = {...dev, status: {phase: 'Terminating'}}
    const inputs = {files: [fileOf('set.yaml', [dev, sets()]), fileOf('status.yaml', [terminating])], policies: [fileOf('policies.yaml', [quota({pods: '9'})])]}
    const rollout = (runs: boolean): Rollout | undefined => simulate(inputs, {
      namespace: 'dev', rollout: true, order: 'files', sendingOf: ({path}) => path === 'status.yaml' ? {operation: 'replace', subresource: 'status'} : {}, ...runs && playing,
    }).workloads[0]?.rollout
    expect(rollout(false)).to.deep.equal(rollout(true))
    expect(rollout(false)?.verdict).to.equal('blocked')
  })

  it('creates claims that were deleted again', () => {
    const claim = {apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: 'data-web-2'}}
    const inputs = {files: [fileOf('set.yaml', [claiming]), fileOf('claim.yaml', [claim])], policies: [fileOf('policies.yaml', [quota({persistentvolumeclaims: '5', pods: '5'}), max])]}
    const deleted = (runs: boolean): Rollout | undefined => simulate(inputs, {
      namespace: 'dev', rollout: true, order: 'files', sendingOf: ({path}) => path === 'claim.yaml' ? {operation: 'delete'} : {}, ...runs && playing,
    }).workloads[0]?.rollout
    expect(deleted(false)).to.deep.equal(deleted(true))
    expect(deleted(false)?.needs.map(({resource, needed}) => `${resource}: ${needed}`)).to.deep.equal(['persistentvolumeclaims: 5', 'pods: 5'])
  })

  it('is limited by a quota that counts more than before', () => {
    const late = new Manifest({...quota({pods: '2'}), metadata: {name: 'late', namespace: 'dev'}})
    expect(before(late, false)).to.deep.equal(before(late, true))
  })
})
