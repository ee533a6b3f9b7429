import {expect} from 'chai'
import * as fc from 'fast-check'
import {stoppedClock} from '../../src/admission/clock.js'
import {type Account, accountsOf} from '../../src/admission/plugins/resource-quota/account.js'
import {checkRequest} from '../../src/admission/plugins/resource-quota/check-request.js'
import {Evaluators} from '../../src/admission/plugins/resource-quota/evaluators/index.js'
import {pod as podKind} from '../../src/kinds/pod/index.js'
import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../src/machinery/api/core-v1.js'
import {noResources} from '../../src/machinery/quantity/resource-list.js'
import {app, type Body, configMap, pod, quota} from '../helpers/builders.js'
import {texts} from '../helpers/resources.js'
import {runs} from '../helpers/runs.js'
import {TestCluster, verdict} from '../helpers/test-cluster.js'

// Quotas that count the same share an account, and their charges are postponed. Neither may change any answer.

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

/** The resources and scopes that quotas have in common. */
const shapes: readonly {readonly keys: readonly string[], readonly spec?: Body}[] = [
  {keys: ['pods', 'requests.cpu']}, {keys: ['pods', 'requests.cpu']}, {keys: ['requests.cpu', 'pods']}, {keys: ['requests.memory', 'configmaps']},
  {keys: ['pods']}, {keys: ['pods'], spec: {scopes: ['NotTerminating']}}, {keys: ['pods', 'requests.cpu'], spec: {scopes: ['NotBestEffort']}},
]

const bound = (key: string): fc.Arbitrary<string> => fc.constantFrom(...key === 'requests.memory' ? ['1Gi', '3G', '9Gi'] : ['2', '4', '6', '9', '1500m'])

const body = fc.tuple(fc.constantFrom(...shapes), fc.constantFrom(...names), fc.option(fc.constantFrom('1', '41'))).chain(([{keys, spec = {}}, name, resourceVersion]) =>
  fc.tuple(...keys.map(bound)).map((bounds): Body => {
    const hard = Object.fromEntries(keys.map((key, i) => [key, key === 'pods' || key === 'configmaps' ? (bounds[i] ?? '0').replace('1500m', '3') : bounds[i] ?? '0']))
    return quota(hard, spec).marked({name, ...resourceVersion !== null && {resourceVersion}})
  }))

const bodies = fc.uniqueArray(body, {minLength: 3, maxLength: 7, selector: ({metadata}) => (metadata as Body)['name']})

const somePod = fc.tuple(fc.constantFrom('w', 'x', 'y', 'z'), fc.constantFrom('500m', '1', '2'), fc.constantFrom('256Mi', '1G', '1000001'), fc.option(fc.boolean()), fc.constantFrom({}, {activeDeadlineSeconds: 9}))
  .map(([name, cpu, memory, hasCpu, spec]) => pod(name).with(app(hasCpu === null ? {} : {requests: hasCpu ? {cpu, memory} : {memory}})).asking(spec))

type Act = readonly [operation: 'create' | 'delete', object: Body]

const acts = fc.array(fc.tuple(
  fc.constantFrom<Act[0]>('create', 'create', 'create', 'delete'),
  fc.oneof({arbitrary: somePod, weight: 4}, {arbitrary: fc.constantFrom('m', 'n').map((name): Body => configMap(name)), weight: 1}),
), {minLength: 5, maxLength: 12})

function clusterWith(given: readonly Body[]): TestCluster {
  const cluster = new TestCluster()
  for (const object of given) cluster.cluster.load({namespace: 'dev', object})
  cluster.cluster.resync('dev')
  return cluster
}

const quotasOf = ({cluster}: TestCluster): readonly ResourceQuota[] => cluster.list(resourceQuota, 'dev')

const recorded = (cluster: TestCluster): unknown =>
  quotasOf(cluster).map(({metadata: {name, resourceVersion}, status: {used = noResources} = {}}) => ({name, resourceVersion, used: texts(used)}))

describe('quotas that count the same', () => {
  it('are charged the same without reads between the requests, and in copies of a cluster', () => {
    let charged = 0
    fc.assert(fc.property(bodies, acts, (given, requests) => {
      const [read, unread] = [clusterWith(given), clusterWith(given)]
      const before = recorded(read)
      for (const [operation, object] of requests) {
        const answer = verdict(read[operation](object))
        const copy = unread.cluster.fork()
        expect(verdict(copy.handle({operation: operation === 'create' ? 'CREATE' : 'DELETE', namespace: 'dev', object}))).to.equal(answer)
        expect(verdict(unread[operation](object))).to.equal(answer)
        recorded(read)
      }
      expect(recorded(unread)).to.deep.equal(recorded(read))
      if (JSON.stringify(before) !== JSON.stringify(recorded(read))) charged++
    }), {numRuns: runs(300), seed: 61})
    expect(charged, 'runs with charges').to.be.greaterThan(runs(100))
  })

  it('answer as if each had an account of its own', () => {
    let [shared, rejected] = [0, 0]
    fc.assert(fc.property(bodies, acts, somePod, (given, requests, next) => {
      const cluster = clusterWith(given)
      for (const [operation, object] of requests) cluster[operation](object)
      const quotas = quotasOf(cluster)
      const free = new TestCluster()
      free.create(next)
      const [object] = free.cluster.list(podKind, 'dev')
      const evaluator = new Evaluators(cluster.cluster, stoppedClock).of({group: '', name: 'pods'})
      if (object === undefined || evaluator === undefined) throw new Error('there is a pod, and an evaluator of pods')
      const attributes = {
        operation: 'CREATE', kind: {group: '', name: 'Pod'}, resource: evaluator.resource, subresource: '', namespace: 'dev', name: 'p', user: '', dryRun: false,
        object, oldObject: undefined,
      } as const
      const resultOf = (accounts: readonly Account[]): unknown => {
        const outcome = checkRequest(accounts, attributes, evaluator, [])
        if ('status' in outcome) return {...outcome, reasons: outcome.reasons.map(({message, cause}) => [message, cause?.policy.metadata.name])}
        return Object.fromEntries(outcome.flatMap(({account, used}) => account.quotas.map(({metadata: {name = ''}}) => [name, texts(used)])))
      }
      const accounts = accountsOf(quotas)
      expect(resultOf(accounts)).to.deep.equal(resultOf(quotas.flatMap((one) => accountsOf([one]))))
      if (accounts.length < quotas.length) shared++
      if ('status' in checkRequest(accounts, attributes, evaluator, [])) rejected++
    }), {numRuns: runs(400), seed: 62})
    expect(shared, 'runs with shared accounts').to.be.greaterThan(runs(100))
    expect(rejected, 'denied pods').to.be.greaterThan(runs(30))
  })
})
