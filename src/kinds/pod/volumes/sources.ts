import type {KeyToPath, Volume} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateGiven, validateName, validateOptional, validateText, validateWord} from '../../../machinery/field/text-rules.js'
import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {dns1123Label, dns1123Subdomain} from '../../../machinery/meta/names.js'
import {validateDriverName} from '../../shared/name-rules.js'
import {validateLocalPath, validateMode, validateNoBacksteps, validateRelativePath} from './file-paths.js'
import {validateAzureDisk, validateFlexVolume, validateIscsi, validateQuobyte} from './vendors.js'

// The rules for most sources of volumes (core validation `validateVolumeSource` and its callees; spec pod 4.3).

const origin = 'pod/volume-source'

/** The values of `pullPolicy` and `imagePullPolicy`. */
export const pullPolicies = ['Always', 'IfNotPresent', 'Never']

/** The rules for one source of a volume on a server with this version; the path is that of the source. */
export type SourceRule<T> = (source: T, path: FieldPath, version: KubernetesVersion) => FieldError[]

/** The rule that some fields of a source are required. */
const requiring = <T extends object>(...fields: (keyof T & string)[]): SourceRule<T> => (source, path) =>
  fields.flatMap((field) => isGiven(source[field]) ? [] : [required(path.child(field), '', origin)])

const isGiven = (value: unknown): boolean => Array.isArray(value) ? value.length > 0 : Boolean(value)

/** The rules for each source that depend only on that source. */
export const sourceRules = {
  emptyDir: ({sizeLimit}, path) => sizeLimit !== undefined && sizeLimit.sign() < 0
    ? [forbidden(path.child('sizeLimit'), 'SizeLimit field must be a valid resource quantity', origin)] : [],
  hostPath: validateHostPath,
  gitRepo: ({repository, directory = ''}, path) =>
    allErrors(validateGiven(repository, path.child('repository'), origin), validateRelativePath(directory, path.child('directory'), origin)),
  gcePersistentDisk: ({pdName, partition}, path) =>
    allErrors(validateGiven(pdName, path.child('pdName'), origin), validatePartition(partition, path.child('partition'))),
  awsElasticBlockStore: ({volumeID, partition}, path) =>
    allErrors(validateGiven(volumeID, path.child('volumeID'), origin), validatePartition(partition, path.child('partition'))),
  secret: ({secretName, items, defaultMode}, path) =>
    allErrors(validateGiven(secretName, path.child('secretName'), origin), validateFiles(items, defaultMode, path)),
  nfs: ({server, path: folder = ''}, path) => allErrors(
    validateGiven(server, path.child('server'), origin),
    validateGiven(folder, path.child('path'), origin),
    folder.startsWith('/') ? [] : [invalid(path.child('path'), folder, 'must be an absolute path', origin)],
  ),
  iscsi: validateIscsi,
  glusterfs: requiring('endpoints', 'path'),
  flocker: validateFlocker,
  persistentVolumeClaim: requiring('claimName'),
  rbd: requiring('monitors', 'image'),
  cinder: ({volumeID, secretRef}, path) => allErrors(validateGiven(volumeID, path.child('volumeID'), origin), validateSecretRef(secretRef, path)),
  cephfs: requiring('monitors'),
  quobyte: validateQuobyte,
  fc: validateFibreChannel,
  flexVolume: validateFlexVolume,
  configMap: ({name, items, defaultMode}, path) =>
    allErrors(validateGiven(name, path.child('name'), origin), validateFiles(items, defaultMode, path)),
  azureFile: requiring('secretName', 'shareName'),
  vsphereVolume: requiring('volumePath'),
  photonPersistentDisk: requiring('pdID'),
  portworxVolume: requiring('volumeID'),
  azureDisk: validateAzureDisk,
  storageos: ({volumeName, volumeNamespace, secretRef}, path) => allErrors(
    validateName(volumeName, dns1123Label, path.child('volumeName'), origin),
    validateOptional(volumeNamespace, dns1123Label, path.child('volumeNamespace'), origin),
    validateSecretRef(secretRef, path),
  ),
  scaleIO: requiring('gateway', 'system', 'volumeName'),
  csi: validateCsi,
  image: ({pullPolicy}, path) => validateWord(pullPolicy, pullPolicies, path.child('pullPolicy'), origin),
} satisfies {readonly [Source in keyof Volume]?: SourceRule<NonNullable<Volume[Source]>>}

