import {expect} from 'chai'
import {app, type Body, pod, type PodManifest} from '../../helpers/builders.js'
import {allowed, TestCluster, verdict} from '../../helpers/test-cluster.js'
import type {KubernetesVersion} from '../../../src/machinery/version/kubernetes-version.js'

const of = (cpu: string, memory: string, nodeName = 'n'): PodManifest => pod().with(app({requests: {cpu, memory}, limits: {cpu, memory}})).asking({nodeName})

/** The answer to a resize from 1 CPU and 1Gi on a node. */
function resized(to: PodManifest, fields: Body, kubernetesVersion: KubernetesVersion = '1.36'): string {
  const cluster = new TestCluster({kubernetesVersion})
  const {metadata = {}, ...rest} = fields
  allowed(cluster.create({apiVersion: 'v1', kind: 'Node', metadata: {name: 'n', ...metadata as Body}, ...rest}))
  allowed(cluster.create(of('1', '1Gi', (to['spec'] as {nodeName: string}).nodeName)))
  return verdict(cluster.update(to, {subresource: 'resize'}))
}

const capacity = (cpu: string, memory: string): Body => ({status: {capacity: {cpu, memory}}})

const tooLarge = 'pods "p" is forbidden: node didn\'t have enough allocatable resources: '

describe('PodResizeValidator', () => {
  const table: Record<string, [to: PodManifest, node: Body, answer: string]> = {
    'accepts what fits': [of('2', '2Gi'), capacity('2', '2Gi'), '200'],
    'rejects too much of one resource': [of('2', '2Gi'), capacity('1500m', '8Gi'), `403 ${tooLarge}cpu, requested: 2000, allocatable: 1500`],
    'rejects too much of both': [of('2', '2Gi'), capacity('1', '1Gi'), `403 ${tooLarge}cpu, requested: 2000, allocatable: 1000; memory, requested: 2147483648, allocatable: 1073741824`],
    'compares with what is allocatable': [
      of('2', '1Gi'), {status: {capacity: {cpu: '4', memory: '8Gi'}, allocatable: {cpu: '1900m', memory: '8Gi'}}}, `403 ${tooLarge}cpu, requested: 2000, allocatable: 1900`,
    ],
    'rejects every resize on a node without a status': [of('2', '1Gi'), {}, `403 ${tooLarge}cpu, requested: 2000, allocatable: 0; memory, requested: 1073741824, allocatable: 0`],
    'accepts Linux': [of('2', '1Gi'), {metadata: {labels: {'kubernetes.io/os': 'linux'}}, ...capacity('4', '8Gi')}, '200'],
    'rejects Windows first': [
      of('2', '1Gi'), {metadata: {labels: {'kubernetes.io/os': 'windows'}}, ...capacity('1', '8Gi')},
      '403 pods "p" is forbidden: pod resize is only supported on linux nodes, node "n" is "windows"',
    ],
    'ignores a request that changes nothing': [of('1', '1Gi'), {}, '200'],
    'ignores an unknown node': [of('2', '1Gi', 'other'), {}, '200'],
  }

  for (const [title, [to, node, answer]] of Object.entries(table)) {
    it(title, () => expect(resized(to, node)).to.equal(answer))
  }

  it('does nothing before Kubernetes 1.36', () => expect(resized(of('2', '1Gi'), {}, '1.35')).to.equal('200'))
})
