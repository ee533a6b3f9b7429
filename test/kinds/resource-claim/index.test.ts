import {expect} from 'chai'
import {resourceClaim as kind} from '../../../src/kinds/resource-claim/index.js'
import type {ResourceClaim} from '../../../src/machinery/api/resource-v1.js'
import {cIdentifier} from '../../../src/machinery/meta/names.js'
import type {Body} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (devices: Body): ResourceClaim => decoded({apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: {name: 'c'}, spec: {devices}})

describe('ResourceClaim', () => {
  it('quotes an attribute name without a slash as JSON', () => {
    const {spec} = read({requests: [{name: 'a', exactly: {deviceClassName: 'c', allocationMode: 'All'}}], constraints: [{distinctAttribute: '<&>'}]})
    const place = 'spec.devices.constraints[0].distinctAttribute'
    expect(kind.validate?.({...read({}), ...spec && {spec}}).map(String)).to.deep.equal([
      ...cIdentifier('<&>').map((error) => `${place}: Invalid value: "<&>": ${error}`),
      `${place}: Invalid value: "\\u003c\\u0026\\u003e": a fully qualified name must be a domain and a name separated by a slash`,
    ])
  })

  describe('on update', () => {
    const claim = (parameters: unknown): ResourceClaim => read({config: [{opaque: {driver: 'd', ...parameters !== undefined && {parameters}}}]})
    const changed = (from: unknown, to: unknown): string[] | undefined => kind.validateUpdate?.(claim(to), claim(from)).map(String)
    const fixed = (parameters: string): string[] =>
      [`spec: Invalid value: {"Devices":{"Requests":null,"Constraints":null,"Config":[{"Requests":null,"Opaque":{"Driver":"d","Parameters":${parameters}}}]}}: field is immutable`]

    it('rejects changes to driver parameters, comparing them as JSON', () => {
      expect(changed({a: {c: 1, b: [{e: 1, d: 2}]}}, {a: {b: [{d: 2, e: 1}], c: 1}})).to.deep.equal([])
      expect(changed({a: 1}, {b: [{e: 1, d: 2}], a: 1})).to.deep.equal(fixed('{"a":1,"b":[{"d":2,"e":1}]}'))
      expect(changed({a: 1}, {a: 1, b: null})).to.deep.equal(fixed('{"a":1,"b":null}'))
      expect(changed({a: 1}, undefined)).to.deep.equal(fixed('null'))
    })
  })
})
