import type {Container, VolumeDevice, VolumeMount} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, notFound, type Origin, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateGiven, validateWord} from '../../../machinery/field/text-rules.js'
import {validateNoBacksteps, validateRelativePath} from '../volumes/file-paths.js'
import type {Volumes} from '../volumes/validate.js'

const origin = 'pod/volume-mount'

/** The rules for the volumes that a container mounts (core validation `ValidateVolumeMounts`; spec pod 4.5). */
export function validateVolumeMounts(container: Container, volumes: Volumes, path: FieldPath): FieldError[] {
  const {volumeMounts = [], volumeDevices = []} = container
  const devices = new Map(volumeDevices.map(({name = '', devicePath = ''}) => [name, devicePath]))
  const devicePaths = new Set(devices.values())
  const used = new Set<string>()
  return volumeMounts.flatMap((mount, i) => {
    const {name = '', mountPath = ''} = mount
    const place = path.index(i)
    const errors = allErrors(
      validateVolumeRef(name, volumes.has(name), place.child('name'), 'pod/volume-mount-name'),
      validateGiven(mountPath, place.child('mountPath'), origin),
      used.has(mountPath) ? [invalid(place.child('mountPath'), mountPath, 'must be unique', origin)] : [],
      devices.has(name) ? [invalid(place.child('name'), name, 'must not already exist in volumeDevices', origin)] : [],
      devicePaths.has(mountPath) ? [invalid(place.child('mountPath'), mountPath, 'must not already exist as a path in volumeDevices', origin)] : [],
      validateSubPaths(mount, path, place),
      validatePropagation(mount.mountPropagation, container, path.child('mountPropagation')),
      validateRecursive(mount, path.child('recursiveReadOnly')),
    )
    used.add(mountPath)
    return errors
  })
}

/** The rule that a volume exists; an empty name gets two errors. */
const validateVolumeRef = (name: string, isFound: boolean, path: FieldPath, own: Origin): FieldError[] =>
  allErrors(name === '' ? [required(path, '', own)] : [], isFound ? [] : [notFound(path, name, own)])

/** The rules for `subPath` and `subPathExpr`; some paths upstream have no index. */
function validateSubPaths({subPath = '', subPathExpr = ''}: VolumeMount, list: FieldPath, path: FieldPath): FieldError[] {
  return allErrors(
    validateRelativePath(subPath, list.child('subPath'), origin),
    subPath !== '' && subPathExpr !== '' ? [invalid(path.child('subPathExpr'), subPathExpr, 'subPathExpr and subPath are mutually exclusive', origin)] : [],
    validateRelativePath(subPathExpr, list.child('subPathExpr'), origin),
  )
}

const propagations = ['Bidirectional', 'HostToContainer', 'None']

function validatePropagation(propagation: string | undefined, {securityContext}: Container, path: FieldPath): FieldError[] {
  const isAllowed = propagation !== 'Bidirectional' || securityContext?.privileged === true
  return allErrors(
    validateWord(propagation, propagations, path, origin),
    isAllowed ? [] : [forbidden(path, 'Bidirectional mount propagation is available only to privileged containers', origin)],
  )
}

function validateRecursive({recursiveReadOnly, readOnly, mountPropagation = 'None'}: VolumeMount, path: FieldPath): FieldError[] {
  if (recursiveReadOnly !== 'Enabled' && recursiveReadOnly !== 'IfPossible') {
    return validateWord(recursiveReadOnly, ['Disabled', 'Enabled', 'IfPossible'], path, origin)
  }
  return allErrors(
    readOnly === true ? [] : [forbidden(path, 'may only be specified when readOnly is true', origin)],
    mountPropagation === 'None' ? [] : [forbidden(path, 'may only be specified when mountPropagation is None or not specified', origin)],
  )
}

/** The rules for the block devices of a container (`ValidateVolumeDevices`). */
export function validateVolumeDevices({volumeDevices = [], volumeMounts = []}: Container, volumes: Volumes, path: FieldPath): FieldError[] {
  const mounts = new Map(volumeMounts.map(({name = '', mountPath = ''}) => [name, mountPath]))
  const mountPaths = new Set(mounts.values())
  const names = new Set<string>()
  const paths = new Set<string>()
  return volumeDevices.flatMap((device, i) => {
    const {name = '', devicePath = ''} = device
    const place = path.index(i)
    const errors = allErrors(
      validateDeviceName(device, names, volumes, place.child('name')),
      validateDevicePath(devicePath, paths, place.child('devicePath')),
      mounts.has(name) ? [invalid(place.child('name'), name, 'must not already exist in volumeMounts', deviceOrigin)] : [],
      mountPaths.has(devicePath) ? [invalid(place.child('devicePath'), devicePath, 'must not already exist as a path in volumeMounts', deviceOrigin)] : [],
    )
    if (name !== '') names.add(name)
    if (!devicePath.split('/').includes('..')) paths.add(devicePath)
    return errors
  })
}

const deviceOrigin = 'pod/volume-device'

function validateDeviceName({name = ''}: VolumeDevice, names: ReadonlySet<string>, volumes: Volumes, path: FieldPath): FieldError[] {
  const volume = volumes.get(name)
  const isBlock = volume?.persistentVolumeClaim !== undefined || volume?.ephemeral !== undefined
  return allErrors(
    validateGiven(name, path, deviceOrigin),
    names.has(name) ? [invalid(path, name, 'must be unique', deviceOrigin)] : [],
    volume !== undefined && !isBlock
      ? [invalid(path, name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode', deviceOrigin)] : [],
    volume === undefined ? [notFound(path, name, deviceOrigin)] : [],
  )
}

const validateDevicePath = (devicePath: string, paths: ReadonlySet<string>, path: FieldPath): FieldError[] => allErrors(
  validateGiven(devicePath, path, deviceOrigin),
  paths.has(devicePath) ? [invalid(path, devicePath, 'must be unique', deviceOrigin)] : [],
  validateNoBacksteps(devicePath, path, deviceOrigin).map(() => invalid(path, devicePath, "can not contain backsteps ('..')", deviceOrigin)),
)
