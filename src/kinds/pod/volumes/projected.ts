import type {DownwardAPIVolumeFile, DownwardAPIVolumeSource, KeyToPath, ProjectedVolumeSource, VolumeProjection} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateGiven} from '../../../machinery/field/text-rules.js'
import {validateFieldRef, validateResourceFieldRef, volumeFields} from '../containers/field-refs.js'
import {validateLocalPath, validateMode} from './file-paths.js'
import {validateKeyToPath} from './sources.js'

const origin = 'pod/volume-files'

/** The rules for a volume of fields of the pod, whose paths upstream writes without `items` (`validateDownwardAPIVolumeSource`). */
export const validateDownwardApi = ({items = [], defaultMode}: DownwardAPIVolumeSource, path: FieldPath): FieldError[] => allErrors(
  validateMode(defaultMode, path.child('defaultMode'), origin),
  items.flatMap((file) => validateFile(file, path)),
)

/** The rules for a file that holds a field of the pod (`validateDownwardAPIVolumeFile`). */
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
export function validateProjected({sources = [], defaultMode}: ProjectedVolumeSource, path: FieldPath): FieldError[] {
  const used = new Set<string>()
  return allErrors(
    validateMode(defaultMode, path.child('defaultMode'), origin),
    sources.flatMap((source, i) => validateProjection(source, used, path, path.child('sources').index(i))),
  )
}

/**
 * The rules for one of the sources.
 *
 * @param used the paths of files so far
 * @param volume the path of the projected volume, which upstream gives to errors about paths
 */
function validateProjection(source: VolumeProjection, used: Set<string>, volume: FieldPath, path: FieldPath): FieldError[] {
  const {secret, configMap, downwardAPI, serviceAccountToken: token} = source
  const count = [secret, configMap, downwardAPI, token].filter((part) => part !== undefined).length
  return allErrors(
    secret === undefined ? [] : validateKeys(secret, used, volume, path.child('secret')),
    configMap === undefined ? [] : validateKeys(configMap, used, volume, path.child('configMap')),
    (downwardAPI?.items ?? []).flatMap((file) =>
      allErrors(validateFile(file, path.child('downwardAPI')), validateUnused(file.path, used, file.path ?? '', volume))),
    token === undefined ? [] : validateToken(token, volume, path.child('serviceAccountToken')),
    count > 1 ? [forbidden(path, 'may not specify more than 1 volume type per source', 'pod/projected-volume')] : [],
  )
}

function validateKeys({name = '', items = []}: {name?: string, items?: readonly KeyToPath[]}, used: Set<string>, volume: FieldPath, path: FieldPath): FieldError[] {
  return allErrors(
    validateGiven(name, path.child('name'), 'pod/volume-source'),
    items.flatMap((item, i) => allErrors(validateKeyToPath(item, path.child('items').index(i)), validateUnused(item.path, used, name, volume))),
  )
}

/** The rule that no two files have one path, in the order of the files. */
function validateUnused(file: string | undefined, used: Set<string>, printed: string, volume: FieldPath): FieldError[] {
  if (!file) return []
  if (used.has(file)) return [invalid(volume, printed, 'conflicting duplicate paths', 'pod/projected-volume')]
  used.add(file)
  return []
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
