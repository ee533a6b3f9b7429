import {expect} from 'chai'

import {Cluster} from '../../src/cluster/cluster.js'
import type {FieldValidation, Review} from '../../src/cluster/review.js'

type Body = Readonly<Record<string, unknown>>

const sent = (object: Body, fieldValidation?: FieldValidation): Review =>
  new Cluster().handle({operation: 'CREATE', object, ...fieldValidation && {fieldValidation}})

const configMap = (fields: Body): Body => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c'}, ...fields})

describe('field validation', () => {
  const twoUnknown = configMap({foo: 1, metadata: {name: 'c', bar: 2}})

  it('rejects unknown fields by default, and with Strict', () => {
    const message = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "foo", unknown field "metadata.bar"'
    for (const validation of [undefined, 'Strict'] as const) expect(sent(twoUnknown, validation).status).to.deep.equal({code: 400, reason: 'BadRequest', message})
  })

  it('accepts them with Warn and with Ignore, and stores the object without them', () => {
    for (const [validation, warnings] of [['Warn', ['unknown field "foo"', 'unknown field "metadata.bar"']], ['Ignore', []]] as const) {
      const review = sent(twoUnknown, validation)
      expect([review.status.code, review.warnings]).to.deep.equal([201, warnings])
      expect(review.object).to.not.have.property('foo')
      expect(review.object?.['metadata']).to.not.have.property('bar')
    }
  })

  it('warns beside a rejection, too', () => {
    const {status, warnings} = sent(configMap({foo: 1, metadata: {name: 'Bad_'}}), 'Warn')
    expect([status.code, warnings]).to.deep.equal([422, ['unknown field "foo"']])
  })

  it('rejects wrong types always, without warnings', () => {
    for (const validation of ['Strict', 'Warn', 'Ignore'] as const) {
      const {status, warnings} = sent(configMap({foo: 1, data: 5}), validation)
      expect([status.code, warnings]).to.deep.equal([400, []])
      expect(status.message).to.match(/json: cannot unmarshal number into Go struct field ConfigMap.data of type map\[string\]string$/)
    }
  })

  it('warns about each field once, and about 100 at most', () => {
    const many = Object.fromEntries(Array.from({length: 150}, (_, i) => [`x${i}`, 1]))
    expect(sent(configMap(many), 'Warn').warnings).to.have.length(100)
  })

  it('applies to the metadata of custom resources', () => {
    const custom = {apiVersion: 'example.com/v1', kind: 'Widget', metadata: {name: 'w', bar: 1}, foo: 1}
    expect(sent(custom).status.code).to.equal(400)
    expect(sent(custom, 'Warn').warnings).to.deep.equal(['unknown field "metadata.bar"'])
  })
})
