import {expect} from 'chai'
import * as fc from 'fast-check'
import {stoppedClock} from '../../src/admission/clock.js'
import {accountsOf} from '../../src/admission/plugins/resource-quota/account.js'
import {checkRequest} from '../../src/admission/plugins/resource-quota/check-request.js'
import {Evaluators} from '../../src/admission/plugins/resource-quota/evaluators/index.js'
import type {Review} from '../../src/cluster/review.js'
import type {AnyKind} from '../../src/kinds/kind.js'
import {persistentVolumeClaim} from '../../src/kinds/persistent-volume-claim/index.js'
import {pod as podKind} from '../../src/kinds/pod/index.js'
import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {service as serviceKind} from '../../src/kinds/service/index.js'
import type {ResourceQuota} from '../../src/machinery/api/core-v1.js'
import {noResources, type ResourceList} from '../../src/machinery/quantity/resource-list.js'
import {type Amounts, app, type Body, claim, configMap, container, pod, quota, type Resources, secret, service, storageClass} from '../helpers/builders.js'
import {texts} from '../helpers/resources.js'
import {runs} from '../helpers/runs.js'
import {allowed, TestCluster} from '../helpers/test-cluster.js'
import {anyPod} from './arbitraries.js'

/** Something that is done to a cluster. */
type Act = (cluster: TestCluster) => Review

const podKeys = ['pods', 'count/pods', 'cpu', 'requests.cpu', 'limits.cpu', 'memory', 'requests.memory', 'limits.memory']

const otherKeys = [
  'ephemeral-storage', 'requests.example.com/gpu', 'services', 'services.nodeports', 'services.loadbalancers', 'persistentvolumeclaims', 'requests.storage',
  'gold.storageclass.storage.k8s.io/requests.storage', 'configmaps', 'count/configmaps', 'secrets', 'nvidia.com/gpu',
]

const bound = (key: string): string[] => /memory|storage/.test(key) ? ['1Gi', '3G', '5Gi', '9Gi'] : ['0', '2', '4', '6', '9']

const hardOf = (keys: readonly string[]): fc.Arbitrary<Amounts> => fc.uniqueArray(fc.constantFrom(...keys), {minLength: 1, maxLength: 8}).chain((names) =>
  fc.tuple(...names.map((name) => fc.constantFrom(...bound(name)))).map((amounts) => Object.fromEntries(names.map((name, i) => [name, amounts[i] ?? '0']))))

const selector = fc.constantFrom<Body>(
  {scopes: ['BestEffort']}, {scopes: ['NotBestEffort']}, {scopes: ['Terminating']}, {scopes: ['NotTerminating']},
  {scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'DoesNotExist'}]}},
)

const anyQuota: fc.Arbitrary<Body> = fc.tuple(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(hardOf([...podKeys, ...otherKeys]).map((hard) => ({hard})), fc.tuple(hardOf(podKeys), selector).map(([hard, spec]) => ({hard, ...spec}))),
).map(([name, {hard, ...spec}]) => quota(hard, spec).marked({name}))

const quotas = fc.uniqueArray(anyQuota, {minLength: 2, maxLength: 3, selector: ({metadata}) => (metadata as Body)['name']})

/** For most containers, all amounts that a quota may require, for others any valid amounts. */
const resources = fc.oneof(
  {
    arbitrary: fc.tuple(fc.constantFrom('500m', '1'), fc.constantFrom('256Mi', '1G'), fc.constantFrom('1', '2')).map(([cpu, memory, limit]): Resources =>
      ({requests: {cpu, memory}, limits: {'cpu': limit, 'memory': '1Gi', 'example.com/gpu': '1'}})),
    weight: 3,
  },
  fc.constantFrom<Resources>({}, {requests: {'ephemeral-storage': '1Gi'}}, {limits: {cpu: '1'}}, {requests: {memory: '1Gi'}}),
)

const name = fc.constantFrom('x', 'y', 'z')

const somePod = fc.tuple(name, resources, fc.option(resources), fc.constantFrom(undefined, undefined, undefined, 30))
  .map(([id, first, second, activeDeadlineSeconds]) => pod(id).with(app(first), ...second === null ? [] : [container('b', second)])
    .asking({...activeDeadlineSeconds !== undefined && {activeDeadlineSeconds}}))

/** A service whose number of ports depends on its type, so that the controller sees every relevant change. */
const someService = fc.tuple(name, fc.constantFrom({type: 'ClusterIP', count: 1}, {type: 'NodePort', count: 2}, {type: 'LoadBalancer', count: 1}))
  .map(([id, {type, count}]) => service(id, {type, ...portsOf(count)}))

const portsOf = (count: number): Body => ({ports: Array.from({length: count}, (_, i) => ({name: `p${i}`, port: 80 + i}))})

const someClaim = fc.tuple(name, fc.constantFrom('1Gi', '2Gi', '1500M'), fc.constantFrom('gold', ''))
  .map(([id, size, storageClassName]) => claim(id, size, {storageClassName, volumeName: 'v'}))

