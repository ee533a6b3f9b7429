import {expect} from 'chai'
import fc from 'fast-check'

import {Cluster} from '../../src/cluster/cluster.js'
import type {Review} from '../../src/cluster/review.js'
import {type Body, limitRange, quota} from '../helpers/builders.js'
import type {VectorRequest} from '../helpers/replay.js'
import {runs} from '../helpers/runs.js'
import {readVectors} from '../helpers/vectors.js'

// From the second pod on, pods with equal specs share what depends only on the spec. The answers must not depend on this.

interface Case {
  readonly requests: readonly VectorRequest[]
}

const podSpecs = ['pod-validation', 'limitranger-pod', 'quota-admission', 'resourcequota-edge'].flatMap((file) => readVectors<Case>(file))
  .flatMap(({requests}) => requests.flatMap(({object}) => object['kind'] === 'Pod' ? [object['spec']] : []))
  .filter((spec): spec is Body => typeof spec === 'object' && spec !== null)

const containers = [{name: 'c', image: 'i'}]

const ephemeral = {name: 'v', ephemeral: {volumeClaimTemplate: {spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}}}}

/** Specs whose validation depends on metadata. */
const dependentSpecs: readonly Body[] = [
  {containers, volumes: [ephemeral, {name: 'w', persistentVolumeClaim: {claimName: 'p-v'}}]},
  {containers, nodeName: 'n', resourceClaims: [{name: 'r', resourceClaimName: 'r'}]},
  {containers: [{...containers[0], securityContext: {appArmorProfile: {type: 'RuntimeDefault'}}}]},
]

const annotations = fc.subarray<readonly [key: string, value: string]>([
  ['container.apparmor.security.beta.kubernetes.io/c', 'unconfined'],
  ['container.seccomp.security.alpha.kubernetes.io/c', 'unconfined'],
  ['seccomp.security.alpha.kubernetes.io/pod', 'runtime/default'],
  ['scheduler.alpha.kubernetes.io/critical-pod', ''],
  ['kubernetes.io/config.mirror', 'm'],
  ['kubernetes.io/limit-ranger', 'before'],
  ['plain', 'text'],
]).map((entries) => entries.length === 0 ? {} : {annotations: Object.fromEntries(entries)})

const names = fc.constantFrom({name: 'p'}, {name: 'other.name'}, {generateName: 'g-'})

const metadata = fc.tuple(names, annotations, fc.constantFrom({}, {labels: {app: 'a'}}))
  .map(([name, noted, labelled]): Body => ({...name, ...noted, ...labelled}))

const priorityClass = {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'high'}, value: 5, globalDefault: true}

const policies: readonly (readonly Body[])[] = [
  [],
  [limitRange('defaults', {type: 'Container', default: {cpu: '1', memory: '1Gi'}}), quota({pods: '2', 'requests.cpu': '3', 'limits.memory': '1Gi'})],
  [limitRange('bounds', {type: 'Container', min: {cpu: '200m'}, max: {memory: '512Mi'}}, {type: 'Pod', max: {cpu: '1'}}), priorityClass],
]

function clusterWith(objects: readonly Body[]): Cluster {
  const cluster = new Cluster()
  for (const object of objects) cluster.handle({operation: 'CREATE', namespace: 'dev', object})
  return cluster
}

/** The whole review as text, including the order of all fields. */
const textOf = ({status, object, warnings, steps, errors}: Review): string => JSON.stringify({
  status, object, warnings, errors: errors.map(String),
  steps: steps.map(({plugin, changes, rejection}) =>
    ({plugin, changes: changes.map(({field, from, to}) => [String(field), from, to]), rejection: rejection?.status})),
})

let created = 0

describe('pods that share a spec @slow', () => {
  it('get the same answers as the first pod with that spec', () => {
    const specs = fc.oneof(fc.constantFrom(...podSpecs), fc.constantFrom(...dependentSpecs))
    const placed = fc.record({metadata, objects: fc.constantFrom(...policies)})
    fc.assert(fc.property(specs, placed, placed, (spec, one, other) => {
      const unique = {...spec, nodeSelector: {...spec['nodeSelector'] as object, 'example.com/case': String(created++)}}
      const answer = ({metadata: given, objects}: {readonly metadata: Body, readonly objects: readonly Body[]}): string => {
        const object = structuredClone({apiVersion: 'v1', kind: 'Pod', metadata: given, spec: unique})
        return textOf(clusterWith(objects).handle({operation: 'CREATE', namespace: 'dev', object}))
      }
      const single = answer(one)
      answer(other)
      answer(other)
      expect(answer(one)).to.equal(single)
    }), {numRuns: runs(500)})
  })

  it('do not affect workloads with equal templates', () => {
    const specs = fc.oneof(fc.constantFrom(...podSpecs), fc.constantFrom(...dependentSpecs))
    const kinds = fc.constantFrom(['apps/v1', 'Deployment'], ['apps/v1', 'DaemonSet'], ['batch/v1', 'Job'], ['v1', 'Pod'])
    fc.assert(fc.property(specs, kinds, kinds, annotations, (spec, one, other, noted) => {
      const unique = {...spec, nodeSelector: {...spec['nodeSelector'] as object, 'example.com/case': String(created++)}}
      const answer = ([apiVersion, kind]: readonly string[]): string => {
        const [metadata, labels] = [{name: 'w', ...noted}, {app: 'a'}]
        const workload = {...kind !== 'Job' && {selector: {matchLabels: labels}}, template: {metadata: {labels, ...noted}, spec: unique}}
        const object = structuredClone({apiVersion, kind, metadata, spec: kind === 'Pod' ? unique : workload})
        const cluster = new Cluster()
        return textOf(cluster.handle({operation: 'CREATE', namespace: 'dev', object})) + textOf(cluster.handle({operation: 'UPDATE', namespace: 'dev', object}))
      }
      const single = answer(one)
      answer(other)
      answer(other)
      expect(answer(one)).to.equal(single)
    }), {numRuns: runs(500)})
  })

  it('cannot be changed through a returned object', () => {
    const cluster = new Cluster()
    const create = (name: string): Review => {
      const spec = {hostname: 'frozen', containers: [{name: 'c', image: 'i'}]}
      return cluster.handle({operation: 'CREATE', namespace: 'dev', object: {apiVersion: 'v1', kind: 'Pod', metadata: {name}, spec}})
    }
    const [, second, third] = ['a', 'b', 'c'].map(create)
    expect(second?.object?.['spec']).to.equal(third?.object?.['spec'])
    expect(() => Object.assign(second?.object?.['spec'] as object, {hostname: 'changed'})).to.throw(TypeError)
  })
})
