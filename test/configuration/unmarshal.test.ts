import {expect} from 'chai'

import {isUnreadable, readDocument} from '../../src/configuration/document.js'
import {unmarshal, type Unmarshalled} from '../../src/configuration/unmarshal.js'
import {SourceFile} from '../../src/source/source-file.js'

const limits = 'eventratelimit/v1alpha1.Configuration'
const plugins = 'apiserver/v1.AdmissionConfiguration'
const limited = 'resourcequota/v1.Configuration'

function read(json: string, table: string): Unmarshalled {
  const document = readDocument(new SourceFile('f', json))
  if (isUnreadable(document)) throw new Error(document.error)
  return unmarshal(document.tree, table)
}

const objectOf = (json: string, table = limits): unknown => JSON.parse(JSON.stringify(read(json, table).object))

const messagesOf = (json: string, table = limits): string[] => read(json, table).errors.map(({message}) => message)

/** Error for a value of qps. */
const ofQps = (value: string): string[] => messagesOf(`{"limits": [{"qps": ${value}}]}`)

describe('unmarshal', () => {
  it('decodes the fields of the type', () => {
    expect(objectOf('{"limits": [{"type": "User", "qps": 1, "burst": 2147483647, "cacheSize": -2147483648}]}'))
      .to.deep.equal({limits: [{type: 'User', qps: 1, burst: 2147483647, cacheSize: -2147483648}]})
    expect(objectOf('{"limitedResources": [{"matchContains": ["a"], "matchScopes": [{"values": ["b", null]}]}]}', limited))
      .to.deep.equal({limitedResources: [{matchContains: ['a'], matchScopes: [{values: ['b', '']}]}]})
  })

  it('treats null as absent', () => {
    expect(objectOf('{"limits": null}')).to.deep.equal({})
    expect(objectOf('{"limits": [null, {"type": null, "qps": null}]}')).to.deep.equal({limits: [{}, {}]})
    expect(objectOf('{"plugins": [{"name": "a", "configuration": null}]}', plugins)).to.deep.equal({plugins: [{name: 'a'}]})
    expect(read('null', limits)).to.deep.equal({object: {}, errors: []})
  })

  it('accepts any embedded object', () => {
    expect(messagesOf('{"plugins": [{"configuration": {"x": [1, "y"]}}]}', plugins)).to.deep.equal([])
  })

  it('decodes a repeated field into the value of the first one', () => {
    const {object, errors} = read('{"limits": [{"qps": 1, "burst": 2}, {"qps": 3}], "limits": [{"burst": 4}]}', limits)
    expect(object).to.deep.equal({limits: [{qps: 1, burst: 4}]})
    expect(errors.map(({type, message}) => `${type}: ${message}`)).to.deep.equal(['duplicate-field: duplicate field "limits"'])
    expect(objectOf('{"limits": [{"qps": 1, "qps": null}]}')).to.deep.equal({limits: [{qps: 1}]})
    expect(objectOf('{"limits": [{"qps": 1, "qps": "x"}]}')).to.deep.equal({limits: [{qps: 1}]})
    expect(objectOf('{"limits": [{}], "limits": null}')).to.deep.equal({})
  })

  it('accepts only integers for integer fields', () => {
    for (const value of ['1', '0', '-0', '-1', '2147483647', '-2147483648']) expect(ofQps(value), value).to.deep.equal([])
    for (const value of ['1.0', '0.5', '1e1', '2147483648', '-2147483649', '18446744073709551615']) {
      expect(ofQps(value)).to.deep.equal([`json: cannot unmarshal number ${value} into Go struct field Limit.limits.qps of type int32`])
    }
    for (const [value, kind] of [['"1"', 'string'], ['true', 'bool'], ['[]', 'array'], ['{}', 'object']] as const) {
      expect(ofQps(value)).to.deep.equal([`json: cannot unmarshal ${kind} into Go struct field Limit.limits.qps of type int32`])
    }
  })

  it('reports type errors with the type names of Go, and continues', () => {
    expect(messagesOf('{"limits": [{"type": 1, "burst": []}, "x"]}')).to.deep.equal([
      'json: cannot unmarshal number into Go struct field Limit.limits.type of type v1alpha1.LimitType',
      'json: cannot unmarshal array into Go struct field Limit.limits.burst of type int32',
      'json: cannot unmarshal string into Go struct field Configuration.limits of type v1alpha1.Limit',
    ])
    expect(messagesOf('{"limits": {}}')).to.deep.equal(['json: cannot unmarshal object into Go struct field Configuration.limits of type []v1alpha1.Limit'])
    expect(messagesOf('{"limitedResources": [{"matchScopes": [{"values": [1, {}]}]}]}', limited)).to.deep.equal([
      'json: cannot unmarshal number into Go struct field ScopedResourceSelectorRequirement.limitedResources.matchScopes.values of type string',
      'json: cannot unmarshal object into Go struct field ScopedResourceSelectorRequirement.limitedResources.matchScopes.values of type string',
    ])
  })

  it('reports unknown fields by their path, with the known fields', () => {
    const {errors} = read('{"Limits": [], "__proto__": 1, "limits": [{"constructor": 1}, {"QPS": 1}]}', limits)
    expect(errors.map(({message}) => message)).to.deep.equal([
      'unknown field "Limits"', 'unknown field "__proto__"', 'unknown field "limits[0].constructor"', 'unknown field "limits[1].QPS"',
    ])
    expect(errors[3]?.known).to.include.members(['qps', 'burst', 'type', 'cacheSize'])
  })

  it('limits the number of errors, but keeps the first wrong type', () => {
    const unknown = Array.from({length: 12_000}, (_, i) => `"f${i}": 1`).join(',')
    const {errors} = read(`{${unknown}, "limits": 1, "limits": 2}`, limits)
    expect(errors).to.have.length(10_001)
    expect(errors.at(-1)?.message).to.match(/^json: cannot unmarshal number /)
  })
})
