import type {Container, Pod, PodSpec, PodStatus, Toleration} from '../../../machinery/api/core-v1.js'
import {append} from '../../../machinery/collections/append.js'
import {assign, mapItems} from '../../../machinery/collections/immutable.js'
import {allErrors, type FieldError, forbidden, invalid, required} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {trimSpace} from '../../../machinery/go/text.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {withAbsentFilled} from '../../shared/fill.js'
import {withGeneration} from '../../shared/generation.js'
import {internallyEqual} from '../../shared/internal-equal.js'
import {internalDiff} from '../../shared/internal-form.js'
import {validateAnnotationsKept} from '../metadata/annotations.js'
import {taintsText} from '../scheduling/tolerations.js'
import {validateTolerations} from '../scheduling/validate-tolerations.js'
import {dropDisabledFields} from '../spec/disabled-fields.js'
import {validateGatedUpdate, withStoredNodeSelection} from './gated-update.js'

const spec = FieldPath.of('spec')

const origin = 'pod/immutable'

const updatableFields = 'pod updates may not change fields other than '
  + '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,'
  + '`spec.tolerations` (only additions to existing tolerations),'
  + '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/** Returns the pod to store: keeps the status, and the priority if the new manifest does not set it. */
export function preparePodUpdate(pod: Pod, old: Pod, version = defaultVersion): Pod {
  const kept = withKeptResources(pod.spec ?? {}, old.spec ?? {}, version)
  const prepared = assign<Pod>(pod, {spec: dropDisabledFields(kept, version), status: shownStatus(old.status)})
  return withGeneration(prepared, old, internallyEqual('PodSpec', prepared.spec, old.spec))
}

/** Newer servers keep pod-level resources that an update omits. */
const withKeptResources = (given: PodSpec, {resources}: PodSpec, version: KubernetesVersion): PodSpec =>
  given.resources === undefined && resources !== undefined && hasFeature(version, 'podLevelResourcesFixDefaulting') ? {...given, resources} : given

/** Returns the status as the server prints it: with the null time of a missing probe. */
function shownStatus(status: PodStatus = {}): PodStatus {
  const {conditions} = status
  if (conditions === undefined) return status
  return assign<PodStatus>(status, {conditions: mapItems(conditions, (condition) => withAbsentFilled(condition, {lastProbeTime: null}))})
}

/** Validates an update of a stored pod (core validation `ValidatePodUpdate`; spec pod 6). */
export function validatePodUpdate(pod: Pod, old: Pod, version = defaultVersion): FieldError[] {
  const {spec: newSpec = {}} = pod
  const {spec: oldSpec = {}} = old
  const errors = validateAnnotationsKept(pod, old)
  for (const list of ['containers', 'initContainers'] as const) {
    if ((newSpec[list] ?? []).length !== (oldSpec[list] ?? []).length) {
      return [...errors, forbidden(spec.child(list), 'pod updates may not add or remove containers', origin)]
    }
    append(errors, validateImages(newSpec[list] ?? [], spec.child(list)))
  }
  const deadline = validateDeadlineChange(newSpec.activeDeadlineSeconds, oldSpec.activeDeadlineSeconds)
  append(errors, deadline)
  return deadline.length > 0 && newSpec.activeDeadlineSeconds !== undefined ? errors : allErrors(errors, validateSpecChange(newSpec, oldSpec, version))
}

function validateSpecChange(newSpec: PodSpec, oldSpec: PodSpec, version: KubernetesVersion): FieldError[] {
  const isGated = (oldSpec.schedulingGates ?? []).length > 0
  const updated = withoutUpdatable(newSpec, oldSpec)
  const compared = isGated ? withStoredNodeSelection(updated, oldSpec) : updated
  return allErrors(
    validateTolerationsChange(newSpec.tolerations ?? [], oldSpec.tolerations ?? []),
    validateGatesChange(newSpec.schedulingGates ?? [], oldSpec.schedulingGates ?? []),
    isGated ? validateGatedUpdate(newSpec, oldSpec) : [],
    internallyEqual('PodSpec', compared, oldSpec) ? []
      : [forbidden(spec, `${updatableFields}\n${internalDiff('PodSpec', oldSpec, compared, version)}`, origin)],
  )
}

