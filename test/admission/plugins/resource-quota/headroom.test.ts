import {expect} from 'chai'
import {stoppedClock} from '../../../../src/admission/clock.js'
import type {Evaluator} from '../../../../src/admission/plugins/resource-quota/evaluators/evaluator.js'
import {podEvaluator} from '../../../../src/admission/plugins/resource-quota/evaluators/pods.js'
import {resourceClaimEvaluator} from '../../../../src/admission/plugins/resource-quota/evaluators/resource-claims.js'
import {serviceEvaluator} from '../../../../src/admission/plugins/resource-quota/evaluators/services.js'
import {headroom} from '../../../../src/admission/plugins/resource-quota/headroom.js'
import type {ResourceQuota} from '../../../../src/machinery/api/core-v1.js'
import {noResources} from '../../../../src/machinery/quantity/resource-list.js'
import {type Amounts, type Body, pod, quota, service} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'
import {requesting} from '../../../helpers/quotas.js'

const pods = podEvaluator(stoppedClock) as unknown as Evaluator

/** A quota with these bounds and this usage. */
const quotaWith = (hard: Amounts, used: Amounts, spec: Body = {}): ResourceQuota => decoded(quota({}, spec).having({status: {hard, used}}))

const roomFor = (body: Body, hard: Amounts, used: Amounts = {}, spec: Body = {}): unknown => headroom(quotaWith(hard, used, spec), decoded(body), pods)

describe('headroom', () => {
  it('is the number of such objects that still fit', () => {
    expect(roomFor(requesting({cpu: '500m'}), {cpu: '4'}, {cpu: '1'})).to.deep.equal({count: 6n, name: 'cpu'})
    expect(roomFor(requesting({cpu: '700m'}), {cpu: '4'}, {cpu: '1'}), 'in whole').to.deep.equal({count: 4n, name: 'cpu'})
  })

  it('names the key that runs out first, in a tie the first by name', () => {
    expect(roomFor(requesting({cpu: '1', memory: '1Gi'}), {cpu: '9', memory: '4Gi', pods: '5'})).to.deep.equal({count: 4n, name: 'memory'})
    expect(roomFor(requesting({cpu: '1'}), {'requests.cpu': '3', 'pods': '3', 'cpu': '3'})).to.deep.equal({count: 3n, name: 'cpu'})
  })

  it('is 0 when the quota is used up or exceeded', () => {
    expect(roomFor(pod(), {pods: '2'}, {pods: '2'})).to.deep.equal({count: 0n, name: 'pods'})
    expect(roomFor(pod(), {pods: '2'}, {pods: '5'})).to.deep.equal({count: 0n, name: 'pods'})
    expect(roomFor(pod(), {pods: '0'})).to.deep.equal({count: 0n, name: 'pods'})
  })

  it('is exact for amounts of any size', () => {
    expect(roomFor(requesting({memory: '1Ei'}), {memory: '7Ei'}, {memory: '2Ei'})).to.deep.equal({count: 5n, name: 'memory'})
    expect(roomFor(requesting({memory: '1'}), {memory: '20E'}, {memory: '1'})).to.deep.equal({count: 19_999_999_999_999_999_999n, name: 'memory'})
    expect(roomFor(requesting({cpu: '1m'}), {cpu: '20E'})).to.deep.equal({count: 20_000_000_000_000_000_000_000n, name: 'cpu'})
  })

  it('is undefined for an object that the quota does not bound', () => {
    expect(roomFor(pod(), {cpu: '4', services: '1'})).to.equal(undefined)
    expect(roomFor(pod(), {})).to.equal(undefined)
    expect(headroom(decoded(quota({pods: '1'})), decoded(pod()), pods), 'without a status').to.equal(undefined)
  })

  it('ignores keys that the evaluator does not track', () => {
    const key = 'requests.deviceclass.resource.kubernetes.io/gpu'
    const claims = resourceClaimEvaluator({list: () => []}, () => noResources) as unknown as Evaluator
    const requests = [{name: 'r', exactly: {deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 2}}]
    const claim = decoded({apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: {name: 'c'}, spec: {devices: {requests}}})
    expect(headroom(quotaWith({[key]: '1', 'gpu.deviceclass.resource.k8s.io/devices': '8'}, {}), claim, claims))
      .to.deep.equal({count: 4n, name: 'gpu.deviceclass.resource.k8s.io/devices'})
  })

  it('is undefined for an object outside of the scopes', () => {
    const bestEffort = {scopes: ['BestEffort']}
    expect(roomFor(pod(), {pods: '2'}, {}, bestEffort)).to.deep.equal({count: 2n, name: 'pods'})
    expect(roomFor(requesting({cpu: '1'}), {pods: '2'}, {}, bestEffort)).to.equal(undefined)
    expect(roomFor(pod(), {pods: '2'}, {}, {scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'In', values: ['no label!']}]}})).to.equal(undefined)
  })

  it('is computed for every counted kind, but not in a scope that the kind lacks', () => {
    const evaluator = serviceEvaluator as unknown as Evaluator
    const hard = {'services': '5', 'services.nodeports': '3'}
    const balancer = decoded(service('s', {type: 'NodePort', ports: [{port: 1}, {port: 2}]}))
    expect(headroom(quotaWith(hard, {}), balancer, evaluator)).to.deep.equal({count: 1n, name: 'services.nodeports'})
    expect(headroom(quotaWith(hard, {}, {scopes: ['BestEffort']}), balancer, evaluator)).to.equal(undefined)
  })
})
