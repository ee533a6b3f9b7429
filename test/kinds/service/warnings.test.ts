import {expect} from 'chai'
import {type Body, service} from '../../helpers/builders.js'
import {given, TestCluster} from '../../helpers/test-cluster.js'

const warningsOf = (spec: Body, annotations: Body = {}): readonly string[] => new TestCluster().create(service('x', spec).annotated(annotations)).warnings

const hints = 'service.kubernetes.io/topology-aware-hints'

const deprecated = 'spec.externalIPs is deprecated and may no longer be implemented in some clusters'

const sixes = (path: string, text: string, wanted: string): string => `${path} "${text}" should be in RFC 5952 canonical format ("${wanted}")`

describe('Service warnings', () => {
  const table: [title: string, spec: Body, ...warnings: string[]][] = [
    ['are empty for current fields', {clusterIP: '10.0.0.9', sessionAffinity: 'ClientIP', trafficDistribution: 'PreferSameZone'}],
    ['are empty for a headless service', {clusterIP: 'None', sessionAffinity: 'None'}],
    ['report fields that a headless service ignores', {clusterIP: 'None', loadBalancerIP: '1.2.3.4', externalIPs: ['::A'], sessionAffinity: 'ClientIP'},
      'spec.loadBalancerIP is ignored for headless services', 'spec.externalIPs is ignored for headless services', 'spec.SessionAffinity is ignored for headless services',
      sixes('spec.externalIPs[0]: IPv6 address', '::A', '::a')],
    ['report externalIPs and addresses that are not canonical', {externalIPs: ['1.2.3.4', '::A']}, sixes('spec.externalIPs[1]: IPv6 address', '::A', '::a'), deprecated],
    ['report a non-standard loadBalancerIP', {type: 'LoadBalancer', loadBalancerIP: '01.2.3.4'}, 'spec.loadBalancerIP: non-standard IP address "01.2.3.4" is invalid: use "1.2.3.4"'],
    ['are empty for a loadBalancerIP that is not an address', {type: 'LoadBalancer', loadBalancerIP: 'x'}],
    ['report source ranges that are not canonical', {type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/8', ' ::A/128', '::A/128']}, sixes('spec.loadBalancerSourceRanges[2]: IPv6 CIDR value', '::A/128', '::a/128')],
    ['report externalIPs of an ExternalName service', {type: 'ExternalName', externalName: 'a', externalIPs: ['1.2.3.4']}, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    ['report externalName of another type', {externalName: 'A b'}, 'spec.externalName is ignored when spec.type is not "ExternalName"'],
    ['report trafficDistribution PreferClose', {trafficDistribution: 'PreferClose'}, 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'],
  ]

  for (const [title, spec, ...warnings] of table) it(title, () => expect(warningsOf(spec)).to.deep.equal(warnings))

  it('report the deprecated annotation', () => {
    expect(warningsOf({}, {[hints]: ''})).to.deep.equal([`annotation ${hints} is deprecated, please use service.kubernetes.io/topology-mode instead`])
  })

  it('are in the order of the API server, on update too', () => {
    const body = service('x', {type: 'LoadBalancer', externalIPs: ['::A'], loadBalancerIP: '::A', loadBalancerSourceRanges: ['::A/128'], externalName: 'a', trafficDistribution: 'PreferClose'})
      .annotated({[hints]: 'Auto'})
    const warnings = new TestCluster().create(body).warnings
    expect(warnings.map((text) => text.split(/[ :]/, 1).join())).to.deep.equal([
      'annotation', 'spec.externalIPs[0]', 'spec.externalIPs', 'spec.loadBalancerIP', 'spec.loadBalancerSourceRanges[0]', 'spec.externalName', 'spec.trafficDistribution',
    ])
    expect(given(body).update(body).warnings).to.deep.equal(warnings)
  })

  it('are empty for a rejected service', () => expect(warningsOf({externalIPs: ['x', '::A']})).to.deep.equal([]))
})
