import {expect} from 'chai'

import {installOrder} from '../../src/simulate/install-order.js'
import type {SimulateOptions, Simulation} from '../../src/simulate/simulate.js'
import {app, type Body, limitRange, namespace, pod, quota, runtimeClass, service} from '../helpers/builders.js'
import {simulated} from '../helpers/simulated.js'
import {deployment, statefulSet} from '../helpers/workload-manifests.js'

const sentIn = ({reviews}: Simulation): string[] => reviews.map(({manifest: {body}, status: {code}}) => {
  const {name = ''} = body['metadata'] as {name?: string}
  return `${body['kind'] as string} ${name} ${code}`
})

const custom = (kind: string, name: string): Body => ({apiVersion: 'example.com/v1', kind, metadata: {name}})
const tight = limitRange('limits', {type: 'Container', max: {cpu: '1'}})
const large = (name: string): Body => pod(name).with(app({limits: {cpu: '2'}}))

describe('installOrder', () => {
  it('follows Helm, then unknown kinds by name, with the file order within a kind', () => {
    const files = [custom('Zebra', 'z'), deployment('web', 1), custom('Ant', 'a2'), custom('Ant', 'a1'), pod('b'), pod('a'), service('s')]
    expect(sentIn(simulated({files}))).to.deep.equal([
      'Service s 201', 'Pod b 201', 'Pod a 201', 'Deployment web 201', 'Ant a2 201', 'Ant a1 201', 'Zebra z 201',
    ])
    expect(sentIn(simulated({files}, {order: 'files'})).map((line) => line.split(' ')[1])).to.deep.equal(['z', 'web', 'a2', 'a1', 'b', 'a', 's'])
  })

  it('puts policies and objects that admission reads before all others', () => {
    const files = [large('a'), runtimeClass('gvisor'), tight, namespace('dev')]
    expect(sentIn(simulated({files}))).to.deep.equal(['Namespace dev 201', 'LimitRange limits 201', 'RuntimeClass gvisor 201', 'Pod a 403'])
  })

  it('omits configurations of the API server', () => {
    const configuration = {apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins: []}
    expect(sentIn(simulated({files: [configuration, pod('a')]}))).to.deep.equal(['Pod a 201'])
    expect(sentIn(simulated({files: [configuration, pod('a')]}, {order: 'files'}))).to.have.length(2)
  })

  it('lists each kind once', () => expect(new Set(installOrder).size).to.equal(installOrder.length))
})

describe('notes about the order', () => {
  const notes = (files: readonly Body[], policies: readonly Body[] = []): readonly string[] => simulated({files, policies}).notes

  it('name the objects that file order sends before a policy', () => {
    expect(notes([large('a'), tight])).to.deep.equal([
      'Pod a (files.yaml:1) is admitted with --order files: LimitRange limits (files.yaml:3) comes later in the files',
    ])
    expect(notes(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(large).concat([tight]))).to.deep.equal([
      'Pod a (files.yaml:1), Pod b (files.yaml:3), Pod c (files.yaml:5), Pod d (files.yaml:7), Pod e (files.yaml:9) and 2 more are admitted with --order files: LimitRange limits (files.yaml:15) comes later in the files',
    ])
  })

  it('name a workload whose pods get another verdict', () => {
    expect(notes([deployment('web', 2, {limits: {cpu: '2'}}), tight])).to.deep.equal([
      'Deployment web (files.yaml:1) is admitted with --order files: LimitRange limits (files.yaml:3) comes later in the files',
    ])
  })

  it('name the objects that compete for the rest of a quota', () => {
    const [first, second, ...others] = notes([deployment('web', 1), pod('a')], [quota({pods: '1'})])
    expect(first).to.equal('Pod a (files.yaml:3) is denied with --order files: pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1')
    expect(second).to.equal('Deployment web (files.yaml:1) is admitted with --order files: ResourceQuota q then still has room')
    expect(others).to.deep.equal([])
  })

  it('are omitted if both orders lead to the same verdicts, or on request', () => {
    expect(notes([pod('a'), tight])).to.deep.equal([])
    expect(notes([tight, large('a')])).to.deep.equal([])
    expect(simulated({files: [large('a'), tight]}, {order: 'files'}).notes).to.deep.equal([])
    expect(simulated({files: [large('a'), tight]}, {comparesOrders: false}).notes).to.deep.equal([])
  })

  describe('are not looked for', () => {
    const sentTimes = (files: readonly Body[], policies: readonly Body[] = [quota({pods: '9'})], options: SimulateOptions = {}): number => {
      let times = 0
      simulated({files, policies}, {...options, onSent: () => { times++ }})
      return times / files.length
    }

    it('if all objects are admitted, and change nothing for others but the usage of quotas', () => {
      expect(sentTimes([deployment('web', 2), service('s'), pod('a')])).to.equal(1)
      expect(sentTimes([deployment('web', 2), service('s'), pod('a')], [])).to.equal(1)
    })

    it('but are if an object or a part of a workload is denied, or if other objects may matter', () => {
      expect(sentTimes([pod('b'), pod('A'), service('s')])).to.equal(2)
      expect(sentTimes([deployment('web', 9), pod('a')])).to.equal(2)
      expect(sentTimes([deployment('web', 2), pod('a'), tight])).to.equal(2)
      expect(sentTimes([pod('a'), custom('ConfigMap', 'c')])).to.equal(2)
      expect(sentTimes([deployment('web', 2), pod('a')], [{...quota({pods: '9'}), status: {hard: {pods: '20'}, used: {pods: '1'}}}])).to.equal(2)
    })

    it('but are for claims, which a StatefulSet may create first', () => {
      expect(sentTimes([statefulSet('web', 1, '1Gi'), pod('a')])).to.equal(2)
    })
  })
})
