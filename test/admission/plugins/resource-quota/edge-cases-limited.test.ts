import {expect} from 'chai'
import type {LimitedResource} from '../../../../src/admission/plugins/resource-quota/configuration.js'
import {type Body, claim, type Manifest, pod, type PodManifest, priorityClass, quota, service} from '../../../helpers/builders.js'
import {exceeded, quotaNamed, requesting, usedOf} from '../../../helpers/quotas.js'
import {allowed, TestCluster, verdict} from '../../../helpers/test-cluster.js'

// The numbers are those of the cases of spec resourcequota 7. Each test has the answer of the API server.

const classes = [priorityClass('high', 10), priorityClass('low', 1)]

/** A cluster that lets these resources be used only where a quota bounds them. */
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
  it('65: are not to be had without a quota', () => {
    expect(verdict(limitedTo([cpu]).create(requesting({cpu: '1'})))).to.equal(insufficient('pods "p"', 'cpu', 'requests.cpu'))
  })

  it('65: are a matter only for those who use them', () => {
    expect(verdict(limitedTo([cpu]).create(pod()))).to.equal('201')
    expect(verdict(limitedTo([cpu]).create(requesting({cpu: '0'})))).to.equal('201')
    expect(verdict(limitedTo([{...cpu, resource: 'services'}, {...cpu, apiGroup: 'apps'}]).create(requesting({cpu: '1'})))).to.equal('201')
  })

  it('65: have to be covered each, by whichever quota counts the object', () => {
    const [whole, part] = [quotaNamed('a', {cpu: '9'}), quotaNamed('b', {'requests.cpu': '9'})]
    expect(verdict(limitedTo([cpu], part).create(requesting({cpu: '1'})))).to.equal(insufficient('pods "p"', 'cpu'))
    expect(verdict(limitedTo([cpu], whole, part).create(requesting({cpu: '1'})))).to.equal('201')
    const ending = quotaNamed('a', {'cpu': '9', 'requests.cpu': '9'}, {scopes: ['Terminating']})
    expect(verdict(limitedTo([cpu], ending).create(requesting({cpu: '1'})))).to.equal(insufficient('pods "p"', 'cpu', 'requests.cpu'))
    expect(verdict(limitedTo([cpu], ending).create(requesting({cpu: '1'}).asking({activeDeadlineSeconds: 5})))).to.equal('201')
  })

  it('65: are reported before what is exceeded, after what containers lack', () => {
    expect(verdict(limitedTo([cpu], quota({pods: '0'})).create(requesting({cpu: '1'})))).to.equal(insufficient('pods "p"', 'cpu', 'requests.cpu'))
    expect(verdict(limitedTo([cpu], quota({memory: '1'})).create(requesting({cpu: '1'})))).to.equal('403 pods "p" is forbidden: failed quota: q: must specify memory for: app')
  })

  it('65: all of them, by a part of the name that is empty', () => {
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

    /** A cluster with a load balancer that no quota counts any more. */
    const without = (stored: Manifest): TestCluster => {
      const bound = quota({'services.loadbalancers': '1'})
      const cluster = limitedTo([balancers], bound, stored)
      allowed(cluster.delete(bound))
      return cluster
    }

    it('may stay as they are', () => expect(verdict(without(balancer()).update(balancer()))).to.equal('200'))

    it('are not to be had by a change of type', () => {
      expect(verdict(limitedTo([balancers], nodePort).update(balancer()))).to.equal(insufficient('services "s"', 'services.loadbalancers'))
    })

    it('may be given up', () => {
      const cluster = without(balancer({allocateLoadBalancerNodePorts: false}))
      allowed(cluster.create(quota({'services.nodeports': '9'})))
      expect(verdict(cluster.update(nodePort))).to.equal('200')
      expect(usedOf(cluster)).to.deep.equal({'services.nodeports': '1'})
    })

    it('may not gain a port', () => {
      const ports = [{name: 'a', port: 80}, {name: 'b', port: 81}]
      expect(verdict(without(balancer({ports: ports.slice(0, 1)})).update(balancer({ports})))).to.equal(insufficient('services "s"', 'services.loadbalancers'))
    })
  })
})

