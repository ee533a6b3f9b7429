import {storageClassOf, storageRequest} from '../../../kinds/persistent-volume-claim/index.js'
import {storageClass as kind} from '../../../kinds/storage-class/index.js'
import type {PersistentVolumeClaim} from '../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {findNamed} from '../../find-named.js'
import {type AdmissionPlugin, type Lister, type PluginDefinition, reject, type Rejection} from '../../plugin.js'

/** Lets claims grow only where their storage class allows it (spec kinds 3). */
class PersistentVolumeClaimResize implements AdmissionPlugin {
  readonly name = 'PersistentVolumeClaimResize'

  constructor(private readonly lister: Lister) {}

  handles(operation: Operation): boolean {
    return operation === 'UPDATE'
  }

  validate(attributes: Attributes): Rejection | undefined {
    if (!isRequestFor(attributes, 'persistentvolumeclaims')) return undefined
    const claim = attributes.object as PersistentVolumeClaim
    const old = attributes.oldObject as PersistentVolumeClaim
    if (storageRequest(claim).compare(storageRequest(old)) <= 0) return undefined
    const error = this.errorOf(claim, old)
    if (error === undefined) return undefined
    return reject(attributes, error, [{message: error, repairs: [{field: FieldPath.of('spec', 'resources', 'requests').key('storage'), to: storageRequest(old)}]}])
  }

  private errorOf(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): string | undefined {
    if (old.status?.phase !== 'Bound') return 'Only bound persistent volume claims can be expanded'
    if (this.isExpandable(storageClassOf(claim)) && storageClassOf(claim) === storageClassOf(old)) return undefined
    return 'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
  }

  private isExpandable(className: string): boolean {
    return findNamed(this.lister.list(kind), className)?.allowVolumeExpansion === true
  }
}

/** PersistentVolumeClaimResize with everything that belongs to it. */
export const persistentVolumeClaimResize: PluginDefinition = {
  name: 'PersistentVolumeClaimResize',
  summary: 'Lets claims grow only where their storage class allows it.',
  kinds: [],
  lookups: [{kind, by: 'spec.storageClassName', fields: [FieldPath.of('allowVolumeExpansion')]}],
  create: ({store}) => new PersistentVolumeClaimResize(store),
}
