import {expect} from 'chai'
import {service as kind} from '../../../src/kinds/service/index.js'
import {service} from '../../helpers/builders.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'

describe('Service', () => {
  it('resets the status of the load balancer on create', () => {
    expect(at(allowed(given().create(service('x', {}, {status: {loadBalancer: {ingress: [{ip: '1.2.3.4'}]}}}))), 'status')).to.deep.equal({loadBalancer: {}})
  })

  it('drops internalTrafficPolicy of an ExternalName service', () => {
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
