import type {Pod, PodSpec} from '../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {rememberShared} from '../../machinery/collections/shared.js'
import {FieldPath} from '../../machinery/field/path.js'
import {ipWarnings} from '../../machinery/go/ip.js'
import {quote} from '../../machinery/go/text.js'
import {dns1123Label} from '../../machinery/meta/names.js'
import {fractionalBytesWarning} from '../shared/resources.js'
import {type Annotations, appArmorPrefix, seccompContainerPrefix, seccompPodKey} from './metadata/annotations.js'
import {byteResources, containerWarnings, portWarnings, seccompWarning} from './containers/warnings.js'
import {nodeWarnings, podAffinityWarnings} from './scheduling/warnings.js'
import {volumeWarnings} from './volumes/warnings.js'

const metadataPath = FieldPath.of('metadata')

const specPath = FieldPath.of('spec')

/** Returns the warnings about a new pod (pod strategy `WarningsOnCreate`; spec pod 5). */
export const podWarnings = ({metadata, spec = {}}: Pod, old?: Pod): string[] => old === undefined
  ? [...nameWarnings(metadata.name ?? '', "the Pod's hostname"), ...hasSpecialAnnotations(metadata) ? warningsOfPod(metadata, spec) : warningsOfSpec(spec)] : []

const warningsOfPod = (metadata: ObjectMeta, spec: PodSpec): string[] =>
  specWarnings(metadata, spec, {metadata: metadataPath, spec: specPath, isTemplate: false})

const warningsOfSpec = rememberShared((spec: PodSpec): readonly string[] => warningsOfPod({}, spec))

/**
 * The warning about the name of an object that becomes part of host names.
 *
 * @param use of the name, for the text of the warning
 */
export function nameWarnings(name: string, use: string): string[] {
  const errors = dns1123Label(name)
  if (errors.length === 0) return []
  return [`metadata.name: this is used in ${use}, which can result in surprising behavior; a DNS label is recommended: [${errors.join(' ')}]`]
}

/** The warnings about a pod template at a path (pkg/api/pod `GetWarningsForPodTemplate`). */
export const templateWarnings = (template: {readonly metadata?: ObjectMeta, readonly spec?: PodSpec} = {}, path: FieldPath): string[] => {
  const {metadata = {}, spec = {}} = template
  return specWarnings(metadata, spec, {metadata: path.child('metadata'), spec: path.child('spec'), isTemplate: true})
}

/** The paths of the parts of a pod or template. */
interface Places {
  readonly metadata: FieldPath
  readonly spec: FieldPath
  readonly isTemplate: boolean
}

/** The warnings about a spec and its annotations, in the order of the server (`warningsForPodSpecAndMeta`). */
function specWarnings({annotations}: ObjectMeta, spec: PodSpec, {metadata, spec: path, isTemplate}: Places): string[] {
  const place = metadata.child('annotations')
  const {volumes, affinity, terminationGracePeriodSeconds: gracePeriod = 0} = spec
  return [
    ...nodeWarnings(spec, path),
    ...annotations === undefined ? [] : annotationWarnings(annotations, place),
    ...volumes === undefined ? [] : volumeWarnings(volumes, path.child('volumes')),
    ...spec.hostAliases === undefined ? [] : hostAliasWarnings(spec.hostAliases, path.child('hostAliases')),
    ...spec.imagePullSecrets === undefined ? [] : pullSecretWarnings(spec.imagePullSecrets, path.child('imagePullSecrets')),
    ...spec.overhead === undefined ? [] : byteResources.flatMap((name) => fractionalBytesWarning(name, spec.overhead, path.child('overhead'))),
    ...spec.securityContext?.seccompProfile === undefined && annotations?.[seccompPodKey] !== undefined ? [`${place.key(seccompPodKey)}: ${seccompWarning}`] : [],
    ...containerWarnings(spec, {annotations, path: place, isTemplate}, path),
    ...portWarnings(spec, path),
    ...gracePeriod < 0 ? [`${path.child('terminationGracePeriodSeconds')}: must be >= 0; negative values are invalid and will be treated as 1`] : [],
    ...affinity === undefined ? [] : podAffinityWarnings(affinity, path.child('affinity')),
    ...addressWarnings(spec, path),
  ]
}

/** Annotations that no component reads. */
const deprecatedAnnotations: readonly (readonly [key: string, message: string])[] = [
  ['scheduler.alpha.kubernetes.io/critical-pod', 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ['security.alpha.kubernetes.io/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  ['security.alpha.kubernetes.io/unsafe-sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
]

const isDeprecated = (key: string): boolean => deprecatedAnnotations.some(([deprecated]) => deprecated === key)

/** True for metadata with annotations that cause warnings. */
const hasSpecialAnnotations = ({annotations = {}}: ObjectMeta): boolean => Object.keys(annotations).some((key) =>
  key === seccompPodKey || key.startsWith(seccompContainerPrefix) || key.startsWith(appArmorPrefix) || isDeprecated(key))

const annotationWarnings = (annotations: NonNullable<Annotations>, path: FieldPath): string[] =>
  deprecatedAnnotations.filter(([key]) => Object.hasOwn(annotations, key)).map(([key, message]) => `${path.key(key)}: ${message}`)

function hostAliasWarnings(hostAliases: NonNullable<PodSpec['hostAliases']>, path: FieldPath): string[] {
  return repeated(hostAliases.map(({ip = ''}) => ip)).map(([ip, i]) => `${path.index(i).child('ip')}: duplicate ip ${quote(ip)}`)
}

function pullSecretWarnings(imagePullSecrets: NonNullable<PodSpec['imagePullSecrets']>, path: FieldPath): string[] {
  const names = imagePullSecrets.map(({name = ''}) => name)
  return [
    ...repeated(names).map(([name, i]) => `${path.index(i).child('name')}: duplicate name ${quote(name)}`),
    ...names.flatMap((name, i) => name === '' ? [`${path.index(i).child('name')}: invalid empty name ""`] : []),
  ]
}

const addressWarnings = ({dnsConfig, hostAliases}: PodSpec, path: FieldPath): string[] => [
  ...(dnsConfig?.nameservers ?? []).flatMap((address, i) => ipWarnings(address, path.child('dnsConfig', 'nameservers').index(i))),
  ...(hostAliases ?? []).flatMap(({ip = ''}, i) => ipWarnings(ip, path.child('hostAliases').index(i).child('ip'))),
]

/** Returns the duplicates among texts, with their indexes. */
function repeated(texts: readonly string[]): [text: string, position: number][] {
  const seen = new Set<string>()
  return [...texts.entries()].flatMap(([i, text]): [string, number][] => {
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew ? [] : [[text, i]]
  })
}
