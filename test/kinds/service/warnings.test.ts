import {expect} from 'chai'
import {type Body, service} from '../../helpers/builders.js'
import {given, TestCluster} from '../../helpers/test-cluster.js'

const warningsOf = (spec: Body, annotations: Body = {}): readonly string[] => new TestCluster().create(service('x', spec).annotated(annotations)).warnings

const hints = 'service.kubernetes.io/topology-aware-hints'

const deprecated = 'spec.externalIPs is deprecated and may no longer be implemented in some clusters'

const sixes = (path: string, text: string, wanted: string): string => `${path} "${text}" should be in RFC 5952 canonical format ("${wanted}")`

describe('Service warnings', () => {
  const table: [title: string, spec: Body, ...warnings: string[]][] = [
    ['nothing', {clusterIP: '10.0.0.9', sessionAffinity: 'ClientIP', trafficDistribution: 'PreferSameZone'}],
    ['a headless one', {clusterIP: 'None', sessionAffinity: 'None'}],
    ['what a headless one ignores', {clusterIP: 'None', loadBalancerIP: '1.2.3.4', externalIPs: ['::A'], sessionAffinity: 'ClientIP'},
      'spec.loadBalancerIP is ignored for headless services', 'spec.externalIPs is ignored for headless services', 'spec.SessionAffinity is ignored for headless services',
      sixes('spec.externalIPs[0]: IPv6 address', '::A', '::a')],
    ['external addresses', {externalIPs: ['1.2.3.4', '::A']}, sixes('spec.externalIPs[1]: IPv6 address', '::A', '::a'), deprecated],
    ['the address of a load balancer, whatever it is', {type: 'LoadBalancer', loadBalancerIP: '01.2.3.4'}, 'spec.loadBalancerIP: non-standard IP address "01.2.3.4" is invalid: use "1.2.3.4"'],
    ['what is no address of a load balancer', {type: 'LoadBalancer', loadBalancerIP: 'x'}],
    ['source ranges', {type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/8', ' ::A/128', '::A/128']}, sixes('spec.loadBalancerSourceRanges[2]: IPv6 CIDR value', '::A/128', '::a/128')],
    ['external addresses of a name', {type: 'ExternalName', externalName: 'a', externalIPs: ['1.2.3.4']}, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    ['a name of a service that is none', {externalName: 'A b'}, 'spec.externalName is ignored when spec.type is not "ExternalName"'],
    ['a distribution of old', {trafficDistribution: 'PreferClose'}, 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'],
  ]

  for (const [title, spec, ...warnings] of table) it(title, () => expect(warningsOf(spec)).to.deep.equal(warnings))

  it('an annotation of old', () => {
    expect(warningsOf({}, {[hints]: ''})).to.deep.equal([`annotation ${hints} is deprecated, please use service.kubernetes.io/topology-mode instead`])
  })

  it('everything, in order, on an update too', () => {
    const body = service('x', {type: 'LoadBalancer', externalIPs: ['::A'], loadBalancerIP: '::A', loadBalancerSourceRanges: ['::A/128'], externalName: 'a', trafficDistribution: 'PreferClose'})
      .annotated({[hints]: 'Auto'})
    const warnings = new TestCluster().create(body).warnings
    expect(warnings.map((text) => text.split(/[ :]/, 1).join())).to.deep.equal([
      'annotation', 'spec.externalIPs[0]', 'spec.externalIPs', 'spec.loadBalancerIP', 'spec.loadBalancerSourceRanges[0]', 'spec.externalName', 'spec.trafficDistribution',
    ])
    expect(given(body).update(body).warnings).to.deep.equal(warnings)
  })

  it('nothing of a service that is refused', () => expect(warningsOf({externalIPs: ['x', '::A']})).to.deep.equal([]))
})
