import {expect} from 'chai'
import {defaultKubelet} from '../../../src/controllers/workload/kubelet.js'
import {restarted} from '../../../src/simulate/workloads/edit.js'
import {resultKey} from '../../../src/simulate/workloads/result-key.js'
import {evaluateRollout} from '../../../src/simulate/workloads/rollout.js'
import {sharedResult, Snapshot, workloadStateOf} from '../../../src/simulate/workloads/scenario.js'
import type {ScenarioResult} from '../../../src/simulate/workloads/types.js'
import {limitRange, Manifest, quota} from '../../helpers/builders.js'
import {deployment, replicaSet, SimulatedWorkload, type WorkloadManifest} from '../../helpers/workloads.js'

const simulatedNodes = {kubelet: defaultKubelet, nodes: () => []}

/** Restarts the workloads of a cluster with shared results. */
function restart(...objects: Manifest[]): {readonly simulated: number, readonly results: readonly ScenarioResult[]} {
  const {cluster, manager} = new SimulatedWorkload({}, ...objects)
  const snapshot = new Snapshot(cluster)
  const simulated = new Set<string>()
  const results = manager.workloads.map((workload) => {
    const state = workloadStateOf(snapshot, simulatedNodes, workload)
    const key = resultKey(state, workload.record)
    return sharedResult({...state, ...key !== undefined && {resultKey: key}}, 'restart', (scenario) => {
      simulated.add(workload.identity.name)
      return {created: 0, rollout: evaluateRollout(scenario.change(restarted(workload.record.object)))}
    })
  })
  return {simulated: simulated.size, results}
}

const two = (change: (body: WorkloadManifest) => WorkloadManifest = (body) => body, make = deployment): WorkloadManifest[] =>
  [make('one', {replicas: 2}).requesting({cpu: '1'}), change(make('two', {replicas: 2}).requesting({cpu: '1'}))]

describe('shared results of similar Deployments', () => {
  it('are simulated once, with messages for each Deployment', () => {
    const {simulated, results} = restart(quota({pods: '4'}), ...two())
    expect(simulated).to.equal(1)
    expect(results.map(({rollout}) => [rollout?.verdict, rollout?.event?.name, rollout?.event?.message, rollout?.reason])).to.deep.equal(['one', 'two'].map((name) => {
      const message = `Error creating: pods "${name}-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=4, limited: pods=4`
      return ['blocked', `${name}-XXXXX`, message, message]
    }))
  })

  it('ignore differences in images, labels and annotations', () => {
    expect(restart(...two((body) => body.at('2'))).simulated).to.equal(1)
    expect(restart(...two((body) => body.withPods({containers: [{name: 'app', image: 'other', resources: {requests: {cpu: '1'}}}]}))).simulated).to.equal(1)
  })

  it('require equal replicas, requests and grace periods, and no missing pods', () => {
    expect(restart(...two((body) => body.asking({replicas: 3}))).simulated).to.equal(2)
    expect(restart(...two((body) => body.requesting({cpu: '2'}))).simulated).to.equal(2)
    expect(restart(...two((body) => body.withPods({terminationGracePeriodSeconds: 5}))).simulated).to.equal(2)
    expect(restart(quota({pods: '3'}), ...two()).simulated).to.equal(2)
    expect(restart(quota({pods: '2'}), ...two()).simulated).to.equal(2)
  })

  it('require that only an exceeded quota denies pods, and kind Deployment', () => {
    expect(restart(limitRange('l', {type: 'Pod', max: {cpu: '500m'}}), ...two()).simulated).to.equal(2)
    expect(restart(...two((body) => body, replicaSet)).simulated).to.equal(2)
  })

  it('are separate if pods are invalid because of a field that quotas ignore', () => {
    const withSpace = (body: WorkloadManifest): WorkloadManifest => body.withPods({containers: [{name: 'app', image: ' other', resources: {requests: {cpu: '1'}}}]})
    const {simulated, results} = restart(quota({pods: '0'}), ...two(withSpace))
    expect(simulated).to.equal(2)
    expect(results.map(({rollout}) => rollout?.event?.message)).to.deep.equal([
      'Error creating: pods "one-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0',
      'Error creating: Pod "two-XXXXX-XXXXX" is invalid: spec.containers[0].image: Invalid value: " other": must not have leading or trailing whitespace',
    ])
  })

  it('serve the same scenario of one workload twice, for any kind', () => {
    const {cluster, workload} = new SimulatedWorkload({}, quota({pods: '1'}), replicaSet('one', {replicas: 2}))
    const state = workloadStateOf(new Snapshot(cluster), simulatedNodes, workload)
    let simulated = 0
    const results = ['scale', 'scale', 'restart'].map((change) => sharedResult(state, change, () => {
      simulated++
      return {created: simulated}
    }))
    expect(results).to.deep.equal([{created: 1}, {created: 1}, {created: 2}])
  })

  it('exclude names that are truncated in pod names', () => {
    expect(restart(...two().map((body, i) => new Manifest({...body, metadata: {name: `${'x'.repeat(50)}${i}`}}))).simulated).to.equal(2)
  })
})
