import {expect} from 'chai'
import {type Body, service} from '../../helpers/builders.js'
import {allowed, at, given, type TestCluster, verdict} from '../../helpers/test-cluster.js'

const updated = (from: Body, to: Body, ...others: Body[]): ReturnType<TestCluster['update']> =>
  given(...others, service('x', from)).update(service('x', to))

const answerTo = (from: Body, to: Body, ...others: Body[]): string => verdict(updated(from, to, ...others))

const specAfter = (from: Body, to: Body): Body => at(allowed(updated(from, to)), 'spec') as Body

const refusal = (...errors: string[]): string => `422 Service "x" is invalid: ${errors.length > 1 ? `[${errors.join(', ')}]` : errors.join()}`

const addressed = {clusterIP: '10.0.0.9'}

const headless = {clusterIP: 'None'}

const external = {type: 'ExternalName', externalName: 'a'}

const node = {type: 'NodePort'}

const balanced = {type: 'LoadBalancer'}

const checked = {...balanced, externalTrafficPolicy: 'Local'}

const onlyLoadBalancer = "Forbidden: may only be used when `type` is 'LoadBalancer'"

describe('Service update', () => {
  describe('carries over', () => {
    it('its addresses', () => {
      for (const to of [{}, addressed, {clusterIP: ''}, {clusterIPs: ['10.0.0.9']}, {clusterIPs: []}, node, balanced]) {
        expect(specAfter(addressed, to)).to.deep.include({clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], ipFamilies: ['IPv4']})
      }
      expect(specAfter(headless, {})).to.deep.include({clusterIP: 'None', clusterIPs: ['None']})
    })

    it('the address that the server chose, which nobody knows', () => {
      expect(specAfter({}, node)).to.not.have.any.keys('clusterIP', 'clusterIPs')
      expect(specAfter({}, node)).to.deep.include({ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack'})
    })

    it('its policy for families', () => {
      expect(specAfter({ipFamilyPolicy: 'PreferDualStack'}, {})).to.include({ipFamilyPolicy: 'PreferDualStack'})
      expect(specAfter({ipFamilyPolicy: 'PreferDualStack'}, {ipFamilyPolicy: 'SingleStack'})).to.include({ipFamilyPolicy: 'SingleStack'})
    })

    describe('ports of the nodes by the name of the port', () => {
      const ports = (...list: Body[]): Body => ({ports: list})
      const before = {...node, ...ports({name: 'a', port: 1, nodePort: 30001}, {name: 'b', port: 2, nodePort: 30002})}
      const table: [title: string, to: Body, expected: (number | undefined)[]][] = [
        ['of the same ports', {...node, ...ports({name: 'b', port: 2}, {name: 'a', port: 1})}, [30002, 30001]],
        ['of other ports', {...balanced, ...ports({name: 'a', port: 3}, {name: 'c', port: 2})}, [30001, undefined]],
        ['not when another has it', {...node, ...ports({name: 'a', port: 1}, {name: 'b', port: 2, nodePort: 30001})}, [undefined, 30001]],
        ['not when another one is given', {...node, ...ports({name: 'a', port: 1, nodePort: 30003})}, [30003]],
        ['not for load balancers that want none', {...balanced, allocateLoadBalancerNodePorts: false, ...ports({name: 'a', port: 1})}, [undefined]],
      ]

      for (const [title, to, expected] of table) {
        it(title, () => expect((specAfter(before, to)['ports'] as Body[]).map(({nodePort}) => nodePort)).to.deep.equal(expected))
      }

      it('not from services that have none', () => {
        const silent = {...balanced, allocateLoadBalancerNodePorts: false, ...ports({name: 'a', port: 1, nodePort: 30001})}
        expect(specAfter(silent, {...node, ...ports({name: 'a', port: 1})})['ports']).to.deep.equal([{name: 'a', port: 1, protocol: 'TCP', targetPort: 1}])
      })
    })

    it('the port for health checks', () => {
      expect(specAfter({...checked, healthCheckNodePort: 30001}, checked)).to.include({healthCheckNodePort: 30001})
      expect(specAfter({...checked, healthCheckNodePort: 30001}, balanced)).to.not.have.property('healthCheckNodePort')
    })
  })

  describe('refuses', () => {
    const once = (value: string): string => refusal(`spec.clusterIPs[0]: Invalid value: [${value}]: may not change once set`)
    const taken = service('other', {...node, clusterIP: '10.0.0.1', ports: [{port: 1, nodePort: 30009}]})
    const range = 'provided port is not in the valid range. The range of valid ports is 30000-32767'
    const table: [title: string, from: Body, to: Body, answer: string][] = [
      ['another address', addressed, {clusterIP: '10.0.0.8'}, once('"10.0.0.8"')],
      ['another address in both fields', addressed, {clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8']}, once('"10.0.0.8"')],
      ['another address than the one that the server chose', {}, {clusterIP: '10.0.0.8'}, once('"10.0.0.8"')],
      ['to become headless', addressed, headless, once('"None"')],
      ['to stop being headless', headless, addressed, once('"10.0.0.9"')],
      ['another first address', addressed, {clusterIPs: ['10.0.0.8']}, refusal('spec.clusterIPs: Invalid value: ["10.0.0.8"]: first value must match `clusterIP`')],
      ['another first address than the one that the server chose', {}, {clusterIPs: ['10.0.0.8']},
        refusal('spec.clusterIPs: Invalid value: ["10.0.0.8"]: first value must match `clusterIP`')],
      ['another family', {}, {ipFamilies: ['IPv6']}, refusal('spec.clusterIPs[0]: Invalid value: "allocated": expected an IPv6 value as indicated by `ipFamilies[0]`')],
      ['what stands for the server\'s choice', {}, {clusterIP: 'allocated'},
        refusal('spec.clusterIPs[0]: Invalid value: "allocated": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')],
      ['two families', {}, {ipFamilyPolicy: 'RequireDualStack'},
        refusal('spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services')],
      ['to lose a family in silence', {...headless, selector: undefined}, {...headless, selector: undefined, ipFamilies: ['IPv4']},
        refusal('spec.ipFamilyPolicy: Invalid value: "RequireDualStack": must be \'SingleStack\' to release the secondary IP family')],
      ['a taken address for what was a name', external, {clusterIP: '10.0.0.1'},
        refusal('spec.clusterIPs: Invalid value: ["10.0.0.1"]: failed to allocate IP 10.0.0.1: provided IP is already allocated')],
      ['a taken port', node, {...node, ports: [{port: 1, nodePort: 30009}]}, refusal('spec.ports[0].nodePort: Invalid value: 30009: provided port is already allocated')],
      ['a port outside of all ranges', {}, {...node, ports: [{port: 1, nodePort: 70000}]}, refusal(`spec.ports[0].nodePort: Invalid value: 70000: ${range}`)],
      ['one port twice', node, {...node, ports: [{name: 'a', port: 1, nodePort: 30001}, {name: 'b', port: 2, nodePort: 30001}]}, '500 duplicate nodePort: {TCP 30001}'],
      ['the port that the server chose twice', node, {...node, ports: [{port: 1}, {port: 2}]}, '500 duplicate nodePort: {TCP allocated}'],
      ['a port for health checks outside of all ranges', balanced, {...checked, healthCheckNodePort: 70000},
        `500 Internal error occurred: failed to allocate requested HealthCheck NodePort 70000: ${range}`],
      ['another class', {...balanced, loadBalancerClass: 'a'}, {...balanced, loadBalancerClass: 'b c'}, refusal(
        'spec.loadBalancerClass: Invalid value: "b c": may not change once set',
        'spec.loadBalancerClass: Invalid value: "b c": name part must consist of alphanumeric characters, \'-\', \'_\' or \'.\', and must start and end with an alphanumeric character '
          + "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      )],
      ['a class', balanced, {...balanced, loadBalancerClass: 'a'}, refusal('spec.loadBalancerClass: Invalid value: "a": may not change once set')],
      ['no class', {...balanced, loadBalancerClass: 'a'}, balanced, refusal('spec.loadBalancerClass: Invalid value: null: may not change once set')],
      ['another port for health checks', {...checked, healthCheckNodePort: 30001}, {...checked, healthCheckNodePort: 30002}, refusal('spec.healthCheckNodePort: Forbidden: field is immutable')],
      ['another port for health checks than the one that the server chose', checked, {...checked, healthCheckNodePort: 30002}, refusal('spec.healthCheckNodePort: Forbidden: field is immutable')],
      ['several things, those of the change first', {...checked, loadBalancerClass: 'a', clusterIP: '10.0.0.9'},
        {...checked, loadBalancerClass: 'b', clusterIP: '10.0.0.8', healthCheckNodePort: 30002, ports: []}, refusal(
          'spec.clusterIPs[0]: Invalid value: ["10.0.0.8"]: may not change once set', 'spec.loadBalancerClass: Invalid value: "b": may not change once set',
          'spec.healthCheckNodePort: Forbidden: field is immutable', 'spec.ports: Required value',
        )],
    ]

    for (const [title, from, to, answer] of table) it(title, () => expect(answerTo(from, to, taken)).to.equal(answer))
  })

  describe('lets pass', () => {
    const table: [title: string, from: Body, to: Body][] = [
      ['ports of its own', {...node, ports: [{name: 'a', port: 1, nodePort: 30001}]}, {...node, ports: [{name: 'b', port: 2, nodePort: 30001}]}],
      ['one number for two protocols', node, {...node, ports: [{name: 'a', port: 1, nodePort: 30001}, {name: 'b', port: 1, protocol: 'UDP', nodePort: 30001}]}],
      ['two new ports', node, {...node, ports: [{name: 'a', port: 1}, {name: 'b', port: 2}]}],
      ['a port for health checks that comes later', balanced, {...checked, healthCheckNodePort: 30002}],
      ['other families of a headless one', {...headless, selector: undefined}, {...headless, selector: undefined, ipFamilies: ['IPv6', 'IPv4']}],
      ['to give up the second family', {...headless, selector: undefined}, {...headless, selector: undefined, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'SingleStack'}],
      ['either family where nothing changes', {...headless, selector: undefined, ipFamilyPolicy: 'PreferDualStack'},
        {...headless, clusterIPs: ['None'], ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'PreferDualStack'}],
    ]

    for (const [title, from, to] of table) it(title, () => expect(answerTo(from, to)).to.equal('200'))

    it('and keeps one family then', () => {
      const [, from = {}, to = {}] = table[5] ?? []
      expect(specAfter(from, to)).to.deep.include({ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack'})
    })
  })

  describe('drops what the new type cannot have', () => {
    const open = {...node, ports: [{port: 1, nodePort: 30001}]}
    const table: [title: string, from: Body, to: Body, absent: string[]][] = [
      ['addresses of what becomes a name', addressed, {...external, ...addressed, clusterIPs: ['10.0.0.9'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack'},
        ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']],
      ['one address', addressed, {...external, ...addressed}, ['clusterIP', 'clusterIPs']],
      ['a list of addresses', addressed, {...external, clusterIPs: ['10.0.0.9']}, ['clusterIP', 'clusterIPs']],
      ['the port for health checks', {...checked, healthCheckNodePort: 30001}, {...balanced, healthCheckNodePort: 30001}, ['healthCheckNodePort']],
      ['what load balancers have', {...balanced, allocateLoadBalancerNodePorts: false, loadBalancerClass: 'a'}, {allocateLoadBalancerNodePorts: false, loadBalancerClass: 'a'},
        ['allocateLoadBalancerNodePorts', 'loadBalancerClass']],
      ['the policy for traffic from outside', {...node, externalTrafficPolicy: 'Local'}, {externalTrafficPolicy: 'Local'}, ['externalTrafficPolicy']],
    ]

    for (const [title, from, to, absent] of table) it(title, () => expect(specAfter(from, to)).to.not.have.any.keys(...absent))

    it('ports of the nodes', () => {
      expect(specAfter(open, {ports: [{port: 1, nodePort: 30001}]})['ports']).to.deep.equal([{port: 1, protocol: 'TCP', targetPort: 1}])
      expect(specAfter({...open, ...balanced, allocateLoadBalancerNodePorts: false}, {ports: [{port: 1, nodePort: 30001}]})['ports']).to.deep.equal([{port: 1, protocol: 'TCP', targetPort: 1}])
    })

    const kept: [title: string, from: Body, to: Body, answer: string][] = [
      ['other families', {}, {...external, ipFamilies: ['IPv6']}, refusal('spec.ipFamilies: Forbidden: may not be set for ExternalName services')],
      ['another policy for families', {}, {...external, ipFamilyPolicy: 'x'}, refusal('spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services')],
      ['other addresses', addressed, {...external, clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8']}, refusal('spec.clusterIPs: Forbidden: may not be set for ExternalName services')],
      ['a changed port of the nodes', open, {ports: [{port: 1, nodePort: 30002}]}, refusal("spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'")],
      ['a port of the nodes where the server chose one', node, {ports: [{port: 1, nodePort: 30002}]},
        refusal("spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'")],
      ['another port for health checks', {...checked, healthCheckNodePort: 30001}, {...balanced, healthCheckNodePort: 30002},
        refusal("spec.healthCheckNodePort: Invalid value: 30002: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'")],
      ['other wishes about ports', balanced, {allocateLoadBalancerNodePorts: false}, refusal(`spec.allocateLoadBalancerNodePorts: ${onlyLoadBalancer}`)],
      ['another class', {...balanced, loadBalancerClass: 'a'}, {loadBalancerClass: 'b'}, refusal(`spec.loadBalancerClass: ${onlyLoadBalancer}`)],
      ['another policy for traffic from outside', node, {externalTrafficPolicy: 'Local'}, refusal('spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services')],
    ]

    for (const [title, from, to, answer] of kept) it(`but not ${title}`, () => expect(answerTo(from, to)).to.equal(answer))

    it('but lets a name have a new address in one of the two fields, as upstream does', () => {
      expect(specAfter(addressed, {...external, clusterIP: '10.0.0.8'})).to.deep.include({clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8']})
      expect(specAfter({}, {...external, clusterIP: '10.0.0.8'})).to.deep.include({clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8']})
    })
  })

  it('gives a name that becomes a service everything', () => {
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

    it('whatever the request says', () => expect(at(allowed(cluster().update(service('x', balanced, {status: {}}))), 'status')).to.deep.equal(status))

    it('but for the addresses of a load balancer that it is no more', () => {
      expect(at(allowed(cluster().update(service('x', node))), 'status')).to.deep.equal({...status, loadBalancer: {}})
    })

    it('which a create does not set', () => expect(at(given(service('x', balanced, {status})).stored(service('x')), 'status')).to.deep.equal({loadBalancer: {}}))
  })
})
