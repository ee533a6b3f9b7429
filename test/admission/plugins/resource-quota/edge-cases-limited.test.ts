import {expect} from 'chai'
import type {LimitedResource} from '../../../../src/admission/plugins/resource-quota/configuration.js'
import {type Body, claim, type Manifest, pod, type PodManifest, priorityClass, quota, service} from '../../../helpers/builders.js'
import {exceeded, quotaNamed, requesting, usedOf} from '../../../helpers/quotas.js'
import {allowed, TestCluster, verdict} from '../../../helpers/test-cluster.js'

// Case numbers of spec resourcequota 7. Each test asserts the answer of the API server.

const classes = [priorityClass('high', 10), priorityClass('low', 1)]

/** Cluster with limited resources: objects may use them only where a quota bounds them. */
function limitedTo(limitedResources: readonly LimitedResource[], ...objects: Body[]): TestCluster {
  const cluster = new TestCluster({pluginConfigurations: {ResourceQuota: {limitedResources}}})
  for (const object of [...classes, ...objects]) allowed(cluster.create(object))
  return cluster
}

const cpu: LimitedResource = {resource: 'pods', matchContains: ['cpu']}

const insufficient = (what: string, ...names: string[]): string => `403 ${what} is forbidden: insufficient quota to consume: ${names.join(',')}`

const ofClass = (priorityClassName: string, name = 'p'): PodManifest => pod(name).asking({priorityClassName})

const unmatched = (...scopes: string[]): string => `500 insufficient quota to match these scopes: [${scopes.join(' ')}]`

const selecting = (...matchExpressions: Body[]): Body => ({scopeSelector: {matchExpressions}})

describe('ResourceQuota, edge cases: limited resources', () => {
  it('65: are rejected without a quota', () => {
    expect(verdict(limitedTo([cpu]).create(requesting({cpu: '1'})))).to.equal(insufficient('pods "p"', 'cpu', 'requests.cpu'))
  })

  it('65: affect only objects that use them', () => {
    expect(verdict(limitedTo([cpu]).create(pod()))).to.equal('201')
    expect(verdict(limitedTo([cpu]).create(requesting({cpu: '0'})))).to.equal('201')
    expect(verdict(limitedTo([{...cpu, resource: 'services'}, {...cpu, apiGroup: 'apps'}]).create(requesting({cpu: '1'})))).to.equal('201')
  })

  it('65: must each be covered by a quota that counts the object', () => {
    const [whole, part] = [quotaNamed('a', {cpu: '9'}), quotaNamed('b', {'requests.cpu': '9'})]
    expect(verdict(limitedTo([cpu], part).create(requesting({cpu: '1'})))).to.equal(insufficient('pods "p"', 'cpu'))
    expect(verdict(limitedTo([cpu], whole, part).create(requesting({cpu: '1'})))).to.equal('201')
    const ending = quotaNamed('a', {'cpu': '9', 'requests.cpu': '9'}, {scopes: ['Terminating']})
    expect(verdict(limitedTo([cpu], ending).create(requesting({cpu: '1'})))).to.equal(insufficient('pods "p"', 'cpu', 'requests.cpu'))
    expect(verdict(limitedTo([cpu], ending).create(requesting({cpu: '1'}).asking({activeDeadlineSeconds: 5})))).to.equal('201')
  })

  it('65: are reported before exceeded quotas and after missing values', () => {
    expect(verdict(limitedTo([cpu], quota({pods: '0'})).create(requesting({cpu: '1'})))).to.equal(insufficient('pods "p"', 'cpu', 'requests.cpu'))
    expect(verdict(limitedTo([cpu], quota({memory: '1'})).create(requesting({cpu: '1'})))).to.equal('403 pods "p" is forbidden: failed quota: q: must specify memory for: app')
  })

  it('65: include every resource when matchContains has an empty string', () => {
    expect(verdict(limitedTo([{resource: 'pods', matchContains: ['']}]).create(pod()))).to.equal(insufficient('pods "p"', 'count/pods', 'pods'))
  })

  it('66: are bounded by the quota that covers them', () => {
    const cluster = limitedTo([{resource: 'pods', matchContains: ['requests.cpu']}], quota({'requests.cpu': '1'}))
    expect(verdict(cluster.create(requesting({cpu: '1'})))).to.equal('201')
    expect(verdict(cluster.create(requesting({cpu: '1'}, 'b')))).to.equal(exceeded('q', 'requests.cpu=1', 'requests.cpu=1', 'requests.cpu=1', 'pods "b"'))
  })

  describe('70: load balancers', () => {
    const balancers: LimitedResource = {resource: 'services', matchContains: ['services.loadbalancers']}
    const balancer = (spec: Body = {}): Manifest => service('s', {type: 'LoadBalancer', ...spec})
    const nodePort = service('s', {type: 'NodePort'})

    /** Cluster with a load balancer whose quota has been deleted. */
    const without = (stored: Manifest): TestCluster => {
      const bound = quota({'services.loadbalancers': '1'})
      const cluster = limitedTo([balancers], bound, stored)
      allowed(cluster.delete(bound))
      return cluster
    }

    it('are admitted when they do not change', () => expect(verdict(without(balancer()).update(balancer()))).to.equal('200'))

    it('are rejected when a service of another type becomes one', () => {
      expect(verdict(limitedTo([balancers], nodePort).update(balancer()))).to.equal(insufficient('services "s"', 'services.loadbalancers'))
    })

    it('may become a service of another type', () => {
      const cluster = without(balancer({allocateLoadBalancerNodePorts: false}))
      allowed(cluster.create(quota({'services.nodeports': '9'})))
      expect(verdict(cluster.update(nodePort))).to.equal('200')
      expect(usedOf(cluster)).to.deep.equal({'services.nodeports': '1'})
    })

    it('are rejected when they gain a port', () => {
      const ports = [{name: 'a', port: 80}, {name: 'b', port: 81}]
      expect(verdict(without(balancer({ports: ports.slice(0, 1)})).update(balancer({ports})))).to.equal(insufficient('services "s"', 'services.loadbalancers'))
    })
  })
})

