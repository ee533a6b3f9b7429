import type {Container, Pod, PodSpec, SeccompProfile} from '../../../machinery/api/core-v1.js'
import {mapItems} from '../../../machinery/collections/immutable.js'
import {semanticEqual} from '../../../machinery/collections/semantic-equal.js'
import {allErrors, type FieldError, forbidden} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type Annotations, appArmorPrefix, dockerProfile, localhostPrefix, runtimeProfile, seccompContainerPrefix, seccompPodKey} from '../metadata/annotations.js'
import {eachContainer} from '../containers/each-container.js'
import {validateAppArmorProfile} from './profiles.js'

// Seccomp and AppArmor profiles are fields, and were annotations in older versions. A create converts and compares both.

/** The profile that an AppArmor annotation names; undefined for an invalid one (pkg/api/pod `ApparmorFieldForAnnotation`). */
export function appArmorProfileOf(annotation: string): SeccompProfile | undefined {
  if (annotation === 'unconfined') return {type: 'Unconfined'}
  if (annotation === runtimeProfile) return {type: 'RuntimeDefault'}
  const localhostProfile = annotation.startsWith(localhostPrefix) ? annotation.slice(localhostPrefix.length) : ''
  return localhostProfile === '' ? undefined : {type: 'Localhost', localhostProfile}
}

/** The AppArmor annotation of a container without an AppArmor field. */
const annotationFor = ({name = '', securityContext}: Container, annotations: Annotations): string | undefined =>
  securityContext?.appArmorProfile === undefined ? annotations?.[`${appArmorPrefix}${name}`] : undefined

/** Fast path: false for pods without AppArmor annotations. */
const hasAppArmor = (annotations: Annotations, {os}: PodSpec): boolean =>
  annotations !== undefined && os?.name !== 'windows' && Object.keys(annotations).some((key) => key.startsWith(appArmorPrefix))

/** Returns the profile for the field of a container; undefined if the pod has the same, or if the annotation is invalid. */
function profileToSet(annotation: string, {securityContext}: PodSpec): SeccompProfile | undefined {
  const profile = appArmorProfileOf(annotation)
  const isValid = profile !== undefined && validateAppArmorProfile(profile, noPath).length === 0
  return isValid && !semanticEqual(profile, securityContext?.appArmorProfile) ? profile : undefined
}

const noPath = FieldPath.of('profile')

/** The spec with the AppArmor annotations of its pod as fields (pod strategy `applyAppArmorVersionSkew`; spec pod 3). */
export function withAppArmorFields(spec: PodSpec, annotations: Annotations): PodSpec {
  if (!hasAppArmor(annotations, spec)) return spec
  const set = (container: Container): Container => {
    const annotation = annotationFor(container, annotations)
    const appArmorProfile = annotation === undefined ? undefined : profileToSet(annotation, spec)
    return appArmorProfile === undefined ? container : {...container, securityContext: {...container.securityContext, appArmorProfile}}
  }
  const {initContainers, containers, ephemeralContainers} = spec
  return {
    ...spec,
    ...initContainers && {initContainers: mapItems(initContainers, set)},
    ...containers && {containers: mapItems(containers, set)},
    ...ephemeralContainers && {ephemeralContainers: mapItems(ephemeralContainers, set)},
  }
}

/** The warnings about AppArmor annotations that become fields or are invalid; reported for rejected pods too. */
export function appArmorWarnings({metadata: {annotations}, spec = {}}: Pod): string[] {
  if (!hasAppArmor(annotations, spec)) return []
  return eachContainer(spec, noPath, (container) => {
    const annotation = annotationFor(container, annotations)
    if (annotation === undefined || isAsThePod(annotation, spec)) return []
    return [appArmorWarning(FieldPath.of('metadata', 'annotations'), container)]
  })
}

const isAsThePod = (annotation: string, {securityContext}: PodSpec): boolean => {
  const profile = appArmorProfileOf(annotation)
  return profile !== undefined && validateAppArmorProfile(profile, noPath).length === 0 && semanticEqual(profile, securityContext?.appArmorProfile)
}

/** @param path of the annotations */
export const appArmorWarning = (path: FieldPath, {name = ''}: Container): string =>
  `${path.key(`${appArmorPrefix}${name}`)}: deprecated since v1.30; use the "appArmorProfile" field instead`

/**
 * The rules that annotations and fields are equal, for a new pod or a template (core validation
 * `validateSeccompAnnotationsAndFields`, `validateAppArmorAnnotationsAndFieldsMatchOnCreate`; spec pod 4.12).
 */
export function validateProfileAnnotations(spec: PodSpec, annotations: Annotations, path: FieldPath): FieldError[] {
  if (annotations === undefined) return []
  const ofPod = spec.securityContext?.seccompProfile
  const seccomp = (profile: SeccompProfile | undefined, annotation: string | undefined, place: FieldPath): FieldError[] => profile === undefined
    ? [] : validateMatch(profile, annotation, 'seccomp', place.child('securityContext', 'seccompProfile'))
  return allErrors(
    seccomp(ofPod, annotations[seccompPodKey], path),
    eachContainer(spec, path, ({name = '', securityContext}, place) =>
      seccomp(securityContext?.seccompProfile, annotations[`${seccompContainerPrefix}${name}`], place)),
    spec.os?.name === 'windows' ? [] : validateAppArmorAnnotations(spec, annotations, path),
  )
}

const validateAppArmorAnnotations = (spec: PodSpec, annotations: NonNullable<Annotations>, path: FieldPath): FieldError[] =>
  eachContainer(spec, path, ({name = '', securityContext}, place) => {
    const profile = securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile
    return profile === undefined ? []
      : validateMatch(profile, annotations[`${appArmorPrefix}${name}`], 'apparmor', place.child('securityContext', 'appArmorProfile'))
  })

/** The annotations of each type of profile. */
const annotationsOf: Readonly<Record<'seccomp' | 'apparmor', ReadonlyMap<string, readonly string[]>>> = {
  seccomp: new Map([['Unconfined', ['unconfined']], ['RuntimeDefault', [runtimeProfile, dockerProfile]]]),
  apparmor: new Map([['Unconfined', ['unconfined']], ['RuntimeDefault', [runtimeProfile]]]),
}

function validateMatch(profile: SeccompProfile, annotation: string | undefined, kind: 'seccomp' | 'apparmor', path: FieldPath): FieldError[] {
  if (annotation === undefined) return []
  const {type = '', localhostProfile} = profile
  const origin = 'pod/profile-annotation'
  const isType = type === 'Localhost' ? annotation.startsWith(localhostPrefix) : annotationsOf[kind].get(type)?.includes(annotation) ?? true
  if (!isType) return [forbidden(path.child('type'), `${kind} type in annotation and field must match`, origin)]
  if (type !== 'Localhost' || annotation.slice(localhostPrefix.length) === localhostProfile) return []
  return [forbidden(path.child('localhostProfile'), `${kind} profile in annotation and field must match`, origin)]
}
