import {expect} from 'chai'
import {qosClass} from '../../../../src/kinds/pod/resources/qos.js'
import type {Pod} from '../../../../src/machinery/api/core-v1.js'
import {app, container, pod, type PodManifest, type Resources} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'

const both = (cpu: string, memory: string): Resources => ({requests: {cpu, memory}, limits: {cpu, memory}})

const guaranteed = app(both('1', '1Gi'))

describe('qosClass', () => {
  const table: Record<string, [pod: PodManifest, qos: string]> = {
    'nothing': [pod(), 'BestEffort'],
    'zeros': [pod().with(app(both('0', '0Gi'))), 'BestEffort'],
    'other resources alone': [pod().with(app({limits: {'ephemeral-storage': '1', 'a.b/c': '1'}, requests: {'a.b/c': '1'}})), 'BestEffort'],
    'all equal': [pod().with(guaranteed), 'Guaranteed'],
    'all equal, in other forms': [pod().with(app({requests: {cpu: '1000m', memory: '1Gi'}, limits: {cpu: '1', memory: '1073741824'}})), 'Guaranteed'],
    'all equal in all containers': [pod().with(guaranteed, app(both('2', '2Gi'))).after(container('i', both('3', '3Gi'))), 'Guaranteed'],
    'all equal, and other resources': [pod().with(app({requests: {cpu: '1', memory: '1', 'a.b/c': '1'}, limits: {cpu: '1', memory: '1', 'a.b/c': '2'}})), 'Guaranteed'],
    'a request alone': [pod().with(app({requests: {cpu: '1'}})), 'Burstable'],
    'a limit alone': [pod().with(app({limits: {cpu: '1', memory: '1Gi'}})), 'Burstable'],
    'cpu alone': [pod().with(app({requests: {cpu: '1'}, limits: {cpu: '1'}})), 'Burstable'],
    'memory alone': [pod().with(app({requests: {memory: '1'}, limits: {memory: '1'}})), 'Burstable'],
    'a zero limit': [pod().with(app({requests: {cpu: '1', memory: '1'}, limits: {cpu: '1', memory: '0'}})), 'Burstable'],
    'a request below its limit': [pod().with(app({requests: {cpu: '999m', memory: '1Gi'}, limits: {cpu: '1', memory: '1Gi'}})), 'Burstable'],
    'an equal sum of unequal parts': [
      pod().with(app({requests: {cpu: '1', memory: '1'}, limits: {cpu: '2', memory: '1'}}), app({requests: {cpu: '2', memory: '1'}, limits: {cpu: '1', memory: '1'}})), 'Guaranteed',
    ],
    'one container of two': [pod().with(guaranteed, app()), 'Burstable'],
    'an init container that says nothing': [pod().with(guaranteed).after(container('i')), 'Burstable'],
    'an init container alone': [pod().after(container('i', both('1', '1'))), 'Burstable'],
    'no request for what is limited': [pod().with(app({requests: {cpu: '1'}, limits: {cpu: '1', memory: '1Gi'}})), 'Burstable'],
    'pod-level resources, all equal': [pod().limitedTo(both('1', '1Gi')), 'Guaranteed'],
    'pod-level resources that are empty': [pod().with(guaranteed).limitedTo({}), 'BestEffort'],
    'pod-level requests': [pod().with(guaranteed).limitedTo({requests: {cpu: '1'}}), 'Burstable'],
    'pod-level resources beside poor containers': [pod().with(app({requests: {cpu: '1m'}}), app()).limitedTo(both('1', '1Gi')), 'Guaranteed'],
  }

  for (const [title, [manifest, qos]] of Object.entries(table)) {
    it(`${title}: ${qos}`, () => expect(qosClass((decoded(manifest) as Pod).spec ?? {})).to.equal(qos))
  }

  it('ephemeral containers and overhead do not count', () => {
    const manifest = pod().with(guaranteed).asking({ephemeralContainers: [container('debug')], overhead: {cpu: '1'}})
    expect(qosClass((decoded(manifest) as Pod).spec ?? {})).to.equal('Guaranteed')
  })

  it('of an empty spec is BestEffort', () => expect(qosClass({})).to.equal('BestEffort'))
})
