import {expect} from 'chai'
import {deviceClass as kind} from '../../../src/kinds/device-class/index.js'
import type {DeviceClass} from '../../../src/machinery/api/resource-v1.js'
import type {Body} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (spec: Body): DeviceClass => decoded({apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: {name: 'c'}, spec})

const errorsOf = (spec: Body): string[] | undefined => kind.validate?.(read(spec)).map(String)

const opaque = {driver: 'gpu.example.com', parameters: {shared: true}}

const noExpression = "compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting "
  + "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

describe('DeviceClass', () => {
  const accept: Record<string, Body> = {
    'an empty spec': {},
    'all fields': {selectors: [{cel: {expression: 'true'}}], config: [{opaque}], extendedResourceName: 'example.com/gpu'},
    '32 selectors and 32 configurations': {selectors: Array.from({length: 32}, () => ({cel: {expression: 'true'}})), config: Array.from({length: 32}, () => ({opaque}))},
  }

  for (const [title, spec] of Object.entries(accept)) it(`accepts ${title}`, () => expect(errorsOf(spec)).to.deep.equal([]))

  const reject: Record<string, [spec: Body, ...errors: string[]]> = {
    'selectors without an expression': [{selectors: [{cel: {expression: ''}}, {}]},
      `spec.selectors[0].cel.expression: Invalid value: "": ${noExpression}`, 'spec.selectors[1].cel: Required value'],
    'configurations without a driver or parameters': [{config: [{opaque: {driver: '', parameters: '10%'}}, {}]},
      'spec.config[0].opaque.driver: Required value', 'spec.config[0].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object',
      'spec.config[1].opaque: Required value'],
    '33 selectors and 33 configurations': [{selectors: Array.from({length: 33}, () => ({cel: {expression: 'true'}})), config: Array.from({length: 33}, () => ({opaque}))},
      'spec.selectors: Too many: 33: must have at most 32 items', 'spec.config: Too many: 33: must have at most 32 items'],
    'a native resource as extendedResourceName': [{extendedResourceName: 'cpu'}, 'spec.extendedResourceName: Invalid value: "cpu": must be a valid extended resource name'],
    'a quota resource as extendedResourceName': [{extendedResourceName: 'requests.x/y'}, 'spec.extendedResourceName: Invalid value: "requests.x/y": must be a valid extended resource name'],
    'an empty extendedResourceName': [{extendedResourceName: ''}, 'spec.extendedResourceName: Invalid value: "": must be a valid extended resource name'],
  }

  for (const [title, [spec, ...errors]] of Object.entries(reject)) it(`rejects ${title}`, () => expect(errorsOf(spec)).to.deep.equal(errors))

  it('increments the generation when the spec changes', () => {
    const old = kind.prepareForCreate?.(read({})) ?? read({})
    expect(old.metadata.generation).to.equal(1)
    const generationOf = (spec: Body): unknown => kind.prepareForUpdate?.(read(spec), old).metadata.generation
    expect([generationOf({}), generationOf({selectors: []}), generationOf({extendedResourceName: 'example.com/a'})]).to.deep.equal([1, 1, 2])
  })
})
