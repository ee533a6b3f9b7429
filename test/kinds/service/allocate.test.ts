import {expect} from 'chai'
import {type Body, service} from '../../helpers/builders.js'
import {allowed, at, given, TestCluster, verdict} from '../../helpers/test-cluster.js'

const answerTo = (spec: Body): string => verdict(new TestCluster().create(service('x', spec)))

const specOf = (spec: Body): Body => at(allowed(new TestCluster().create(service('x', spec))), 'spec') as Body

const refusal = (...errors: string[]): string => `422 Service "x" is invalid: ${errors.length > 1 ? `[${errors.join(', ')}]` : errors.join()}`

const selectorless = {selector: undefined}

const headless = {clusterIP: 'None'}

const noRange = 'provided port is not in the valid range. The range of valid ports is 30000-32767'

const taken = 'provided port is already allocated'

describe('Service allocation', () => {
  describe('gives', () => {
    const table: [title: string, spec: Body, expected: Body, absent: string[]][] = [
      ['no address that it would have to make up', {}, {ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack'}, ['clusterIP', 'clusterIPs']],
      ['nothing for an empty address', {clusterIP: ''}, {ipFamilies: ['IPv4']}, ['clusterIP', 'clusterIPs']],
      ['the address that is asked for', {clusterIP: '10.0.0.9'}, {clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], ipFamilies: ['IPv4']}, []],
      ['nothing to an external name', {type: 'ExternalName', externalName: 'a', ports: [{port: 1, nodePort: 70000}]}, {}, ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']],
      ['no address to a headless one', headless, {clusterIP: 'None', clusterIPs: ['None'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack'}, []],
      ['both families to a headless one without a selector', {...headless, ...selectorless}, {ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack'}, []],
      ['both families to a headless one with an empty selector', {...headless, selector: {}}, {ipFamilies: ['IPv4', 'IPv6']}, []],
      ['the other family to it', {...headless, ...selectorless, ipFamilies: ['IPv6']}, {ipFamilies: ['IPv6', 'IPv4']}, []],
      ['one family to it when it wants one', {...headless, ...selectorless, ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv6']}, {ipFamilies: ['IPv6']}, []],
      ['the family of the cluster to who takes either', {ipFamilyPolicy: 'PreferDualStack'}, {ipFamilies: ['IPv4'], ipFamilyPolicy: 'PreferDualStack'}, []],
    ]

    for (const [title, spec, expected, absent] of table) {
      it(title, () => {
        expect(specOf(spec)).to.deep.include(expected)
        for (const field of absent) expect(specOf(spec)).to.not.have.property(field)
      })
    }
  })

  describe('looks at each field by itself first', () => {
    const address = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
    const table: [title: string, spec: Body, ...errors: string[]][] = [
      ['addresses without the first', {clusterIPs: ['10.0.0.9']}, 'spec.clusterIPs: Invalid value: ["10.0.0.9"]: must be empty when `clusterIP` is not specified'],
      ['another first address', {clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.8']}, 'spec.clusterIPs: Invalid value: ["10.0.0.8"]: first value must match `clusterIP`'],
      ['an empty address', {clusterIPs: ['']}, 'spec.clusterIPs: Invalid value: [""]: must be empty when `clusterIP` is not specified', `spec.clusterIPs[0]: Invalid value: "": ${address}`],
      ['unknown families', {ipFamilies: ['IPv9', 'IPv9']},
        ...[0, 1].map((i) => `spec.ipFamilies[${i}]: Unsupported value: "IPv9": supported values: "IPv4", "IPv6"`), 'spec.ipFamilies[1]: Duplicate value: "IPv9"'],
      ['an unknown policy', {ipFamilyPolicy: ''}, 'spec.ipFamilyPolicy: Unsupported value: "": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"'],
      ['an address beside None', {clusterIP: 'None', clusterIPs: ['None', '10.0.0.9']}, 'spec.clusterIPs: Invalid value: ["None","10.0.0.9"]: \'None\' must be the first and only value'],
      ['None beside an address', {clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9', 'None']}, `spec.clusterIPs[1]: Invalid value: "None": ${address}`],
      ['what stands for the server\'s choice', {clusterIP: 'allocated'}, `spec.clusterIPs[0]: Invalid value: "allocated": ${address}`],
      ['three addresses', {clusterIP: '1.1.1.1', clusterIPs: ['1.1.1.1', '::2', '1.1.1.3']}, 'spec.clusterIPs: Invalid value: ["1.1.1.1","::2","1.1.1.3"]: may only hold up to 2 values'],
      ['two addresses of one family', {clusterIP: '1.1.1.1', clusterIPs: ['1.1.1.1', '1.1.1.2'], ipFamilies: ['IPv6']},
        'spec.clusterIPs: Invalid value: ["1.1.1.1","1.1.1.2"]: may specify no more than one IP for each IP family',
        'spec.clusterIPs[0]: Invalid value: "1.1.1.1": expected an IPv6 value as indicated by `ipFamilies[0]`'],
      ['families in another order', {clusterIP: '::1', clusterIPs: ['::1', '1.1.1.1'], ipFamilies: ['IPv4', 'IPv6']},
        'spec.clusterIPs[0]: Invalid value: "::1": expected an IPv4 value as indicated by `ipFamilies[0]`', 'spec.clusterIPs[1]: Invalid value: "1.1.1.1": expected an IPv6 value as indicated by `ipFamilies[1]`'],
      ['nothing about families beside a bad address', {clusterIP: '1.1.1', ipFamilies: ['IPv6']}, `spec.clusterIPs[0]: Invalid value: "1.1.1": ${address}`],
    ]

    for (const [title, spec, ...errors] of table) it(title, () => expect(answerTo({...spec, ports: undefined})).to.equal(refusal(...errors)))

    it('which families of a headless one need not match', () => expect(answerTo({...headless, ...selectorless, ipFamilies: ['IPv6']})).to.equal('201'))
  })

  describe('then at how they go together', () => {
    const several = (what: string): string => `spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`
    const two = {clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9', '2001:db8::6']}
    const noSix = 'spec.clusterIPs[1]: Invalid value: ["10.0.0.9","2001:db8::6"]: IPv6 is not configured on this cluster'
    const table: [title: string, spec: Body, ...errors: string[]][] = [
      ['two addresses of a single stack', two, several('cluster IPs'), noSix],
      ['two families of a single stack', {ipFamilies: ['IPv4', 'IPv6']}, several('IP families')],
      ['both', {...two, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'SingleStack'}, several('cluster IPs'), several('IP families')],
      ['an address of a family that the cluster lacks', {...two, ipFamilyPolicy: 'PreferDualStack'}, noSix],
    ]

    for (const [title, spec, ...errors] of table) it(title, () => expect(answerTo({...spec, ports: undefined})).to.equal(refusal(...errors)))
  })

  describe('then at what the cluster has', () => {
    const single = 'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services'
    const table: [title: string, spec: Body, ...errors: string[]][] = [
      ['two families that must be', {ipFamilyPolicy: 'RequireDualStack'}, single],
      ['a family that it lacks', {ipFamilies: ['IPv6']}, 'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
      ['both', {...headless, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack'}, single, 'spec.ipFamilies[1]: Invalid value: "IPv6": not configured on this cluster'],
    ]

    for (const [title, spec, ...errors] of table) it(title, () => expect(answerTo({...spec, ports: undefined})).to.equal(refusal(...errors)))
  })

  describe('hands out addresses', () => {
    const cluster = (): TestCluster => given(service('other', {clusterIP: '10.0.0.9'}))

    it('once', () => {
      const error = 'spec.clusterIPs: Invalid value: ["10.0.0.9"]: failed to allocate IP 10.0.0.9: provided IP is already allocated'
      expect(verdict(cluster().create(service('x', {clusterIP: '10.0.0.9', ports: undefined})))).to.equal(refusal(error))
      expect(verdict(cluster().create(service('x', {clusterIP: '10.0.0.9'}).marked({namespace: 'prod'}), {namespace: 'prod'}))).to.equal(refusal(error))
      expect(verdict(cluster().create(service('x', {clusterIP: '10.0.0.8'})))).to.equal('201')
    })

    it('again when they are free', () => {
      const freed = cluster()
      freed.delete(service('other'))
      expect(verdict(freed.create(service('x', {clusterIP: '10.0.0.9'})))).to.equal('201')
    })

    it('to nobody in a dry run', () => expect(verdict(cluster().create(service('x', {clusterIP: '10.0.0.9'}), {dryRun: true}))).to.equal('201'))

    it('that headless services do not have', () => expect(verdict(given(service('other', headless)).create(service('x', headless)))).to.equal('201'))

    it('to services with a name only', () => {
      const nameless = (spec: Body): Body => service('', {...spec, ports: undefined}).having({metadata: {}})
      const error = (asked: string, shown: string, value: string): string => `422 Service "" is invalid: spec.clusterIPs: Invalid value: [${value}]: `
        + `failed to allocate IP${asked}: IPAddress.networking.k8s.io "${shown}" is invalid: spec.parentRef.name: Required value`
      expect(verdict(new TestCluster().create(nameless({})))).to.equal(error('', 'allocated', '""'))
      expect(verdict(new TestCluster().create(nameless({clusterIP: '10.0.0.9'})))).to.equal(error(' 10.0.0.9', '10.0.0.9', '"10.0.0.9"'))
      for (const spec of [headless, {type: 'ExternalName', externalName: 'a'}]) {
        expect(verdict(new TestCluster().create(nameless(spec)))).to.equal('422 Service "" is invalid: metadata.name: Required value: name or generateName is required')
      }
      expect(verdict(new TestCluster().create(service('x').having({metadata: {generateName: 'x-'}})))).to.equal('201')
    })
  })

  describe('opens ports of the nodes', () => {
    const node = {type: 'NodePort'}
    const ports = (...list: Body[]): Body => ({ports: list.map((port, i) => ({name: `p${i}`, ...port}))})
    const portsOf = (spec: Body): unknown[] => (specOf(spec)['ports'] as Body[]).map(({nodePort}) => nodePort)
    const cluster = (): TestCluster => given(service('other', {...node, ...ports({port: 1, nodePort: 30001})}),
      service('balanced', {type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30002}))

    it('that are asked for, and makes none up', () => expect(portsOf({...node, ...ports({port: 1}, {port: 2, nodePort: 30003})})).to.deep.equal([undefined, 30003]))

    it('together for the same number', () => {
      expect(portsOf({...node, ...ports({port: 1}, {port: 1, protocol: 'UDP', nodePort: 30003}, {port: 1, protocol: 'SCTP'})})).to.deep.equal([30003, 30003, 30003])
      expect(portsOf({...node, ...ports({port: 1, nodePort: 30003}, {port: 1, protocol: 'UDP', nodePort: 30004})})).to.deep.equal([30003, 30004])
      expect(portsOf({...node, ...ports({port: 1, nodePort: 30003}, {port: 1, protocol: 'UDP', nodePort: 30003})})).to.deep.equal([30003, 30003])
    })

    it('of load balancers that want them', () => {
      const silent = {type: 'LoadBalancer', allocateLoadBalancerNodePorts: false}
      expect(portsOf({...silent, ...ports({port: 1}, {port: 1, protocol: 'UDP', nodePort: 30003}, {port: 2})})).to.deep.equal([undefined, 30003, undefined])
    })

    const table: [title: string, spec: Body, error: string][] = [
      ['outside of all ranges', {...node, ...ports({port: 1, nodePort: 65536})}, `spec.ports[0].nodePort: Invalid value: 65536: ${noRange}`],
      ['below zero', {...node, ...ports({port: 1}, {port: 2, nodePort: -5}, {port: 3, nodePort: -6})}, `spec.ports[1].nodePort: Invalid value: -5: ${noRange}`],
      ['that another port of the service has', {...node, ...ports({port: 1, nodePort: 30003}, {port: 2, nodePort: 30003})}, `spec.ports[1].nodePort: Invalid value: 30003: ${taken}`],
      ['that another service has', {...node, ...ports({port: 1, nodePort: 30001})}, `spec.ports[0].nodePort: Invalid value: 30001: ${taken}`],
      ['that another service has for health checks', {...node, ...ports({port: 1, protocol: 'UDP'}, {port: 1, nodePort: 30002})}, `spec.ports[0].nodePort: Invalid value: 30002: ${taken}`],
      ['without a port', {...node, ports: [{nodePort: 30003}, {nodePort: 30004}, {nodePort: 30004}, {port: 1, nodePort: 30003}]}, `spec.ports[2].nodePort: Invalid value: 30004: ${taken}`],
    ]

    for (const [title, spec, error] of table) it(`refuses one ${title}`, () => expect(verdict(cluster().create(service('x', spec)))).to.equal(refusal(error)))

    it('in no range in a dry run', () => {
      expect(verdict(cluster().create(service('x', {...node, ...ports({port: 1, nodePort: 70000})}), {dryRun: true}))).to.equal('201')
      expect(verdict(cluster().create(service('x', {...node, ...ports({port: 1, nodePort: 30001})}), {dryRun: true}))).to.equal(refusal(`spec.ports[0].nodePort: Invalid value: 30001: ${taken}`))
    })

    describe('for health checks', () => {
      const checked = {type: 'LoadBalancer', externalTrafficPolicy: 'Local'}
      const failed = (port: number, fault: string): string => `500 Internal error occurred: failed to allocate requested HealthCheck NodePort ${port}: ${fault}`

      it('that are asked for, and makes none up', () => {
        expect(specOf({...checked, healthCheckNodePort: 30003})).to.include({healthCheckNodePort: 30003})
        expect(specOf(checked)).to.not.have.property('healthCheckNodePort')
      })

      it('and fails to otherwise', () => {
        expect(answerTo({...checked, healthCheckNodePort: -1})).to.equal(failed(-1, noRange))
        expect(verdict(cluster().create(service('x', {...checked, healthCheckNodePort: 30001})))).to.equal(failed(30001, taken))
        expect(answerTo({...checked, healthCheckNodePort: 30003, ...ports({port: 1, nodePort: 30003})})).to.equal(failed(30003, taken))
      })

      it('names the field', () => {
        const {status, errors} = new TestCluster().create(service('x', {...checked, healthCheckNodePort: 70000}))
        expect(status.reason).to.equal('InternalError')
        expect(errors.map(String)).to.deep.equal([`spec.healthCheckNodePort: Invalid value: 70000: ${noRange}`])
      })
    })
  })

  it('comes before all rules', () => {
    expect(verdict(new TestCluster().create(service('Bad_Name', {ports: [], ipFamilies: ['IPv6']}))))
      .to.equal('422 Service "Bad_Name" is invalid: spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster')
  })

  it('leaves a service as it is that has everything', () => {
    const spec = specOf({clusterIP: '10.0.0.9', type: 'NodePort', ports: [{port: 1, nodePort: 30001}]})
    expect(specOf(spec)).to.deep.equal(spec)
  })
})
