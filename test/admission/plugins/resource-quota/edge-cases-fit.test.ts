import {expect} from 'chai'
import {
  type Amounts, type Body, configMap, container, Manifest, pod, podNamedAfter, quota, type Resources, service, sidecar,
} from '../../../helpers/builders.js'
import {exceeded, quotaNamed, requesting, usedOf, usedUpTo} from '../../../helpers/quotas.js'
import {given, TestCluster, verdict} from '../../../helpers/test-cluster.js'

// Case numbers of spec resourcequota 7. Each test asserts the answer of the API server.

const gpu = 'requests.nvidia.com/gpu'

/** A pod with these requests and equal limits, as extended resources require. */
const holding = (amounts: Amounts): Manifest => pod().with(container('app', {requests: amounts, limits: amounts}))

const failed = (...demands: string[]): string => `403 pods "p" is forbidden: failed quota: q: must specify ${demands.join('; ')}`

describe('ResourceQuota, edge cases: remaining quota', () => {
  it('1: rejects a request for more than is left', () => {
    expect(verdict(usedUpTo({'requests.cpu': '1'}, quota({'requests.cpu': '3'})).create(requesting({cpu: '3'}))))
      .to.equal(exceeded('q', 'requests.cpu=3', 'requests.cpu=1', 'requests.cpu=3'))
  })

  it('2: admits a request for all that is left', () => {
    const cluster = usedUpTo({'requests.cpu': '1'}, quota({'requests.cpu': '3'}))
    expect(verdict(cluster.create(requesting({cpu: '2'})))).to.equal('201')
    expect(usedOf(cluster)).to.deep.equal({'requests.cpu': '3'})
    expect(verdict(cluster.create(requesting({cpu: '1m'}, 'b')))).to.contain('exceeded quota')
  })

  it('3: rejects every pod under a bound of 0', () => expect(verdict(given(quota({pods: '0'})).create(pod()))).to.equal(exceeded('q', 'pods=1', 'pods=0', 'pods=0')))

  it('4: reports only exceeded resources, sorted by name', () => {
    expect(verdict(given(quota({pods: '0', memory: '1Gi', cpu: '1'})).create(requesting({cpu: '2', memory: '1Mi'}))))
      .to.equal(exceeded('q', 'cpu=2,pods=1', 'cpu=0,pods=0', 'cpu=1,pods=0'))
  })

  it('5: reports both cpu and requests.cpu', () => {
    expect(verdict(given(quota({'requests.cpu': '1', 'cpu': '1'})).create(requesting({cpu: '2'}))))
      .to.equal(exceeded('q', 'cpu=2,requests.cpu=2', 'cpu=0,requests.cpu=0', 'cpu=1,requests.cpu=1'))
  })

  it('6: ignores an exceeded bound of another kind', () => {
    const cluster = usedUpTo({services: '4', pods: '1'}, quota({services: '3', pods: '4'}))
    expect(verdict(cluster.create(pod()))).to.equal('201')
    expect(usedOf(cluster)).to.deep.equal({services: '4', pods: '2'})
    expect(verdict(cluster.create(service('s')))).to.equal(exceeded('q', 'services=1', 'services=4', 'services=3', 'services "s"'))
  })

  it('7: ignores an exceeded resource that the pod does not request', () => {
    const cluster = usedUpTo({[gpu]: '5'}, quota({[gpu]: '4'}))
    expect(verdict(cluster.create(pod('other')))).to.equal('201')
    expect(verdict(cluster.create(holding({'nvidia.com/gpu': '1'})))).to.equal(exceeded('q', `${gpu}=1`, `${gpu}=5`, `${gpu}=4`))
  })

  it('8: reports the first of two exceeded quotas and charges none', () => {
    const cluster = given(quotaNamed('b', {pods: '0', cpu: '9'}), quotaNamed('a', {pods: '0', cpu: '9'}))
    expect(verdict(cluster.create(requesting({cpu: '1'})))).to.equal(exceeded('a', 'pods=1', 'pods=0', 'pods=0'))
    expect(['a', 'b'].map((name) => usedOf(cluster, name))).to.deep.equal([{pods: '0', cpu: '0'}, {pods: '0', cpu: '0'}])
  })

  it('9: charges no quota when another one is exceeded', () => {
    const cluster = given(quotaNamed('a', {pods: '5'}), quotaNamed('b', {pods: '0'}))
    expect(verdict(cluster.create(pod()))).to.equal(exceeded('b', 'pods=1', 'pods=0', 'pods=0'))
    expect(usedOf(cluster, 'a')).to.deep.equal({pods: '0'})
  })

  it('10: reports values that a later quota requires before an earlier exceeded quota', () => {
    expect(verdict(given(quotaNamed('a', {pods: '0'}), quotaNamed('b', {cpu: '1'})).create(pod())))
      .to.equal('403 pods "p" is forbidden: failed quota: b: must specify cpu for: app')
  })

  it('11: adds amounts in the format of the first one', () => {
    const both = pod().with(container('a', {requests: {memory: '500M'}}), container('b', {requests: {memory: '1Gi'}}))
    expect(verdict(given(quota({memory: '1Gi'})).create(both))).to.equal(exceeded('q', 'memory=1573741824', 'memory=0', 'memory=1Gi'))
  })

  it('12: reports amounts in canonical form', () => {
    const messageOn = (resource: string, hard: string, requested: string): string =>
      verdict(given(quota({[resource]: hard})).create(requesting({[resource]: requested})))
    expect(messageOn('cpu', '0.5', '1')).to.equal(exceeded('q', 'cpu=1', 'cpu=0', 'cpu=500m'))
    expect(messageOn('memory', '1024Mi', '2048Mi')).to.equal(exceeded('q', 'memory=2Gi', 'memory=0', 'memory=1Gi'))
    expect(messageOn('cpu', '1000m', '1.5')).to.equal(exceeded('q', 'cpu=1500m', 'cpu=0', 'cpu=1'))
  })

  it('13: reports a generated name', () => {
    expect(verdict(given(quota({pods: '0'})).create(podNamedAfter('web-')))).to.equal(exceeded('q', 'pods=1', 'pods=0', 'pods=0', 'pods "web-XXXXX"'))
    const cluster = new TestCluster({nameSuffix: () => 'abcde'})
    cluster.create(quota({pods: '0'}))
    expect(verdict(cluster.create(podNamedAfter('web-')))).to.contain('pods "web-abcde" is forbidden')
  })

  it('14: counts custom resources', () => {
    const key = 'count/widgets.example.com'
    const widget = (name: string): Manifest => new Manifest({apiVersion: 'example.com/v1', kind: 'Widget', metadata: {name}})
    const cluster = given(quota({[key]: '1'}), widget('w1'))
    expect(verdict(cluster.create(widget('w2')))).to.equal(exceeded('q', `${key}=1`, `${key}=1`, `${key}=1`, 'widgets.example.com "w2"'))
  })

  it('15: does not count events', () => {
    const event = {apiVersion: 'v1', kind: 'Event', metadata: {name: 'e'}, involvedObject: {namespace: 'dev'}}
    const cluster = given(quota({'count/events': '0', 'count/events.events.k8s.io': '0'}))
    expect(verdict(cluster.create(event))).to.equal('201')
    expect(usedOf(cluster)).to.equal(undefined)
  })

  it('16: reports an exceeded quota before a name conflict', () => {
    const cluster = given(quota({pods: '1'}), pod())
    expect(verdict(cluster.create(pod()))).to.equal(exceeded('q', 'pods=1', 'pods=1', 'pods=1'))
    const roomy = given(quota({pods: '2'}), pod())
    expect(verdict(roomy.create(pod()))).to.equal('409 pods "p" already exists')
    expect(usedOf(roomy), 'charged for good').to.deep.equal({pods: '2'})
  })
})

