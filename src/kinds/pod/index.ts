import type {Pod, PodSpec} from '../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import type {KindDefinition} from '../kind.js'
import {setPodDefaults} from './defaults.js'
import {preparePodCreate} from './prepare.js'
import {appArmorWarnings} from './security/profile-annotations.js'
import {ephemeralContainersStrategy} from './update/ephemeral-containers.js'
import {resizeStrategy} from './update/resize.js'
import {preparePodUpdate, validatePodUpdate} from './update/update.js'
import {validatePod, validatePodCreate} from './validate.js'
import {podWarnings} from './warnings.js'
import {stepsInSpec} from './steps-in-spec.js'

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

/** The status endpoint keeps the stored spec, owners and QoS class. */
function prepareStatusUpdate(object: Pod, old: Pod): Pod {
  const {ownerReferences = []} = old.metadata
  const metadata = assign<ObjectMeta>(object.metadata, {ownerReferences})
  const status = {...object.status, ...old.status?.qosClass && {qosClass: old.status.qosClass}}
  return {...object, metadata, spec: old.spec ?? ({} satisfies PodSpec), status}
}
