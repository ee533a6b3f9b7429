import {expect} from 'chai'
import fc from 'fast-check'

import {type Amounts, type Body, claim, container, type Item, limitRange, type Manifest, pod} from '../../../helpers/builders.js'
import {runs} from '../../../helpers/runs.js'
import {contradictionsIn, type Witness, witnessFor} from '../../../helpers/satisfiability.js'
import {TestCluster} from '../../../helpers/test-cluster.js'

/** Amounts of the LimitRanges: halves matter for resources that come in whole numbers. */
const amount = fc.constantFrom('0', '500m', '1', '1500m', '2', '3', '4')

const ratio = fc.constantFrom('1', '1500m', '2', '3')

const resources = ['cpu', 'memory', 'ephemeral-storage', 'nvidia.com/gpu'] as const

const amounts = (value: fc.Arbitrary<string>, names: readonly string[]): fc.Arbitrary<Amounts | undefined> =>
  fc.option(fc.dictionary(fc.constantFrom(...names), value, {maxKeys: 2}).map((list) => ({...list})), {nil: undefined, freq: 2})

const item = (type: string, names: readonly string[]): fc.Arbitrary<Item> => fc.record({
  type: fc.constant(type), min: amounts(amount, names), max: amounts(amount, names), maxLimitRequestRatio: amounts(ratio, names),
}).map((fields) => JSON.parse(JSON.stringify(fields)) as Item)

const items = (names: readonly string[]): fc.Arbitrary<Item[]> => fc.tuple(fc.option(item('Container', names)), fc.option(item('Pod', names)))
  .map((all) => all.filter((each) => each !== null))

/** One or two LimitRanges that bound one or two resources. */
const policies = fc.subarray([...resources], {minLength: 1, maxLength: 2}).chain((names) => fc.array(items(names), {minLength: 1, maxLength: 2}))
  .map((all): Manifest[] => all.map((limits, i) => limitRange(`limits-${i}`, ...limits)))

/** Cluster with LimitRanges; undefined if the server rejects one of them. */
function clusterWith(all: readonly Manifest[]): TestCluster | undefined {
  const cluster = new TestCluster()
  return all.every((policy) => cluster.create(policy).allowed) ? cluster : undefined
}

const admits = (cluster: TestCluster, object: Body): boolean => cluster.create(object, {dryRun: true}).allowed

const texts = [undefined, '0', '1', '2', '3', '4'] as const

/** Request and limit of a container for a resource. */
const sayings = texts.flatMap((request) => texts.map((limit) => ({request, limit})))
  .filter(({request, limit}) => request === undefined || limit === undefined || Number(request) <= Number(limit))

type Saying = typeof sayings[number]

const saying = (name: string, index: number, {request, limit}: Saying): Body => container(`c${index}`, {
  ...request !== undefined && {requests: {[name]: request}}, ...limit !== undefined && {limits: {[name]: limit}},
})

/** Pods of one and two containers, and of three equal ones, with all requests and limits of one resource, also at pod level. */
function* smallPods(name: string): Generator<Body> {
  for (const first of sayings) {
    yield pod().with(saying(name, 0, first))
    yield pod().with(saying(name, 0, first), saying(name, 1, first), saying(name, 2, first))
    for (const second of sayings.filter(({limit}) => limit === first.limit || limit === '1')) yield pod().with(saying(name, 0, first), saying(name, 1, second))
    if (name !== 'cpu' && name !== 'memory') continue
    for (const whole of texts) if (whole !== undefined) yield pod().with(saying(name, 0, first)).limitedTo({requests: {[name]: whole}, limits: {[name]: whole}})
  }
}

const namesIn = (all: readonly Manifest[]): string[] => [...new Set(resources.filter((name) => JSON.stringify(all).includes(`"${name}"`)))]

describe('contradictionsIn @slow', () => {
  it('finds a contradiction only where no small pod is admitted', () => {
    let rejected = 0
    fc.assert(fc.property(policies, (all) => {
      const cluster = clusterWith(all)
      if (cluster === undefined || contradictionsIn(all, 'pod').length === 0) return
      rejected++
      for (const name of namesIn(all)) for (const small of smallPods(name)) expect(admits(cluster, small), JSON.stringify(small)).to.equal(false)
    }), {numRuns: runs(250), seed: 8})
    expect(rejected).to.be.above(runs(20))
  })

  it('finds a contradiction only where no pod with two resources is admitted', () => {
    const some = fc.array(fc.tuple(fc.constantFrom(...sayings), fc.constantFrom(...sayings)), {minLength: 1, maxLength: 3})
    let rejected = 0
    fc.assert(fc.property(policies, fc.array(some, {minLength: 60, maxLength: 60}), (all, pods) => {
      const cluster = clusterWith(all)
      const [one, two] = namesIn(all)
      if (cluster === undefined || one === undefined || two === undefined || contradictionsIn(all, 'pod').length === 0) return
      rejected++
      for (const containers of pods) {
        const tried = pod().with(...containers.map(([first, second], i) => container(`c${i}`, both(one, first, two, second))))
        expect(admits(cluster, tried), JSON.stringify(tried)).to.equal(false)
      }
    }), {numRuns: runs(800), seed: 8})
    expect(rejected).to.be.above(runs(20))
  })

  it('finds a contradiction unless a witness pod is admitted', () => {
    let granted = 0
    fc.assert(fc.property(policies, (all) => {
      const cluster = clusterWith(all)
      if (cluster === undefined || contradictionsIn(all, 'pod').length > 0) return
      const witness = witnessFor(all)
      granted++
      const review = cluster.create(podOf(witness), {dryRun: true})
      expect(review.allowed, `${review.status.message} ${JSON.stringify([all, podOf(witness)])}`).to.equal(true)
    }), {numRuns: runs(1500), seed: 8})
    expect(granted).to.be.above(runs(300))
  })

  it('agrees with the server about claims', () => {
    const bounds = fc.record({min: fc.option(amount, {nil: undefined}), max: fc.option(amount.filter((text) => text !== '0'), {nil: undefined})})
    fc.assert(fc.property(fc.array(bounds, {minLength: 1, maxLength: 3}), (all) => {
      const claims = all.map(({min, max}, i) => limitRange(`limits-${i}`, {
        type: 'PersistentVolumeClaim', ...min !== undefined && {min: {storage: min}}, ...max !== undefined && {max: {storage: max}},
      }))
      const cluster = clusterWith(claims)
      if (cluster === undefined) return
      const sizes = ['1m', '500m', '1', '1500m', '2', '2500m', '3', '4', '5'].filter((size) => admits(cluster, claim('c', size)))
      expect(contradictionsIn(claims, 'claim').length > 0, JSON.stringify(claims)).to.equal(sizes.length === 0)
    }), {numRuns: runs(300), seed: 8})
  })
})

const both = (one: string, first: Saying, two: string, second: Saying): Body => ({
  requests: {...first.request !== undefined && {[one]: first.request}, ...second.request !== undefined && {[two]: second.request}},
  limits: {...first.limit !== undefined && {[one]: first.limit}, ...second.limit !== undefined && {[two]: second.limit}},
})

/** The pod that a witness describes. */
function podOf({containers, whole}: Witness): Body {
  const made = pod().with(...containers.map((list, i) => container(`c${i}`, {requests: list, limits: list})))
  return Object.keys(whole).length === 0 ? made : made.limitedTo({requests: whole, limits: whole})
}
