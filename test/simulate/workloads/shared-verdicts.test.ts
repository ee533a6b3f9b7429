import {expect} from 'chai'
import {Cluster} from '../../../src/cluster/cluster.js'
import type {Simulation} from '../../../src/simulate/simulate.js'
import {type Body, quota} from '../../helpers/builders.js'
import {simulated} from '../../helpers/simulated.js'

/** A Deployment whose pods request another amount for each number. */
const numbered = (number: number): Body => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: `app-${number}`},
  spec: {
    replicas: 10, selector: {matchLabels: {app: `app-${number}`}}, strategy: {rollingUpdate: {maxSurge: 5, maxUnavailable: 0}},
    template: {
      metadata: {labels: {app: `app-${number}`}},
      spec: {containers: [{name: 'app', image: 'app:1', resources: {requests: {cpu: `${100 + number}m`, memory: `${50 + number}Mi`}}}]},
    },
  },
})

/** Simulates the rollouts of Deployments with different requests under a full quota, and counts the copies of the cluster. */
function rolledOut(number: number): {readonly forks: number, readonly workloads: Simulation['workloads']} {
  const fork = Object.getOwnPropertyDescriptor(Cluster.prototype, 'fork')?.value as Cluster['fork']
  let forks = 0
  Cluster.prototype.fork = function (this: Cluster) {
    forks++
    return fork.call(this)
  }
  try {
    const files = Array.from({length: number}, (_, i) => numbered(i))
    const policies = [quota({'pods': String(10 * number), 'requests.cpu': '1k', 'requests.memory': '1Ti'})]
    return {workloads: simulated({files, policies}, {rollout: true}).workloads, forks}
  } finally {
    Cluster.prototype.fork = fork
  }
}

describe('shared verdicts on rollouts', () => {
  it('need at most three copies of the cluster for each more Deployment', () => {
    const [few, many] = [rolledOut(5), rolledOut(15)]
    expect(many.forks - few.forks).to.be.at.most(30)
  })

  it('give each Deployment its own needs and the same remedies', () => {
    const {workloads} = rolledOut(2)
    expect(workloads.map(({name, rollout}) => [name, rollout?.verdict, JSON.parse(JSON.stringify(rollout?.remedies)) as unknown])).to.deep.equal(
      ['app-0', 'app-1'].map((name) => [name, 'blocked', [
        {change: {field: 'maxUnavailable', value: 1}, verdict: 'slow'},
        {change: {quotas: [{quota: 'q', resource: 'pods', hard: '20', needed: '30'}]}, verdict: 'fits'},
        {change: {quotas: [{quota: 'q', resource: 'pods', hard: '20', needed: '25'}]}, verdict: 'slow'},
      ]]))
    expect(workloads.map(({rollout}) => rollout?.needs.map(({resource, needed}) => `${resource}: ${needed}`))).to.deep.equal([
      ['pods: 30', 'requests.cpu: 3010m', 'requests.memory: 1510Mi'], ['pods: 30', 'requests.cpu: 3020m', 'requests.memory: 1520Mi'],
    ])
  })
})
