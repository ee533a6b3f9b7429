import {expect} from 'chai'
import {service as kind} from '../../../src/kinds/service/index.js'
import type {Service} from '../../../src/machinery/api/core-v1.js'
import {type Body, service} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (spec: Body): Service => decoded(service('a', spec))

const withDefaults = (spec: Body): Service['spec'] => (kind.setDefaults?.(read(spec)) ?? read(spec)).spec

describe('Service defaults', () => {
  const ports = [{port: 80, protocol: 'TCP', targetPort: 80}]

  it('set type ClusterIP, its policies and the fields of ports', () => {
    expect(withDefaults({})).to.deep.equal({ports, selector: {app: 'a'}, type: 'ClusterIP', sessionAffinity: 'None', internalTrafficPolicy: 'Cluster'})
    expect(withDefaults({type: '', sessionAffinity: ''})).to.deep.include({type: 'ClusterIP', sessionAffinity: 'None'})
    expect(kind.setDefaults?.(decoded(service('a').having({spec: undefined}))).spec).to.deep.include({type: 'ClusterIP'})
  })

  it('return the same object if it is complete', () => {
    for (const spec of [{}, {type: 'LoadBalancer', externalTrafficPolicy: 'Local'}, {sessionAffinity: 'ClientIP'}, {type: 'ExternalName'}, {ports: undefined}]) {
      const complete = kind.setDefaults?.(read(spec)) ?? read(spec)
      expect(kind.setDefaults?.(complete)).to.equal(complete)
    }
  })

  describe('of a port', () => {
    const table: Record<string, [port: Body, expected: Body]> = {
      'keep all fields that are set': [{port: 80, protocol: 'UDP', targetPort: 'http'}, {port: 80, protocol: 'UDP', targetPort: 'http'}],
      'replace targetPort 0': [{port: 81, targetPort: 0}, {port: 81, protocol: 'TCP', targetPort: 81}],
      'replace an empty targetPort and protocol': [{port: 81, protocol: '', targetPort: ''}, {port: 81, protocol: 'TCP', targetPort: 81}],
      'set targetPort 0 if there is no number': [{name: 'x'}, {name: 'x', protocol: 'TCP', targetPort: 0}],
    }

    for (const [title, [port, expected]] of Object.entries(table)) it(title, () => expect(withDefaults({ports: [port]})?.ports).to.deep.equal([expected]))
  })

  describe('of fields that depend on the type', () => {
    const table: [spec: Body, expected: Body, absent: string[]][] = [
      [{}, {internalTrafficPolicy: 'Cluster'}, ['externalTrafficPolicy', 'allocateLoadBalancerNodePorts']],
      [{externalIPs: ['1.2.3.4']}, {externalTrafficPolicy: 'Cluster', internalTrafficPolicy: 'Cluster'}, ['allocateLoadBalancerNodePorts']],
      [{externalIPs: []}, {}, ['externalTrafficPolicy']],
      [{type: 'NodePort'}, {externalTrafficPolicy: 'Cluster', internalTrafficPolicy: 'Cluster'}, ['allocateLoadBalancerNodePorts']],
      [{type: 'LoadBalancer'}, {externalTrafficPolicy: 'Cluster', internalTrafficPolicy: 'Cluster', allocateLoadBalancerNodePorts: true}, []],
      [{type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, externalTrafficPolicy: 'Local', internalTrafficPolicy: 'Local'},
        {externalTrafficPolicy: 'Local', internalTrafficPolicy: 'Local', allocateLoadBalancerNodePorts: false}, []],
      [{type: 'NodePort', externalTrafficPolicy: '', internalTrafficPolicy: ''}, {externalTrafficPolicy: 'Cluster', internalTrafficPolicy: ''}, []],
      [{type: 'ExternalName', externalIPs: ['1.2.3.4']}, {}, ['externalTrafficPolicy', 'internalTrafficPolicy', 'allocateLoadBalancerNodePorts']],
      [{type: 'Other'}, {}, ['externalTrafficPolicy', 'internalTrafficPolicy', 'allocateLoadBalancerNodePorts']],
    ]

    for (const [spec, expected, absent] of table) {
      it(JSON.stringify(spec), () => {
        expect(withDefaults(spec)).to.deep.include(expected)
        for (const field of absent) expect(withDefaults(spec)).to.not.have.property(field)
      })
    }
  })

  describe('of session affinity', () => {
    const usual = {sessionAffinity: 'ClientIP', sessionAffinityConfig: {clientIP: {timeoutSeconds: 10800}}}

    for (const config of [undefined, {}, {clientIP: {}}]) {
      it(`set the timeout if the configuration is ${JSON.stringify(config)}`, () => expect(withDefaults({sessionAffinity: 'ClientIP', sessionAffinityConfig: config})).to.deep.include(usual))
    }

    it('keep a timeout of 0', () => {
      const given = {sessionAffinity: 'ClientIP', sessionAffinityConfig: {clientIP: {timeoutSeconds: 0}}}
      expect(withDefaults(given)).to.deep.include(given)
    })

    it('drop the configuration if the affinity is None', () => {
      expect(withDefaults({sessionAffinityConfig: {clientIP: {timeoutSeconds: 5}}})).to.not.have.property('sessionAffinityConfig')
      expect(withDefaults({sessionAffinity: 'Other', sessionAffinityConfig: {}})).to.deep.include({sessionAffinity: 'Other', sessionAffinityConfig: {}})
    })
  })
})
