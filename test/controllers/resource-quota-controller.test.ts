import {expect} from 'chai'
import {stoppedClock} from '../../src/admission/clock.js'
import type {StatusWriter} from '../../src/admission/plugin.js'
import {ResourceQuotaController} from '../../src/controllers/resource-quota-controller.js'
import type {KubeObject} from '../../src/kinds/kind.js'
import {resourceQuota as kind} from '../../src/kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../src/machinery/api/core-v1.js'
import {type Amounts, app, type Body, claim, configMap, Manifest, pod, quota, service} from '../helpers/builders.js'
import {decoded} from '../helpers/decoded.js'
import {quotaNamed, recordUsage, requesting, usedIn, usedOf} from '../helpers/quotas.js'
import {allowed, given, TestCluster} from '../helpers/test-cluster.js'

/** Cluster whose quota records wrong usage, so that a recount is visible. */
function misled(hard: Amounts, used: Amounts, ...objects: Body[]): TestCluster {
  const body = quota(hard)
  const cluster = given(...objects, body)
  recordUsage(cluster, body, used)
  return cluster
}

describe('ResourceQuota controller', () => {
  describe('recount', () => {
    it('includes existing objects when a quota is created', () => expect(usedOf(given(pod('a'), pod('b'), quota({pods: '1'})))).to.deep.equal({pods: '2'}))

    it('happens when a quota gets other bounds', () => {
      const cluster = given(pod(), quota({pods: '5'}))
      allowed(cluster.update(quota({'count/pods': '5', 'pods': '5'})))
      expect(usedOf(cluster)).to.deep.equal({'count/pods': '1', 'pods': '1'})
      allowed(cluster.update(quota({'count/pods': '5'})))
      expect(usedOf(cluster)).to.deep.equal({'count/pods': '1'})
    })

    it('happens when an object of a counted kind is deleted', () => {
      const cluster = given(quotaNamed('a', {pods: '5', secrets: '5'}), quotaNamed('b', {services: '5'}), pod('x'), pod('y'), service('s'))
      recordUsage(cluster, quotaNamed('b', {services: '5'}), {services: '4'})
      allowed(cluster.delete(pod('x')))
      expect([usedOf(cluster, 'a'), usedOf(cluster, 'b')]).to.deep.equal([{pods: '1', secrets: '0'}, {services: '4'}])
      allowed(cluster.delete(service('s')))
      expect([usedOf(cluster, 'a'), usedOf(cluster, 'b')]).to.deep.equal([{pods: '1', secrets: '0'}, {services: '0'}])
    })

    it('happens when a pod terminates', () => {
      const cluster = given(quota({'pods': '5', 'cpu': '5', 'count/pods': '5'}), requesting({cpu: '1'}))
      allowed(cluster.update(requesting({cpu: '1'}).having({status: {phase: 'Succeeded'}}), {subresource: 'status'}))
      expect(usedOf(cluster)).to.deep.equal({'pods': '0', 'cpu': '0', 'count/pods': '1'})
    })

    it('happens when the kubelet reports other resources', () => {
      const cluster = given(quota({cpu: '5'}), requesting({cpu: '1'}))
      const reporting = (cpu: string): Body => requesting({cpu: '1'}).having({status: {containerStatuses: [{name: 'app', resources: {requests: {cpu}}}]}})
      for (const cpu of ['1', '3']) allowed(cluster.update(reporting(cpu), {subresource: 'status'}))
      expect(usedOf(cluster)).to.deep.equal({cpu: '3'})
    })

    it('happens when a service of a counted type gets another type', () => {
      const cluster = given(quota({'services.nodeports': '5', 'services.loadbalancers': '5'}), service('s', {type: 'LoadBalancer'}))
      allowed(cluster.update(service('s', {type: 'ClusterIP'})))
      expect(usedOf(cluster)).to.deep.equal({'services.nodeports': '0', 'services.loadbalancers': '0'})
    })

    it('happens when a volume claim changes in any way', () => {
      const cluster = misled({persistentvolumeclaims: '5'}, {persistentvolumeclaims: '4'}, claim('c', '1Gi'))
      allowed(cluster.update(claim('c', '1Gi').labelled({a: 'b'})))
      expect(usedOf(cluster)).to.deep.equal({persistentvolumeclaims: '1'})
    })

    it('happens on a resync of the namespace', () => {
      const cluster = misled({pods: '5'}, {pods: '4'}, pod())
      cluster.cluster.resync('elsewhere')
      expect(usedOf(cluster)).to.deep.equal({pods: '4'})
      cluster.cluster.resync('dev')
      expect(usedOf(cluster)).to.deep.equal({pods: '1'})
    })
  })

  describe('changes without a recount', () => {
    it('include the creation of an object, which admission has charged', () => {
      const cluster = misled({pods: '9'}, {pods: '4'})
      allowed(cluster.create(pod()))
      expect(usedOf(cluster)).to.deep.equal({pods: '5'})
    })

    it('include a change of a quota that keeps its bounds', () => {
      const cluster = misled({pods: '5'}, {pods: '4'})
      allowed(cluster.update(quota({pods: '5'}).labelled({a: 'b'})))
      allowed(cluster.update(quota({pods: '5'}, {scopeSelector: {matchExpressions: [{scopeName: 'BestEffort', operator: 'Exists'}]}})))
      expect(usedOf(cluster)).to.deep.equal({pods: '4'})
    })

    it('include a change of an object without an effect on usage', () => {
      const cluster = misled({configmaps: '5', pods: '5', services: '5'}, {configmaps: '4', pods: '4', services: '4'}, configMap('c'), pod(), service('s'))
      for (const body of [configMap('c', {data: {a: 'b'}}), pod().labelled({a: 'b'}), service('s', {ports: [{port: 81}]})]) allowed(cluster.update(body))
      expect(usedOf(cluster)).to.deep.equal({configmaps: '4', pods: '4', services: '4'})
    })

    it('include the deletion of an object in another namespace', () => {
      const cluster = misled({pods: '5'}, {pods: '4'}, pod())
      allowed(cluster.create(pod(), {namespace: 'other'}))
      allowed(cluster.delete(pod(), {namespace: 'other'}))
      expect(usedOf(cluster)).to.deep.equal({pods: '4'})
    })

    it('include a dry run', () => {
      const cluster = given(quota({pods: '5'}), pod())
      allowed(cluster.delete(pod(), {dryRun: true}))
      expect(usedOf(cluster)).to.deep.equal({pods: '1'})
    })
  })

  describe('objects with finalizers', () => {
    it('are counted until the last finalizer is removed', () => {
      const held = configMap('c').marked({finalizers: ['example.com/hold']})
      const cluster = given(quota({configmaps: '5'}), held)
      allowed(cluster.delete(held))
      expect(usedOf(cluster)).to.deep.equal({configmaps: '1'})
      allowed(cluster.update(configMap('c').marked({finalizers: []})))
      expect(usedOf(cluster)).to.deep.equal({configmaps: '0'})
    })
  })

  describe('custom resources', () => {
    const key = 'count/widgets.example.com'
    const widget = (name: string): Manifest => new Manifest({apiVersion: 'example.com/v1', kind: 'Widget', metadata: {name}})

    it('are counted if a quota bounds them', () => {
      const cluster = given(quota({[key]: '5'}), widget('a'), widget('b'))
      allowed(cluster.delete(widget('a')))
      expect(usedOf(cluster)).to.deep.equal({[key]: '1'})
    })

    it('of an unknown kind are counted from the first object on', () => {
      const others = new Manifest({apiVersion: 'example.com/v1', kind: 'Gadget', metadata: {name: 'g'}})
      const cluster = given(others, quota({[key]: '5', 'count/gadgets.example.com': '5'}))
      expect(usedOf(cluster), 'a group of which it knows something').to.deep.equal({'count/gadgets.example.com': '1'})
      allowed(cluster.create(widget('a')))
      expect(usedOf(cluster)).to.deep.equal({[key]: '1', 'count/gadgets.example.com': '1'})
    })

    it('of a counted kind are not recounted when one is created', () => {
      const cluster = misled({[key]: '5'}, {[key]: '3'})
      allowed(cluster.create(widget('a')))
      expect(usedOf(cluster)).to.deep.equal({[key]: '4'})
    })

    it('are counted with their first object, unlike built-in kinds', () => {
      expect(misled({'count/pods': '5'}, {}).create(pod()).status.message).to.contain('status unknown for quota: q, resources: count/pods')
    })

    it('are rejected from the first object on under a bound of 0', () => {
      const cluster = given(new Manifest({apiVersion: 'example.com/v1', kind: 'Gadget', metadata: {name: 'g'}}), quota({[key]: '0'}))
      expect(cluster.create(widget('a')).status.message).to.contain('exceeded quota: q, requested: count/widgets.example.com=1, used: count/widgets.example.com=0')
    })
  })

  describe('resync period', () => {
    const second = 1000

    const resyncing = (hard: Amounts, ...objects: Body[]): TestCluster => {
      const cluster = new TestCluster({resync: 10 * second})
      for (const object of [...objects, quota(hard)]) allowed(cluster.create(object))
      return cluster
    }

    const lateOf = ({cluster}: TestCluster): unknown[] => cluster.list(kind, 'dev').flatMap((one) => cluster.lateChanges(one))

    const deleted = (cluster: TestCluster, ...objects: Body[]): TestCluster => {
      for (const object of objects) allowed(cluster.delete(object))
      return cluster
    }

    it('delays counting deletions, except of pods', () => {
      const cluster = resyncing({services: '5', configmaps: '5'}, service('s'), service('t'), configMap('c'))
      expect([cluster.cluster.untilResync, cluster.cluster.pass(4 * second)]).to.deep.equal([undefined, false])
      deleted(cluster, service('s'), service('t'), configMap('c'))
      expect(lateOf(cluster)).to.deep.equal([{kind: 'Service', isDeleted: true, count: 2}, {kind: 'ConfigMap', isDeleted: true, count: 1}])
      expect([cluster.cluster.untilResync, cluster.cluster.pass(6 * second - 1), usedOf(cluster)]).to.deep.equal([6 * second, false, {services: '2', configmaps: '1'}])
      expect([cluster.cluster.pass(1), usedOf(cluster), lateOf(cluster)]).to.deep.equal([true, {services: '0', configmaps: '0'}, []])
      expect([cluster.cluster.untilResync, cluster.cluster.pass(10 * second)]).to.deep.equal([undefined, false])
    })

    it('delays the release of usage, so that a replacement is rejected', () => {
      const cluster = deleted(resyncing({configmaps: '1'}, configMap('c')), configMap('c'))
      expect(cluster.create(configMap('c')).status.message)
        .to.equal('configmaps "c" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=1, limited: configmaps=1')
      cluster.cluster.pass(10 * second)
      allowed(cluster.create(configMap('c')))
    })

    it('does not delay quotas of a namespace in which a pod is deleted', () => {
      const cluster = resyncing({services: '5'}, service('s'), pod('p'))
      for (const body of [service('s'), quota({services: '5'})]) allowed(cluster.create(body, {namespace: 'other'}))
      allowed(cluster.delete(service('s'), {namespace: 'other'}))
      deleted(cluster, service('s'), pod('p'))
      expect([usedOf(cluster), usedIn(cluster.cluster, 'other')]).to.deep.equal([{services: '0'}, {services: '1'}])
      expect(lateOf(cluster)).to.deep.equal([])
    })

    it('does not delay a recount for other bounds or a terminated pod', () => {
      const cluster = deleted(resyncing({services: '5'}, service('s')), service('s'))
      allowed(cluster.update(quota({services: '6', pods: '5'})))
      expect([usedOf(cluster), lateOf(cluster)]).to.deep.equal([{services: '0', pods: '0'}, []])
      allowed(cluster.create(pod()))
      allowed(cluster.update(pod().having({status: {phase: 'Succeeded'}}), {subresource: 'status'}))
      expect(usedOf(cluster)).to.deep.equal({services: '0', pods: '0'})
    })

    it('delays counting a service whose type changes', () => {
      const cluster = resyncing({'services.loadbalancers': '5'}, service('s', {type: 'LoadBalancer'}), service('t'))
      allowed(cluster.update(service('s', {type: 'ClusterIP'})))
      deleted(cluster, service('t'))
      expect([usedOf(cluster), lateOf(cluster)]).to.deep.equal([{'services.loadbalancers': '1'}, [{kind: 'Service', isDeleted: false, count: 1}]])
    })

    it('delays a claim that shrinks, but not one that grows and is charged', () => {
      const cluster = resyncing({'requests.storage': '9Gi'}, claim('c', '1Gi', {volumeName: 'v'}))
      const used = (allocated: string): unknown => {
        const status = {phase: 'Bound', capacity: {storage: '1Gi'}, allocatedResources: {storage: allocated}}
        allowed(cluster.update(claim('c', '1Gi', {volumeName: 'v'}).having({status}), {subresource: 'status'}))
        return [usedOf(cluster), lateOf(cluster)]
      }
      expect(used('3Gi')).to.deep.equal([{'requests.storage': '3Gi'}, []])
      expect(used('2Gi')).to.deep.equal([{'requests.storage': '3Gi'}, [{kind: 'PersistentVolumeClaim', isDeleted: false, count: 1}]])
    })

    it('does not apply to unbounded resources and deleted quotas', () => {
      const cluster = deleted(resyncing({configmaps: '5'}, service('s'), configMap('c')), service('s'))
      expect([lateOf(cluster), cluster.cluster.untilResync]).to.deep.equal([[], undefined])
      deleted(cluster, configMap('c'), quota({}))
      expect(cluster.cluster.untilResync).to.equal(undefined)
    })

    it('runs independently in a fork', () => {
      const cluster = deleted(resyncing({services: '5'}, service('s'), service('t')), service('s'))
      cluster.cluster.pass(3 * second)
      const fork = cluster.cluster.fork()
      allowed(cluster.delete(service('t')))
      expect([fork.untilResync, fork.pass(7 * second), usedIn(fork, 'dev')]).to.deep.equal([7 * second, true, {services: '1'}])
      expect([cluster.cluster.untilResync, usedOf(cluster)]).to.deep.equal([7 * second, {services: '2'}])
      expect(lateOf(cluster)).to.deep.equal([{kind: 'Service', isDeleted: true, count: 2}])
    })

    it('is optional: without one, everything is counted at once', () => {
      const cluster = deleted(given(service('s'), quota({services: '5'})), service('s'))
      expect([usedOf(cluster), lateOf(cluster), cluster.cluster.pass(10 * second)]).to.deep.equal([{services: '0'}, [], false])
    })
  })

  it('leaves the status unchanged when controllers are disabled', () => {
    const cluster = new TestCluster({controllers: false})
    for (const body of [quota({pods: '1'}), pod('a'), pod('b')]) allowed(cluster.create(body))
    allowed(cluster.delete(pod('a')))
    cluster.cluster.resync('dev')
    expect(cluster.stored(quota({}))?.['status']).to.deep.equal({})
  })

  it('counts quotas themselves', () => expect(usedOf(given(quota({resourcequotas: '5'}), quotaNamed('b', {pods: '1'})))).to.deep.equal({resourcequotas: '2'}))

  it('counts loaded objects at the next resync', () => {
    const cluster = new TestCluster()
    allowed(cluster.create(quota({pods: '5'})))
    cluster.cluster.load({object: pod().with(app()), namespace: 'dev'})
    expect(usedIn(cluster.cluster, 'dev')).to.deep.equal({pods: '0'})
    cluster.cluster.resync('dev')
    expect(usedIn(cluster.cluster, 'dev')).to.deep.equal({pods: '1'})
  })

  it('writes a status only if it differs', () => {
    const stored = decoded(quota({pods: '1'}).marked({namespace: 'dev'}).having({status: {hard: {pods: '1'}, used: {pods: '0'}}})) as ResourceQuota
    const updated: KubeObject[] = []
    const store: StatusWriter = {
      list: () => [stored] as never, listCounted: () => [], inOrder: () => [], some: () => true, updateStatus: (object) => updated.push(object),
      postponed: () => undefined, postpone: () => undefined,
    }
    const controller = new ResourceQuotaController(store, stoppedClock)
    controller.resync('dev')
    controller.observe({operation: 'CREATE', resource: {group: '', name: 'resourcequotas'}, namespace: 'dev', count: 1, object: () => stored, oldObject: undefined})
    controller.observe({operation: 'DELETE', resource: {group: '', name: 'pods'}, namespace: 'dev', count: 1, object: () => undefined, oldObject: decoded(pod())})
    controller.observe({operation: 'DELETE', resource: {group: '', name: 'namespaces'}, namespace: '', count: 1, object: () => undefined, oldObject: decoded(pod())})
    expect(updated).to.deep.equal([])
  })
})
