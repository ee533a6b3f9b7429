import {expect} from 'chai'
import {service as kind} from '../../../src/kinds/service/index.js'
import type {Service} from '../../../src/machinery/api/core-v1.js'
import {dns1123Label, dns1123Subdomain, labelValue, qualifiedName} from '../../../src/machinery/meta/names.js'
import {type Body, service} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'
import {given, TestCluster, verdict} from '../../helpers/test-cluster.js'

const answerTo = (spec: Body, annotations: Body = {}): string => verdict(new TestCluster().create(service('x', spec).annotated(annotations)))

/** Returns the verdict on a service with these errors, in this order. */
const rejection = (...errors: string[]): string => `422 Service "x" is invalid: ${errors.length > 1 ? `[${errors.join(', ')}]` : errors.join()}`

const bad = (field: string, value: unknown, ...errors: readonly string[]): string[] => errors.map((error) => `${field}: Invalid value: ${JSON.stringify(value)}: ${error}`)

const portError = 'must be between 1 and 65535, inclusive'

const onlyLoadBalancer = "Forbidden: may only be used when `type` is 'LoadBalancer'"

const balanced = {type: 'LoadBalancer'}

const external = {type: 'ExternalName', externalName: 'a'}

const hints = 'service.kubernetes.io/topology-aware-hints'

const mode = 'service.kubernetes.io/topology-mode'

const ranges = 'service.beta.kubernetes.io/load-balancer-source-ranges'

/** Returns the error of a duplicate port, which quotes the port. */
const samePort = (protocol: string, port: number): string => `Duplicate value: {"Name":"","Protocol":"${protocol}","AppProtocol":null,"Port":${port},"TargetPort":0,"NodePort":0}`

interface Rule {
  readonly accept: readonly (readonly [spec: Body, annotations?: Body])[]
  readonly reject: readonly (readonly [spec: Body, errors: readonly string[], annotations?: Body])[]
}

const named = (...ports: Body[]): Body => ({ports: ports.map((port, i) => ({name: `p${i}`, ...port}))})