describe('ResourceQuota, edge cases: required requests and limits', () => {
  const on = (hard: Amounts, body: Body): string => verdict(given(quota(hard)).create(body))
  const only = (resources: Resources): Body => pod().with(container('c', resources))

  it('17: names all containers without a value, sorted', () => {
    expect(on({memory: '1Gi', cpu: '1'}, pod().with(container('foo'), container('bar')))).to.equal(failed('cpu for: bar,foo', 'memory for: bar,foo'))
    expect(on({memory: '1Gi', cpu: '1'}, pod().with(container('foo', {requests: {cpu: '1'}}), container('bar', {requests: {memory: '1'}}))))
      .to.equal(failed('cpu for: bar', 'memory for: foo'))
  })

  it('18: names init containers and sidecars too', () => {
    const full = {requests: {memory: '1Mi'}}
    const of = (...init: Body[]): string => on({memory: '1Gi'}, pod().with(container('c', full)).after(...init))
    expect(of(container('setup'))).to.equal(failed('memory for: setup'))
    expect(of(sidecar('side'))).to.equal(failed('memory for: side'))
    expect(of(container('setup', full), sidecar('side', full))).to.equal('201')
  })

  it('19: accepts a limit as the request that it implies', () => {
    const cluster = given(quota({'requests.cpu': '1'}))
    expect(verdict(cluster.create(only({limits: {cpu: '700m'}})))).to.equal('201')
    expect(usedOf(cluster)).to.deep.equal({'requests.cpu': '700m'})
  })

  it('20: does not accept a request as a limit', () => expect(on({'limits.cpu': '1'}, only({requests: {cpu: '1'}}))).to.equal(failed('limits.cpu for: c')))

  it('21: accepts an explicit zero', () => {
    const cluster = given(quota({'requests.cpu': '1', 'pods': '1'}))
    expect(verdict(cluster.create(only({requests: {cpu: '0'}})))).to.equal('201')
    expect(usedOf(cluster)).to.deep.equal({'requests.cpu': '0', 'pods': '1'})
  })

  for (const name of ['ephemeral-storage', 'requests.ephemeral-storage', 'limits.ephemeral-storage', 'hugepages-2Mi', 'requests.hugepages-2Mi', gpu]) {
    it(`22: does not require ${name}`, () => expect(on({[name]: '1'}, pod())).to.equal('201'))
  }

  it('23: requires nothing in a pod with pod-level resources', () => {
    const cluster = given(quota({memory: '1Gi'}))
    expect(verdict(cluster.create(pod().limitedTo({requests: {cpu: '1'}})))).to.equal('201')
    expect(usedOf(cluster)).to.deep.equal({memory: '0'})
    expect(on({memory: '1Gi'}, pod().limitedTo({}))).to.equal(failed('memory for: app'))
  })

  it('24: requires nothing in a pod that the quota does not count', () => {
    const bestEffort = quota({pods: '1'}, {scopes: ['BestEffort']})
    const cluster = given(bestEffort)
    expect(verdict(cluster.create(only({requests: {cpu: '1'}})))).to.equal('201')
    expect(usedOf(cluster)).to.deep.equal({pods: '0'})
    expect(verdict(cluster.create(pod('b').with(container('c', {requests: {'ephemeral-storage': '1Gi'}}))))).to.equal('201')
    expect(usedOf(cluster)).to.deep.equal({pods: '1'})
    const demanding = given(quota({cpu: '1'}, {scopes: ['Terminating']}), configMap('c'))
    expect(verdict(demanding.create(pod()))).to.equal('201')
    expect(verdict(demanding.create(pod('b').asking({activeDeadlineSeconds: 30})))).to.contain('failed quota: q: must specify cpu for: app')
  })
})
