import {expect} from 'chai'
import {Cluster} from '../../../../src/cluster/cluster.js'
import {
  type Amounts, app, type Body, claim, container, type Manifest, pod, quota, type Resources, runtimeClass, service, sidecar, storageClass,
} from '../../../helpers/builders.js'
import {exceeded, recordUsage, requesting, usedIn, usedOf} from '../../../helpers/quotas.js'
import {allowed, given, TestCluster, verdict} from '../../../helpers/test-cluster.js'

// Case numbers of spec resourcequota 7. Each test asserts the charged usage.

const keys = (...names: string[]): Amounts => Object.fromEntries(names.map((name) => [name, '1000Gi']))

const R = (requests: Amounts): Resources => ({requests})

/** Usage of an object for these keys of a quota. */
function charged(body: Body, names: readonly string[], ...objects: Body[]): unknown {
  const cluster = given(quota(keys(...names)), ...objects)
  allowed(cluster.create(body))
  return usedOf(cluster)
}

/** Cluster without controllers, with a quota of this usage. */
function withoutController(body: Manifest, used: Amounts): TestCluster {
  const cluster = new TestCluster({controllers: false})
  allowed(cluster.create(body))
  recordUsage(cluster, body, used)
  return cluster
}

describe('ResourceQuota, edge cases: usage of pods', () => {
  const compute = ['requests.cpu', 'limits.cpu', 'requests.memory']
  const cpuOf = (body: Body): unknown => (charged(body, ['cpu']) as Amounts)['cpu']
  const runtime = (overhead: Amounts): Manifest => runtimeClass('heavy', {overhead: {podFixed: overhead}})

  it('25: includes an init container that requests more than all containers', () => {
    expect(cpuOf(pod().after(container('setup', R({cpu: '4'}))).with(container('a', R({cpu: '1'})), container('b', R({cpu: '2'}))))).to.equal('4')
    expect(cpuOf(pod().after(container('setup', R({cpu: '2500m'}))).with(container('a', R({cpu: '1'})), container('b', R({cpu: '2'}))))).to.equal('3')
  })

  it('26: adds a sidecar to a later init container', () => {
    expect(cpuOf(pod().after(sidecar('side', R({cpu: '1'})), container('setup', R({cpu: '2'}))).with(app(R({cpu: '1'}))))).to.equal('3')
  })

  it('27: does not add a sidecar to an earlier init container', () => {
    expect(cpuOf(pod().after(container('setup', R({cpu: '2'})), sidecar('side', R({cpu: '1'}))).with(app(R({cpu: '1'}))))).to.equal('2')
  })

  it('28: adds overhead to requests, and to limits if there are any', () => {
    const heavy = pod().asking({runtimeClassName: 'heavy'})
    const cpu = runtime({cpu: '1'})
    expect(charged(heavy.with(app({requests: {cpu: '1'}, limits: {cpu: '2'}})), ['requests.cpu', 'limits.cpu'], cpu))
      .to.deep.equal({'requests.cpu': '2', 'limits.cpu': '3'})
    const unlimited = given(cpu, quota({'requests.cpu': '9', 'count/pods': '9'}))
    allowed(unlimited.create(heavy.with(app(R({cpu: '1'})))))
    allowed(unlimited.create(quota(keys('limits.cpu')).marked({name: 'limits'})))
    expect([usedOf(unlimited), usedOf(unlimited, 'limits')]).to.deep.equal([{'requests.cpu': '2', 'count/pods': '1'}, {'limits.cpu': '0'}])
  })

  it('29: includes overhead of a resource that no container requests', () => {
    const cluster = given(runtime({memory: '64Mi'}), pod().asking({runtimeClassName: 'heavy'}), quota(keys(...compute)))
    expect(usedOf(cluster)).to.deep.equal({'requests.cpu': '0', 'limits.cpu': '0', 'requests.memory': '64Mi'})
  })

  it('30: includes pod-level resources, and other resources of the containers', () => {
    const storage = {requests: {'ephemeral-storage': '32Mi'}, limits: {'ephemeral-storage': '64Mi'}}
    const whole = pod().limitedTo({requests: {memory: '1Mi'}, limits: {memory: '2Mi'}}).with(app(storage))
    expect(charged(whole, ['memory', 'limits.memory', 'ephemeral-storage', 'limits.ephemeral-storage']))
      .to.deep.equal({'memory': '1Mi', 'limits.memory': '2Mi', 'ephemeral-storage': '32Mi', 'limits.ephemeral-storage': '64Mi'})
  })

  it('31: includes huge pages under both of their names', () => {
    const amounts = {'hugepages-2Mi': '100Mi', 'cpu': '1'}
    expect(charged(pod().with(app({requests: amounts, limits: amounts})), ['hugepages-2Mi', 'requests.hugepages-2Mi', 'hugepages-1Gi']))
      .to.deep.equal({'hugepages-2Mi': '100Mi', 'requests.hugepages-2Mi': '100Mi', 'hugepages-1Gi': '0'})
  })

  it('32: includes extended resources under one name', () => {
    const cluster = given(quota({'requests.example.com/dongle': '5', 'example.com/dongle': '5', 'limits.example.com/dongle': '5'}))
    const amounts = {'example.com/dongle': '3'}
    allowed(cluster.create(pod().with(app({requests: amounts, limits: amounts}))))
    expect(usedOf(cluster)).to.deep.equal({'requests.example.com/dongle': '3'})
  })

  it('33: has only count/pods for terminated pods', () => {
    for (const phase of ['Succeeded', 'Failed']) {
      const cluster = given(quota({'pods': '5', 'cpu': '5', 'count/pods': '5'}), requesting({cpu: '1'}))
      expect(usedOf(cluster)).to.deep.equal({'pods': '1', 'cpu': '1', 'count/pods': '1'})
      allowed(cluster.update(requesting({cpu: '1'}).having({status: {phase}}), {subresource: 'status'}))
      expect(usedOf(cluster), phase).to.deep.equal({'pods': '0', 'cpu': '0', 'count/pods': '1'})
    }
  })

  it('34: has only count/pods for pods whose grace period has expired', () => {
    const usedAfter = (seconds: number, deletionTimestamp = '1970-01-01T00:01:00Z'): unknown => {
      const cluster = new Cluster({clock: {now: () => BigInt(seconds) * 1_000_000_000n}})
      const metadata = {name: 'p', deletionTimestamp, deletionGracePeriodSeconds: 30, finalizers: ['example.com/hold']}
      cluster.load({namespace: 'dev', object: requesting({cpu: '1'}).having({metadata})})
      cluster.handle({operation: 'CREATE', namespace: 'dev', object: quota({'pods': '5', 'cpu': '5', 'count/pods': '5'})})
      return usedIn(cluster, 'dev')
    }
    const counted = {'pods': '1', 'cpu': '1', 'count/pods': '1'}
    expect(usedAfter(120, '9999-12-31T23:59:59-01:00')).to.deep.equal(counted)
    expect([60, 90, 91, 120].map((seconds) => usedAfter(seconds))).to.deep.equal([counted, counted, {'pods': '0', 'cpu': '0', 'count/pods': '1'}, {'pods': '0', 'cpu': '0', 'count/pods': '1'}])
  })

  it('35: excludes resources of kubernetes.io', () => {
    const amounts = {'kubernetes.io/foo': '3'}
    const cluster = given(quota({'requests.kubernetes.io/foo': '1', 'kubernetes.io/foo': '1', 'pods': '5'}))
    expect(verdict(cluster.create(pod().with(app({requests: amounts, limits: amounts}))))).to.equal('201')
    expect(usedOf(cluster)).to.deep.equal({pods: '1'})
  })
})