const validateImages = (containers: readonly Container[], path: FieldPath): FieldError[] => containers.flatMap(({image = ''}, i) => allErrors(
  image === '' ? [required(path.index(i).child('image'), '', 'pod/container-image')] : [],
  image === trimSpace(image) ? [] : [invalid(path.index(i).child('image'), image, 'must not have leading or trailing whitespace', 'pod/container-image')],
))

function validateDeadlineChange(seconds: PodSpec['activeDeadlineSeconds'], old: PodSpec['activeDeadlineSeconds']): FieldError[] {
  const path = spec.child('activeDeadlineSeconds')
  if (seconds === undefined) return old === undefined ? [] : [invalid(path, null, 'must not update from a positive integer to nil value', origin)]
  if (seconds < 0 || seconds > 2147483647) return [invalid(path, seconds, 'must be between 0 and 2147483647, inclusive', origin)]
  return old !== undefined && old < seconds ? [invalid(path, seconds, 'must be less than or equal to previous value', origin)] : []
}

function validateTolerationsChange(tolerations: readonly Toleration[], old: readonly Toleration[]): FieldError[] {
  const kept = new Set(tolerations.map(taintsText))
  return old.every((was) => kept.has(taintsText(was))) ? validateTolerations(tolerations, spec.child('tolerations'))
    : [forbidden(spec.child('tolerations'), 'existing toleration can not be modified except its tolerationSeconds', origin)]
}

type Gates = NonNullable<PodSpec['schedulingGates']>

/** Reports only the last of several gates with the same name. */
function validateGatesChange(gates: Gates, old: Gates): FieldError[] {
  const added = new Map(gates.map(({name = ''}, i) => [name, i]))
  for (const {name = ''} of old) added.delete(name)
  return [...added].sort(([, a], [, b]) => a - b).map(([name, i]) =>
    forbidden(spec.child('schedulingGates').index(i).child('name'), `only deletion is allowed, but found new scheduling gate '${name}'`, origin))
}

/** Returns the new spec with all mutable fields reset to the stored values. */
function withoutUpdatable(newSpec: PodSpec, oldSpec: PodSpec): PodSpec {
  const {activeDeadlineSeconds: _deadline, tolerations: _tolerations, schedulingGates: _gates, containers = [], initContainers = [], ...rest} = newSpec
  const {activeDeadlineSeconds, tolerations, schedulingGates} = oldSpec
  return {
    ...rest,
    containers: withOldImages(containers, oldSpec.containers ?? []),
    ...initContainers.length > 0 && {initContainers: withOldImages(initContainers, oldSpec.initContainers ?? [])},
    ...activeDeadlineSeconds !== undefined && {activeDeadlineSeconds},
    ...tolerations && {tolerations},
    ...schedulingGates && {schedulingGates},
  }
}

const withOldImages = (containers: readonly Container[], old: readonly Container[]): readonly Container[] =>
  mapItems(containers, (container, i) => assign<Container>(container, {image: old[i]?.image ?? ''}))

/**
 * Returns the stored pod with the metadata of a request to `resize` or `ephemeralcontainers` that the server does not reset
 * (metav1 `ResetObjectMetaForStatus`), and so validates.
 */
export function storedForSubresource({metadata: {generateName, deletionGracePeriodSeconds}}: Pod, old: Pod): Pod {
  const {generateName: _prefix, deletionGracePeriodSeconds: _seconds, ...metadata} = old.metadata
  return {
    ...old,
    metadata: {...metadata, ...generateName !== undefined && {generateName}, ...deletionGracePeriodSeconds !== undefined && {deletionGracePeriodSeconds}},
  }
}