const someObject: fc.Arbitrary<Body> = fc.oneof(
  {arbitrary: somePod, weight: 4}, {arbitrary: someService, weight: 3}, {arbitrary: someClaim, weight: 2},
  name.map((id) => configMap(id)), name.map((id) => secret(id)),
)

const kinds = [podKind, serviceKind, persistentVolumeClaim, {apiVersion: 'v1', kind: 'ConfigMap'}, {apiVersion: 'v1', kind: 'Secret'}] as readonly AnyKind[]

/** The existing objects as clients read them. */
const present = (cluster: TestCluster, ofKinds = kinds): Body[] =>
  ofKinds.flatMap((kind) => cluster.cluster.list(kind, 'dev')).map(({apiVersion, kind, metadata}) => cluster.stored({apiVersion, kind, metadata}))
    .filter((body) => body !== undefined)

/** Acts on one of the existing objects; without any, deletes a missing object. */
const toSome = (act: (cluster: TestCluster, body: Body) => Review, ...ofKinds: AnyKind[]): fc.Arbitrary<Act> => fc.nat(99).map((which) => (cluster) => {
  const bodies = present(cluster, ofKinds.length === 0 ? kinds : ofKinds)
  const body = bodies[which % bodies.length]
  return body === undefined ? cluster.delete(configMap('nowhere')) : act(cluster, body)
})

const withSpec = (body: Body, fields: Body): Body => ({...body, spec: {...body['spec'] as Body, ...fields}})

/** Creates an object or replaces an existing one, because quotas are charged even for a failed second creation. */
const creation = someObject.map((body): Act => (cluster) => {
  const isThere = cluster.stored(body) !== undefined
  return isThere ? cluster.update(body) : cluster.create(body)
})

const deletion = toSome((cluster, body) => cluster.delete(body))

const deadline = toSome((cluster, body) => cluster.update(withSpec(body, {activeDeadlineSeconds: 10})), podKind)

const ending = toSome((cluster, body) => cluster.update({...body, status: {phase: 'Failed'}}, {subresource: 'status'}), podKind)

/** Binds a claim, so that it may grow. */
const binding = toSome((cluster, body) => {
  const {resources: {requests}} = body['spec'] as {resources: {requests: Body}}
  return cluster.update({...body, status: {phase: 'Bound', capacity: requests}}, {subresource: 'status'})
}, persistentVolumeClaim)

const exactAct = fc.oneof({arbitrary: creation, weight: 8}, {arbitrary: deletion, weight: 2}, {arbitrary: deadline, weight: 3}, ending, binding)

const several = (act: fc.Arbitrary<Act>): fc.Arbitrary<Act[]> => fc.array(act, {minLength: 8, maxLength: 16})

const exactActs = several(exactAct)

/** Requests after which recorded usage exceeds the actual one: a name conflict, dropped ports, released cpu. */
const lossyAct = fc.oneof(
  toSome((cluster, body) => cluster.create(body)),
  fc.integer({min: 1, max: 4}).chain((count) => toSome((cluster, body) => cluster.update(withSpec(body, portsOf(count))), serviceKind)),
  fc.tuple(resources, resources).chain(([a, b]) =>
    toSome((cluster, body) => cluster.update(withSpec(body, {containers: resized(body, [a, b])}), {subresource: 'resize'}), podKind)),
)

const resized = ({spec}: Body, all: readonly Resources[]): Body[] =>
  (spec as {containers: Body[]}).containers.map((body, i) => ({...body, resources: all[i]}))

const anyActs = several(fc.oneof({arbitrary: exactAct, weight: 3}, lossyAct))

function clusterWith(bodies: readonly Body[]): TestCluster {
  const cluster = new TestCluster()
  allowed(cluster.create(storageClass('gold', {allowVolumeExpansion: true})))
  for (const body of bodies) cluster.create(body)
  return cluster
}

const stored = ({cluster}: TestCluster): readonly ResourceQuota[] => cluster.list(resourceQuota, 'dev')

/** Recorded usage of each quota, as text. */
const recorded = (cluster: TestCluster): unknown => stored(cluster).map(({metadata, status}) => [metadata.name, texts(status?.hard), texts(status?.used)])

/** Recorded usage of each quota, as numbers. */
const usages = (cluster: TestCluster): ResourceList[] => stored(cluster).map(({status}) => status?.used ?? noResources)

const numbers = (cluster: TestCluster): unknown => usages(cluster).map((used) => Object.entries(used).map(([key, amount]) => [key, amount.milliValue()]))

const codesSeen = new Map<number, number>()

const count = ({status: {code}}: Review): void => {
  codesSeen.set(code, (codesSeen.get(code) ?? 0) + 1)
}

