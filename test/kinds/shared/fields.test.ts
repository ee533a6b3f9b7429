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

  it('fill in defaults of absent fields, and return a complete object itself', () => {
    expect(hooks.setDefaults?.(object())).to.deep.equal(object({reclaimPolicy: 'Delete'}))
    const complete = object({reclaimPolicy: ''})
    expect(hooks.setDefaults?.(complete)).to.equal(complete)
  })

  it('validate in the order of the table, each with its path and rule', () => {
    expect(textAndOrigin(hooks.validate?.(object({provisioner: 'p', reclaimPolicy: 'Keep'})))).to.deep.equal([
      'reclaimPolicy: Unsupported value: "Keep": supported values: "Delete", "Retain" (storage-class/reclaim-policy)',
      'provisioner: Invalid value: "p": x (storage-class/provisioner)',
    ])
  })

  it('reject changes in their own order', () => {
    const changes = hooks.validateUpdate?.(object({provisioner: 'a', reclaimPolicy: 'Retain'}), object({provisioner: 'b', reclaimPolicy: 'Delete'}))
    expect(textAndOrigin(changes)).to.deep.equal([
      'provisioner: Forbidden: provisioner is fixed (storage-class/immutable)', 'reclaimPolicy: Invalid value: "Retain": field is immutable (storage-class/immutable)',
    ])
    expect(hooks.validateUpdate?.(object({allowVolumeExpansion: true}), object())).to.deep.equal([])
    expect(hooks).not.to.have.property('validateChange')
  })

  it('describe themselves', () => {
    expect(hooks.fields).to.deep.equal([
      {path: 'reclaimPolicy', rule: 'storage-class/reclaim-policy', default: 'Delete', isImmutable: true},
      {path: 'provisioner', rule: 'storage-class/provisioner', isImmutable: true},
      {path: 'allowVolumeExpansion', rule: 'storage-class/parameters', isImmutable: false},
    ])
  })

  it('do not compile with other fields, rules and defaults', () => {
    // @ts-expect-error: StorageClass has no such field.
    fields<StorageClass>({provisoner: {rule: 'storage-class/provisioner', check: accept}})
    // @ts-expect-error: there is no such rule.
    fields<StorageClass>({provisioner: {rule: 'storage-class/provisoner', check: accept}})
    // @ts-expect-error: the default is no text.
    fields<StorageClass>({provisioner: {rule: 'storage-class/provisioner', check: accept, default: 1}})
    // @ts-expect-error: the check is for texts.
    fields<StorageClass>({allowVolumeExpansion: {rule: 'storage-class/provisioner', check: reject}})
  })
})

describe('specFields', () => {
  const hooks = specFields<IngressClassSpec>({controller: {rule: 'ingress-class/controller', check: reject, change: immutable('')}}, {changes: 'validateChange'})
  const ofSpec = (spec?: IngressClassSpec): Parameters<NonNullable<typeof hooks.validate>>[0] => ({apiVersion: 'v1', kind: 'K', metadata: {}, ...spec && {spec}})

  it('are those of the spec, which may be absent', () => {
    expect(textAndOrigin(hooks.validate?.(ofSpec({controller: 'c'})))).to.deep.equal(['spec.controller: Invalid value: "c": x (ingress-class/controller)'])
    expect(textAndOrigin(hooks.validate?.(ofSpec()))).to.deep.equal(['spec.controller: Invalid value: null: x (ingress-class/controller)'])
  })

  it('reject changes before the object is validated, if the kind says so', () => {
    expect(textAndOrigin(hooks.validateChange?.(ofSpec(), ofSpec({controller: 'c'})))).to.deep.equal(['spec.controller: Invalid value: "": field is immutable (ingress-class/immutable)'])
    expect(hooks.validateChange?.(ofSpec(), ofSpec({controller: ''}))).to.deep.equal([])
    expect(hooks).not.to.have.any.keys('validateUpdate', 'setDefaults')
  })

  it('have no hook for changes if all fields may change', () => {
    expect(specFields<IngressClassSpec>({controller: {rule: 'ingress-class/controller', check: accept}})).not.to.have.any.keys('validateChange', 'validateUpdate')
  })
})
