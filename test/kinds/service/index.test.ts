import {expect} from 'chai'
import {service as kind} from '../../../src/kinds/service/index.js'
import {service} from '../../helpers/builders.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'

describe('Service', () => {
  it('starts without addresses of a load balancer', () => {
    expect(at(allowed(given().create(service('x', {}, {status: {loadBalancer: {ingress: [{ip: '1.2.3.4'}]}}}))), 'status')).to.deep.equal({loadBalancer: {}})
  })

  it('of the type ExternalName is returned without internalTrafficPolicy', () => {
    expect(at(allowed(given().create(service('x', {type: 'ExternalName', externalName: 'a', internalTrafficPolicy: 'Local'}))), 'spec'))
      .not.to.have.property('internalTrafficPolicy')
  })

  describe('reports an error about a default at the written field', () => {
    const table: [field: (string | number)[], origins: (string | number)[][]][] = [
      [['spec', 'ports', 1, 'targetPort'], [['spec', 'ports', 1, 'port']]],
      [['spec', 'ports', 1, 'port'], []],
      [['spec', 'clusterIPs', 0], [['spec', 'clusterIP']]],
      [['spec', 'LoadBalancerSourceRanges', 2], [['spec', 'loadBalancerSourceRanges', 2]]],
      [['spec', 'type'], []],
    ]

    for (const [field, origins] of table) it(field.join('.'), () => expect(kind.defaultedFrom?.(field)).to.deep.equal(origins))
  })
})
