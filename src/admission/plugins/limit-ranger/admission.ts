import {limitRange as kind} from '../../../kinds/limit-range/index.js'
import type {LimitRange, PersistentVolumeClaim, Pod} from '../../../machinery/api/core-v1.js'
import {append} from '../../../machinery/collections/append.js'
import {aggregate} from '../../../machinery/field/error.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import type {BoundCheck} from '../../explanation.js'
import {type AdmissionPlugin, type Explanation, type FieldChange, type Lister, type Mutation, type Phase, type Reason, reject, type Rejection} from '../../plugin.js'
import {applyDefaults, defaulting} from './defaults.js'
import {checksOfClaim, checksOfPod, firstBrokenByClaim, firstBrokenByPod, violationsOfClaim, violationsOfPod} from './enforce.js'

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
    for (const limitRange of defaulting(this.limitRanges(attributes))) {
      const mutation = applyDefaults(object, limitRange)
      if (mutation === undefined) continue
      object = mutation.object
      append(changes, mutation.changes)
    }
    return changes.length === 0 ? undefined : {object, changes}
  }

  validate(attributes: Attributes): Rejection | undefined {
    const check = checkOf(attributes)
    const broken = check?.firstBroken(this.limitRanges(attributes))
    if (check === undefined || broken === undefined) return undefined
    const reasons = check.violationsOf(broken)
    return reject(attributes, aggregate(reasons.map(({message}) => message)), reasons)
  }

  explain(attributes: Attributes, phase: Phase): Explanation | undefined {
    const explainedBy = phase === 'validate' ? checkOf(attributes)?.checksOf : undefined
    if (explainedBy === undefined) return undefined
    const policies = this.limitRanges(attributes).map((policy) => ({type: 'limit-range', policy, checks: explainedBy(policy)} as const))
    return {policies, rejection: this.validate(attributes)}
  }

  private limitRanges({namespace, oldObject}: Attributes): readonly LimitRange[] {
    return oldObject?.metadata.deletionTimestamp === undefined ? this.lister.list(kind, namespace) : []
  }
}

/** The comparison of a LimitRange with the object of a request. */
interface Check {
  readonly firstBroken: (policies: readonly LimitRange[]) => LimitRange | undefined
  readonly violationsOf: (limitRange: LimitRange) => readonly Reason[]
  readonly checksOf: (limitRange: LimitRange) => readonly BoundCheck[]
}

/** Returns the check for the object of a request; undefined for requests that LimitRanger ignores. */
function checkOf(attributes: Attributes): Check | undefined {
  if (isCheckedPod(attributes)) {
    const pod = attributes.object as Pod
    return {
      firstBroken: (policies) => firstBrokenByPod(pod, policies),
      violationsOf: (limitRange) => violationsOfPod(pod, limitRange), checksOf: (limitRange) => checksOfPod(pod, limitRange),
    }
  }
  if (!isRequestFor(attributes, 'persistentvolumeclaims')) return undefined
  const claim = attributes.object as PersistentVolumeClaim
  return {
    firstBroken: (policies) => firstBrokenByClaim(claim, policies),
    violationsOf: (limitRange) => violationsOfClaim(claim, limitRange), checksOf: (limitRange) => checksOfClaim(claim, limitRange),
  }
}

/** Returns true if the pod is created or resized: LimitRanger does not check other updates. */
function isCheckedPod(attributes: Attributes): boolean {
  const {operation, resource, subresource} = attributes
  if (operation === 'CREATE') return isRequestFor(attributes, 'pods')
  return operation === 'UPDATE' && resource.name === 'pods' && resource.group === '' && subresource === 'resize'
}
