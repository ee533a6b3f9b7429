import {expect} from 'chai'

import {declaredImmutable, type DeclaredRule, type FieldOrder, withDeclared} from '../../src/kinds/declared-rules.js'
import {duplicate, type FieldError, invalid, required} from '../../src/machinery/field/error.js'
import {FieldPath} from '../../src/machinery/field/path.js'

const origin = 'metadata/name'

const spec = FieldPath.of('spec')

const texts = (errors: FieldError[], rules: readonly DeclaredRule[], object = {}): string[] => withDeclared(errors, rules, object, '1.37').map(String)

describe('withDeclared', () => {
  it('moves errors of declared rules behind all others, in the order of the rules', () => {
    const errors = [required(spec.child('b'), '', origin), required(spec.child('a'), '', origin), invalid(spec.child('a'), 1, 'too small', origin)]
    const rules: DeclaredRule[] = [{field: /^spec\.a$/, types: ['Required']}, {field: /^spec\.b$/, types: ['Required']}]
    expect(texts(errors, rules)).to.deep.equal(['spec.a: Invalid value: 1: too small', 'spec.a: Required value', 'spec.b: Required value'])
  })

  it('replaces details, and hides the values of immutable fields', () => {
    const rules = [declaredImmutable(/^spec\.a$/), {field: /^spec\.b$/, types: ['Required'], words: [[/^must be set$/, 'missing']]}] satisfies DeclaredRule[]
    expect(texts([invalid(spec.child('a'), 'x', 'field is immutable', origin), required(spec.child('b'), 'must be set', origin)], rules))
      .to.deep.equal(['spec.a: Invalid value: null: field is immutable', 'spec.b: Required value: missing'])
  })

  it('ignores a declared rule if its field has the error in `unless`', () => {
    const rules: DeclaredRule[] = [declaredImmutable(/^spec\.a$/), {field: /^spec\.a$/, types: ['Invalid'], unless: /^field is immutable$/}]
    const [bad, last] = [invalid(spec.child('a'), 'x', 'bad', origin), required(spec.child('b'), '', origin)]
    expect(texts([bad, last], rules)).to.deep.equal(['spec.b: Required value', 'spec.a: Invalid value: "x": bad'])
    expect(texts([bad, invalid(spec.child('a'), 'x', 'field is immutable', origin), last], rules))
      .to.deep.equal(['spec.a: Invalid value: "x": bad', 'spec.b: Required value', 'spec.a: Invalid value: null: field is immutable'])
  })

  it('orders errors by field, lists before their items, and quotes duplicate items completely', () => {
    const order: FieldOrder = new Map([['requests', 1], ['name', 2]])
    const requests = FieldPath.of('requests')
    const rules: DeclaredRule[] = [
      {field: /^requests\[\d+\]$/, types: ['Duplicate'], shows: 'resource/v1.DeviceRequest', order}, {field: /\.name$/, types: ['Required'], order},
    ]
    const errors = [required(requests.index(1).child('name'), '', origin), required(requests.index(0).child('name'), '', origin), duplicate(requests.index(1), 'a', origin)]
    const exactly = {count: 0, allocationMode: 'All', deviceClassName: 'c'}
    expect(texts(errors, rules, {requests: [{}, {exactly, name: 'a'}]})).to.deep.equal([
      'requests[1]: Duplicate value: {"name":"a","exactly":{"deviceClassName":"c","allocationMode":"All"}}', 'requests[0].name: Required value', 'requests[1].name: Required value',
    ])
  })
})
