import {expect} from 'chai'
import {type Body, service} from '../../helpers/builders.js'
import {allowed, at, given, TestCluster, verdict} from '../../helpers/test-cluster.js'

const answerTo = (spec: Body): string => verdict(new TestCluster().create(service('x', spec)))

const specOf = (spec: Body): Body => at(allowed(new TestCluster().create(service('x', spec))), 'spec') as Body

const rejection = (...errors: string[]): string => `422 Service "x" is invalid: ${errors.length > 1 ? `[${errors.join(', ')}]` : errors.join()}`

const selectorless = {selector: undefined}

const headless = {clusterIP: 'None'}

const noRange = 'provided port is not in the valid range. The range of valid ports is 30000-32767'

const taken = 'provided port is already allocated'

describe('Service allocation', () => {
  describe('of fields', () => {
    const table: [title: string, spec: Body, expected: Body, absent: string[]][] = [
      ['sets families, but does not choose a cluster IP', {}, {ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack'}, ['clusterIP', 'clusterIPs']],
      ['does not choose a cluster IP for an empty one', {clusterIP: ''}, {ipFamilies: ['IPv4']}, ['clusterIP', 'clusterIPs']],
      ['sets clusterIPs from clusterIP', {clusterIP: '10.0.0.9'}, {clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], ipFamilies: ['IPv4']}, []],
      ['sets nothing for ExternalName', {type: 'ExternalName', externalName: 'a', ports: [{port: 1, nodePort: 70000}]}, {}, ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']],
      ['sets clusterIPs None for a headless service', headless, {clusterIP: 'None', clusterIPs: ['None'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack'}, []],
      ['sets both families for a headless service without a selector', {...headless, ...selectorless}, {ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack'}, []],
      ['sets both families for a headless service with an empty selector', {...headless, selector: {}}, {ipFamilies: ['IPv4', 'IPv6']}, []],
      ['adds the second family for a headless service without a selector', {...headless, ...selectorless, ipFamilies: ['IPv6']}, {ipFamilies: ['IPv6', 'IPv4']}, []],
      ['keeps one family of a headless service with policy SingleStack', {...headless, ...selectorless, ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv6']}, {ipFamilies: ['IPv6']}, []],
      ['sets the family of the cluster for policy PreferDualStack', {ipFamilyPolicy: 'PreferDualStack'}, {ipFamilies: ['IPv4'], ipFamilyPolicy: 'PreferDualStack'}, []],
    ]

    for (const [title, spec, expected, absent] of table) {
      it(title, () => {
        expect(specOf(spec)).to.deep.include(expected)
        for (const field of absent) expect(specOf(spec)).to.not.have.property(field)
      })
    }
  })

  describe('validation of each field', () => {
    const address = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
    const table: [title: string, spec: Body, ...errors: string[]][] = [
      ['rejects clusterIPs without clusterIP', {clusterIPs: ['10.0.0.9']}, 'spec.clusterIPs: Invalid value: ["10.0.0.9"]: must be empty when `clusterIP` is not specified'],
      ['rejects clusterIPs whose first value differs from clusterIP', {clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.8']}, 'spec.clusterIPs: Invalid value: ["10.0.0.8"]: first value must match `clusterIP`'],
      ['rejects an empty value in clusterIPs', {clusterIPs: ['']}, 'spec.clusterIPs: Invalid value: [""]: must be empty when `clusterIP` is not specified', `spec.clusterIPs[0]: Invalid value: "": ${address}`],
      ['rejects unknown families', {ipFamilies: ['IPv9', 'IPv9']},
        ...[0, 1].map((i) => `spec.ipFamilies[${i}]: Unsupported value: "IPv9": supported values: "IPv4", "IPv6"`), 'spec.ipFamilies[1]: Duplicate value: "IPv9"'],
      ['rejects an empty policy', {ipFamilyPolicy: ''}, 'spec.ipFamilyPolicy: Unsupported value: "": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"'],
      ['rejects an address after None', {clusterIP: 'None', clusterIPs: ['None', '10.0.0.9']}, 'spec.clusterIPs: Invalid value: ["None","10.0.0.9"]: \'None\' must be the first and only value'],
      ['rejects None after an address', {clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9', 'None']}, `spec.clusterIPs[1]: Invalid value: "None": ${address}`],
      ['rejects the placeholder of kadm for an allocated address', {clusterIP: 'allocated'}, `spec.clusterIPs[0]: Invalid value: "allocated": ${address}`],
      ['rejects three addresses', {clusterIP: '1.1.1.1', clusterIPs: ['1.1.1.1', '::2', '1.1.1.3']}, 'spec.clusterIPs: Invalid value: ["1.1.1.1","::2","1.1.1.3"]: may only hold up to 2 values'],
      ['rejects two addresses of the same family', {clusterIP: '1.1.1.1', clusterIPs: ['1.1.1.1', '1.1.1.2'], ipFamilies: ['IPv6']},
        'spec.clusterIPs: Invalid value: ["1.1.1.1","1.1.1.2"]: may specify no more than one IP for each IP family',
        'spec.clusterIPs[0]: Invalid value: "1.1.1.1": expected an IPv6 value as indicated by `ipFamilies[0]`'],
      ['rejects families in another order than the addresses', {clusterIP: '::1', clusterIPs: ['::1', '1.1.1.1'], ipFamilies: ['IPv4', 'IPv6']},
        'spec.clusterIPs[0]: Invalid value: "::1": expected an IPv4 value as indicated by `ipFamilies[0]`', 'spec.clusterIPs[1]: Invalid value: "1.1.1.1": expected an IPv6 value as indicated by `ipFamilies[1]`'],
      ['does not report families if an address is invalid', {clusterIP: '1.1.1', ipFamilies: ['IPv6']}, `spec.clusterIPs[0]: Invalid value: "1.1.1": ${address}`],
    ]

    for (const [title, spec, ...errors] of table) it(title, () => expect(answerTo({...spec, ports: undefined})).to.equal(rejection(...errors)))

    it('does not compare families with clusterIP None', () => expect(answerTo({...headless, ...selectorless, ipFamilies: ['IPv6']})).to.equal('201'))
  })

  describe('validation of fields together', () => {
    const several = (what: string): string => `spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`
    const two = {clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9', '2001:db8::6']}
    const noSix = 'spec.clusterIPs[1]: Invalid value: ["10.0.0.9","2001:db8::6"]: IPv6 is not configured on this cluster'
    const table: [title: string, spec: Body, ...errors: string[]][] = [
      ['rejects two addresses without a dual-stack policy', two, several('cluster IPs'), noSix],
      ['rejects two families without a dual-stack policy', {ipFamilies: ['IPv4', 'IPv6']}, several('IP families')],
      ['rejects two addresses and two families with policy SingleStack', {...two, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'SingleStack'}, several('cluster IPs'), several('IP families')],
      ['rejects an address of a family that the cluster lacks', {...two, ipFamilyPolicy: 'PreferDualStack'}, noSix],
    ]

    for (const [title, spec, ...errors] of table) it(title, () => expect(answerTo({...spec, ports: undefined})).to.equal(rejection(...errors)))
  })

  describe('validation against the families of the cluster', () => {
    const single = 'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services'
    const table: [title: string, spec: Body, ...errors: string[]][] = [
      ['rejects policy RequireDualStack', {ipFamilyPolicy: 'RequireDualStack'}, single],
      ['rejects a family that the cluster lacks', {ipFamilies: ['IPv6']}, 'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
      ['rejects the policy and the family of a headless service', {...headless, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack'}, single, 'spec.ipFamilies[1]: Invalid value: "IPv6": not configured on this cluster'],
    ]

    for (const [title, spec, ...errors] of table) it(title, () => expect(answerTo({...spec, ports: undefined})).to.equal(rejection(...errors)))
  })

  describe('of cluster IPs', () => {
    const cluster = (): TestCluster => given(service('other', {clusterIP: '10.0.0.9'}))

    it('rejects an address that another service has', () => {
      const error = 'spec.clusterIPs: Invalid value: ["10.0.0.9"]: failed to allocate IP 10.0.0.9: provided IP is already allocated'
      expect(verdict(cluster().create(service('x', {clusterIP: '10.0.0.9', ports: undefined})))).to.equal(rejection(error))
      expect(verdict(cluster().create(service('x', {clusterIP: '10.0.0.9'}).marked({namespace: 'prod'}), {namespace: 'prod'}))).to.equal(rejection(error))
      expect(verdict(cluster().create(service('x', {clusterIP: '10.0.0.8'})))).to.equal('201')
    })

    it('reuses the address of a deleted service', () => {
      const freed = cluster()
      freed.delete(service('other'))
      expect(verdict(freed.create(service('x', {clusterIP: '10.0.0.9'})))).to.equal('201')
    })

    it('does not check allocated addresses in a dry run', () => expect(verdict(cluster().create(service('x', {clusterIP: '10.0.0.9'}), {dryRun: true}))).to.equal('201'))

    it('allocates no address to headless services', () => expect(verdict(given(service('other', headless)).create(service('x', headless)))).to.equal('201'))

    it('requires a name or generateName', () => {
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

  describe('of node ports', () => {
    const node = {type: 'NodePort'}
    const ports = (...list: Body[]): Body => ({ports: list.map((port, i) => ({name: `p${i}`, ...port}))})
    const portsOf = (spec: Body): unknown[] => (specOf(spec)['ports'] as Body[]).map(({nodePort}) => nodePort)
    const cluster = (): TestCluster => given(service('other', {...node, ...ports({port: 1, nodePort: 30001})}),
      service('balanced', {type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30002}))

    it('keeps requested node ports, and does not choose others', () => expect(portsOf({...node, ...ports({port: 1}, {port: 2, nodePort: 30003})})).to.deep.equal([undefined, 30003]))

    it('shares a node port between protocols of the same port', () => {
      expect(portsOf({...node, ...ports({port: 1}, {port: 1, protocol: 'UDP', nodePort: 30003}, {port: 1, protocol: 'SCTP'})})).to.deep.equal([30003, 30003, 30003])
      expect(portsOf({...node, ...ports({port: 1, nodePort: 30003}, {port: 1, protocol: 'UDP', nodePort: 30004})})).to.deep.equal([30003, 30004])
      expect(portsOf({...node, ...ports({port: 1, nodePort: 30003}, {port: 1, protocol: 'UDP', nodePort: 30003})})).to.deep.equal([30003, 30003])
    })

    it('does not share node ports if allocateLoadBalancerNodePorts is false', () => {
      const silent = {type: 'LoadBalancer', allocateLoadBalancerNodePorts: false}
      expect(portsOf({...silent, ...ports({port: 1}, {port: 1, protocol: 'UDP', nodePort: 30003}, {port: 2})})).to.deep.equal([undefined, 30003, undefined])
    })

    const table: [title: string, spec: Body, error: string][] = [
      ['above the range', {...node, ...ports({port: 1, nodePort: 65536})}, `spec.ports[0].nodePort: Invalid value: 65536: ${noRange}`],
      ['below zero, reporting only the first', {...node, ...ports({port: 1}, {port: 2, nodePort: -5}, {port: 3, nodePort: -6})}, `spec.ports[1].nodePort: Invalid value: -5: ${noRange}`],
      ['that another port of the service has', {...node, ...ports({port: 1, nodePort: 30003}, {port: 2, nodePort: 30003})}, `spec.ports[1].nodePort: Invalid value: 30003: ${taken}`],
      ['that another service has', {...node, ...ports({port: 1, nodePort: 30001})}, `spec.ports[0].nodePort: Invalid value: 30001: ${taken}`],
      ['that another service uses for health checks', {...node, ...ports({port: 1, protocol: 'UDP'}, {port: 1, nodePort: 30002})}, `spec.ports[0].nodePort: Invalid value: 30002: ${taken}`],
      ['that repeats in ports without number', {...node, ports: [{nodePort: 30003}, {nodePort: 30004}, {nodePort: 30004}, {port: 1, nodePort: 30003}]}, `spec.ports[2].nodePort: Invalid value: 30004: ${taken}`],
    ]

    for (const [title, spec, error] of table) it(`rejects a node port ${title}`, () => expect(verdict(cluster().create(service('x', spec)))).to.equal(rejection(error)))

    it('checks allocated node ports, but not the range, in a dry run', () => {
      expect(verdict(cluster().create(service('x', {...node, ...ports({port: 1, nodePort: 70000})}), {dryRun: true}))).to.equal('201')
      expect(verdict(cluster().create(service('x', {...node, ...ports({port: 1, nodePort: 30001})}), {dryRun: true}))).to.equal(rejection(`spec.ports[0].nodePort: Invalid value: 30001: ${taken}`))
    })

    describe('for health checks', () => {
      const checked = {type: 'LoadBalancer', externalTrafficPolicy: 'Local'}
      const failed = (port: number, error: string): string => `500 Internal error occurred: failed to allocate requested HealthCheck NodePort ${port}: ${error}`

      it('keeps a requested port, and does not choose one', () => {
        expect(specOf({...checked, healthCheckNodePort: 30003})).to.include({healthCheckNodePort: 30003})
        expect(specOf(checked)).to.not.have.property('healthCheckNodePort')
      })

      it('denies the request if the port is invalid or already allocated', () => {
        expect(answerTo({...checked, healthCheckNodePort: -1})).to.equal(failed(-1, noRange))
        expect(verdict(cluster().create(service('x', {...checked, healthCheckNodePort: 30001})))).to.equal(failed(30001, taken))
        expect(answerTo({...checked, healthCheckNodePort: 30003, ...ports({port: 1, nodePort: 30003})})).to.equal(failed(30003, taken))
      })

      it('reports the field of an internal error', () => {
        const {status, errors} = new TestCluster().create(service('x', {...checked, healthCheckNodePort: 70000}))
        expect(status.reason).to.equal('InternalError')
        expect(errors.map(String)).to.deep.equal([`spec.healthCheckNodePort: Invalid value: 70000: ${noRange}`])
      })
    })
  })

  it('comes before all other validation', () => {
    expect(verdict(new TestCluster().create(service('Bad_Name', {ports: [], ipFamilies: ['IPv6']}))))
      .to.equal('422 Service "Bad_Name" is invalid: spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster')
  })

  it('does not change a complete service', () => {
    const spec = specOf({clusterIP: '10.0.0.9', type: 'NodePort', ports: [{port: 1, nodePort: 30001}]})
    expect(specOf(spec)).to.deep.equal(spec)
  })
})
