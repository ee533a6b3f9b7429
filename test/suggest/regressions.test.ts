import {expect} from 'chai'

import {capacity} from '../../src/simulate/capacity/capacity.js'
import {compareSimulations, shortages} from '../../src/suggest/regressions.js'
import {app, type Body, limitRange, pod, quota} from '../helpers/builders.js'
import {fileOf, simulated} from '../helpers/simulated.js'
import {autoscaler, deployment, statefulSet} from '../helpers/workload-manifests.js'

describe('compareSimulations', () => {
  /** Returns what is worse with some policies than without them, and the counts of what stays. */
  const compared = (files: readonly Body[], ...policies: readonly Body[]): unknown => {
    const options = {namespace: 'dev', rollout: true}
    const {regressions, admitted, workloads} = compareSimulations(simulated({files}, options), simulated({files, policies}, options))
    return [...regressions.map(({namespace, message}) => `${namespace}: ${message}`), admitted, workloads]
  }

  const exceeded = (used: number, hard: number): string => `exceeded quota: q, requested: pods=1, used: pods=${used}, limited: pods=${hard}`

  it('finds nothing if everything is admitted and runs', () => {
    expect(compared([pod('a').marked({namespace: 'dev'}), deployment('web', 2).marked({namespace: 'dev'})], quota({pods: 6}))).to.deep.equal([2, 1])
  })

  it('finds objects that are denied', () => {
    expect(compared([pod('a').with(app({limits: {cpu: '2'}})).marked({namespace: 'dev'}), pod('b').marked({namespace: 'dev'})], limitRange('l', {type: 'Container', max: {cpu: '1'}, default: {cpu: '1'}})))
      .to.deep.equal(['dev: Pod a is denied: pods "a" is forbidden: maximum cpu usage per Container is 1, but limit is 2', 1, 0])
  })

  it('finds workloads that lack a single pod', () => {
    const [message, ...counts] = compared([deployment('web', 2)], quota({pods: 1})) as [string, ...unknown[]]
    expect(message).to.match(/^dev: Deployment web gets 1 of 2 pods: .* is forbidden: /).and.to.contain(exceeded(1, 1))
    expect(counts).to.deep.equal([1, 0])
  })

  it('finds workloads that lack a claim, and so a pod', () => {
    const [message] = compared([statefulSet('db', 2, '1Gi')], quota({persistentvolumeclaims: 1})) as [string]
    expect(message).to.match(/^dev: StatefulSet db gets 1 of 2 pods: .* persistentvolumeclaims=1/)
  })

  it('finds workloads that roll out or scale no more', () => {
    const [rollout] = compared([deployment('web', 1, {}, {strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}})], quota({pods: 1})) as [string]
    expect(rollout).to.match(/^dev: Deployment web does not roll out as before: /)
    const [message] = compared([deployment('web', 1, {}, {strategy: {type: 'Recreate'}}), autoscaler('web', 1, 4)], quota({pods: 2})) as [string]
    expect(message).to.match(/^dev: Deployment web does not scale to 4 replicas as before: /).and.to.contain(exceeded(2, 2))
  })
})

describe('shortages', () => {
  it('names the suggested quotas that have no room for all rollouts at once', () => {
    const small = ['one', 'other'].map((name) => quota({pods: 3}).marked({name}))
    const needed = capacity({files: [fileOf('files.yaml', [deployment('web', 1), deployment('api', 1)])], policies: [fileOf('policies.yaml', small)]}, {namespace: 'dev'})
    expect(shortages(needed, [{namespace: 'dev', name: 'one'}, {namespace: 'ops', name: 'other'}]).map(({namespace, message}) => `${namespace}: ${message}`))
      .to.deep.equal(['dev: quota one is too small: pods 3, and 4 is needed'])
  })
})