describe('ResourceQuota, edge cases: limited scopes', () => {
  const anyClass: LimitedResource = {resource: 'pods', matchScopes: [{scopeName: 'PriorityClass', operator: 'Exists'}]}

  it('67: are denied without a quota, and reported without a reason', () => {
    const {status} = limitedTo([anyClass]).create(ofClass('high'))
    expect(status).to.deep.equal({code: 500, reason: '', message: 'insufficient quota to match these scopes: [{PriorityClass Exists []}]'})
    expect(verdict(limitedTo([anyClass]).create(pod()))).to.equal('201')
    expect(verdict(limitedTo([anyClass], quota({pods: '9'})).create(ofClass('high')))).to.equal(unmatched('{PriorityClass Exists []}'))
  })

  it('68: are covered by any quota of that scope that the object is in, though it bound nothing', () => {
    const covering = (operator: string, ...values: string[]): Body => quota({}, selecting({scopeName: 'PriorityClass', operator, ...values.length > 0 && {values}}))
    expect(verdict(limitedTo([anyClass], covering('Exists')).create(ofClass('high')))).to.equal('201')
    expect(verdict(limitedTo([anyClass], covering('In', 'high')).create(ofClass('high')))).to.equal('201')
    expect(verdict(limitedTo([anyClass], covering('In', 'high')).create(ofClass('low')))).to.equal(unmatched('{PriorityClass Exists []}'))
    const elsewhere = quota({pods: '0'}, {scopes: ['Terminating'], ...selecting({scopeName: 'PriorityClass', operator: 'Exists'})})
    expect(verdict(limitedTo([anyClass], elsewhere).create(ofClass('high')))).to.equal('201')
  })

  it('69: are reported in the order of the configuration, without those that are covered', () => {
    const limited: LimitedResource[] = [
      {resource: 'pods', matchScopes: [{scopeName: 'BestEffort', operator: 'Exists'}]},
      {resource: 'pods', matchScopes: [{scopeName: 'PriorityClass', operator: 'In', values: ['high', 'cluster-services']}, {scopeName: 'Terminating', operator: 'Exists'}]},
    ]
    expect(verdict(limitedTo(limited).create(ofClass('high')))).to.equal(unmatched('{BestEffort Exists []}', '{PriorityClass In [high cluster-services]}'))
    expect(verdict(limitedTo(limited, quota({pods: '9'}, {scopes: ['BestEffort']})).create(ofClass('high'))))
      .to.equal(unmatched('{PriorityClass In [high cluster-services]}'))
    expect(verdict(limitedTo(limited.slice(1)).create(ofClass('low')))).to.equal('201')
  })

  it('71: hold for pods, whatever resource they are configured for', () => {
    const cluster = limitedTo([{...anyClass, resource: 'persistentvolumeclaims'}])
    expect(verdict(cluster.create(ofClass('high')))).to.equal(unmatched('{PriorityClass Exists []}'))
    expect(verdict(cluster.create(claim('c', '1Gi')))).to.equal('201')
  })

  describe('72: that cannot be determined', () => {
    const senseless: LimitedResource = {resource: 'pods', matchScopes: [{scopeName: 'PriorityClass', operator: 'In'}]}

    it('free pods of all quotas', () => {
      const cluster = limitedTo([cpu, senseless], quota({pods: '0'}))
      expect(verdict(cluster.create(requesting({cpu: '1'})))).to.equal('201')
      expect(usedOf(cluster)).to.deep.equal({pods: '0'})
    })

    it('free nothing else', () => {
      const cluster = limitedTo([senseless], quota({persistentvolumeclaims: '0', services: '0'}))
      expect(verdict(cluster.create(claim('c', '1Gi'))))
        .to.equal(exceeded('q', 'persistentvolumeclaims=1', 'persistentvolumeclaims=0', 'persistentvolumeclaims=0', 'persistentvolumeclaims "c"'))
      expect(verdict(cluster.create(service('s')))).to.equal(exceeded('q', 'services=1', 'services=0', 'services=0', 'services "s"'))
    })
  })
})