describe('quota usage after random requests', () => {
  it('equals the sum of the objects after exact requests', () => {
    fc.assert(fc.property(quotas, exactActs, (bodies, acts) => {
      const cluster = clusterWith(bodies)
      for (const act of acts) count(act(cluster))
      const before = numbers(cluster)
      cluster.cluster.resync('dev')
      expect(numbers(cluster)).to.deep.equal(before)
    }), {numRuns: runs(400), seed: 20})
    expect([...codesSeen.keys()], 'codes of the answers').to.include.members([200, 201, 403, 404, 422])
    expect(Math.min(codesSeen.get(201) ?? 0, codesSeen.get(200) ?? 0, codesSeen.get(403) ?? 0), 'requests of each sort').to.be.greaterThan(runs(100))
  })

  it('is never less than the sum of the objects', () => {
    let surplus = 0
    fc.assert(fc.property(quotas, anyActs, (bodies, acts) => {
      const cluster = clusterWith(bodies)
      for (const act of acts) act(cluster)
      const before = usages(cluster)
      cluster.cluster.resync('dev')
      for (const [i, counted] of usages(cluster).entries()) {
        for (const [key, amount] of Object.entries(counted)) {
          const was = before[i]?.[key]
          expect(was?.compare(amount), key).to.be.greaterThanOrEqual(0)
          if (was?.equals(amount) === false) surplus++
        }
      }
    }), {numRuns: runs(250), seed: 21})
    expect(surplus, 'keys of which more was recorded').to.be.greaterThan(runs(20))
  })

  it('does not grow beyond the limits', () => {
    let grown = 0
    fc.assert(fc.property(quotas, anyActs, (bodies, acts) => {
      const cluster = clusterWith(bodies)
      for (const act of acts) {
        const before = usages(cluster)
        act(cluster)
        for (const [i, {status}] of stored(cluster).entries()) {
          for (const [key, used] of Object.entries(status?.used ?? noResources)) {
            if (used.compare(before[i]![key]!) <= 0) continue
            grown++
            expect(used.compare(status!.hard![key]!), `${key}: ${used}`).to.be.lessThanOrEqual(0)
          }
        }
      }
    }), {numRuns: runs(200), seed: 22})
    expect(grown, 'keys that have grown').to.be.greaterThan(runs(300))
  })

  it('is not changed by a rejected request', () => {
    const rejected = new Map<number, number>()
    fc.assert(fc.property(quotas, anyActs, (bodies, acts) => {
      const cluster = clusterWith(bodies)
      for (const act of acts) {
        const before = recorded(cluster)
        const {allowed: isAllowed, status: {code}} = act(cluster)
        // A name conflict is detected after the quotas have been charged.
        if (isAllowed || code === 409) continue
        rejected.set(code, (rejected.get(code) ?? 0) + 1)
        expect(recorded(cluster)).to.deep.equal(before)
      }
    }), {numRuns: runs(200), seed: 23})
    expect(rejected.get(403), 'requests that were denied').to.be.greaterThan(runs(200))
  })

  it('is not changed by an update without changes, which is allowed even if a quota is exceeded', () => {
    let updates = 0
    fc.assert(fc.property(fc.array(someObject, {minLength: 1, maxLength: 6}), quotas, (objects, bodies) => {
      const cluster = clusterWith([...objects, ...bodies])
      const before = recorded(cluster)
      for (const body of objects) {
        const object = cluster.stored(body)
        if (object === undefined) continue
        updates++
        expect(cluster.update(object).status.message).to.equal('')
        expect(recorded(cluster)).to.deep.equal(before)
      }
    }), {numRuns: runs(200), seed: 24})
    expect(updates, 'updates').to.be.greaterThan(runs(300))
  })
})

describe('update of a pod without changes', () => {
  it('is not charged by any quota', () => {
    let charged = 0
    fc.assert(fc.property(fc.oneof(anyPod, somePod), quotas, (body, bodies) => {
      const cluster = clusterWith(bodies)
      const free = new TestCluster()
      if (!free.create(body).allowed) return
      const [object] = free.cluster.list(podKind, 'dev')
      const evaluator = new Evaluators(cluster.cluster, stoppedClock).of({group: '', name: 'pods'})
      if (object === undefined || evaluator === undefined) throw new Error('there is a pod, and an evaluator of pods')
      const attributes = {
        operation: 'UPDATE', kind: {group: '', name: 'Pod'}, resource: evaluator.resource, subresource: 'resize', namespace: 'dev', name: 'p', user: '', dryRun: false,
      } as const
      const outcome = checkRequest(accountsOf(stored(cluster)), {...attributes, object, oldObject: object}, evaluator, [])
      if ('status' in outcome) expect(outcome.status.message).to.contain('must specify')
      else expect(outcome).to.deep.equal([])
      const created = checkRequest(accountsOf(stored(cluster)), {...attributes, operation: 'CREATE', object, oldObject: undefined}, evaluator, [])
      if (!('status' in created) && created.length > 0) charged++
    }), {numRuns: runs(250), seed: 25})
    expect(charged, 'pods that would be charged if they were new').to.be.greaterThan(runs(30))
  })
})