describe('ResourceQuota, edge cases: usage of services', () => {
  const names = ['services', 'services.nodeports', 'services.loadbalancers']
  const ports = [{name: 'a', port: 80}, {name: 'b', port: 81}]
  const used = (services: string, nodePorts: string, loadBalancers: string): Amounts =>
    ({'services': services, 'services.nodeports': nodePorts, 'services.loadbalancers': loadBalancers})
  const balancer = (spec: Body): Manifest => service('s', {type: 'LoadBalancer', ports, ...spec})

  it('36: includes load balancers with their allocated or requested node ports', () => {
    expect(charged(balancer({}), names)).to.deep.equal(used('1', '2', '1'))
    expect(charged(balancer({allocateLoadBalancerNodePorts: false}), names)).to.deep.equal(used('1', '0', '1'))
    const explicit = ports.map((port, i) => ({...port, nodePort: 30_100 + i}))
    expect(charged(balancer({allocateLoadBalancerNodePorts: false, ports: explicit}), names)).to.deep.equal(used('1', '2', '1'))
    for (const type of ['NodePort', 'LoadBalancer']) {
      expect(verdict(given().create(service('s', {type, ports: []})))).to.equal('422 Service "s" is invalid: spec.ports: Required value')
    }
  })

  it('36: includes a node port twice when two protocols use it', () => {
    const both = ['TCP', 'UDP'].map((protocol) => ({name: protocol.toLowerCase(), port: 53, protocol, nodePort: 30_053}))
    expect(charged(service('s', {type: 'NodePort', ports: both}), names)).to.deep.equal(used('1', '2', '0'))
  })

  it('37: includes no node ports of a ClusterIP service, which a bound of 0 admits', () => {
    const cluster = given(quota({'services.nodeports': '0', 'services.loadbalancers': '0'}))
    expect(verdict(cluster.create(service('s')))).to.equal('201')
    expect(verdict(cluster.create(service('n', {type: 'NodePort'}))))
      .to.equal(exceeded('q', 'services.nodeports=1', 'services.nodeports=0', 'services.nodeports=0', 'services "n"'))
  })

  it('38: is charged for the node ports when a load balancer becomes a NodePort service', () => {
    const [before, after] = [service('s', {type: 'LoadBalancer', ports: ports.slice(0, 1)}), service('s', {type: 'NodePort', ports})]
    const bounded = quota({'services': '1', 'services.nodeports': '2', 'services.loadbalancers': '1'})
    const cluster = given(bounded, before)
    expect(verdict(cluster.update(after))).to.equal('200')
    expect(usedOf(cluster), 'counted anew').to.deep.equal(used('1', '2', '0'))
    const full = given(quota({'services.nodeports': '1', 'services.loadbalancers': '1'}), before)
    expect(verdict(full.update(after))).to.equal(exceeded('q', 'services.nodeports=1', 'services.nodeports=1', 'services.nodeports=1', 'services "s"'))
    const uncontrolled = withoutController(bounded, used('0', '0', '0'))
    for (const review of [uncontrolled.create(before), uncontrolled.update(after)]) allowed(review)
    expect(usedOf(uncontrolled), 'charged').to.deep.equal(used('1', '2', '1'))
  })
})

