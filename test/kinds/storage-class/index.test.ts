import {expect} from 'chai'
import {storageClass as kind} from '../../../src/kinds/storage-class/index.js'
import type {StorageClass} from '../../../src/machinery/api/storage-v1.js'
import {qualifiedName} from '../../../src/machinery/meta/names.js'
import {type Body, storageClass} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (body: Body): StorageClass => decoded(body)

const withDefaults = (body: Body): StorageClass => kind.setDefaults?.(read(body)) ?? read(body)

const errorsOf = (fields: Body): string[] | undefined => kind.validate?.(withDefaults(storageClass('a', fields))).map(String)

describe('StorageClass', () => {
  it('defaults reclaimPolicy and volumeBindingMode', () => {
    expect(withDefaults(storageClass('a'))).to.deep.include({reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate'})
    const complete = read(storageClass('a', {reclaimPolicy: '', volumeBindingMode: 'WaitForFirstConsumer'}))
    expect(kind.setDefaults?.(complete)).to.equal(complete)
  })

  const accept: Record<string, Body> = {
    'defaults': {},
    'other policies': {reclaimPolicy: 'Retain', volumeBindingMode: 'WaitForFirstConsumer'},
    'an empty reclaimPolicy': {reclaimPolicy: ''},
    'a provisioner with capitals': {provisioner: 'Example.com/DISK'},
    'a provisioner without a domain': {provisioner: 'disk'},
  }

  for (const [title, fields] of Object.entries(accept)) {
    it(`accepts ${title}`, () => expect(errorsOf(fields)).to.deep.equal([]))
  }

  const reject: Record<string, [fields: Body, ...errors: string[]]> = {
    'no provisioner': [{provisioner: undefined}, 'provisioner: Required value'],
    'an empty provisioner': [{provisioner: ''}, 'provisioner: Required value'],
    'an invalid provisioner, quoting it in lower case': [{provisioner: 'A B'}, ...qualifiedName('a b').map((error) => `provisioner: Invalid value: "a b": ${error}`)],
    'an unknown reclaimPolicy': [{reclaimPolicy: 'Recycle'}, 'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
    'an empty volumeBindingMode': [{volumeBindingMode: ''}, 'volumeBindingMode: Unsupported value: "": supported values: "Immediate", "WaitForFirstConsumer"'],
    'several invalid fields': [
      {provisioner: '', reclaimPolicy: 'x', volumeBindingMode: 'y'}, 'provisioner: Required value', 'reclaimPolicy: Unsupported value: "x": supported values: "Delete", "Retain"',
      'volumeBindingMode: Unsupported value: "y": supported values: "Immediate", "WaitForFirstConsumer"',
    ],
  }

  for (const [title, [fields, ...errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(errorsOf(fields)).to.deep.equal(errors))
  }

  describe('on update', () => {
    const changed = (from: Body, to: Body): string[] | undefined =>
      kind.validateUpdate?.(withDefaults(storageClass('a', to)), withDefaults(storageClass('a', from))).map(String)

    it('accepts changes to other fields', () => {
      expect(changed({}, {allowVolumeExpansion: true, mountOptions: ['x'], reclaimPolicy: 'Delete', parameters: {}})).to.deep.equal([])
      expect(changed({parameters: {a: 'b'}}, {parameters: {a: 'b'}})).to.deep.equal([])
    })

    it('rejects changes to parameters, provisioner and policies', () => {
      expect(changed({}, {parameters: {a: '<'}, provisioner: 'x', reclaimPolicy: 'Retain', volumeBindingMode: 'WaitForFirstConsumer'})).to.deep.equal([
        'parameters: Invalid value: {"a":"\\u003c"}: field is immutable', 'provisioner: Invalid value: "x": field is immutable',
        'reclaimPolicy: Invalid value: "Retain": field is immutable', 'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
      ])
    })

    it('distinguishes an empty parameter from a missing one, and sorts parameters by name', () => {
      expect(changed({parameters: {a: 'b', c: ''}}, {parameters: {a: 'b'}})).to.deep.equal(['parameters: Invalid value: {"a":"b"}: field is immutable'])
      expect(changed({parameters: {a: 'b', c: ''}}, {parameters: {c: '', '..a': 'b'}})).to.deep.equal(['parameters: Invalid value: {"..a":"b","c":""}: field is immutable'])
    })

    it('quotes a missing provisioner as empty, and policies as JSON', () => {
      expect(changed({}, {provisioner: undefined})).to.deep.equal(['provisioner: Invalid value: "": field is immutable'])
      expect(changed({}, {reclaimPolicy: '<&>'})).to.deep.equal(['reclaimPolicy: Invalid value: "\\u003c\\u0026\\u003e": field is immutable'])
    })

    it('prints missing parameters as null', () => expect(changed({parameters: {a: 'b'}}, {})).to.deep.equal(['parameters: Invalid value: null: field is immutable']))
  })
})
