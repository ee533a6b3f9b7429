import {storageClassOf} from '../../../../kinds/persistent-volume-claim/index.js'
import {matchesNames} from '../../../../kinds/resource-quota/scope-selector.js'
import type {PersistentVolumeClaim} from '../../../../machinery/api/core-v1.js'
import {Quantity} from '../../../../machinery/quantity/quantity.js'
import {resourceListOf} from '../../../../machinery/quantity/resource-list.js'
import type {Evaluator} from './evaluator.js'

const resources = ['persistentvolumeclaims', 'requests.storage']

const storageClassSuffix = '.storageclass.storage.k8s.io/'

/** Counts claims and the storage that they request, in all and by storage class (quota evaluator `pvcEvaluator`). */
export const persistentVolumeClaimEvaluator: Evaluator<PersistentVolumeClaim> = {
  resource: {group: '', name: 'persistentvolumeclaims'},
  // Upstream looks whether a status changes anything, but compares pointers, so it always does.
  handles: ({subresource}) => subresource === '' || subresource === 'status',
  tracks: (name) => name === 'count/persistentvolumeclaims' || resources.some((resource) => name === resource || name.endsWith(storageClassSuffix + resource)),
  inScope: (requirement, claim) => requirement.scopeName === 'VolumeAttributesClass' && matchesNames(requirement, volumeAttributesClasses(claim)),
  usage(claim) {
    const storageClass = storageClassOf(claim)
    const storage = storageOf(claim)
    const amounts: [string, Quantity][] = [['persistentvolumeclaims', Quantity.one], ...storage === undefined ? [] : [['requests.storage', storage] as [string, Quantity]]]
    const ofClass = amounts.map(([name, amount]): [string, Quantity] => [storageClass + storageClassSuffix + name, amount])
    return resourceListOf([['count/persistentvolumeclaims', Quantity.one], ...amounts, ...storageClass === '' ? [] : ofClass])
  },
  // For the reason above, any update counts as one.
  needsRecount: () => true,
}

/** The larger of the request and the allocation, in whole bytes. */
function storageOf({spec, status}: PersistentVolumeClaim): Quantity | undefined {
  const request = spec?.resources?.requests?.['storage']?.ceil()
  const allocated = status?.allocatedResources?.['storage']
  if (request === undefined || allocated === undefined) return request
  return allocated.compare(request) > 0 ? allocated.ceil() : request
}

const volumeAttributesClasses = ({spec, status}: PersistentVolumeClaim): string[] =>
  [spec?.volumeAttributesClassName, status?.currentVolumeAttributesClassName, status?.modifyVolumeStatus?.targetVolumeAttributesClassName]
    .filter((name) => name !== undefined && name !== '') as string[]
