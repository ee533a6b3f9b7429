import {expect} from 'chai'

import {fields, forbiddenChange, immutable, oneOf, specFields} from '../../../src/kinds/shared/fields.js'
import type {IngressClassSpec} from '../../../src/machinery/api/networking-v1.js'
import type {StorageClass} from '../../../src/machinery/api/storage-v1.js'
import {type FieldError, invalid, type Origin} from '../../../src/machinery/field/error.js'
import type {FieldPath} from '../../../src/machinery/field/path.js'

const accept = (): FieldError[] => []

const reject = (value: string | undefined, path: FieldPath, origin: Origin): FieldError[] => [invalid(path, value ?? null, 'x', origin)]

const object = (rest: Partial<StorageClass> = {}): StorageClass => ({apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: {}, ...rest})

const textAndOrigin = (errors: readonly FieldError[] | undefined): string[] | undefined => errors?.map((error) => `${String(error)} (${error.origin})`)

describe('fields', () => {
  const hooks = fields<StorageClass>({
    reclaimPolicy: {rule: 'storage-class/reclaim-policy', check: oneOf('Delete', 'Retain'), default: 'Delete', change: immutable('*')},
    provisioner: {rule: 'storage-class/provisioner', check: reject, change: forbiddenChange((path) => `${path} is fixed`)},
    allowVolumeExpansion: {rule: 'storage-class/parameters', check: accept},
  }, {changeOrder: ['provisioner', 'reclaimPolicy']})

  it('sets defaults of absent fields, and returns the same object if it is complete', () => {
    expect(hooks.setDefaults?.(object())).to.deep.equal(object({reclaimPolicy: 'Delete'}))
    const complete = object({reclaimPolicy: ''})
    expect(hooks.setDefaults?.(complete)).to.equal(complete)
  })

  it('validates in the order of the table, with the path and rule of each field', () => {
    expect(textAndOrigin(hooks.validate?.(object({provisioner: 'p', reclaimPolicy: 'Keep'})))).to.deep.equal([
      'reclaimPolicy: Unsupported value: "Keep": supported values: "Delete", "Retain" (storage-class/reclaim-policy)',
      'provisioner: Invalid value: "p": x (storage-class/provisioner)',
    ])
  })

  it('rejects changes in the order of changeOrder', () => {
    const changes = hooks.validateUpdate?.(object({provisioner: 'a', reclaimPolicy: 'Retain'}), object({provisioner: 'b', reclaimPolicy: 'Delete'}))
    expect(textAndOrigin(changes)).to.deep.equal([
      'provisioner: Forbidden: provisioner is fixed (storage-class/immutable)', 'reclaimPolicy: Invalid value: "Retain": field is immutable (storage-class/immutable)',
    ])
    expect(hooks.validateUpdate?.(object({allowVolumeExpansion: true}), object())).to.deep.equal([])
    expect(hooks).not.to.have.property('validateChange')
  })

  it('returns a description of each field', () => {
    expect(hooks.fields).to.deep.equal([
      {path: 'reclaimPolicy', rule: 'storage-class/reclaim-policy', default: 'Delete', isImmutable: true},
      {path: 'provisioner', rule: 'storage-class/provisioner', isImmutable: true},
      {path: 'allowVolumeExpansion', rule: 'storage-class/parameters', isImmutable: false},
    ])
  })

  it('does not compile with unknown fields, unknown rules or defaults of another type', () => {
    // @ts-expect-error: StorageClass has no such field.
    fields<StorageClass>({provisoner: {rule: 'storage-class/provisioner', check: accept}})
    // @ts-expect-error: no rule has this id.
    fields<StorageClass>({provisioner: {rule: 'storage-class/provisoner', check: accept}})
    // @ts-expect-error: the default is not a string.
    fields<StorageClass>({provisioner: {rule: 'storage-class/provisioner', check: accept, default: 1}})
    // @ts-expect-error: the check is for strings.
    fields<StorageClass>({allowVolumeExpansion: {rule: 'storage-class/provisioner', check: reject}})
  })
})

describe('specFields', () => {
  const hooks = specFields<IngressClassSpec>({controller: {rule: 'ingress-class/controller', check: reject, change: immutable('')}}, {changes: 'validateChange'})
  const ofSpec = (spec?: IngressClassSpec): Parameters<NonNullable<typeof hooks.validate>>[0] => ({apiVersion: 'v1', kind: 'K', metadata: {}, ...spec && {spec}})

  it('validates the fields of the spec, treating an absent spec as empty', () => {
    expect(textAndOrigin(hooks.validate?.(ofSpec({controller: 'c'})))).to.deep.equal(['spec.controller: Invalid value: "c": x (ingress-class/controller)'])
    expect(textAndOrigin(hooks.validate?.(ofSpec()))).to.deep.equal(['spec.controller: Invalid value: null: x (ingress-class/controller)'])
  })

  it('rejects changes before validation of the object with validateChange', () => {
    expect(textAndOrigin(hooks.validateChange?.(ofSpec(), ofSpec({controller: 'c'})))).to.deep.equal(['spec.controller: Invalid value: "": field is immutable (ingress-class/immutable)'])
    expect(hooks.validateChange?.(ofSpec(), ofSpec({controller: ''}))).to.deep.equal([])
    expect(hooks).not.to.have.any.keys('validateUpdate', 'setDefaults')
  })

  it('returns no hook for changes if all fields may change', () => {
    expect(specFields<IngressClassSpec>({controller: {rule: 'ingress-class/controller', check: accept}})).not.to.have.any.keys('validateChange', 'validateUpdate')
  })
})
