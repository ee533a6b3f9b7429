import {expect} from 'chai'
import {qosClass} from '../../../../src/kinds/pod/resources/qos.js'
import type {Pod} from '../../../../src/machinery/api/core-v1.js'
import {app, container, pod, type PodManifest, type Resources} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'

const both = (cpu: string, memory: string): Resources => ({requests: {cpu, memory}, limits: {cpu, memory}})

const guaranteed = app(both('1', '1Gi'))

describe('qosClass', () => {
  const table: Record<string, [pod: PodManifest, qos: string]> = {
    'no resources': [pod(), 'BestEffort'],
    'cpu and memory of zero': [pod().with(app(both('0', '0Gi'))), 'BestEffort'],
    'only other resources': [pod().with(app({limits: {'ephemeral-storage': '1', 'a.b/c': '1'}, requests: {'a.b/c': '1'}})), 'BestEffort'],
    'equal requests and limits': [pod().with(guaranteed), 'Guaranteed'],
    'equal requests and limits in different notations': [pod().with(app({requests: {cpu: '1000m', memory: '1Gi'}, limits: {cpu: '1', memory: '1073741824'}})), 'Guaranteed'],
    'equal requests and limits in all containers': [pod().with(guaranteed, app(both('2', '2Gi'))).after(container('i', both('3', '3Gi'))), 'Guaranteed'],
    'equal requests and limits, and different other resources': [pod().with(app({requests: {cpu: '1', memory: '1', 'a.b/c': '1'}, limits: {cpu: '1', memory: '1', 'a.b/c': '2'}})), 'Guaranteed'],
    'only a cpu request': [pod().with(app({requests: {cpu: '1'}})), 'Burstable'],
    'only limits': [pod().with(app({limits: {cpu: '1', memory: '1Gi'}})), 'Burstable'],
    'only cpu': [pod().with(app({requests: {cpu: '1'}, limits: {cpu: '1'}})), 'Burstable'],
    'only memory': [pod().with(app({requests: {memory: '1'}, limits: {memory: '1'}})), 'Burstable'],
    'a zero limit': [pod().with(app({requests: {cpu: '1', memory: '1'}, limits: {cpu: '1', memory: '0'}})), 'Burstable'],
    'a request below its limit': [pod().with(app({requests: {cpu: '999m', memory: '1Gi'}, limits: {cpu: '1', memory: '1Gi'}})), 'Burstable'],
    'requests and limits that are equal only in sum': [
      pod().with(app({requests: {cpu: '1', memory: '1'}, limits: {cpu: '2', memory: '1'}}), app({requests: {cpu: '2', memory: '1'}, limits: {cpu: '1', memory: '1'}})), 'Guaranteed',
    ],
    'resources in one of two containers': [pod().with(guaranteed, app()), 'Burstable'],
    'an init container without resources': [pod().with(guaranteed).after(container('i')), 'Burstable'],
    'resources only in an init container': [pod().after(container('i', both('1', '1'))), 'Burstable'],
    'a limit without a request': [pod().with(app({requests: {cpu: '1'}, limits: {cpu: '1', memory: '1Gi'}})), 'Burstable'],
    'equal pod-level requests and limits': [pod().limitedTo(both('1', '1Gi')), 'Guaranteed'],
    'empty pod-level resources': [pod().with(guaranteed).limitedTo({}), 'BestEffort'],
    'pod-level requests': [pod().with(guaranteed).limitedTo({requests: {cpu: '1'}}), 'Burstable'],
    'equal pod-level resources and unequal resources of containers': [pod().with(app({requests: {cpu: '1m'}}), app()).limitedTo(both('1', '1Gi')), 'Guaranteed'],
  }

  for (const [title, [manifest, qos]] of Object.entries(table)) {
    it(`${title}: ${qos}`, () => expect(qosClass((decoded(manifest) as Pod).spec ?? {})).to.equal(qos))
  }

  it('ignores ephemeral containers and overhead', () => {
    const manifest = pod().with(guaranteed).asking({ephemeralContainers: [container('debug')], overhead: {cpu: '1'}})
    expect(qosClass((decoded(manifest) as Pod).spec ?? {})).to.equal('Guaranteed')
  })

  it('returns BestEffort for an empty spec', () => expect(qosClass({})).to.equal('BestEffort'))
})
