import {type FieldError, invalid, notSupported, required} from '../machinery/field-error.js'
import {FieldPath} from '../machinery/field-path.js'
import {assign} from '../machinery/immutable.js'
import {qualifiedName} from '../machinery/names.js'
import {semanticEqual} from '../machinery/semantic-equal.js'
import type {KindDefinition, KubeObject} from './kind.js'

export interface StorageClass extends KubeObject {
  readonly provisioner?: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly reclaimPolicy?: string
  readonly volumeBindingMode?: string
  readonly allowVolumeExpansion?: boolean
}

const reclaimPolicies = ['Delete', 'Retain']

const bindingModes = ['Immediate', 'WaitForFirstConsumer']

/** StorageClass, without the rules for the size of its parameters and for its topologies (kinds spec 12). */
export const storageClass: KindDefinition<StorageClass> = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',

  setDefaults: (object) => assign<StorageClass>(object, {
    reclaimPolicy: object.reclaimPolicy ?? 'Delete',
    volumeBindingMode: object.volumeBindingMode ?? 'Immediate',
  }),

  validate: ({provisioner = '', reclaimPolicy = '', volumeBindingMode = ''}) => [
    ...validateProvisioner(provisioner),
    ...reclaimPolicy === '' || reclaimPolicies.includes(reclaimPolicy) ? []
      : [notSupported(FieldPath.of('reclaimPolicy'), reclaimPolicy, reclaimPolicies, 'storage-class/reclaim-policy')],
    ...bindingModes.includes(volumeBindingMode) ? []
      : [notSupported(FieldPath.of('volumeBindingMode'), volumeBindingMode, bindingModes, 'storage-class/volume-binding-mode')],
  ],

  validateUpdate: (object, old) => (['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const)
    .filter((field) => !semanticEqual(object[field], old[field]))
    .map((field) => invalid(FieldPath.of(field), object[field] ?? null, 'field is immutable', 'storage-class/immutable')),
}

function validateProvisioner(provisioner: string): FieldError[] {
  const path = FieldPath.of('provisioner')
  if (provisioner === '') return [required(path, '', 'storage-class/provisioner')]
  const lower = provisioner.toLowerCase()
  return qualifiedName(lower).map((fault) => invalid(path, lower, fault, 'storage-class/provisioner'))
}
