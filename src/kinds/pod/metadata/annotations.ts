import type {Pod, PodSpec} from '../../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../../machinery/api/meta-v1.js'
import {allErrors, type FieldError, forbidden, invalid} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type FlatStruct, readStructs} from '../../../machinery/go/json-structs.js'
import {compareText, quote} from '../../../machinery/go/text.js'
import {eachContainer} from '../containers/each-container.js'
import {validateTolerations} from '../scheduling/validate-tolerations.js'
import {validateRelativePath} from '../volumes/file-paths.js'

export const mirrorAnnotation = 'kubernetes.io/config.mirror'

/** True if a pod is the kubelet's copy of a static manifest of its node. */
export const isMirrorPod = ({metadata}: Pick<Pod, 'metadata'>): boolean => metadata.annotations?.[mirrorAnnotation] !== undefined

/** The annotations of an object, or none. */
export type Annotations = Readonly<Record<string, string>> | undefined

const tolerationsKey = 'scheduler.alpha.kubernetes.io/tolerations'

const deletionCostKey = 'controller.kubernetes.io/pod-deletion-cost'

/** The deprecated annotation for the seccomp profile of a pod, and the prefix of those for its containers. */
export const seccompPodKey = 'seccomp.security.alpha.kubernetes.io/pod'

export const seccompContainerPrefix = 'container.seccomp.security.alpha.kubernetes.io/'

/** Prefix of the deprecated annotations for the AppArmor profiles of containers. */
export const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/'

/** Prefix of an annotation value that names a profile of the node. */
export const localhostPrefix = 'localhost/'

/**
 * The rules for annotations that the server reads (core validation `ValidatePodSpecificAnnotations`; spec pod 4.1).
 *
 * @param path of the annotations
 */
export function validatePodAnnotations(annotations: Annotations, spec: PodSpec, path: FieldPath): FieldError[] {
  if (annotations === undefined) return []
  const keys = Object.keys(annotations).sort(compareText)
  const seccomp = [...seccompPodKey in annotations ? [seccompPodKey] : [], ...keys.filter((key) => key.startsWith(seccompContainerPrefix))]
  return allErrors(
    validateMirror(annotations[mirrorAnnotation], spec, path.key(mirrorAnnotation)),
    validateTolerationsText(annotations[tolerationsKey] ?? '', path),
    validateDeletionCost(annotations[deletionCostKey], path.key(deletionCostKey)),
    seccomp.flatMap((key) => validateSeccompName(annotations[key] ?? '', path.child(key))),
    validateAppArmorNames(keys.filter((key) => key.startsWith(appArmorPrefix)), annotations, spec, path),
  )
}

const validateMirror = (value: string | undefined, {nodeName}: PodSpec, path: FieldPath): FieldError[] =>
  value === undefined || nodeName ? [] : [invalid(path, value, 'must set spec.nodeName if mirror pod annotation is set', 'pod/mirror-annotation')]

/** A toleration in the annotation: with the names of the internal type. */
const toleration: FlatStruct = {
  type: 'core.Toleration',
  fields: {
    key: {name: 'Key', type: 'string'},
    operator: {name: 'Operator', type: 'core.TolerationOperator'},
    value: {name: 'Value', type: 'string'},
    effect: {name: 'Effect', type: 'core.TaintEffect'},
    tolerationSeconds: {name: 'TolerationSeconds', type: 'int64'},
  },
}

/** The rules for the annotation with tolerations as JSON. */
function validateTolerationsText(text: string, path: FieldPath): FieldError[] {
  const tolerations = text === '' ? [] : readStructs(text, toleration)
  return typeof tolerations === 'string' ? [invalid(path, tolerationsKey, tolerations, 'pod/tolerations-annotation')]
    : validateTolerations(tolerations, path.child(tolerationsKey))
}

function validateDeletionCost(value: string | undefined, path: FieldPath): FieldError[] {
  const isInteger = value === undefined || (/^(?:0|-\d+|[1-9]\d*)$/.test(value) && BigInt(value) >= -(2n ** 31n) && BigInt(value) < 2n ** 31n)
  return isInteger ? [] : [invalid(path, value, 'must be a 32bit integer', 'pod/deletion-cost')]
}

/** The default profile of the container runtime, by its current and deprecated names. */
export const runtimeProfile = ['runtime', 'default'].join('/')

export const dockerProfile = ['docker', 'default'].join('/')

const seccompNames: readonly string[] = [runtimeProfile, dockerProfile, 'unconfined']

function validateSeccompName(value: string, path: FieldPath): FieldError[] {
  const origin = 'pod/seccomp-annotation'
  if (seccompNames.includes(value)) return []
  if (value.startsWith(localhostPrefix)) return validateRelativePath(value.slice(localhostPrefix.length), path, origin)
  return [invalid(path, value, 'must be a valid seccomp profile', origin)]
}

const appArmorNames: readonly string[] = ['', runtimeProfile, 'unconfined']

function validateAppArmorNames(keys: readonly string[], annotations: NonNullable<Annotations>, spec: PodSpec, path: FieldPath): FieldError[] {
  if (keys.length === 0) return []
  const origin = 'pod/app-armor-annotation'
  const names = new Set(eachContainer(spec, path, ({name = ''}) => [name]))
  return keys.flatMap((key) => {
    const container = key.slice(appArmorPrefix.length)
    const value = annotations[key] ?? ''
    const isProfile = appArmorNames.includes(value) || value.startsWith(localhostPrefix)
    return allErrors(
      names.has(container) ? [] : [invalid(path.key(key), container, 'container not found', origin)],
      isProfile ? [] : [invalid(path.key(key), value, `invalid AppArmor profile name: ${quote(value)}`, origin)],
    )
  })
}

const path = FieldPath.of('metadata', 'annotations')

/** The rules for annotations that must not change (`ValidatePodSpecificAnnotationUpdates`). */
export function validateAnnotationsKept({metadata: {annotations = {}}}: Pod, {metadata: {annotations: old = {}}}: Pod): FieldError[] {
  const reject = (keys: string[], change: string): FieldError[] => keys.sort(compareText).flatMap((key) => {
    const what = key.startsWith(appArmorPrefix) ? 'AppArmor annotations' : key === mirrorAnnotation ? 'mirror pod annotation' : undefined
    return what === undefined ? [] : [forbidden(path.key(key), `may not ${change} ${what}`, 'pod/immutable')]
  })
  return allErrors(
    reject(Object.keys(old).filter((key) => annotations[key] !== old[key]), 'remove or update'),
    reject(Object.keys(annotations).filter((key) => !Object.hasOwn(old, key)), 'add'),
  )
}

const droppedAnnotations: ReadonlySet<string> = new Set(['alpha', 'beta'].flatMap((stage) =>
  [`pod.${stage}.kubernetes.io/init-containers`, `pod.${stage}.kubernetes.io/init-container-statuses`]))

/** Returns the metadata of a pod or template without the deprecated annotations that servers drop (core/v1 `dropInitContainerAnnotations`). */
export function withoutInitContainerAnnotations(metadata: ObjectMeta): ObjectMeta {
  const {annotations} = metadata
  if (annotations === undefined) return metadata
  const entries = Object.entries(annotations)
  const kept = entries.filter(([key]) => !droppedAnnotations.has(key))
  return kept.length === entries.length ? metadata : {...metadata, annotations: Object.fromEntries(kept)}
}
