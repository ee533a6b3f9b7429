import {expect} from 'chai'
import {aggregateContainers, isSidecar} from '../../../../src/kinds/pod/resources/aggregate.js'
import type {Pod, PodSpec} from '../../../../src/machinery/api/core-v1.js'
import {type Amounts, app, type Body, container, pod, sidecar} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'
import {texts} from '../../../helpers/resources.js'

const specOf = (containers: readonly Body[], initContainers: readonly Body[]): PodSpec =>
  (decoded(pod().with(...containers).after(...initContainers)) as Pod).spec ?? {}

const cpu = (amount: string): {limits: Amounts} => ({limits: {cpu: amount}})

describe('aggregateContainers', () => {
  const init = (amount: string): Body => container(`init-${amount}`, cpu(amount))
  const side = (amount: string): Body => sidecar(`side-${amount}`, cpu(amount))
  const plain = (amount: string): Body => app(cpu(amount))

  const table: Record<string, [containers: Body[], initContainers: Body[], limit: string | undefined]> = {
    'empty for a container without limits': [[app()], [], undefined],
    'the limit of the only container': [[plain('+1')], [], '+1'],
    'the sum of containers': [[plain('1'), plain('500m')], [], '1500m'],
    'the sum of the containers that set it': [[plain('1'), app()], [], '1'],
    'the largest init container if it exceeds the containers': [[plain('500m'), plain('500m')], [init('3')], '3'],
    'the sum of containers if it exceeds the init containers': [[plain('1'), plain('1')], [init('1500m')], '2'],
    'the largest of several init containers': [[plain('1')], [init('2'), init('3'), init('1')], '3'],
    'the sum of a container and a sidecar': [[plain('1500m')], [side('1')], '2500m'],
    'the sum of a container and several sidecars': [[plain('1')], [side('1'), side('2')], '4'],
    'the sum of an init container and the sidecars before it': [[plain('500m')], [side('1'), init('1500m')], '2500m'],
    'an init container without the sidecars after it': [[plain('500m')], [init('1500m'), side('1')], '1500m'],
    'the largest sum of an init container and the sidecars before it': [[plain('1')], [side('1'), init('2'), side('1'), init('2')], '4'],
    'an init container if containers have no limits': [[app()], [init('2')], '2'],
    'the sum of sidecars if containers have no limits': [[app()], [side('1'), side('1')], '2'],
  }

  for (const [title, [containers, initContainers, limit]] of Object.entries(table)) {
    it(`is ${title}`, () => expect(texts(aggregateContainers(specOf(containers, initContainers), 'limits'))).to.deep.equal(limit === undefined ? {} : {cpu: limit}))
  }

  it('aggregates each resource separately, for limits or for requests', () => {
    const resources = {limits: {cpu: '1', memory: '1Gi'}, requests: {'cpu': '500m', 'a.b/c': '1'}}
    const spec = specOf([app(resources), app({requests: {memory: '1Gi'}})], [container('i', {limits: {cpu: '3'}, requests: {memory: '500M'}})])
    expect(texts(aggregateContainers(spec, 'limits'))).to.deep.equal({cpu: '3', memory: '1Gi'})
    expect(texts(aggregateContainers(spec, 'requests'))).to.deep.equal({'cpu': '500m', 'memory': '1Gi', 'a.b/c': '1'})
  })

  it('ignores pod-level resources, overhead and ephemeral containers', () => {
    const manifest = pod().with(app(cpu('1'))).asking({resources: cpu('9'), overhead: {cpu: '9'}, ephemeralContainers: [container('debug', cpu('9'))]})
    expect(texts(aggregateContainers((decoded(manifest) as Pod).spec ?? {}, 'limits'))).to.deep.equal({cpu: '1'})
  })

  it('prints sums as Kubernetes does', () => {
    const sum = (...amounts: string[]): unknown => texts(aggregateContainers(specOf(amounts.map(plain), []), 'limits'))?.['cpu']
    expect(sum('1Gi', '500M')).to.equal('1573741824')
    expect(sum('1.500', '0')).to.equal('1500m')
    expect(sum('1e9', '1e9')).to.equal('2e9')
    expect(sum('0', '1Gi')).to.equal('1Gi')
    // If amounts are equal, the notation of the containers is printed.
    expect(texts(aggregateContainers(specOf([plain('+1')], [init('1')]), 'limits'))).to.deep.equal({cpu: '+1'})
    expect(texts(aggregateContainers(specOf([app()], [init('+1'), init('1')]), 'limits'))).to.deep.equal({cpu: '+1'})
  })

  it('returns an empty list for a pod without containers', () => expect(texts(aggregateContainers({}, 'limits'))).to.deep.equal({}))
})

describe('isSidecar', () => {
  for (const [restartPolicy, verdict] of [['Always', true], ['Never', false], ['always', false]] as const) {
    it(`returns ${verdict} for restartPolicy ${restartPolicy}`, () => expect(isSidecar({restartPolicy})).to.equal(verdict))
  }

  it('returns false without a restartPolicy', () => expect(isSidecar({})).to.equal(false))
})
