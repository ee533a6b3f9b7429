import {expect} from 'chai'

import {type FlatStruct, readStructs} from '../../../src/machinery/go/json-structs.js'

const toleration: FlatStruct = {
  type: 'v1.Toleration',
  fields: {key: {name: 'key', type: 'string'}, effect: {name: 'Effect', type: 'v1.TaintEffect'}, seconds: {name: 'tolerationSeconds', type: 'int64'}},
}

const field = (name: string): string => `Go struct field Toleration.${name} of type`

/** As a server of 1.36.3 reads annotations. */
const cases: Readonly<Record<string, ReturnType<typeof readStructs>>> = {
  'null': [],
  ' [ ] ': [],
  '[null, {}]': [{}, {}],
  '[{"key": "a", "more": {"x": [{}, "]"]}, "effect": "b"}]': [{key: 'a', effect: 'b'}],
  '[{"KEY": "a", "eFFECT": "b", "toleration\u017fecond\u017f": 5}]': [{key: 'a', effect: 'b', seconds: 5}],
  '[{"key": "a", "Key": "b", "key": "c"}]': [{key: 'c'}],
  '[{"key": "a", "key": null, "tolerationSeconds": 5, "tolerationSeconds": null}]': [{key: 'a'}],
  '[{"key": "\\ud800\\""}]': [{key: '\uFFFD"'}],
  '[{"tolerationSeconds": -9223372036854775808}]': [{seconds: -9223372036854775808}],
  '[{"toleration_seconds": 5}]': [{}],
  '[5]': 'json: cannot unmarshal number into Go value of type v1.Toleration',
  '[[{}], 5]': 'json: cannot unmarshal array into Go value of type v1.Toleration',
  '[{"effect": true}, {"key": 5}]': `json: cannot unmarshal bool into ${field('Effect')} v1.TaintEffect`,
  '[{"key": 5}, {"effect": true}]': `json: cannot unmarshal number into ${field('key')} string`,
  '[{"KEY": {}}]': `json: cannot unmarshal object into ${field('key')} string`,
  '[{"key": []}]': `json: cannot unmarshal array into ${field('key')} string`,
  '[{"tolerationSeconds": "5"}]': `json: cannot unmarshal string into ${field('tolerationSeconds')} int64`,
  '[{"tolerationSeconds": false}]': `json: cannot unmarshal bool into ${field('tolerationSeconds')} int64`,
  '[{"tolerationSeconds": 1.5}]': `json: cannot unmarshal number 1.5 into ${field('tolerationSeconds')} int64`,
  '[{"tolerationSeconds": 1e2}]': `json: cannot unmarshal number 1e2 into ${field('tolerationSeconds')} int64`,
  '[{"tolerationSeconds": 9223372036854775808}]': `json: cannot unmarshal number 9223372036854775808 into ${field('tolerationSeconds')} int64`,
  '"a"': 'json: cannot unmarshal string into Go value of type []v1.Toleration',
  '{"key": "a"}': 'json: cannot unmarshal object into Go value of type []v1.Toleration',
  'true': 'json: cannot unmarshal bool into Go value of type []v1.Toleration',
  '-5': 'json: cannot unmarshal number into Go value of type []v1.Toleration',
  '[}': "invalid character '}' looking for beginning of value",
  '': 'unexpected end of JSON input',
}

describe('readStructs', () => {
  for (const [text, expected] of Object.entries(cases)) it(`reads ${text}`, () => expect(readStructs(text, toleration)).to.deep.equal(expected))

  it('reads deeply nested unknown fields', () => {
    expect(readStructs(`[{"more": ${'['.repeat(9000)}${']'.repeat(9000)}, "key": "a"}]`, toleration)).to.deep.equal([{key: 'a'}])
  })
})