describe('ResourceQuota, edge cases: limited scopes', () => {
  const anyClass: LimitedResource = {resource: 'pods', matchScopes: [{scopeName: 'PriorityClass', operator: 'Exists'}]}

  it('67: are rejected with status 500 when no quota has the scope', () => {
    const {status} = limitedTo([anyClass]).create(ofClass('high'))
    expect(status).to.deep.equal({code: 500, reason: '', message: 'insufficient quota to match these scopes: [{PriorityClass Exists []}]'})
    expect(verdict(limitedTo([anyClass]).create(pod()))).to.equal('201')
    expect(verdict(limitedTo([anyClass], quota({pods: '9'})).create(ofClass('high')))).to.equal(unmatched('{PriorityClass Exists []}'))
  })

  it('68: are covered by any quota with that scope, even without bounds', () => {
    const covering = (operator: string, ...values: string[]): Body => quota({}, selecting({scopeName: 'PriorityClass', operator, ...values.length > 0 && {values}}))
    expect(verdict(limitedTo([anyClass], covering('Exists')).create(ofClass('high')))).to.equal('201')
    expect(verdict(limitedTo([anyClass], covering('In', 'high')).create(ofClass('high')))).to.equal('201')
    expect(verdict(limitedTo([anyClass], covering('In', 'high')).create(ofClass('low')))).to.equal(unmatched('{PriorityClass Exists []}'))
    const elsewhere = quota({pods: '0'}, {scopes: ['Terminating'], ...selecting({scopeName: 'PriorityClass', operator: 'Exists'})})
    expect(verdict(limitedTo([anyClass], elsewhere).create(ofClass('high')))).to.equal('201')
  })

  it('69: are reported in configuration order, without those that a quota covers', () => {
    const limited: LimitedResource[] = [
      {resource: 'pods', matchScopes: [{scopeName: 'BestEffort', operator: 'Exists'}]},
      {resource: 'pods', matchScopes: [{scopeName: 'PriorityClass', operator: 'In', values: ['high', 'cluster-services']}, {scopeName: 'Terminating', operator: 'Exists'}]},
    ]
    expect(verdict(limitedTo(limited).create(ofClass('high')))).to.equal(unmatched('{BestEffort Exists []}', '{PriorityClass In [high cluster-services]}'))
    expect(verdict(limitedTo(limited, quota({pods: '9'}, {scopes: ['BestEffort']})).create(ofClass('high'))))
      .to.equal(unmatched('{PriorityClass In [high cluster-services]}'))
    expect(verdict(limitedTo(limited.slice(1)).create(ofClass('low')))).to.equal('201')
  })

  it('71: apply to pods even if they are configured for another resource', () => {
    const cluster = limitedTo([{...anyClass, resource: 'persistentvolumeclaims'}])
    expect(verdict(cluster.create(ofClass('high')))).to.equal(unmatched('{PriorityClass Exists []}'))
    expect(verdict(cluster.create(claim('c', '1Gi')))).to.equal('201')
  })

  describe('72: when a scope cannot be evaluated', () => {
    const senseless: LimitedResource = {resource: 'pods', matchScopes: [{scopeName: 'PriorityClass', operator: 'In'}]}

    it('exempt pods from all quotas', () => {
      const cluster = limitedTo([cpu, senseless], quota({pods: '0'}))
      expect(verdict(cluster.create(requesting({cpu: '1'})))).to.equal('201')
      expect(usedOf(cluster)).to.deep.equal({pods: '0'})
    })

    it('exempt no other kinds', () => {
      const cluster = limitedTo([senseless], quota({persistentvolumeclaims: '0', services: '0'}))
      expect(verdict(cluster.create(claim('c', '1Gi'))))
        .to.equal(exceeded('q', 'persistentvolumeclaims=1', 'persistentvolumeclaims=0', 'persistentvolumeclaims=0', 'persistentvolumeclaims "c"'))
      expect(verdict(cluster.create(service('s')))).to.equal(exceeded('q', 'services=1', 'services=0', 'services=0', 'services "s"'))
    })
  })
})
