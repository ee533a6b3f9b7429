import {limitRange as kind} from '../../../kinds/limit-range/index.js'
import type {LimitRange, PersistentVolumeClaim, Pod} from '../../../machinery/api/core-v1.js'
import {append} from '../../../machinery/collections/append.js'
import {aggregate} from '../../../machinery/field/error.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {type AdmissionPlugin, type FieldChange, type Lister, type Mutation, type Reason, reject, type Rejection} from '../../plugin.js'
import {applyDefaults} from './defaults.js'
import {violationsOfClaim, violationsOfPod} from './enforce.js'

/** Applies the defaults of the LimitRanges of a namespace, then validates pods and claims against them (spec limitranger 1, spec limitranger 2, spec limitranger 3). */
export class LimitRanger implements AdmissionPlugin {
  readonly name = 'LimitRanger'

  constructor(private readonly lister: Lister) {}

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  admit(attributes: Attributes): Mutation | undefined {
    if (!isCheckedPod(attributes)) return undefined
    let object = attributes.object as Pod
    const changes: FieldChange[] = []
    for (const limitRange of this.limitRanges(attributes)) {
      const mutation = applyDefaults(object, limitRange)
      if (mutation === undefined) continue
      object = mutation.object
      append(changes, mutation.changes)
    }
    return changes.length === 0 ? undefined : {object, changes}
  }

  validate(attributes: Attributes): Rejection | undefined {
    const violationsOf = check(attributes)
    if (violationsOf === undefined) return undefined
    for (const limitRange of this.limitRanges(attributes)) {
      const reasons = violationsOf(limitRange)
      if (reasons.length > 0) return reject(attributes, aggregate(reasons.map(({message}) => message)), reasons)
    }
    return undefined
  }

  private limitRanges({namespace, oldObject}: Attributes): readonly LimitRange[] {
    return oldObject?.metadata.deletionTimestamp === undefined ? this.lister.list(kind, namespace) : []
  }
}

/** Returns the check for the object of a request; undefined for requests that LimitRanger ignores. */
function check(attributes: Attributes): ((limitRange: LimitRange) => readonly Reason[]) | undefined {
  const {object} = attributes
  if (isCheckedPod(attributes)) return (limitRange) => violationsOfPod(object as Pod, limitRange)
  if (!isRequestFor(attributes, 'persistentvolumeclaims')) return undefined
  return (limitRange) => violationsOfClaim(object as PersistentVolumeClaim, limitRange)
}

/** Returns true if the pod is created or resized: LimitRanger does not check other updates. */
function isCheckedPod(attributes: Attributes): boolean {
  const {operation, resource, subresource} = attributes
  if (operation === 'CREATE') return isRequestFor(attributes, 'pods')
  return operation === 'UPDATE' && resource.name === 'pods' && resource.group === '' && subresource === 'resize'
}
