import type {
  ClusterTrustBundleProjection, DownwardAPIVolumeFile, DownwardAPIVolumeSource, KeyToPath, PodCertificateProjection, ProjectedVolumeSource, VolumeProjection,
} from '../../../machinery/api/core-v1.js'
import {isShared, rememberSharedWith} from '../../../machinery/collections/shared.js'
import {allErrors, type FieldError, forbidden, invalid, required} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {validateGiven} from '../../../machinery/field/text-rules.js'
import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {validateFieldRef, validateResourceFieldRef, volumeFields} from '../containers/field-refs.js'
import {validatePodCertificate, validateTrustBundle} from './certificates.js'
import {validateLocalPath, validateMode} from './file-paths.js'
import {validateKeyToPath} from './sources.js'

const origin = 'pod/volume-files'

/** The rules for a downwardAPI volume, whose paths upstream writes without `items` (`validateDownwardAPIVolumeSource`). */
export const validateDownwardApi = ({items = [], defaultMode}: DownwardAPIVolumeSource, path: FieldPath): FieldError[] => allErrors(
  validateMode(defaultMode, path.child('defaultMode'), origin),
  items.flatMap((file) => validateFile(file, path)),
)

/** The rules for a file of a downwardAPI volume (`validateDownwardAPIVolumeFile`). */
const validateFile = (file: DownwardAPIVolumeFile, path: FieldPath): FieldError[] => allErrors(
  validateGiven(file.path, path.child('path'), origin),
  validateLocalPath(file.path ?? '', path.child('path'), origin),
  validateContent(file, path),
  validateMode(file.mode, path.child('mode'), origin),
)

function validateContent({fieldRef, resourceFieldRef}: DownwardAPIVolumeFile, path: FieldPath): FieldError[] {
  if (fieldRef === undefined) {
    return resourceFieldRef === undefined
      ? [required(path, 'one of fieldRef and resourceFieldRef is required', origin)]
      : validateResourceFieldRef(resourceFieldRef, true, path.child('resourceFieldRef'))
  }
  const errors = validateFieldRef(fieldRef, volumeFields, path.child('fieldRef'))
  return resourceFieldRef === undefined
    ? errors : [...errors, invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously', origin)]
}

/** The rules for a volume of several sources (core validation `validateProjectedVolumeSource`; spec pod 4.4). */
export const validateProjected = (projected: ProjectedVolumeSource, path: FieldPath, version: KubernetesVersion): FieldError[] =>
  isShared(projected) && isValid(projected, version) ? [] : validateSources(projected, path, version)

/** The path does not affect whether a volume is valid. */
const isValid = rememberSharedWith((projected: ProjectedVolumeSource, version: KubernetesVersion): boolean =>
  validateSources(projected, FieldPath.of('projected'), version).length === 0)

function validateSources({sources = [], defaultMode}: ProjectedVolumeSource, path: FieldPath, version: KubernetesVersion): FieldError[] {
  const volume: Volume = {path, used: new Set(), version}
  return allErrors(
    validateMode(defaultMode, path.child('defaultMode'), origin),
    sources.flatMap((source, i) => validateProjection(source, volume, path.child('sources').index(i))),
  )
}

/** The volume of which the sources are checked. */
interface Volume {
  /** The path of the volume, which upstream gives to errors about the paths of files. */
  readonly path: FieldPath
  /** The paths of files so far. */
  readonly used: Set<string>
  /** Version of the server. */
  readonly version: KubernetesVersion
}

/** The rules for one of the sources. */
function validateProjection(source: VolumeProjection, volume: Volume, path: FieldPath): FieldError[] {
  const {secret, configMap, downwardAPI, serviceAccountToken: token, clusterTrustBundle: bundle, podCertificate: certificate} = source
  const count = [secret, configMap, downwardAPI, token, bundle, certificate].filter((part) => part !== undefined).length
  return allErrors(
    secret === undefined ? [] : validateKeys(secret, volume, path.child('secret')),
    configMap === undefined ? [] : validateKeys(configMap, volume, path.child('configMap')),
    (downwardAPI?.items ?? []).flatMap((file) =>
      allErrors(validateFile(file, path.child('downwardAPI')), validateUnused(file.path, file.path ?? '', volume))),
    token === undefined ? [] : validateToken(token, volume.path, path.child('serviceAccountToken')),
    bundle === undefined ? [] : validateBundle(bundle, volume, path.child('clusterTrustBundle')),
    certificate === undefined ? [] : validateCertificate(certificate, volume, path.child('podCertificate')),
    count > 1 ? [forbidden(path, 'may not specify more than 1 volume type per source', 'pod/projected-volume')] : [],
  )
}

function validateKeys({name = '', items = []}: {name?: string, items?: readonly KeyToPath[]}, volume: Volume, path: FieldPath): FieldError[] {
  return allErrors(
    validateGiven(name, path.child('name'), 'pod/volume-source'),
    items.flatMap((item, i) => allErrors(validateKeyToPath(item, path.child('items').index(i)), validateUnused(item.path, name, volume))),
  )
}

/** The rule that paths are unique, in the order of the files; files without a path are ignored. */
const validateUnused = (file: string | undefined, printed: string, volume: Volume): FieldError[] => file ? validateDistinct(file, printed, volume) : []

function validateDistinct(file: string, printed: string, {path, used}: Volume): FieldError[] {
  if (used.has(file)) return [invalid(path, printed, 'conflicting duplicate paths', 'pod/projected-volume')]
  used.add(file)
  return []
}

/** The rules for a bundle, which counts as a file even without a path. */
const validateBundle = (bundle: ClusterTrustBundleProjection, volume: Volume, path: FieldPath): FieldError[] => allErrors(
  validateTrustBundle(bundle, path, volume.version),
  validateDistinct(bundle.path ?? '', bundle.path ?? '', volume),
)

const certificateFiles = ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const

function validateCertificate(certificate: PodCertificateProjection, volume: Volume, path: FieldPath): FieldError[] {
  const files = certificateFiles.filter((field) => certificate[field])
  return allErrors(
    validatePodCertificate(certificate, path),
    files.flatMap((field) => {
      const file = certificate[field] ?? ''
      return allErrors(validateLocalPath(file, path.child(field), 'pod/projected-volume'), validateDistinct(file, file, volume))
    }),
    files.length > 0 ? [] : [required(path, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath', 'pod/projected-volume')],
  )
}

const shortestToken = 600

const longestToken = 2 ** 32

function validateToken({path: file, expirationSeconds: seconds = 3600}: NonNullable<VolumeProjection['serviceAccountToken']>, volume: FieldPath, path: FieldPath): FieldError[] {
  const place = path.child('expirationSeconds')
  const own = 'pod/projected-volume'
  return allErrors(
    seconds < shortestToken ? [invalid(place, seconds, 'may not specify a duration less than 10 minutes', own)] : [],
    seconds > longestToken ? [invalid(place, seconds, 'may not specify a duration larger than 2^32 seconds', own)] : [],
    file ? validateLocalPath(file, volume.child('path'), own) : [required(volume.child('path'), '', own)],
  )
}
