import {expect} from 'chai'
import {stoppedClock} from '../../src/admission/clock.js'
import type {StatusWriter} from '../../src/admission/plugin.js'
import {ResourceQuotaController} from '../../src/controllers/resource-quota-controller.js'
import type {KubeObject} from '../../src/kinds/kind.js'
import {resourceQuota as kind} from '../../src/kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../src/kinds/resource-quota/types.js'
import {type Amounts, app, type Body, claim, configMap, Manifest, pod, quota, service} from '../helpers/builders.js'
import {decoded} from '../helpers/decoded.js'
import {quotaNamed, recordUsage, requesting, usedIn, usedOf} from '../helpers/quotas.js'
import {allowed, given, TestCluster} from '../helpers/test-cluster.js'

/** A cluster whose quota records a usage that is not true, so that a recount shows. */
function misled(hard: Amounts, used: Amounts, ...objects: Body[]): TestCluster {
  const body = quota(hard)
  const cluster = given(...objects, body)
  recordUsage(cluster, body, used)
  return cluster
}

describe('the quota controller', () => {
  describe('counts', () => {
    it('what is there when a quota comes', () => expect(usedOf(given(pod('a'), pod('b'), quota({pods: '1'})))).to.deep.equal({pods: '2'}))

    it('when a quota bounds something else', () => {
      const cluster = given(pod(), quota({pods: '5'}))
      allowed(cluster.update(quota({'count/pods': '5', 'pods': '5'})))
      expect(usedOf(cluster)).to.deep.equal({'count/pods': '1', 'pods': '1'})
      allowed(cluster.update(quota({'count/pods': '5'})))
      expect(usedOf(cluster)).to.deep.equal({'count/pods': '1'})
    })

    it('when an object of a sort that a quota counts is deleted', () => {
      const cluster = given(quotaNamed('a', {pods: '5', secrets: '5'}), quotaNamed('b', {services: '5'}), pod('x'), pod('y'), service('s'))
      recordUsage(cluster, quotaNamed('b', {services: '5'}), {services: '4'})
      allowed(cluster.delete(pod('x')))
      expect([usedOf(cluster, 'a'), usedOf(cluster, 'b')]).to.deep.equal([{pods: '1', secrets: '0'}, {services: '4'}])
      allowed(cluster.delete(service('s')))
      expect([usedOf(cluster, 'a'), usedOf(cluster, 'b')]).to.deep.equal([{pods: '1', secrets: '0'}, {services: '0'}])
    })

    it('when a pod has come to its end', () => {
      const cluster = given(quota({'pods': '5', 'cpu': '5', 'count/pods': '5'}), requesting({cpu: '1'}))
      allowed(cluster.update(requesting({cpu: '1'}).having({status: {phase: 'Succeeded'}}), {subresource: 'status'}))
      expect(usedOf(cluster)).to.deep.equal({'pods': '0', 'cpu': '0', 'count/pods': '1'})
    })

    it('when a kubelet reports other resources', () => {
      const cluster = given(quota({cpu: '5'}), requesting({cpu: '1'}))
      const reporting = (cpu: string): Body => requesting({cpu: '1'}).having({status: {containerStatuses: [{name: 'app', resources: {requests: {cpu}}}]}})
      for (const cpu of ['1', '3']) allowed(cluster.update(reporting(cpu), {subresource: 'status'}))
      expect(usedOf(cluster)).to.deep.equal({cpu: '3'})
    })

    it('when a service changes to another type that is counted', () => {
      const cluster = given(quota({'services.nodeports': '5', 'services.loadbalancers': '5'}), service('s', {type: 'LoadBalancer'}))
      allowed(cluster.update(service('s', {type: 'ClusterIP'})))
      expect(usedOf(cluster)).to.deep.equal({'services.nodeports': '0', 'services.loadbalancers': '0'})
    })

    it('when anything of a volume claim changes', () => {
      const cluster = misled({persistentvolumeclaims: '5'}, {persistentvolumeclaims: '4'}, claim('c', '1Gi'))
      allowed(cluster.update(claim('c', '1Gi').labelled({a: 'b'})))
      expect(usedOf(cluster)).to.deep.equal({persistentvolumeclaims: '1'})
    })

    it('when it is told to', () => {
      const cluster = misled({pods: '5'}, {pods: '4'}, pod())
      cluster.cluster.resync('elsewhere')
      expect(usedOf(cluster)).to.deep.equal({pods: '4'})
      cluster.cluster.resync('dev')
      expect(usedOf(cluster)).to.deep.equal({pods: '1'})
    })
  })

  describe('does not count', () => {
    it('when something is created, which has been charged', () => {
      const cluster = misled({pods: '9'}, {pods: '4'})
      allowed(cluster.create(pod()))
      expect(usedOf(cluster)).to.deep.equal({pods: '5'})
    })

    it('when a quota changes that bounds the same', () => {
      const cluster = misled({pods: '5'}, {pods: '4'})
      allowed(cluster.update(quota({pods: '5'}).labelled({a: 'b'})))
      allowed(cluster.update(quota({pods: '5'}, {scopeSelector: {matchExpressions: [{scopeName: 'BestEffort', operator: 'Exists'}]}})))
      expect(usedOf(cluster)).to.deep.equal({pods: '4'})
    })

    it('when an object changes in a way that has no say', () => {
      const cluster = misled({configmaps: '5', pods: '5', services: '5'}, {configmaps: '4', pods: '4', services: '4'}, configMap('c'), pod(), service('s'))
      for (const body of [configMap('c', {data: {a: 'b'}}), pod().labelled({a: 'b'}), service('s', {ports: [{port: 81}]})]) allowed(cluster.update(body))
      expect(usedOf(cluster)).to.deep.equal({configmaps: '4', pods: '4', services: '4'})
    })

    it('when something is deleted elsewhere, or in no namespace', () => {
      const cluster = misled({pods: '5'}, {pods: '4'}, pod())
      allowed(cluster.create(pod(), {namespace: 'other'}))
      allowed(cluster.delete(pod(), {namespace: 'other'}))
      expect(usedOf(cluster)).to.deep.equal({pods: '4'})
    })

    it('a dry run', () => {
      const cluster = given(quota({pods: '5'}), pod())
      allowed(cluster.delete(pod(), {dryRun: true}))
      expect(usedOf(cluster)).to.deep.equal({pods: '1'})
    })
  })

  describe('of objects that are held by a finalizer', () => {
    it('counts them until they are let go', () => {
      const held = configMap('c').marked({finalizers: ['example.com/hold']})
      const cluster = given(quota({configmaps: '5'}), held)
      allowed(cluster.delete(held))
      expect(usedOf(cluster)).to.deep.equal({configmaps: '1'})
      allowed(cluster.update(configMap('c').marked({finalizers: []})))
      expect(usedOf(cluster)).to.deep.equal({configmaps: '0'})
    })
  })

  describe('of custom resources', () => {
    const key = 'count/widgets.example.com'
    const widget = (name: string): Manifest => new Manifest({apiVersion: 'example.com/v1', kind: 'Widget', metadata: {name}})

    it('counts those of which there is a quota', () => {
      const cluster = given(quota({[key]: '5'}), widget('a'), widget('b'))
      allowed(cluster.delete(widget('a')))
      expect(usedOf(cluster)).to.deep.equal({[key]: '1'})
    })

    it('learns of a sort when its first object comes', () => {
      const others = new Manifest({apiVersion: 'example.com/v1', kind: 'Gadget', metadata: {name: 'g'}})
      const cluster = given(others, quota({[key]: '5', 'count/gadgets.example.com': '5'}))
      expect(usedOf(cluster), 'a group of which it knows something').to.deep.equal({'count/gadgets.example.com': '1'})
      allowed(cluster.create(widget('a')))
      expect(usedOf(cluster)).to.deep.equal({[key]: '1', 'count/gadgets.example.com': '1'})
    })

    it('has no more to learn of a sort that it counts', () => {
      const cluster = misled({[key]: '5'}, {[key]: '3'})
      allowed(cluster.create(widget('a')))
      expect(usedOf(cluster)).to.deep.equal({[key]: '4'})
    })

    it('has nothing to learn of sorts that every server has', () => {
      expect(misled({'count/pods': '5'}, {}).create(pod()).status.message).to.contain('status unknown for quota: q, resources: count/pods')
    })

    it('refuses the first already where none is allowed', () => {
      const cluster = given(new Manifest({apiVersion: 'example.com/v1', kind: 'Gadget', metadata: {name: 'g'}}), quota({[key]: '0'}))
      expect(cluster.create(widget('a')).status.message).to.contain('exceeded quota: q, requested: count/widgets.example.com=1, used: count/widgets.example.com=0')
    })
  })

  describe('with a period of resyncs', () => {
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

    it('counts the deletion of anything but a pod at its next multiple', () => {
      const cluster = resyncing({services: '5', configmaps: '5'}, service('s'), service('t'), configMap('c'))
      expect([cluster.cluster.untilResync, cluster.cluster.pass(4 * second)]).to.deep.equal([undefined, false])
      deleted(cluster, service('s'), service('t'), configMap('c'))
      expect(lateOf(cluster)).to.deep.equal([{kind: 'Service', isDeleted: true, count: 2}, {kind: 'ConfigMap', isDeleted: true, count: 1}])
      expect([cluster.cluster.untilResync, cluster.cluster.pass(6 * second - 1), usedOf(cluster)]).to.deep.equal([6 * second, false, {services: '2', configmaps: '1'}])
      expect([cluster.cluster.pass(1), usedOf(cluster), lateOf(cluster)]).to.deep.equal([true, {services: '0', configmaps: '0'}, []])
      expect([cluster.cluster.untilResync, cluster.cluster.pass(10 * second)]).to.deep.equal([undefined, false])
    })

    it('charges what comes in the place of what is gone, and refuses it', () => {
      const cluster = deleted(resyncing({configmaps: '1'}, configMap('c')), configMap('c'))
      expect(cluster.create(configMap('c')).status.message)
        .to.equal('configmaps "c" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=1, limited: configmaps=1')
      cluster.cluster.pass(10 * second)
      allowed(cluster.create(configMap('c')))
    })

    it('has the deletion of a pod recount all quotas of its namespace, and of no other', () => {
      const cluster = resyncing({services: '5'}, service('s'), pod('p'))
      for (const body of [service('s'), quota({services: '5'})]) allowed(cluster.create(body, {namespace: 'other'}))
      allowed(cluster.delete(service('s'), {namespace: 'other'}))
      deleted(cluster, service('s'), pod('p'))
      expect([usedOf(cluster), usedIn(cluster.cluster, 'other')]).to.deep.equal([{services: '0'}, {services: '1'}])
      expect(lateOf(cluster)).to.deep.equal([])
    })

    it('counts at once when the quota bounds something else, and when a pod has come to its end', () => {
      const cluster = deleted(resyncing({services: '5'}, service('s')), service('s'))
      allowed(cluster.update(quota({services: '6', pods: '5'})))
      expect([usedOf(cluster), lateOf(cluster)]).to.deep.equal([{services: '0', pods: '0'}, []])
      allowed(cluster.create(pod()))
      allowed(cluster.update(pod().having({status: {phase: 'Succeeded'}}), {subresource: 'status'}))
      expect(usedOf(cluster)).to.deep.equal({services: '0', pods: '0'})
    })

    it('counts changes of services and claims late, too, where they matter', () => {
      const cluster = resyncing({'services.loadbalancers': '5'}, service('s', {type: 'LoadBalancer'}), service('t'))
      allowed(cluster.update(service('s', {type: 'ClusterIP'})))
      deleted(cluster, service('t'))
      expect([usedOf(cluster), lateOf(cluster)]).to.deep.equal([{'services.loadbalancers': '1'}, [{kind: 'Service', isDeleted: false, count: 1}]])
    })

    it('has no claim wait that grows, which admission charges, but one that shrinks', () => {
      const cluster = resyncing({'requests.storage': '9Gi'}, claim('c', '1Gi', {volumeName: 'v'}))
      const used = (allocated: string): unknown => {
        const status = {phase: 'Bound', capacity: {storage: '1Gi'}, allocatedResources: {storage: allocated}}
        allowed(cluster.update(claim('c', '1Gi', {volumeName: 'v'}).having({status}), {subresource: 'status'}))
        return [usedOf(cluster), lateOf(cluster)]
      }
      expect(used('3Gi')).to.deep.equal([{'requests.storage': '3Gi'}, []])
      expect(used('2Gi')).to.deep.equal([{'requests.storage': '3Gi'}, [{kind: 'PersistentVolumeClaim', isDeleted: false, count: 1}]])
    })

    it('leaves what a quota does not bound, and a quota that is gone', () => {
      const cluster = deleted(resyncing({configmaps: '5'}, service('s'), configMap('c')), service('s'))
      expect([lateOf(cluster), cluster.cluster.untilResync]).to.deep.equal([[], undefined])
      deleted(cluster, configMap('c'), quota({}))
      expect(cluster.cluster.untilResync).to.equal(undefined)
    })

    it('goes its own way in a fork', () => {
      const cluster = deleted(resyncing({services: '5'}, service('s'), service('t')), service('s'))
      cluster.cluster.pass(3 * second)
      const fork = cluster.cluster.fork()
      allowed(cluster.delete(service('t')))
      expect([fork.untilResync, fork.pass(7 * second), usedIn(fork, 'dev')]).to.deep.equal([7 * second, true, {services: '1'}])
      expect([cluster.cluster.untilResync, usedOf(cluster)]).to.deep.equal([7 * second, {services: '2'}])
      expect(lateOf(cluster)).to.deep.equal([{kind: 'Service', isDeleted: true, count: 2}])
    })

    it('counts everything at once without one', () => {
      const cluster = deleted(given(service('s'), quota({services: '5'})), service('s'))
      expect([usedOf(cluster), lateOf(cluster), cluster.cluster.pass(10 * second)]).to.deep.equal([{services: '0'}, [], false])
    })
  })

  it('leaves the status to requests where there is none', () => {
    const cluster = new TestCluster({controllers: false})
    for (const body of [quota({pods: '1'}), pod('a'), pod('b')]) allowed(cluster.create(body))
    allowed(cluster.delete(pod('a')))
    cluster.cluster.resync('dev')
    expect(cluster.stored(quota({}))?.['status']).to.deep.equal({})
  })

  it('counts a quota among its own kind', () => expect(usedOf(given(quota({resourcequotas: '5'}), quotaNamed('b', {pods: '1'})))).to.deep.equal({resourcequotas: '2'}))

  it('counts what was loaded when it looks', () => {
    const cluster = new TestCluster()
    allowed(cluster.create(quota({pods: '5'})))
    cluster.cluster.load({object: pod().with(app()), namespace: 'dev'})
    expect(usedIn(cluster.cluster, 'dev')).to.deep.equal({pods: '0'})
    cluster.cluster.resync('dev')
    expect(usedIn(cluster.cluster, 'dev')).to.deep.equal({pods: '1'})
  })

  it('writes only where something differs', () => {
    const stored = decoded(quota({pods: '1'}).marked({namespace: 'dev'}).having({status: {hard: {pods: '1'}, used: {pods: '0'}}})) as ResourceQuota
    const written: KubeObject[] = []
    const store: StatusWriter = {list: () => [stored] as never, listCounted: () => [], inOrder: () => [], updateStatus: (object) => written.push(object)}
    const controller = new ResourceQuotaController(store, stoppedClock)
    controller.resync('dev')
    controller.observe({operation: 'CREATE', resource: {group: '', name: 'resourcequotas'}, namespace: 'dev', count: 1, object: () => stored, oldObject: undefined})
    controller.observe({operation: 'DELETE', resource: {group: '', name: 'pods'}, namespace: 'dev', count: 1, object: () => undefined, oldObject: decoded(pod())})
    controller.observe({operation: 'DELETE', resource: {group: '', name: 'namespaces'}, namespace: '', count: 1, object: () => undefined, oldObject: decoded(pod())})
    expect(written).to.deep.equal([])
  })
})