const rules: Record<string, Rule> = {
  '1: topology annotations must be equal': {
    accept: [[{}, {[hints]: 'Auto', [mode]: 'Auto'}], [{}, {[mode]: 'Auto'}], [{}, {[hints]: 'x'}]],
    reject: [[{}, bad(`metadata.annotations[${mode}]`, '', `must match annotations[${hints}] when both are specified`), {[hints]: 'Auto', [mode]: ''}]],
  },
  '2: ports are required': {
    accept: [[{ports: [], clusterIP: 'None'}], [{ports: undefined, ...external}]],
    reject: [[{ports: undefined}, ['spec.ports: Required value']], [{ports: []}, ['spec.ports: Required value']]],
  },
  '3: only ClusterIP services can be headless': {
    accept: [[{clusterIP: 'None'}]],
    reject: [
      [{clusterIP: 'None', type: 'NodePort'}, bad('spec.clusterIPs[0]', 'None', "may not be set to 'None' for NodePort services")],
      [{clusterIP: 'None', ...balanced}, bad('spec.clusterIPs[0]', 'None', "may not be set to 'None' for LoadBalancer services")],
    ],
  },
  '4: ExternalName services must not have addresses': {
    accept: [[external]],
    reject: [
      [{...external, clusterIP: 'x'}, ['spec.clusterIPs: Forbidden: may not be set for ExternalName services']],
      [{...external, clusterIPs: ['x'], ipFamilies: ['x'], ipFamilyPolicy: ''},
        ['clusterIPs', 'ipFamilies', 'ipFamilyPolicy'].map((field) => `spec.${field}: Forbidden: may not be set for ExternalName services`)],
    ],
  },
  '5: externalName must be a DNS name': {
    accept: [[{type: 'ExternalName', externalName: 'a.example.com.'}]],
    reject: [
      [{type: 'ExternalName'}, ['spec.externalName: Required value']], [{type: 'ExternalName', externalName: '.'}, ['spec.externalName: Required value']],
      [{type: 'ExternalName', externalName: 'A..'}, bad('spec.externalName', 'A.', ...dns1123Subdomain('A.'))],
    ],
  },
  '6: several ports must have unique names': {
    accept: [[{ports: [{port: 1}]}], [{ports: [{name: 'a', port: 1}, {name: 'b', port: 2}]}]],
    reject: [
      [{ports: [{port: 1}, {name: '', port: 2}]}, ['spec.ports[0].name: Required value', 'spec.ports[1].name: Required value']],
      [{ports: [{name: 'a.b', port: 1}]}, bad('spec.ports[0].name', 'a.b', ...dns1123Label('a.b'))],
      [{ports: [{name: 'A', port: 1}, {name: 'A', port: 2}]},
        [...bad('spec.ports[0].name', 'A', ...dns1123Label('A')), ...bad('spec.ports[1].name', 'A', ...dns1123Label('A')), 'spec.ports[1].name: Duplicate value: "A"']],
    ],
  },
  '7 and 9: ports must be in range': {
    accept: [[{ports: [{port: 65535}]}], [{ports: [{port: 1, targetPort: 65535}]}], [{ports: [{port: 1, targetPort: 'http-2'}]}]],
    reject: [
      [{ports: [{port: 65536}]}, [...bad('spec.ports[0].port', 65536, portError), ...bad('spec.ports[0].targetPort', 65536, portError)]],
      [{ports: [{}]}, [...bad('spec.ports[0].port', 0, portError), ...bad('spec.ports[0].targetPort', 0, portError)]],
      [{ports: [{port: -1, targetPort: 1}]}, bad('spec.ports[0].port', -1, portError)],
      [{ports: [{port: 1, targetPort: -1}]}, bad('spec.ports[0].targetPort', -1, portError)],
      [{ports: [{port: 1, targetPort: '-'}]}, bad('spec.ports[0].targetPort', '-', 'must contain at least one letter (a-z)', 'must not begin or end with a hyphen')],
    ],
  },
  '8: protocol must be supported': {
    accept: [[{ports: [{port: 1, protocol: 'SCTP'}]}]],
    reject: [[{ports: [{port: 1, protocol: 'tcp'}]}, ['spec.ports[0].protocol: Unsupported value: "tcp": supported values: "SCTP", "TCP", "UDP"']]],
  },
  '10: appProtocol must be a qualified name': {
    accept: [[{ports: [{port: 1, appProtocol: 'kubernetes.io/h2c'}]}]],
    reject: [
      [{ports: [{port: 1, appProtocol: 'a b'}]}, bad('spec.ports[0].appProtocol', 'a b', ...qualifiedName('a b'))],
      [{ports: [{port: 1, appProtocol: ''}]}, bad('spec.ports[0].appProtocol', '', ...qualifiedName(''))],
    ],
  },
  '11: selector must have valid label keys and values': {
    accept: [[{selector: {}}], [{selector: {a: ''}}]],
    reject: [[{selector: {'a b': 'c', 'd': '-'}}, [...bad('spec.selector', 'a b', ...qualifiedName('a b')), ...bad('spec.selector', '-', ...labelValue('-'))]]],
  },
  '12 and 13: session affinity': {
    accept: [[{sessionAffinity: 'ClientIP'}], ...[1, 86400].map((timeoutSeconds) => [{sessionAffinity: 'ClientIP', sessionAffinityConfig: {clientIP: {timeoutSeconds}}}] as const)],
    reject: [
      [{sessionAffinity: 'client'}, ['spec.sessionAffinity: Unsupported value: "client": supported values: "ClientIP", "None"']],
      ...[0, -1, 86401].map((timeoutSeconds) => [
        {sessionAffinity: 'ClientIP', sessionAffinityConfig: {clientIP: {timeoutSeconds}}},
        bad('spec.sessionAffinityConfig.clientIP.timeoutSeconds', timeoutSeconds, 'must be greater than 0 and less than 86400'),
      ] as const),
    ],
  },
  '15: externalIPs must be reachable addresses': {
    accept: [[{externalIPs: ['1.2.3.4', '2001:DB8::1']}]],
    reject: [
      [{externalIPs: ['x', '01.2.3.4', '127.0.0.1', '0.0.0.0']}, [
        ...bad('spec.externalIPs[0]', 'x', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'), ...bad('spec.externalIPs[1]', '01.2.3.4', 'must not have leading 0s'),
        ...bad('spec.externalIPs[2]', '127.0.0.1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'), ...bad('spec.externalIPs[3]', '0.0.0.0', 'may not be unspecified (0.0.0.0)'),
      ]],
    ],
  },
  '16: type must be supported': {
    accept: [[{type: 'NodePort'}], [balanced]],
    reject: [[{type: 'clusterip'}, ['spec.type: Unsupported value: "clusterip": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"']]],
  },
  '17: ClusterIP services must not have node ports': {
    accept: [[{ports: [{port: 1, nodePort: 0}]}], [{ports: [{port: 1, nodePort: 30001}], ...external}]],
    reject: [[{ports: [{port: 1, nodePort: 30001}]}, ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"]]],
  },
  '18: node ports must be unique for each protocol': {
    accept: [
      [{type: 'NodePort', ...named({port: 1, nodePort: 30001}, {port: 1, protocol: 'UDP', nodePort: 30001})}],
      [{type: 'NodePort', ...named({port: 1}, {port: 2})}], [{type: 'NodePort', ...named({port: 1}, {port: 1, protocol: 'UDP'})}],
      [{...external, ...named({port: 1, nodePort: 7}, {port: 2, protocol: 'UDP', nodePort: 7})}],
    ],
    reject: [
      [{...external, ...named({port: 1, nodePort: 7}, {port: 2, nodePort: 7})}, ['spec.ports[1].nodePort: Duplicate value: 7']],
      [{type: 'NodePort', ...named({port: 1, nodePort: 30001}, {port: 1, nodePort: 30001})},
        ['spec.ports[1].nodePort: Duplicate value: 30001', `spec.ports[1]: ${samePort('TCP', 1)}`]],
      [{type: 'NodePort', ...named({port: 1}, {port: 1})}, ['spec.ports[1].nodePort: Duplicate value: allocated', `spec.ports[1]: ${samePort('TCP', 1)}`]],
    ],
  },
  '19: ports must be unique': {
    accept: [[named({port: 1}, {port: 1, protocol: 'UDP'})]],
    reject: [
      [named({port: 1, protocol: 'UDP'}, {port: 2}, {port: 1, protocol: 'UDP', targetPort: 'x', appProtocol: 'y'})], [{...balanced, allocateLoadBalancerNodePorts: false, ...named({port: 1}, {port: 1})}],
    ].map(([spec = {}], i) => [spec, [i === 0 ? `spec.ports[2]: ${samePort('UDP', 1)}` : `spec.ports[1]: ${samePort('TCP', 1)}`]] as const),
  },
  '20: loadBalancerSourceRanges': {
    accept: [[{...balanced, loadBalancerSourceRanges: [' 10.0.0.0/8\t', '2001:db8::/32']}], [{loadBalancerSourceRanges: []}]],
    reject: [
      [{loadBalancerSourceRanges: ['10.0.0.0/8']}, [`spec.LoadBalancerSourceRanges: ${onlyLoadBalancer}`]],
      [{...balanced, loadBalancerSourceRanges: [' 10.0.0.1/8 ', '']}, [
        ...bad('spec.LoadBalancerSourceRanges[0]', '10.0.0.1/8', 'must not have bits set beyond the prefix length'),
        ...bad('spec.LoadBalancerSourceRanges[1]', '', 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'),
      ]],
    ],
  },
  '21: source ranges in the annotation': {
    accept: [[balanced, {[ranges]: ' 10.0.0.0/8 , ::/0 '}], [balanced, {[ranges]: ' '}], [{...balanced, loadBalancerSourceRanges: ['10.0.0.0/8']}, {[ranges]: 'x'}]],
    reject: [
      [{}, [`metadata.annotations[${ranges}]: ${onlyLoadBalancer}`], {[ranges]: ''}],
      [balanced, bad(`metadata.annotations[${ranges}]`, '', 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'), {[ranges]: '10.0.0.0/8,'}],
    ],
  },
  '22 and 23: fields of load balancers only': {
    accept: [[{...balanced, allocateLoadBalancerNodePorts: false, loadBalancerClass: 'a/b'}]],
    reject: [
      [{allocateLoadBalancerNodePorts: false, loadBalancerClass: ''}, [`spec.allocateLoadBalancerNodePorts: ${onlyLoadBalancer}`, `spec.loadBalancerClass: ${onlyLoadBalancer}`]],
      [{...balanced, loadBalancerClass: 'a b'}, bad('spec.loadBalancerClass', 'a b', ...qualifiedName('a b'))],
    ],
  },
  '24: externalTrafficPolicy': {
    accept: [[{type: 'NodePort', externalTrafficPolicy: 'Local'}], [{externalIPs: ['1.2.3.4'], externalTrafficPolicy: 'Local'}]],
    reject: [
      [{externalTrafficPolicy: '<'}, ['spec.externalTrafficPolicy: Invalid value: "\\u003c": may only be set for externally-accessible services']],
      [{type: 'NodePort', externalTrafficPolicy: 'local'}, ['spec.externalTrafficPolicy: Unsupported value: "local": supported values: "Cluster", "Local"']],
    ],
  },
  '25: healthCheckNodePort': {
    accept: [[{...balanced, externalTrafficPolicy: 'Local', healthCheckNodePort: 30001}], [{healthCheckNodePort: 0}]],
    reject: [[{}], [{...balanced}], [{type: 'NodePort', externalTrafficPolicy: 'Local'}]].map(([spec = {}]) => [
      {...spec, healthCheckNodePort: 30001}, bad('spec.healthCheckNodePort', 30001, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"),
    ] as const),
  },
  '26: internalTrafficPolicy': {
    accept: [[{internalTrafficPolicy: 'Local'}]],
    reject: [
      [{internalTrafficPolicy: ''}, ['spec.internalTrafficPolicy: Unsupported value: "": supported values: "Cluster", "Local"']],
      [{...external, internalTrafficPolicy: 'x'}, ['spec.internalTrafficPolicy: Unsupported value: "x": supported values: "Cluster", "Local"']],
    ],
  },
  '27: trafficDistribution': {
    accept: ['PreferClose', 'PreferSameZone', 'PreferSameNode'].map((trafficDistribution) => [{trafficDistribution}] as const),
    reject: ['', '<&>'].map((trafficDistribution) => [
      {trafficDistribution}, [`spec.trafficDistribution: Unsupported value: "${trafficDistribution}": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"`],
    ]),
  },
}

describe('Service validation', () => {
  for (const [title, {accept, reject}] of Object.entries(rules)) {
    describe(title, () => {
      for (const [spec, annotations] of accept) it(`accepts ${JSON.stringify(spec)}`, () => expect(answerTo(spec, annotations)).to.equal('201'))
      for (const [spec, errors, annotations] of reject) {
        it(`rejects ${JSON.stringify(spec)}`, () => expect(answerTo(spec, annotations)).to.equal(rejection(...errors)))
      }
    })
  }

  it('reports all errors in the order of the API server', () => {
    const spec = {
      ports: [{port: 1, nodePort: 7}, {port: 1, nodePort: 7}], externalIPs: ['x'], type: 'Other', sessionAffinity: 'x', loadBalancerSourceRanges: ['x'], loadBalancerClass: 'x',
      allocateLoadBalancerNodePorts: true, externalTrafficPolicy: 'x', healthCheckNodePort: 7, internalTrafficPolicy: 'x', trafficDistribution: 'x', selector: {'': ''},
    }
    const {errors} = new TestCluster().create(service('x', spec).annotated({[hints]: 'a', [mode]: 'b'}))
    expect(errors.map(({field}) => String(field))).to.deep.equal([
      `metadata.annotations[${mode}]`, 'spec.ports[0].name', 'spec.ports[1].name', 'spec.selector', 'spec.selector', 'spec.sessionAffinity', 'spec.externalIPs[0]', 'spec.type',
      'spec.ports[1].nodePort', 'spec.ports[1]', 'spec.LoadBalancerSourceRanges', 'spec.LoadBalancerSourceRanges[0]', 'spec.allocateLoadBalancerNodePorts',
      'spec.loadBalancerClass', 'spec.externalTrafficPolicy', 'spec.healthCheckNodePort', 'spec.internalTrafficPolicy', 'spec.trafficDistribution',
    ])
  })

  it('does not store internalTrafficPolicy of an ExternalName service', () => {
    const cluster = given(service('x', {...external, internalTrafficPolicy: 'Local'}))
    expect(cluster.stored(service('x'))?.['spec']).to.not.have.property('internalTrafficPolicy')
  })

  it('does not validate the format of stored addresses and ranges', () => {
    const read = (spec: Body, annotations: Body = {}): Service =>
      decoded(service('x', {type: 'LoadBalancer', sessionAffinity: 'None', ports: [{port: 1, protocol: 'TCP', targetPort: 1}], ...spec}).annotated(annotations))
    const old = read({clusterIP: '010.0.0.1', clusterIPs: ['010.0.0.1'], externalIPs: ['010.0.0.2', '127.0.0.1'], loadBalancerSourceRanges: ['010.0.0.0/8 ']}, {[ranges]: 'x'})
    expect(kind.validate?.(read({
      clusterIP: '010.0.0.1', clusterIPs: ['010.0.0.1'], externalIPs: ['010.0.0.2', '127.0.0.1', '010.0.0.3'], loadBalancerSourceRanges: [' 010.0.0.0/8', '011.0.0.0/8'],
    }), old).map(String)).to.deep.equal([
      ...bad('spec.externalIPs[1]', '127.0.0.1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'), ...bad('spec.externalIPs[2]', '010.0.0.3', 'must not have leading 0s'),
      ...bad('spec.LoadBalancerSourceRanges[1]', '011.0.0.0/8', 'must not have leading 0s in IP or prefix length'),
    ])
    expect(kind.validate?.(read({}, {[ranges]: 'x'}), old).map(String)).to.deep.equal([])
    expect(kind.validate?.(read({}, {[ranges]: 'x '}), old)).to.have.length(1)
  })
})
