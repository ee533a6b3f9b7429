import {expect} from 'chai'
import fc from 'fast-check'

import {areCertainlyAdmitted} from '../../../src/controllers/workload/certain-admission.js'
import type {KubeObject} from '../../../src/kinds/kind.js'
import {checkManifest} from '../../../src/lint/check-manifest.js'
import {simulateWorkloads} from '../../../src/lint/policies/refused-pods.js'
import {readManifests} from '../../../src/manifests/read-manifests.js'
import {type Amounts, app, type Body, container, limitRange, type Manifest, quota, type Resources} from '../../helpers/builders.js'
import {runs} from '../../helpers/runs.js'
import {fileOf} from '../../helpers/simulated.js'
import {daemonSet, deployment, job, statefulSet} from '../../helpers/workload-manifests.js'

/** Decoded objects as checks get them, without those that the server rejects. */
const decoded = (objects: readonly Body[]): KubeObject[] => readManifests(fileOf('all.yaml', objects)).flatMap(({manifest}) => {
  const {diagnostics, subject} = manifest === undefined ? {diagnostics: []} : checkManifest(manifest, 'dev')
  return subject === undefined || diagnostics.some(({severity}) => severity === 'error') ? [] : [subject.object]
})

const isRoom = (...objects: readonly Body[]): boolean => areCertainlyAdmitted(decoded(objects))

const some = (names: readonly string[], ...texts: readonly string[]): fc.Arbitrary<Amounts> =>
  fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...texts), {maxKeys: 3}).map((list) => ({...list}))

const compute = ['cpu', 'memory', 'ephemeral-storage']

const item = (type: string): fc.Arbitrary<Body> => fc.record({
  min: some(compute, '1', '200m'), max: some(compute, '2', '4', '8'),
  ...type === 'Container' && {default: some(compute, '2', '3'), defaultRequest: some(compute, '1', '2500m'), maxLimitRequestRatio: some(compute, '2', '4')},
}, {requiredKeys: []}).map((lists) => ({type, ...lists}))

const limitRanges = fc.array(fc.tuple(item('Container'), fc.option(item('Pod'), {nil: undefined})), {maxLength: 2})
  .map((all) => all.map(([own, pod], i) => limitRange(`l${i}`, own, ...pod === undefined ? [] : [pod])))

const keys = [
  'cpu', 'requests.memory', 'limits.cpu', 'limits.memory', 'requests.ephemeral-storage', 'pods', 'count/pods', 'count/replicasets.apps', 'count/deployments.apps',
  'count/jobs.batch', 'count/cronjobs.batch', 'count/daemonsets.apps', 'count/statefulsets.apps', 'count/replicationcontrollers', 'replicationcontrollers',
  'count/limitranges', 'resourcequotas', 'services',
]

const scopes = fc.constantFrom([], ['NotBestEffort'], ['BestEffort'], ['NotTerminating'], ['Terminating'])

const quotas = fc.array(fc.tuple(some(keys, '1', '2', '4', '8', '40'), scopes), {maxLength: 2}).map((all) => all.map(([hard, names], i) =>
  quota(hard).marked({name: `q${i}`}).asking(names.length === 0 ? {} : {scopes: names})))

const resources: fc.Arbitrary<Resources> = fc.record({requests: some(compute, '1', '500m'), limits: some(compute, '2', '3')}, {requiredKeys: []})

interface Specs {
  readonly image: string
  readonly init: Resources
  readonly resources: Resources
}

const specs: fc.Arbitrary<Partial<Specs>> = fc.record({
  image: fc.constantFrom('app', 'app', 'app '), priorityClassName: fc.constantFrom('high'), overhead: fc.constantFrom({cpu: '1'}), resources,
  volumes: fc.constantFrom([{name: 'v', emptyDir: {}}], [{name: 't', projected: {sources: [{serviceAccountToken: {path: 'token'}}]}}]),
  init: resources, nodeName: fc.constantFrom('a'), priority: fc.constantFrom(7), runtimeClassName: fc.constantFrom('gvisor'),
}, {requiredKeys: []})

const replicated = (kind: string, name: string, replicas: number, own: Resources): Manifest =>
  deployment(name, replicas, own).having({kind, ...kind === 'ReplicationController' && {apiVersion: 'v1'}})

const makers: readonly ((name: string, replicas: number, own: Resources) => Manifest)[] = [
  deployment,
  (...args) => replicated('ReplicaSet', ...args),
  (name, replicas, own) => replicated('ReplicationController', name, replicas, own).asking({selector: {app: name}}),
  (name, _, own) => daemonSet(name, own),
  (name, replicas, own) => statefulSet(name, replicas, '1Gi', own).asking({volumeClaimTemplates: []}),
  (name, replicas, own) => job(name, {parallelism: replicas, completions: 3}, own),
  (name, replicas, own) => {
    const {spec} = job(name, {parallelism: replicas}, own) as unknown as {readonly spec: Body}
    return job(name, {}).having({kind: 'CronJob', spec: {schedule: '* * * * *', jobTemplate: {spec}}})
  },
]

