import {expect} from 'chai'

import {podCreator} from '../../../src/controllers/workload/controller-user.js'
import {type Body, namespace, quota} from '../../helpers/builders.js'
import {simulated} from '../../helpers/simulated.js'
import {claimTemplate, cronJob, daemonSet, deployment, job, replicaSet, replicationController, statefulSet, type WorkloadManifest} from '../../helpers/workloads.js'

const account = (controller: string): string => `system:serviceaccount:kube-system:${controller}`

/** The workloads that create pods, with the controllers that create objects for them, the creator of the pods last. */
const workloads: readonly (readonly [WorkloadManifest, ...string[]])[] = [
  [cronJob(), 'cronjob-controller', 'job-controller'],
  [daemonSet(), 'daemon-set-controller'],
  [deployment(), 'deployment-controller', 'replicaset-controller'],
  [job(), 'job-controller'],
  [replicaSet(), 'replicaset-controller'],
  [replicationController(), 'replication-controller'],
  [statefulSet('web', {volumeClaimTemplates: [claimTemplate('data')]}), 'statefulset-controller'],
]

const restricted = namespace('dev').marked({labels: {'pod-security.kubernetes.io/enforce': 'restricted'}})

/** The answers to the pods of a workload in a namespace that admits only restricted pods. */
function codes(workload: Body, usernames: readonly string[], files: readonly Body[] = []): (number | undefined)[] {
  const options = {pluginConfigurations: {PodSecurity: {exemptions: {usernames}}}, sending: {user: 'alice'}}
  const outcomes = simulated({policies: [restricted], files: [workload, ...files]}, options).workloads.flatMap(({owned}) => owned)
  return [...new Set(outcomes.filter(({manifest: {body}}) => body['kind'] === 'Pod').map(({status: {code}}) => code))]
}

describe('the user of a controller', () => {
  for (const [workload, ...controllers] of workloads) {
    const {kind} = workload as {readonly kind?: unknown}
    const creator = account(controllers.at(-1) ?? '')

    it(`is ${creator} for the pods of a ${String(kind)}`, () => {
      expect(podCreator(String(kind))).to.equal(creator)
      expect(codes(workload, [creator])).to.deep.equal([201])
      expect(codes(workload, ['alice', ...controllers.slice(0, -1).map(account)])).to.deep.equal([403])
    })
  }

  it('counts in simulated rollouts and capacities', () => {
    const usernames = [account('replicaset-controller')]
    const before = deployment('web', {replicas: 2})
    for (const [exempt, pods, verdict, reason] of [[usernames, '9', 'fits', /^$/], [usernames, '2', 'blocked', /exceeded quota/], [[], '9', 'blocked', /PodSecurity/]] as const) {
      const options = {pluginConfigurations: {PodSecurity: {exemptions: {usernames: exempt}}}}
      const {workloads: [workload]} = simulated({policies: [restricted, quota({pods})], existing: [before], files: [before.at('2')]}, options)
      expect(workload?.rollout?.verdict).to.equal(verdict)
      expect(workload?.rollout?.reason ?? '').to.match(reason)
    }
  })

  it('is unknown for other kinds', () => {
    expect(podCreator('Pod')).to.equal(undefined)
  })
})
