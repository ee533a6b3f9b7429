import {expect} from 'chai'
import * as fc from 'fast-check'
import {simulate} from '../../src/simulate/simulate.js'
import type {WorkloadReport} from '../../src/simulate/workloads/types.js'
import {type Body, quota} from '../helpers/builders.js'
import {fileOf} from '../helpers/simulated.js'
import {autoscaler} from '../helpers/workload-manifests.js'

const size = fc.integer({min: 0, max: 5})

/** Fields with few values, so that some Deployments are alike. */
const spec = fc.record({
  replicas: size, memory: fc.constantFrom('64Mi', '64Mi', '64M', '1.5Ki'), surge: fc.constantFrom<unknown>(0, 1, '25%', '100%'), grace: fc.constantFrom(30, 30, 0),
  most: fc.integer({min: 1, max: 9}), paused: fc.constantFrom(false, false, false, true),
})

const deployments = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd-d', 'e.e', 'pods', 'q', 'x'.repeat(50)), spec), {selector: ([name]) => name, minLength: 2, maxLength: 8})

interface Fields {
  readonly replicas: number
  readonly memory: string
  readonly surge: unknown
  readonly grace: number
  readonly paused: boolean
}

const deployment = (name: string, {replicas, memory, surge, grace, paused}: Fields): Body => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name},
  spec: {
    replicas, paused, selector: {matchLabels: {app: name}},
    strategy: {rollingUpdate: {maxSurge: surge, maxUnavailable: surge === 0 ? 1 : 0}},
    template: {
      metadata: {labels: {app: name}},
      spec: {terminationGracePeriodSeconds: grace, containers: [{name: 'app', image: `registry.example/${name}:1`, resources: {requests: {memory}}}]},
    },
  },
})

const hard = fc.record({
  'pods': fc.integer({min: 0, max: 40}).map(String), 'requests.memory': fc.constantFrom('200M', '256Mi', '1Gi', '1G'),
  'count/replicasets.apps': fc.constantFrom('3', '7', '20'),
}, {requiredKeys: []})

/** The parts of reports that depend on scenarios. */
const seen = (workloads: readonly WorkloadReport[]): unknown =>
  workloads.map(({name, event, rollout, autoscaler: scaled, created}) => ({name, event, rollout, scaled, created}))

describe('shared scenario results of similar Deployments', function () {
  this.timeout(60_000)

  it('equal the separate results', () => {
    fc.assert(fc.property(deployments, hard, fc.boolean(), (made, amounts, neverReady) => {
      const files = [fileOf('files.yaml', made.flatMap(([name, fields]) => [deployment(name, fields), autoscaler(name, 1, fields.most)]))]
      const policies = [fileOf('policies.yaml', [quota(amounts)])]
      const options = {namespace: 'dev', rollout: true, remedies: false, neverReady} as const
      const shared = simulate({files, policies}, options)
      // An injector may read names, so that nothing is shared.
      const alone = simulate({files, policies}, {...options, injector: (pod) => pod})
      expect(seen(shared.workloads)).to.deep.equal(seen(alone.workloads))
      expect(shared.workloads).to.have.length(made.length)
    }), {numRuns: 60})
  })
})
