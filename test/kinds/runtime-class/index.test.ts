import {expect} from 'chai'
import {runtimeClass as kind} from '../../../src/kinds/runtime-class/index.js'
import type {RuntimeClass} from '../../../src/machinery/api/node-v1.js'
import {dns1123Label} from '../../../src/machinery/meta/names.js'
import {type Body, runtimeClass} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (body: Body): RuntimeClass => decoded(body)

const errorsOf = (body: Body): string[] | undefined => kind.validate?.(read(body)).map(String)

describe('RuntimeClass', () => {
  it('has no defaults and does not round overhead', () => expect(kind).not.to.have.property('setDefaults'))

  it('accepts a handler and overhead', () => {
    expect(errorsOf(runtimeClass('a'))).to.deep.equal([])
    expect(errorsOf(runtimeClass('a', {overhead: {podFixed: {cpu: '1', memory: '1Gi'}}}))).to.deep.equal([])
    expect(errorsOf(runtimeClass('a', {overhead: {}}))).to.deep.equal([])
  })

  const reject: Record<string, [fields: Body, ...errors: string[]]> = {
    'no handler': [{handler: undefined}, 'handler: Required value'],
    'an empty handler': [{handler: ''}, 'handler: Required value'],
    'a handler that is not a DNS label': [{handler: 'A.b'}, ...dns1123Label('A.b').map((error) => `handler: Invalid value: "A.b": ${error}`)],
    'negative overhead': [{overhead: {podFixed: {cpu: '-1'}}}, 'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    'overhead of a resource that is not for containers': [{overhead: {podFixed: {storage: '1'}}}, 'overhead.limits[storage]: Invalid value: "storage": must be a standard resource for containers'],
    'overhead of huge pages without cpu or memory': [{overhead: {podFixed: {'hugepages-2Mi': '2Mi'}}}, 'overhead: Forbidden: HugePages require cpu or memory'],
    'several invalid fields': [{handler: '', overhead: {podFixed: {cpu: '-1'}}}, 'handler: Required value', 'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
  }

  for (const [title, [fields, ...errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(errorsOf(runtimeClass('a', fields))).to.deep.equal(errors))
  }

  it('rejects a change to the handler', () => {
    const changed = (from: Body, to: Body): string[] | undefined => kind.validateUpdate?.(read(to), read(from)).map(String)
    expect(changed(runtimeClass('a'), runtimeClass('a', {overhead: {podFixed: {cpu: '1'}}}))).to.deep.equal([])
    expect(changed(runtimeClass('a'), runtimeClass('a', {handler: 'kata'}))).to.deep.equal(['handler: Invalid value: "kata": field is immutable'])
    expect(changed(runtimeClass('a'), runtimeClass('a', {handler: undefined}))).to.deep.equal(['handler: Invalid value: "": field is immutable'])
  })
})
