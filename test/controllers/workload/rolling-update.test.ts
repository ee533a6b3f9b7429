import {expect} from 'chai'
import {daemonSetLimits, deploymentLimits} from '../../../src/controllers/workload/rolling-update.js'
import {scaledAmount} from '../../../src/machinery/field/int-or-percent.js'
import {rolling, SimulatedWorkload} from '../../helpers/workloads.js'

/** Replicas, maxSurge, maxUnavailable, and the results: surge, unavailable, peak and floor. */
const rows: readonly (readonly [number, string | number, string | number, number, number, number, number])[] = [
  [1, '25%', '25%', 1, 0, 2, 1],
  [2, '25%', '25%', 1, 0, 3, 2],
  [3, '25%', '25%', 1, 0, 4, 3],
  [4, '25%', '25%', 1, 1, 5, 3],
  [10, '25%', '25%', 3, 2, 13, 8],
  [2, 0, '1%', 0, 1, 2, 1],
  [2, '1%', 0, 1, 0, 3, 2],
  [5, '100%', 0, 5, 0, 10, 5],
  [2, 5, 0, 5, 0, 4, 2],
  [3, '50%', '50%', 2, 1, 5, 2],
  [7, '30%', '30%', 3, 2, 10, 5],
  [3, 0, '100%', 0, 3, 3, 0],
]

describe('limits of a rolling update', () => {
  for (const [replicas, maxSurge, maxUnavailable, surge, unavailable, peak, floor] of rows) {
    it(`are computed for a Deployment of ${replicas} with ${maxSurge} and ${maxUnavailable}`, () => {
      expect(deploymentLimits({maxSurge, maxUnavailable}, replicas)).to.deep.equal({surge, unavailable})
    })

    it(`hold in a rollout of ${replicas} with ${maxSurge} and ${maxUnavailable}`, () => {
      const body = rolling(replicas, maxSurge, maxUnavailable)
      const {record: {counts}, controller} = new SimulatedWorkload({}, body).change(body.at('2')).workload
      expect([counts.peak, counts.minReady, counts.alive, controller.isComplete]).to.deep.equal([peak, floor, replicas, true])
    })

    it(`hold for ${replicas} pods with ${maxSurge} and ${maxUnavailable} that never become ready`, () => {
      const body = rolling(replicas, maxSurge, maxUnavailable)
      const cluster = new SimulatedWorkload({}, body)
      cluster.outcome = 'never-ready'
      const {record: {counts}, controller} = cluster.change(body.at('2')).workload
      const fresh = Math.min(surge + unavailable, replicas)
      expect([counts.alive, counts.created - replicas, counts.minReady, controller.isComplete])
        .to.deep.equal([replicas - unavailable + fresh, fresh, floor, false])
    })
  }

  it('are 0 for a Deployment without replicas', () => {
    expect(deploymentLimits({maxSurge: 0, maxUnavailable: 1}, 0)).to.deep.equal({surge: 0, unavailable: 0})
    expect(deploymentLimits({maxSurge: '25%', maxUnavailable: '25%'}, 0)).to.deep.equal({surge: 0, unavailable: 0})
  })

  it('allow no more unavailable pods than there are', () => expect(deploymentLimits({maxSurge: 1, maxUnavailable: 9}, 3)).to.deep.equal({surge: 1, unavailable: 3}))

  it('of a DaemonSet are both rounded up', () => {
    expect(daemonSetLimits({maxUnavailable: '34%'}, 3)).to.deep.equal({surge: 0, unavailable: 2})
    expect(daemonSetLimits({maxSurge: '34%', maxUnavailable: 0}, 3)).to.deep.equal({surge: 2, unavailable: 0})
    expect(daemonSetLimits({maxSurge: 0, maxUnavailable: '1%'}, 100)).to.deep.equal({surge: 0, unavailable: 1})
    expect(daemonSetLimits({}, 3), 'both are 0').to.deep.equal({surge: 0, unavailable: 1})
  })
})

describe('scaledAmount', () => {
  it('returns numbers unchanged', () => expect([scaledAmount(7, 3, 'up'), scaledAmount(0, 3, 'down')]).to.deep.equal([7, 0]))

  it('rounds a percentage up or down', () => {
    expect([scaledAmount('25%', 10, 'up'), scaledAmount('25%', 10, 'down'), scaledAmount('100%', 3, 'down'), scaledAmount('0%', 3, 'up')]).to.deep.equal([3, 2, 3, 0])
  })

  it('does not round whole numbers', () => expect([scaledAmount('10%', 70, 'up'), scaledAmount('7%', 100, 'up')]).to.deep.equal([7, 7]))
})