describe('ResourceQuota, edge cases: usage of volume claims', () => {
  const names = ['persistentvolumeclaims', 'requests.storage']
  const gold = storageClass('gold', {allowVolumeExpansion: true})
  const ofGold = ['persistentvolumeclaims', 'requests.storage'].map((name) => `gold.storageclass.storage.k8s.io/${name}`)
  const bound = (cluster: ReturnType<typeof given>, body: Manifest, status: Body): string =>
    verdict(cluster.update(body.having({status}), {subresource: 'status'}))

  it('39: is charged the increase of a claim that grows', () => {
    const [small, large] = ['10Gi', '15Gi'].map((size) => claim('c', size, {storageClassName: 'gold', volumeName: 'v'})) as [Manifest, Manifest]
    const cluster = given(gold, quota({'requests.storage': '12Gi'}), small)
    expect(bound(cluster, small, {phase: 'Bound', capacity: {storage: '10Gi'}})).to.equal('200')
    expect(verdict(cluster.update(large))).to.equal(exceeded('q', 'requests.storage=5Gi', 'requests.storage=10Gi', 'requests.storage=12Gi', 'persistentvolumeclaims "c"'))
    expect(usedOf(cluster)).to.deep.equal({'requests.storage': '10Gi'})
  })

  it('40: is not charged for a claim that shrinks, even if the quota is exceeded', () => {
    const [large, small] = ['10Gi', '6Gi'].map((size) => claim('c', size, {storageClassName: 'gold', volumeName: 'v'})) as [Manifest, Manifest]
    const cluster = given(gold, large, quota({'requests.storage': '8Gi', 'persistentvolumeclaims': '0'}))
    expect(bound(cluster, large, {phase: 'Bound', capacity: {storage: '5Gi'}})).to.equal('200')
    expect(usedOf(cluster)).to.deep.equal({'requests.storage': '10Gi', 'persistentvolumeclaims': '1'})
    expect(verdict(cluster.update(small))).to.equal('200')
    expect(usedOf(cluster), 'counted anew').to.deep.equal({'requests.storage': '6Gi', 'persistentvolumeclaims': '1'})
  })

  it('41: is rounded up to whole bytes', () => expect(charged(claim('c', '1001m'), names)).to.deep.equal({'persistentvolumeclaims': '1', 'requests.storage': '2'}))

  it('42: is the larger of requested and allocated storage', () => {
    const storage = (request: string, allocated: string): unknown => {
      const cluster = given(quota(keys(...names)), claim('c', request))
      expect(bound(cluster, claim('c', request), {phase: 'Bound', capacity: {storage: request}, allocatedResources: {storage: allocated}})).to.equal('200')
      return (usedOf(cluster) as Amounts)['requests.storage']
    }
    expect(storage('5G', '10G')).to.equal('10G')
    expect(storage('10G', '5G')).to.equal('10G')
    expect(storage('5G', '5000000000001m')).to.equal('5000000001')
  })

  it('43: is counted also under the keys of the storage class', () => {
    const all = ['count/persistentvolumeclaims', ...names, ...ofGold]
    const none = Object.fromEntries(ofGold.map((name) => [name, '0']))
    const plain = {'count/persistentvolumeclaims': '1', 'persistentvolumeclaims': '1', 'requests.storage': '1Gi'}
    expect(charged(claim('c', '1Gi', {storageClassName: 'gold'}), all)).to.deep.equal({...plain, [ofGold[0]!]: '1', [ofGold[1]!]: '1Gi'})
    expect(charged(claim('c', '1Gi', {storageClassName: ''}), all)).to.deep.equal({...plain, ...none})
    const annotated = claim('c', '1Gi', {storageClassName: 'gold'}).annotated({'volume.beta.kubernetes.io/storage-class': 'silver'})
    expect(charged(annotated, all)).to.deep.equal({...plain, ...none})
  })

  it('44: is charged for a status update even beyond the bound', () => {
    const cluster = withoutController(quota({'requests.storage': '6Gi', 'persistentvolumeclaims': '1'}), {'requests.storage': '0', 'persistentvolumeclaims': '0'})
    allowed(cluster.create(claim('c', '5Gi')))
    expect(bound(cluster, claim('c', '5Gi'), {phase: 'Bound', capacity: {storage: '5Gi'}, allocatedResources: {storage: '9Gi'}})).to.equal('200')
    expect(usedOf(cluster)).to.deep.equal({'requests.storage': '9Gi', 'persistentvolumeclaims': '1'})
  })
})

