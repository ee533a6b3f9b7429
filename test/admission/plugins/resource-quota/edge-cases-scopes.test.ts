import {expect} from 'chai'
import {
  app, type Body, claim, configMap, type Manifest, pod, type PodManifest, priorityClass, quota, service, storageClass,
} from '../../../helpers/builders.js'
import {exceeded, quotaNamed, recordUsage, requesting, usedOf} from '../../../helpers/quotas.js'
import {allowed, given, TestCluster, verdict} from '../../../helpers/test-cluster.js'

// Case numbers of spec resourcequota 7. Each test asserts the answer of the API server.

const scoped = (name: string, ...scopes: string[]): Manifest => quotaNamed(name, {pods: '9'}, {scopes})

const selecting = (...matchExpressions: Body[]): Body => ({scopeSelector: {matchExpressions}})

const counts = (cluster: TestCluster, ...names: string[]): unknown[] => names.map((name) => (usedOf(cluster, name) as Body)['pods'])

const ending = (name: string, seconds: number): PodManifest => pod(name).asking({activeDeadlineSeconds: seconds})

describe('ResourceQuota, edge cases: pods with activeDeadlineSeconds', () => {
  const [terminating, lasting] = [scoped('t', 'Terminating'), scoped('n', 'NotTerminating')]

  it('46: are counted as Terminating, other pods as NotTerminating', () => {
    const cluster = given(terminating, lasting, ending('a', 30), pod('b'), pod('c'))
    expect(counts(cluster, 't', 'n')).to.deep.equal(['1', '2'])
    expect(verdict(cluster.create(ending('d', 0))))
      .to.equal('422 Pod "d" is invalid: spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive')
  })

  it('47: are charged in full when an update adds the deadline', () => {
    const stored = requesting({cpu: '2'})
    const quotas = [quotaNamed('t', {cpu: '3'}, {scopes: ['Terminating']}), quotaNamed('n', {cpu: '3'}, {scopes: ['NotTerminating']}), quotaNamed('all', {cpu: '2'})]
    const cluster = new TestCluster({controllers: false})
    for (const body of [...quotas, stored]) allowed(cluster.create(body))
    for (const [i, cpu] of ['0', '2', '2'].entries()) recordUsage(cluster, quotas[i]!, {cpu})
    expect(verdict(cluster.update(stored.asking({activeDeadlineSeconds: 60})))).to.equal('200')
    expect(['t', 'n', 'all'].map((name) => usedOf(cluster, name))).to.deep.equal([{cpu: '2'}, {cpu: '2'}, {cpu: '2'}])
  })

  it('47: are rejected when the added deadline exceeds a quota', () => {
    const cluster = given(quotaNamed('t', {cpu: '1'}, {scopes: ['Terminating']}), requesting({cpu: '2'}))
    expect(verdict(cluster.update(requesting({cpu: '2'}).asking({activeDeadlineSeconds: 60})))).to.equal(exceeded('t', 'cpu=2', 'cpu=0', 'cpu=1'))
  })

  it('48: are not checked when the deadline only becomes shorter', () => {
    const cluster = given(ending('p', 30), quota({pods: '0', cpu: '1'}))
    expect(verdict(cluster.update(ending('p', 20)))).to.equal('200')
    expect(usedOf(cluster)).to.deep.equal({pods: '1', cpu: '0'})
  })
})

describe('ResourceQuota, edge cases: priority classes', () => {
  const ofClass = (name: string, priorityClassName: string): PodManifest => pod(name).asking({priorityClassName})
  const classes = [priorityClass('high', 10), priorityClass('low', 1)]

  it('49: match pods without a class under NotIn', () => {
    const cluster = given(...classes, quota({pods: '9'}, selecting({scopeName: 'PriorityClass', operator: 'NotIn', values: ['high']})))
    for (const [body, used] of [[pod(), '1'], [ofClass('high', 'high'), '1'], [ofClass('low', 'low'), '2']] as const) {
      allowed(cluster.create(body))
      expect(counts(cluster, 'q')).to.deep.equal([used])
    }
  })

  it('50: do not match pods without a class in the scope PriorityClass', () => {
    expect(counts(given(...classes, scoped('q', 'PriorityClass'), pod(), ofClass('low', 'low')), 'q')).to.deep.equal(['1'])
  })

  it('50: match pods with the default class in the scope PriorityClass', () => {
    expect(counts(given(...classes, priorityClass('usual', 5, {globalDefault: true}), scoped('q', 'PriorityClass'), pod()), 'q')).to.deep.equal(['1'])
  })

  it('56: reject every pod, but no other kind, if a value is not a label value', () => {
    const detail = 'values[0][PriorityClass]: Invalid value: "bad value!": a valid label must be an empty string or consist of alphanumeric characters, '
      + "'-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
      + "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
    const body = quota({'pods': '9', 'count/services': '9'}, selecting({scopeName: 'PriorityClass', operator: 'In', values: ['bad value!']}))
    const cluster = given(body)
    const review = cluster.create(pod())
    expect([review.status.code, review.status.reason]).to.deep.equal([500, ''])
    expect(review.status.message).to.equal(
      `error matching scopes of quota q, err: error on matching scope {PriorityClass In [bad value!]}: failed to parse and convert selector: ${detail}`,
    )
    expect(verdict(cluster.create(service('s')))).to.equal('201')
    expect(verdict(cluster.create(claim('c', '1Gi')))).to.equal('201')
  })
})

