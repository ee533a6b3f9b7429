import {deviceClass} from '../../../../kinds/device-class/index.js'
import {pod as podKind} from '../../../../kinds/pod/index.js'
import {resourceClaim} from '../../../../kinds/resource-claim/index.js'
import type {DeviceRequirement} from '../../../../kinds/resource-claim/defaults.js'
import {isExtendedRequest} from '../../../../kinds/resource-quota/resource-names.js'
import type {Pod} from '../../../../machinery/api/core-v1.js'
import type {OwnerReference} from '../../../../machinery/api/meta-v1.js'
import type {DeviceRequest, ResourceClaim} from '../../../../machinery/api/resource-v1.js'
import {Quantity} from '../../../../machinery/quantity/quantity.js'
import {noResources, type ResourceList, resourceListOf} from '../../../../machinery/quantity/resource-list.js'
import type {Lister} from '../../../plugin.js'
import {type Evaluator, handlesWrites} from './evaluator.js'

const devicesSuffix = '.deviceclass.resource.k8s.io/devices'

const implicitPrefix = 'requests.deviceclass.resource.kubernetes.io/'

const objectCount = 'count/resourceclaims.resource.k8s.io'

/** The maximum number of devices of an allocation, which `All` may reach. */
const maxDevices = 32n

/**
 * Counts resource claims and their devices by class, also under the names by which pods may request the same devices
 * (quota evaluator `claimEvaluator`).
 *
 * @param usageOfPod the pod evaluator's usage of a pod
 */
export function resourceClaimEvaluator(lister: Lister, usageOfPod: (pod: Pod) => ResourceList): Evaluator<ResourceClaim> {
  const classes = (): readonly ExtendedClass[] => lister.list(deviceClass)
    .map(({metadata, spec}) => ({name: metadata.name ?? '', resource: spec?.extendedResourceName ?? ''}))
  return {
    resource: {group: 'resource.k8s.io', name: 'resourceclaims'},
    handles: handlesWrites,
    tracks: (name) => name === objectCount
      || name.endsWith(devicesSuffix) || (isExtendedRequest(name) && classes().some((known) => namesOf(known).includes(name))),
    isVolatile: true,
    usage(claim) {
      const devices = devicesByClass(claim)
      const paid = ownerUsage(claim, lister, usageOfPod)
      return resourceListOf([
        [objectCount, Quantity.one],
        ...[...devices].map(([name, count]) => [name + devicesSuffix, Quantity.fromInteger(count)] as const),
        ...extendedUsage(devices, classes(), paid),
      ])
    },
  }
}

/** A device class, and the extended resource that its devices can be requested by; empty without one. */
interface ExtendedClass {
  readonly name: string
  readonly resource: string
}

const namesOf = ({name, resource}: ExtendedClass): string[] => [implicitPrefix + name, ...resource === '' ? [] : [`requests.${resource}`]]

/** The most devices of each class that the requests of a claim can get. */
function devicesByClass({spec}: ResourceClaim): Map<string, bigint> {
  const total = new Map<string, bigint>()
  for (const request of spec?.devices?.requests ?? []) {
    for (const [name, count] of devicesOf(request)) total.set(name, (total.get(name) ?? 0n) + count)
  }
  return total
}

function devicesOf({exactly, firstAvailable = []}: DeviceRequest): Map<string, bigint> {
  const maximum = new Map<string, bigint>()
  for (const requirement of firstAvailable.length > 0 || exactly === undefined ? firstAvailable : [exactly]) {
    const {deviceClassName = ''} = requirement
    const count = countOf(requirement)
    if (exactly !== undefined || count > (maximum.get(deviceClassName) ?? 0n)) maximum.set(deviceClassName, count)
  }
  return maximum
}

function countOf({allocationMode, count = 0}: DeviceRequirement): bigint {
  if (allocationMode === 'ExactCount') return BigInt(count)
  return allocationMode === 'All' ? maxDevices : 0n
}

/** The devices under the names of pods' requests, less what a pod pays for itself already. */
function extendedUsage(devices: ReadonlyMap<string, bigint>, classes: readonly ExtendedClass[], paid: ResourceList): [string, Quantity][] {
  return [...devices].flatMap(([className, count]) => {
    const known = classes.find(({name}) => name === className) ?? {name: className, resource: ''}
    return namesOf(known).flatMap((name): [string, Quantity][] => {
      const rest = Quantity.fromInteger(count).sub(paid[name] ?? Quantity.zero)
      return rest.sign() > 0 ? [[name, rest]] : []
    })
  })
}

/** The usage of the pod for which the scheduler created the claim; empty for other claims (`getVerifiedPodUsage`). */
function ownerUsage(claim: ResourceClaim, lister: Lister, usageOfPod: (pod: Pod) => ResourceList): ResourceList {
  const owner = owningPod(claim)
  const {namespace = '', name = ''} = claim.metadata
  const pod = owner && lister.list(podKind, namespace).find(({metadata}) => metadata.name === owner.name && metadata.uid === owner.uid)
  if (pod === undefined) return noResources
  const status = pod.status?.extendedResourceClaimStatus
  const isItsClaim = status === undefined ? isFirstOf(claim, lister.list(resourceClaim, namespace), owner) : status.resourceClaimName === name
  return isItsClaim ? usageOfPod(pod) : noResources
}

function owningPod({metadata: {annotations, ownerReferences = []}}: ResourceClaim): OwnerReference | undefined {
  if (annotations?.['resource.kubernetes.io/extended-resource-claim'] !== 'true') return undefined
  const controller = ownerReferences.find((reference) => reference.controller === true)
  return controller?.kind === 'Pod' && controller.apiVersion === 'v1' ? controller : undefined
}

/** Of several claims for one pod the oldest counts, of equally old ones the first by name. */
function isFirstOf({metadata}: ResourceClaim, claims: readonly ResourceClaim[], owner: OwnerReference | undefined): boolean {
  const {creationTimestamp: created = '', name = ''} = metadata
  return claims.every((other) => {
    const {creationTimestamp = '', name: otherName = ''} = other.metadata
    if (owningPod(other)?.uid !== owner?.uid) return true
    return creationTimestamp > created || (creationTimestamp === created && otherName >= name)
  })
}