const hostPathTypes = ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket']

function validateHostPath({path: folder = '', type}: NonNullable<Volume['hostPath']>, path: FieldPath): FieldError[] {
  if (folder === '') return [required(path.child('path'), '', origin)]
  return allErrors(validateNoBacksteps(folder, path.child('path'), origin), validateWord(type, hostPathTypes, path.child('type'), origin))
}

const validatePartition = (partition = 0, path: FieldPath): FieldError[] =>
  partition >= 0 && partition <= 255 ? [] : [invalid(path, partition, 'must be between 1 and 255, inclusive', origin)]

const validateSecretRef = (secretRef: {readonly name?: string} | undefined, path: FieldPath): FieldError[] =>
  secretRef === undefined ? [] : validateGiven(secretRef.name, path.child('secretRef', 'name'), origin)

function validateFlocker({datasetName = '', datasetUUID = ''}: NonNullable<Volume['flocker']>, path: FieldPath): FieldError[] {
  return allErrors(
    validateGiven(datasetName || datasetUUID, path, origin, 'one of datasetName and datasetUUID is required'),
    datasetName && datasetUUID ? [invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously', origin)] : [],
    datasetName.includes('/') ? [invalid(path.child('datasetName'), datasetName, "must not contain '/'", origin)] : [],
  )
}

function validateFibreChannel({targetWWNs = [], wwids = [], lun}: NonNullable<Volume['fc']>, path: FieldPath): FieldError[] {
  const place = path.child('targetWWNs')
  const isOne = targetWWNs.length > 0 || wwids.length > 0
  return allErrors(
    isOne ? [] : [required(place, 'must specify either targetWWNs or wwids, but not both', origin)],
    targetWWNs.length > 0 && wwids.length > 0 ? [invalid(place, targetWWNs, 'targetWWNs and wwids can not be specified simultaneously', origin)] : [],
    targetWWNs.length > 0 ? validateLun(lun, path.child('lun')) : [],
  )
}

function validateLun(lun: number | undefined, path: FieldPath): FieldError[] {
  if (lun === undefined) return [required(path, 'lun is required if targetWWNs is specified', origin)]
  return lun >= 0 && lun <= 255 ? [] : [invalid(path, lun, 'must be between 0 and 255, inclusive', origin)]
}

/** The rules for a CSI volume; upstream reports the secret's name at a path that does not exist. */
function validateCsi({driver, nodePublishSecretRef: secret}: NonNullable<Volume['csi']>, path: FieldPath): FieldError[] {
  return allErrors(
    validateDriverName(driver, path.child('driver'), origin),
    secret === undefined ? []
      : secret.name ? validateText(secret.name, dns1123Subdomain, path.child('name'), origin) : [required(path.child('nodePublishSecretRef', 'name'), '', origin)],
  )
}

/** The rules for the keys of a Secret or ConfigMap that become files, and for the permissions of the others. */
const validateFiles = (items: readonly KeyToPath[] = [], defaultMode: number | undefined, path: FieldPath): FieldError[] => allErrors(
  validateMode(defaultMode, path.child('defaultMode'), 'pod/volume-files'),
  items.flatMap((item, i) => validateKeyToPath(item, path.child('items').index(i))),
)

/** The rules for a key that becomes a file (core validation `validateKeyToPath`). */
export const validateKeyToPath = ({key, path: file = '', mode}: KeyToPath, path: FieldPath): FieldError[] => allErrors(
  validateGiven(key, path.child('key'), 'pod/volume-files'),
  validateGiven(file, path.child('path'), 'pod/volume-files'),
  validateLocalPath(file, path.child('path'), 'pod/volume-files'),
  validateMode(mode, path.child('mode'), 'pod/volume-files'),
)