describe('ResourceQuota, edge cases: scopes that contradict each other or do not apply', () => {
  it('51: match nothing when they contradict each other', () => {
    const both = quota({pods: '0'}, {scopes: ['BestEffort'], ...selecting({scopeName: 'NotBestEffort', operator: 'Exists'})})
    const cluster = given(both)
    expect([pod('a'), requesting({cpu: '1'}, 'b')].map((body) => verdict(cluster.create(body)))).to.deep.equal(['201', '201'])
    expect(usedOf(cluster)).to.deep.equal({pods: '0'})
  })

  it('52: do not apply to other kinds', () => {
    const cluster = given(quota({'count/configmaps': '0', 'count/services': '0'}, {scopes: ['BestEffort']}))
    expect([configMap('a'), service('s')].map((body) => verdict(cluster.create(body)))).to.deep.equal(['201', '201'])
    expect(usedOf(cluster)).to.deep.equal({'count/configmaps': '0', 'count/services': '0'})
  })
})

describe('ResourceQuota, edge cases: cross-namespace pod affinity', () => {
  const term = (fields: Body): Body => ({topologyKey: 'zone', labelSelector: {matchLabels: {a: 'b'}}, ...fields})
  const near = (name: string, affinity: Body): PodManifest => pod(name).asking({affinity})
  const required = (fields: Body): Body => ({requiredDuringSchedulingIgnoredDuringExecution: [term(fields)]})
  const preferred = (fields: Body): Body => ({preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: term(fields)}]})
  const crossing: readonly Body[] = [{namespaceSelector: {}}, {namespaces: ['other']}].flatMap((fields) => [
    {podAffinity: required(fields)}, {podAffinity: preferred(fields)}, {podAntiAffinity: required(fields)}, {podAntiAffinity: preferred(fields)},
  ])
  const staying: readonly Body[] = [{}, {podAffinity: required({})}, {podAntiAffinity: preferred({namespaces: []})}, {nodeAffinity: {}}]

  it('53: is any term that names namespaces or selects every namespace', () => {
    const all = [...crossing, ...staying].map((affinity, i) => near(`p${i}`, affinity))
    const usedAfter = all.map((body) => counts(given(scoped('q', 'CrossNamespacePodAffinity'), body), 'q')[0])
    expect(usedAfter).to.deep.equal([...crossing.map(() => '1'), ...staying.map(() => '0')])
  })

  it('54: is forbidden by a bound of 0', () => {
    const none = given(quota({pods: '0'}, {scopes: ['CrossNamespacePodAffinity']}))
    expect(verdict(none.create(near('p', crossing[0] ?? {})))).to.equal(exceeded('q', 'pods=1', 'pods=0', 'pods=0'))
    expect(verdict(none.create(near('q', staying[1] ?? {})))).to.equal('201')
  })
})

describe('ResourceQuota, edge cases: volume attributes classes', () => {
  const gold = claim('c', '1Gi', {storageClassName: 'fast', volumeAttributesClassName: 'gold'})
  const of = (operator: string, ...values: string[]): Body => selecting({scopeName: 'VolumeAttributesClass', operator, ...values.length > 0 && {values}})
  const bound = (current: string): TestCluster => {
    const cluster = given(storageClass('fast'), gold)
    allowed(cluster.update(gold.having({status: {phase: 'Bound', capacity: {storage: '1Gi'}, currentVolumeAttributesClassName: current}}), {subresource: 'status'}))
    return cluster
  }
  const matches = (spec: Body, cluster: TestCluster): boolean => {
    allowed(cluster.create(quota({persistentvolumeclaims: '9'}, spec)))
    return (usedOf(cluster) as Body)['persistentvolumeclaims'] === '1'
  }

  it('55: match the current and the requested class of a claim', () => {
    expect(matches(of('In', 'silver'), bound('silver'))).to.equal(true)
    expect(matches(of('In', 'gold'), bound('silver'))).to.equal(true)
    expect(matches(of('In', 'bronze'), bound('silver'))).to.equal(false)
    expect(matches(of('NotIn', 'gold'), bound('silver'))).to.equal(true)
    expect(matches(of('NotIn', 'gold'), bound('gold'))).to.equal(false)
    expect(matches(of('NotIn', 'gold', 'silver'), bound('silver'))).to.equal(false)
  })

  it('55: are matched by Exists and DoesNotExist', () => {
    expect(matches(of('Exists'), bound('gold'))).to.equal(true)
    expect(matches(of('DoesNotExist'), bound('gold'))).to.equal(false)
    const plain = (spec: Body): boolean => matches(spec, given(claim('c', '1Gi')))
    expect([of('Exists'), of('DoesNotExist'), of('In', 'gold'), of('NotIn', 'gold')].map(plain)).to.deep.equal([false, true, false, true])
  })

  it('55: do not apply to pods', () => {
    const cluster = given(quota({'count/pods': '0'}, of('DoesNotExist')))
    expect(verdict(cluster.create(pod().with(app())))).to.equal('201')
  })
})
