import {expect} from 'chai'
import {Cluster} from '../../../src/cluster/cluster.js'
import type {Simulation} from '../../../src/simulate/simulate.js'
import {type Body, quota} from '../../helpers/builders.js'
import {simulated} from '../../helpers/simulated.js'

interface Strategy {
  readonly replicas: number
  readonly maxSurge: number
  readonly maxUnavailable: number
}

/** A Deployment whose pods request another amount for each number. */
const numbered = (number: number, {replicas, maxSurge, maxUnavailable}: Strategy): Body => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: `app-${number}`},
  spec: {
    replicas, selector: {matchLabels: {app: `app-${number}`}}, strategy: {rollingUpdate: {maxSurge, maxUnavailable}},
    template: {
      metadata: {labels: {app: `app-${number}`}},
      spec: {containers: [{name: 'app', image: 'app:1', resources: {requests: {cpu: `${100 + number}m`, memory: `${50 + number}Mi`}}}]},
    },
  },
})

/** Deployments with the same strategy. */
const alike = (number: number): Strategy[] => Array.from({length: number}, () => ({replicas: 10, maxSurge: 5, maxUnavailable: 0}))

/** Deployments with different sizes and strategies. */
const different = (number: number): Strategy[] => Array.from({length: number}, (_, i) => ({replicas: 8 + i, maxSurge: 1 + i % 5, maxUnavailable: i % 3}))

/** Simulates the rollouts of Deployments with different requests under a full quota, and counts the copies of the cluster. */
function rolledOut(strategies: readonly Strategy[]): {readonly forks: number, readonly workloads: Simulation['workloads']} {
  const fork = Object.getOwnPropertyDescriptor(Cluster.prototype, 'fork')?.value as Cluster['fork']
  let forks = 0
  Cluster.prototype.fork = function (this: Cluster) {
    forks++
    return fork.call(this)
  }
  try {
    const files = strategies.map((strategy, i) => numbered(i, strategy))
    const policies = [quota({'pods': String(strategies.reduce((sum, {replicas}) => sum + replicas, 0)), 'requests.cpu': '1k', 'requests.memory': '1Ti'})]
    return {workloads: simulated({files, policies}, {rollout: true}).workloads, forks}
  } finally {
    Cluster.prototype.fork = fork
  }
}

describe('rollouts that are computed by counting', () => {
  it('need at most two copies of the cluster for each Deployment @slow', () => {
    for (const strategies of [alike, different]) expect(rolledOut(strategies(15)).forks - rolledOut(strategies(5)).forks).to.be.at.most(20)
  })

  it('give each Deployment its own needs and the same remedies', () => {
    const {workloads} = rolledOut(alike(2))
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