describe('ResourceQuota, edge cases: usage of resource claims', () => {
  it('counts devices by an extended resource as soon as a class has it', () => {
    const cluster = given(quota({'requests.example.com/gpu': '1'}))
    const requests = [{name: 'r', exactly: {deviceClassName: 'gpu', count: 2}}]
    const claiming = (name: string): Body => ({apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: {name}, spec: {devices: {requests}}})
    allowed(cluster.create(claiming('a')))
    allowed(cluster.create({apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: {name: 'gpu'}, spec: {extendedResourceName: 'example.com/gpu'}}))
    expect(cluster.create(claiming('b')).status.code).to.equal(403)
  })

  it('45: counts devices per class, and the largest count of alternatives', () => {
    const devices = (name: string): string => `${name}.deviceclass.resource.k8s.io/devices`
    const claiming = (...requests: Body[]): Body => ({apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: {name: 'c'}, spec: {devices: {requests}}})
    const names = ['count/resourceclaims.resource.k8s.io', devices('gpu'), devices('fpga')]
    const gpus = (fields: Body): Body => ({deviceClassName: 'gpu', ...fields})
    expect(charged(claiming({name: 'a', exactly: gpus({count: 2})}, {name: 'b', exactly: gpus({allocationMode: 'All'})}), names))
      .to.deep.equal({[names[0]!]: '1', [devices('gpu')]: '34', [devices('fpga')]: '0'})
    const choice = [gpus({name: 'a', count: 2}), gpus({name: 'b', count: 5}), {name: 'c', deviceClassName: 'fpga', count: 1}]
    expect(charged(claiming({name: 'a', firstAvailable: choice}), names)).to.deep.equal({[names[0]!]: '1', [devices('gpu')]: '5', [devices('fpga')]: '1'})
  })
})