/** A workload whose template has further fields besides its containers. */
const workload = fc.tuple(fc.constantFrom(...makers), fc.integer({min: 0, max: 4}), resources, fc.oneof(fc.constant<Partial<Specs>>({}), specs), fc.constantFrom('a', 'b', 'a'.repeat(60)))
  .map(([make, replicas, own, {image = 'app', init, ...spec}, name]) =>
    changed(make(name, replicas, own), {containers: [container('app', own, {image})], ...init && {initContainers: [container('init', init)]}, ...spec}))

/** A workload with more fields in the spec of its pods. */
const changed = (manifest: Manifest, more: Body): Body => JSON.parse(JSON.stringify(manifest), (_, value: unknown) =>
  typeof value === 'object' && value !== null && 'containers' in value ? {...value, ...more} : value) as Body

describe('areCertainlyAdmitted', () => {
  it('returns true only if the simulation has no findings @slow', () => {
    const counts = {room: 0, rejected: 0, other: 0}
    fc.assert(fc.property(limitRanges, quotas, fc.array(workload, {minLength: 1, maxLength: 2}), (limits, hard, workloads) => {
      const objects = decoded([...limits, ...hard, ...workloads])
      const found = simulateWorkloads(objects)
      const isKnown = areCertainlyAdmitted(objects)
      if (isKnown) expect(found, found.map(({message}) => message).join('; ')).to.deep.equal([])
      counts[isKnown ? 'room' : found.length > 0 ? 'rejected' : 'other']++
    }), {numRuns: runs(600)})
    expect(counts.room).to.be.above(runs(60))
    expect(counts.rejected).to.be.above(runs(60))
  })

  it('distinguishes common workloads that fit from those that do not', () => {
    const asking = {requests: {cpu: '250m', memory: '64Mi'}, limits: {cpu: '1', memory: '1Gi'}}
    const hard = quota({'pods': '3', 'requests.cpu': '750m', 'limits.memory': '3Gi'})
    expect(isRoom(hard, deployment('web', 3, asking))).to.equal(true)
    expect(isRoom(hard, deployment('web', 2, asking), daemonSet('agent', asking))).to.equal(true)
    expect(isRoom(hard, deployment('web', 3, asking), daemonSet('agent', asking))).to.equal(false)
    expect(isRoom(hard, deployment('web', 4, asking))).to.equal(false)
    expect(isRoom(hard, deployment('web', 1))).to.equal(false)
    const defaults = {type: 'Container', default: {cpu: '1', memory: '1Gi'}, defaultRequest: {cpu: '250m', memory: '64Mi'}}
    expect(isRoom(limitRange('l', defaults), hard, deployment('web', 3))).to.equal(true)
    expect(isRoom(limitRange('l', {...defaults, max: {cpu: '500m'}, default: {cpu: '500m', memory: '1Gi'}}), hard, deployment('web', 3, asking))).to.equal(false)
    expect(isRoom(limitRange('l', defaults), deployment('web', 1, {requests: {cpu: '2'}}))).to.equal(false)
  })

  it('reads the bounds of quotas once, for any number of workloads', () => {
    const reads = (count: number): number => {
      let read = 0
      const [bounds] = decoded([quota({pods: '99', 'requests.cpu': '9'})])
      const counted = {...bounds, get spec() {
        read++
        return {hard: {}}
      }} as unknown as KubeObject
      const workloads = decoded(Array.from({length: count}, (_, i) => deployment(`web-${i}`, 3)))
      expect(areCertainlyAdmitted([counted, ...workloads])).to.equal(true)
      return read
    }
    expect(reads(9)).to.equal(reads(1))
  })

  it('returns false for claims, unusual pods and amounts beyond 64 bits', () => {
    expect(isRoom(quota({pods: '9'}), statefulSet('db', 1, '1Gi'))).to.equal(false)
    expect(isRoom(quota({pods: '9'}), changed(deployment('web', 1), {overhead: {cpu: '1'}}))).to.equal(false)
    expect(isRoom(quota({pods: '9'}), changed(deployment('web', 1), {containers: [app({limits: {'nvidia.com/gpu': '1'}})]}))).to.equal(false)
    expect(isRoom(quota({pods: '9'}).asking({scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'Exists'}]}}), deployment('web', 1))).to.equal(false)
    expect(isRoom(quota({'requests.memory': '8Ei'}), deployment('web', 2, {requests: {memory: '3Ei'}}))).to.equal(false)
  })
})
