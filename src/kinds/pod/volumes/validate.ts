import type {Volume} from '../../../machinery/api/core-v1.js'
import {allErrors, duplicate, type FieldError, forbidden, invalid, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateGiven, validateName} from '../../../machinery/field/text-rules.js'
import {byteLength, quote} from '../../../machinery/go/text.js'
import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {dns1123Label, dns1123Subdomain} from '../../../machinery/meta/names.js'
import {validateClaimSpec} from '../../persistent-volume-claim/claim-spec.js'
import {validateTemplateMetadata} from '../../shared/template-metadata.js'
import {validateDownwardApi, validateProjected} from './projected.js'
import {type SourceRule, sourceRules} from './sources.js'
import {shownTokenVolume} from './token-volume.js'

/** The volumes that containers can use: the valid ones, by name. */
export type Volumes = ReadonlyMap<string, Volume>

export const noVolumes: Volumes = new Map()

type Source = Exclude<keyof Volume, 'name'>

/** The sources in the order of the server's checks: the first one counts. */
const sources: readonly Source[] = [
  'emptyDir', 'hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore', 'secret', 'nfs', 'iscsi', 'glusterfs', 'flocker', 'persistentVolumeClaim',
  'rbd', 'cinder', 'cephfs', 'quobyte', 'downwardAPI', 'fc', 'flexVolume', 'configMap', 'azureFile', 'vsphereVolume', 'photonPersistentDisk',
  'portworxVolume', 'azureDisk', 'storageos', 'projected', 'scaleIO', 'csi', 'ephemeral', 'image',
]

const rules: Readonly<Record<Source, SourceRule<never>>> =
  {...sourceRules, downwardAPI: validateDownwardApi, projected: validateProjected, ephemeral: validateEphemeral}

/** Upstream's names of a source in the paths of its rules, and of the rule that there is only one. */
const pathNames: Readonly<Partial<Record<Source, string>>> = {gcePersistentDisk: 'persistentDisk'}

const surplusPathNames: Readonly<Partial<Record<Source, string>>> = {cephfs: 'cephFS', downwardAPI: 'downwarAPI'}

/** The inputs of the rules for volumes besides the volumes. */
interface VolumeOptions {
  /** Undefined in a template. */
  readonly podName: string | undefined
  /** True if the reference of an image volume is optional. */
  readonly isReferenceOptional: boolean
  /** Version of the server. */
  readonly version: KubernetesVersion
}

/** The rules for the volumes of a pod (core validation `ValidateVolumes`; spec pod 4.3), and the valid volumes. */
export function validateVolumes(
  volumes: readonly Volume[], options: VolumeOptions, path: FieldPath,
): {readonly errors: readonly FieldError[], readonly valid: Volumes} {
  const {podName} = options
  const created = new Set(podName ? volumes.filter(({ephemeral}) => ephemeral !== undefined).map(({name = ''}) => `${podName}-${name}`) : [])
  const valid = new Map<string, Volume>()
  const errors = volumes.flatMap((volume, i) => {
    const {name = '', persistentVolumeClaim: claim} = volume
    const place = path.index(i)
    const volumeErrors = allErrors(validateSources(volume, options, place), validateVolumeName(name, valid, place.child('name'), podName))
    if (volumeErrors.length === 0) valid.set(name, volume)
    if (claim?.claimName === undefined || !created.has(claim.claimName)) return volumeErrors
    const detail = 'must not reference a PVC that gets created for an ephemeral volume'
    return [...volumeErrors, invalid(place.child('persistentVolumeClaim', 'claimName'), claim.claimName, detail, 'pod/ephemeral-volume')]
  })
  return {errors, valid}
}

/** A stored pod may have the name in output of a token volume; `validatePodCreate` rejects it in others. */
const validateVolumeName = (name: string, earlier: Volumes, path: FieldPath, podName: string | undefined): FieldError[] => allErrors(
  podName !== undefined && name === shownTokenVolume ? [] : validateName(name, dns1123Label, path, 'pod/volume-name'),
  earlier.has(name) ? [duplicate(path, name, 'pod/volume-name')] : [],
)

function validateSources(volume: Volume, {podName, isReferenceOptional, version}: VolumeOptions, path: FieldPath): FieldError[] {
  const {name = '', iscsi} = volume
  const [first, ...others] = sources.filter((source) => volume[source] !== undefined)
  if (first === undefined) return [required(path, 'must specify a volume type', 'pod/volume-type')]
  const surplus = (list: readonly Source[]): FieldError[] =>
    list.map((source) => forbidden(path.child(surplusPathNames[source] ?? source), 'may not specify more than 1 volume type', 'pod/volume-type'))
  const own = allErrors(
    first === 'image' && !isReferenceOptional ? validateGiven(volume.image?.reference, path.child('image', 'reference'), 'pod/volume-source') : [],
    rules[first](volume[first] as never, path.child(pathNames[first] ?? first), version),
    first === 'ephemeral' ? validateClaimName(name, podName, path) : [],
  )
  if (iscsi?.initiatorName === undefined) return allErrors(own, surplus(others))
  // Upstream checks the combined length of name and portal even if iscsi is not the first source.
  const before = others.slice(0, others.indexOf('iscsi') + 1)
  return allErrors(own, surplus(before), validatePortalLength(name, iscsi.targetPortal ?? '', path), surplus(others.slice(before.length)))
}

function validatePortalLength(name: string, portal: string, path: FieldPath): FieldError[] {
  if (byteLength(`${name}:${portal}`) <= 64) return []
  const detail = 'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'
  return [invalid(path.child('name'), name, detail, 'pod/volume-source')]
}

/** The rule for the name of the claim of an ephemeral volume. */
function validateClaimName(name: string, podName: string | undefined, path: FieldPath): FieldError[] {
  const claimName = `${podName ?? ''}-${name}`
  if (!podName || name === '') return []
  return dns1123Subdomain(claimName).map((error) => invalid(path.child('name'), name, `PVC name ${quote(claimName)}: ${error}`, 'pod/ephemeral-volume'))
}

/** The rules for an ephemeral volume, for which a claim is created with each pod (core validation `validateEphemeralVolumeSource`; spec pod 4.4). */
function validateEphemeral({volumeClaimTemplate: template}: NonNullable<Volume['ephemeral']>, path: FieldPath): FieldError[] {
  const origin = 'pod/ephemeral-volume'
  const place = path.child('volumeClaimTemplate')
  if (template === undefined) return [required(place, '', origin)]
  return allErrors(validateTemplateMetadata(template.metadata ?? {}, place.child('metadata'), origin), validateClaimSpec(template.spec ?? {}, place.child('spec')))
}
