import {expect} from 'chai'
import {type Body, service} from '../../helpers/builders.js'
import {allowed, at, given, type TestCluster, verdict} from '../../helpers/test-cluster.js'

const updated = (from: Body, to: Body, ...others: Body[]): ReturnType<TestCluster['update']> =>
  given(...others, service('x', from)).update(service('x', to))

const answerTo = (from: Body, to: Body, ...others: Body[]): string => verdict(updated(from, to, ...others))

const specAfter = (from: Body, to: Body): Body => at(allowed(updated(from, to)), 'spec') as Body

const rejection = (...errors: string[]): string => `422 Service "x" is invalid: ${errors.length > 1 ? `[${errors.join(', ')}]` : errors.join()}`

const addressed = {clusterIP: '10.0.0.9'}

const headless = {clusterIP: 'None'}

const external = {type: 'ExternalName', externalName: 'a'}

const node = {type: 'NodePort'}

const balanced = {type: 'LoadBalancer'}

const checked = {...balanced, externalTrafficPolicy: 'Local'}

const onlyLoadBalancer = "Forbidden: may only be used when `type` is 'LoadBalancer'"

describe('Service update', () => {
  describe('keeps the stored', () => {
    it('addresses', () => {
      for (const to of [{}, addressed, {clusterIP: ''}, {clusterIPs: ['10.0.0.9']}, {clusterIPs: []}, node, balanced]) {
        expect(specAfter(addressed, to)).to.deep.include({clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], ipFamilies: ['IPv4']})
      }
      expect(specAfter(headless, {})).to.deep.include({clusterIP: 'None', clusterIPs: ['None']})
    })

    it('families of a service whose address is unknown', () => {
      expect(specAfter({}, node)).to.not.have.any.keys('clusterIP', 'clusterIPs')
      expect(specAfter({}, node)).to.deep.include({ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack'})
    })

    it('family policy, if a second family is possible', () => {
      expect(specAfter({ipFamilyPolicy: 'PreferDualStack'}, {})).to.include({ipFamilyPolicy: 'PreferDualStack'})
      expect(specAfter({ipFamilyPolicy: 'PreferDualStack'}, {ipFamilyPolicy: 'SingleStack'})).to.include({ipFamilyPolicy: 'SingleStack'})
    })

    describe('node ports by name of the port', () => {
      const ports = (...list: Body[]): Body => ({ports: list})
      const before = {...node, ...ports({name: 'a', port: 1, nodePort: 30001}, {name: 'b', port: 2, nodePort: 30002})}
      const table: [title: string, to: Body, expected: (number | undefined)[]][] = [
        ['for the same ports in another order', {...node, ...ports({name: 'b', port: 2}, {name: 'a', port: 1})}, [30002, 30001]],
        ['for ports with the same name and another number', {...balanced, ...ports({name: 'a', port: 3}, {name: 'c', port: 2})}, [30001, undefined]],
        ['unless another port has the same node port', {...node, ...ports({name: 'a', port: 1}, {name: 'b', port: 2, nodePort: 30001})}, [undefined, 30001]],
        ['unless the port has another node port', {...node, ...ports({name: 'a', port: 1, nodePort: 30003})}, [30003]],
        ['unless allocateLoadBalancerNodePorts is false', {...balanced, allocateLoadBalancerNodePorts: false, ...ports({name: 'a', port: 1})}, [undefined]],
      ]

      for (const [title, to, expected] of table) {
        it(title, () => expect((specAfter(before, to)['ports'] as Body[]).map(({nodePort}) => nodePort)).to.deep.equal(expected))
      }

      it('unless allocateLoadBalancerNodePorts of the stored service is false', () => {
        const silent = {...balanced, allocateLoadBalancerNodePorts: false, ...ports({name: 'a', port: 1, nodePort: 30001})}
        expect(specAfter(silent, {...node, ...ports({name: 'a', port: 1})})['ports']).to.deep.equal([{name: 'a', port: 1, protocol: 'TCP', targetPort: 1}])
      })
    })

    it('port for health checks, if the service still needs it', () => {
      expect(specAfter({...checked, healthCheckNodePort: 30001}, checked)).to.include({healthCheckNodePort: 30001})
      expect(specAfter({...checked, healthCheckNodePort: 30001}, balanced)).to.not.have.property('healthCheckNodePort')
    })
  })

  describe('rejects', () => {
    const once = (value: string): string => rejection(`spec.clusterIPs[0]: Invalid value: [${value}]: may not change once set`)
    const taken = service('other', {...node, clusterIP: '10.0.0.1', ports: [{port: 1, nodePort: 30009}]})
    const range = 'provided port is not in the valid range. The range of valid ports is 30000-32767'
    const table: [title: string, from: Body, to: Body, answer: string][] = [
      ['another clusterIP', addressed, {clusterIP: '10.0.0.8'}, once('"10.0.0.8"')],
      ['another address in clusterIP and clusterIPs', addressed, {clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8']}, once('"10.0.0.8"')],
      ['an address in place of the allocated one', {}, {clusterIP: '10.0.0.8'}, once('"10.0.0.8"')],
      ['a change to headless', addressed, headless, once('"None"')],
      ['a change from headless to an address', headless, addressed, once('"10.0.0.9"')],
      ['another first value of clusterIPs', addressed, {clusterIPs: ['10.0.0.8']}, rejection('spec.clusterIPs: Invalid value: ["10.0.0.8"]: first value must match `clusterIP`')],
      ['clusterIPs in place of the allocated address', {}, {clusterIPs: ['10.0.0.8']},
        rejection('spec.clusterIPs: Invalid value: ["10.0.0.8"]: first value must match `clusterIP`')],
      ['another family', {}, {ipFamilies: ['IPv6']}, rejection('spec.clusterIPs[0]: Invalid value: "allocated": expected an IPv6 value as indicated by `ipFamilies[0]`')],
      ['the placeholder of kadm for an allocated address', {}, {clusterIP: 'allocated'},
        rejection('spec.clusterIPs[0]: Invalid value: "allocated": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')],
      ['policy RequireDualStack', {}, {ipFamilyPolicy: 'RequireDualStack'},
        rejection('spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services')],
      ['the removal of the second family without policy SingleStack', {...headless, selector: undefined}, {...headless, selector: undefined, ipFamilies: ['IPv4']},
        rejection('spec.ipFamilyPolicy: Invalid value: "RequireDualStack": must be \'SingleStack\' to release the secondary IP family')],
      ['an allocated address for a former ExternalName service', external, {clusterIP: '10.0.0.1'},
        rejection('spec.clusterIPs: Invalid value: ["10.0.0.1"]: failed to allocate IP 10.0.0.1: provided IP is already allocated')],
      ['an allocated node port', node, {...node, ports: [{port: 1, nodePort: 30009}]}, rejection('spec.ports[0].nodePort: Invalid value: 30009: provided port is already allocated')],
      ['a node port out of range', {}, {...node, ports: [{port: 1, nodePort: 70000}]}, rejection(`spec.ports[0].nodePort: Invalid value: 70000: ${range}`)],
      ['a duplicate node port', node, {...node, ports: [{name: 'a', port: 1, nodePort: 30001}, {name: 'b', port: 2, nodePort: 30001}]}, '500 duplicate nodePort: {TCP 30001}'],
      ['an allocated node port for two ports', node, {...node, ports: [{port: 1}, {port: 2}]}, '500 duplicate nodePort: {TCP allocated}'],
      ['a port for health checks out of range', balanced, {...checked, healthCheckNodePort: 70000},
        `500 Internal error occurred: failed to allocate requested HealthCheck NodePort 70000: ${range}`],
      ['another loadBalancerClass', {...balanced, loadBalancerClass: 'a'}, {...balanced, loadBalancerClass: 'b c'}, rejection(
        'spec.loadBalancerClass: Invalid value: "b c": may not change once set',
        'spec.loadBalancerClass: Invalid value: "b c": name part must consist of alphanumeric characters, \'-\', \'_\' or \'.\', and must start and end with an alphanumeric character '
          + "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      )],
      ['a new loadBalancerClass', balanced, {...balanced, loadBalancerClass: 'a'}, rejection('spec.loadBalancerClass: Invalid value: "a": may not change once set')],
      ['the removal of loadBalancerClass', {...balanced, loadBalancerClass: 'a'}, balanced, rejection('spec.loadBalancerClass: Invalid value: null: may not change once set')],
      ['another port for health checks', {...checked, healthCheckNodePort: 30001}, {...checked, healthCheckNodePort: 30002}, rejection('spec.healthCheckNodePort: Forbidden: field is immutable')],
      ['a port for health checks in place of the allocated one', checked, {...checked, healthCheckNodePort: 30002}, rejection('spec.healthCheckNodePort: Forbidden: field is immutable')],
      ['several fields, reporting immutable fields first', {...checked, loadBalancerClass: 'a', clusterIP: '10.0.0.9'},
        {...checked, loadBalancerClass: 'b', clusterIP: '10.0.0.8', healthCheckNodePort: 30002, ports: []}, rejection(
          'spec.clusterIPs[0]: Invalid value: ["10.0.0.8"]: may not change once set', 'spec.loadBalancerClass: Invalid value: "b": may not change once set',
          'spec.healthCheckNodePort: Forbidden: field is immutable', 'spec.ports: Required value',
        )],
    ]

    for (const [title, from, to, answer] of table) it(title, () => expect(answerTo(from, to, taken)).to.equal(answer))
  })

  describe('accepts', () => {
    const table: [title: string, from: Body, to: Body][] = [
      ['a node port that it already has', {...node, ports: [{name: 'a', port: 1, nodePort: 30001}]}, {...node, ports: [{name: 'b', port: 2, nodePort: 30001}]}],
      ['the same node port for two protocols', node, {...node, ports: [{name: 'a', port: 1, nodePort: 30001}, {name: 'b', port: 1, protocol: 'UDP', nodePort: 30001}]}],
      ['two new ports without node ports', node, {...node, ports: [{name: 'a', port: 1}, {name: 'b', port: 2}]}],
      ['a first port for health checks', balanced, {...checked, healthCheckNodePort: 30002}],
      ['another order of families of a headless service', {...headless, selector: undefined}, {...headless, selector: undefined, ipFamilies: ['IPv6', 'IPv4']}],
      ['the release of the second family', {...headless, selector: undefined}, {...headless, selector: undefined, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'SingleStack'}],
      ['families that the cluster lacks if they do not change', {...headless, selector: undefined, ipFamilyPolicy: 'PreferDualStack'},
        {...headless, clusterIPs: ['None'], ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'PreferDualStack'}],
    ]

    for (const [title, from, to] of table) it(title, () => expect(answerTo(from, to)).to.equal('200'))

    it('the release of the second family, keeping the first', () => {
      const [, from = {}, to = {}] = table[5] ?? []
      expect(specAfter(from, to)).to.deep.include({ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack'})
    })
  })

  describe('drops fields that the new type cannot have:', () => {
    const open = {...node, ports: [{port: 1, nodePort: 30001}]}
    const table: [title: string, from: Body, to: Body, absent: string[]][] = [
      ['addresses and families of a new ExternalName service', addressed, {...external, ...addressed, clusterIPs: ['10.0.0.9'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack'},
        ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']],
      ['clusterIP', addressed, {...external, ...addressed}, ['clusterIP', 'clusterIPs']],
      ['clusterIPs', addressed, {...external, clusterIPs: ['10.0.0.9']}, ['clusterIP', 'clusterIPs']],
      ['the port for health checks', {...checked, healthCheckNodePort: 30001}, {...balanced, healthCheckNodePort: 30001}, ['healthCheckNodePort']],
      ['fields of load balancers', {...balanced, allocateLoadBalancerNodePorts: false, loadBalancerClass: 'a'}, {allocateLoadBalancerNodePorts: false, loadBalancerClass: 'a'},
        ['allocateLoadBalancerNodePorts', 'loadBalancerClass']],
      ['externalTrafficPolicy', {...node, externalTrafficPolicy: 'Local'}, {externalTrafficPolicy: 'Local'}, ['externalTrafficPolicy']],
    ]

    for (const [title, from, to, absent] of table) it(title, () => expect(specAfter(from, to)).to.not.have.any.keys(...absent))

    it('node ports', () => {
      expect(specAfter(open, {ports: [{port: 1, nodePort: 30001}]})['ports']).to.deep.equal([{port: 1, protocol: 'TCP', targetPort: 1}])
      expect(specAfter({...open, ...balanced, allocateLoadBalancerNodePorts: false}, {ports: [{port: 1, nodePort: 30001}]})['ports']).to.deep.equal([{port: 1, protocol: 'TCP', targetPort: 1}])
    })

    const kept: [title: string, from: Body, to: Body, answer: string][] = [
      ['changed families', {}, {...external, ipFamilies: ['IPv6']}, rejection('spec.ipFamilies: Forbidden: may not be set for ExternalName services')],
      ['a changed family policy', {}, {...external, ipFamilyPolicy: 'x'}, rejection('spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services')],
      ['changed addresses', addressed, {...external, clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8']}, rejection('spec.clusterIPs: Forbidden: may not be set for ExternalName services')],
      ['a changed node port', open, {ports: [{port: 1, nodePort: 30002}]}, rejection("spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'")],
      ['a node port in place of an allocated one', node, {ports: [{port: 1, nodePort: 30002}]},
        rejection("spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'")],
      ['a changed port for health checks', {...checked, healthCheckNodePort: 30001}, {...balanced, healthCheckNodePort: 30002},
        rejection("spec.healthCheckNodePort: Invalid value: 30002: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'")],
      ['a new allocateLoadBalancerNodePorts', balanced, {allocateLoadBalancerNodePorts: false}, rejection(`spec.allocateLoadBalancerNodePorts: ${onlyLoadBalancer}`)],
      ['a changed loadBalancerClass', {...balanced, loadBalancerClass: 'a'}, {loadBalancerClass: 'b'}, rejection(`spec.loadBalancerClass: ${onlyLoadBalancer}`)],
      ['a changed externalTrafficPolicy', node, {externalTrafficPolicy: 'Local'}, rejection('spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services')],
    ]

    for (const [title, from, to, answer] of kept) it(`but not ${title}`, () => expect(answerTo(from, to)).to.equal(answer))

    it('but not a new clusterIP that is accepted for ExternalName, as upstream', () => {
      expect(specAfter(addressed, {...external, clusterIP: '10.0.0.8'})).to.deep.include({clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8']})
      expect(specAfter({}, {...external, clusterIP: '10.0.0.8'})).to.deep.include({clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8']})
    })
  })

  it('sets addresses, families and policies of a former ExternalName service', () => {
    expect(specAfter(external, addressed)).to.deep.include({clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack', internalTrafficPolicy: 'Cluster'})
    expect(specAfter(external, {...headless, selector: undefined})).to.deep.include({ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack'})
  })

  describe('keeps the status', () => {
    const status = {loadBalancer: {ingress: [{ip: '1.2.3.4', ipMode: 'VIP'}]}, conditions: [{type: 'Ready', status: 'True', reason: 'x', message: '', lastTransitionTime: '2026-01-01T00:00:00Z'}]}
    const cluster = (): TestCluster => {
      const made = given(service('x', balanced))
      allowed(made.update(service('x', balanced, {status}), {subresource: 'status'}))
      return made
    }

    it('if the request has another status', () => expect(at(allowed(cluster().update(service('x', balanced, {status: {}}))), 'status')).to.deep.equal(status))

    it('except the addresses of a former load balancer', () => {
      expect(at(allowed(cluster().update(service('x', node))), 'status')).to.deep.equal({...status, loadBalancer: {}})
    })

    it('but resets it on create', () => expect(at(given(service('x', balanced, {status})).stored(service('x')), 'status')).to.deep.equal({loadBalancer: {}}))
  })
})
