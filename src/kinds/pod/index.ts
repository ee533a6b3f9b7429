import type {Pod, PodSpec, PodStatus} from '../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {assign, merge} from '../../machinery/collections/immutable.js'
import {rememberSharedWith, shareWith} from '../../machinery/collections/shared.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import type {KindDefinition} from '../kind.js'
import {setPodDefaults} from './defaults.js'
import {setLatePodLevelDefaults} from './resources/pod-level-defaults.js'
import {qosClass} from './resources/qos.js'
import {withLabelTerms} from './scheduling/label-terms.js'
import {appArmorWarnings, withAppArmorFields} from './security/profile-annotations.js'
import {dropDisabledFields} from './spec/disabled-fields.js'
import {stepsInSpec} from './spec/written-steps.js'
import {ephemeralContainersStrategy} from './update/ephemeral-containers.js'
import {resizeStrategy} from './update/resize.js'
import {preparePodUpdate, validatePodUpdate} from './update/update.js'
import {validatePod, validatePodCreate} from './validate.js'
import {podWarnings} from './warnings.js'

/** Pod: all rules for resources and QoS, and the other rules that the documentation lists (spec limitranger 2, spec limitranger 5). */
export const pod: KindDefinition<Pod> = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {namesOnUpdate: true},
  setDefaults: setPodDefaults,
  defaultedFrom: ([first, ...rest]) => first === 'spec' ? stepsInSpec(rest).map((steps) => [first, ...steps]) : [],
  prepareForCreate: preparePodCreate,
  preparationWarnings: appArmorWarnings,
  validate: validatePod,
  validateCreate: validatePodCreate,
  prepareForUpdate: preparePodUpdate,
  validateUpdate: validatePodUpdate,
  warnings: podWarnings,
  subresources: {
    status: {prepareForUpdate: prepareStatusUpdate, changeOnly: true},
    resize: resizeStrategy,
    ephemeralcontainers: ephemeralContainersStrategy,
  },
}

/** Prepares a pod for validation on create (pod strategy `PrepareForCreate`; spec pod 3). */
export function preparePodCreate(pod: Pod, version = defaultVersion): Pod {
  const {metadata, spec = {}} = pod
  const settled = withAppArmorFields(withLabelTerms(keepEnabledFields(spec, version), metadata.labels ?? {}), metadata.annotations)
  const prepared = setLatePodLevelDefaults(settled, version)
  return merge(pod, {metadata: assign<ObjectMeta>(metadata, {generation: 1}), spec: prepared, status: firstStatus(pod, prepared, version)})
}

const keepEnabledFields = rememberSharedWith((spec: PodSpec, version: KubernetesVersion) => shareWith(spec, dropDisabledFields(spec, version)))

const gated = {type: 'PodScheduled', status: 'False', reason: 'SchedulingGated', message: 'Scheduling is blocked due to non-empty scheduling gates'}

function firstStatus(pod: Pod, prepared: PodSpec, version: KubernetesVersion): PodStatus {
  const isGated = (prepared.schedulingGates ?? []).length > 0
  return {phase: 'Pending', qosClass: firstClass(pod, prepared, version), ...isGated && {conditions: [gated]}}
}

/** Older servers accept the QoS class of the request (qos `GetPodQOS`), and compute a missing one before they drop fields. */
const firstClass = ({spec = {}, status}: Pod, prepared: PodSpec, version: KubernetesVersion): string =>
  hasFeature(version, 'podLevelResourcesFixDefaulting') ? qosClass(prepared, version) : status?.qosClass || qosClass(spec)

/** The status endpoint keeps the stored spec, owners and QoS class. */
function prepareStatusUpdate(object: Pod, old: Pod): Pod {
  const {ownerReferences = []} = old.metadata
  const metadata = assign<ObjectMeta>(object.metadata, {ownerReferences})
  const status = {...object.status, ...old.status?.qosClass && {qosClass: old.status.qosClass}}
  return {...object, metadata, spec: old.spec ?? ({} satisfies PodSpec), status}
}
