import type {Device, ResourcePool, ResourceSliceSpec} from '../../machinery/api/resource-v1.js'
import {allErrors, FieldError, invalid, required, tooLong} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateText} from '../../machinery/field/text-rules.js'
import {byteLength} from '../../machinery/go/text.js'
import {dns1123Subdomain} from '../../machinery/meta/names.js'
import {hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validateTerms} from '../pod/scheduling/node-affinity.js'
import {validateDriverName} from '../shared/name-rules.js'
import {validateDistinct} from '../resource-claim/validate-request.js'
import {internalForm} from '../shared/internal-form.js'
import {validateUnchanged} from '../shared/internal-equal.js'
import {validateCounterSet} from './validate-counters.js'
import {validateDevice} from './validate-device.js'

/** The stored slice, if there is one, and the version of the server. */
export interface SliceContext {
  readonly old: ResourceSliceSpec | undefined
  readonly version: KubernetesVersion
}

const maxDevices = 128

/** The maximum number of devices in a slice with taints or counters. */
const maxAdvancedDevices = 64

const maxCounterSets = 8

const maxPoolName = 253

/** The rules for the spec of a slice (resource validation `validateResourceSliceSpec`; spec more-kinds 12). */
export function validateSlice(spec: ResourceSliceSpec, path: FieldPath, context: SliceContext): FieldError[] {
  const {driver, pool = {}, devices, sharedCounters, perDeviceNodeSelection} = spec
  const {old, version} = context
  return allErrors(
    validateDriverName(driver, path.child('driver'), 'resource-slice/pool'),
    validatePool(pool, path.child('pool')),
    old === undefined ? [] : validateChange(spec, old, path),
    validateNodes(spec, path),
    sharedCounters !== undefined && devices !== undefined ? [invalid(path, '', 'only one of `sharedCounters` or `devices` is allowed', 'resource-slice/counters')] : [],
    validateDistinct(devices ?? [], isAdvanced(devices ?? []) ? maxAdvancedDevices : maxDevices, (device, at) => {
      const known = old?.devices?.find(({name = ''}) => name === (device.name ?? ''))
      return validateDevice(device, at, {known, choosesNodes: perDeviceNodeSelection === true, version})
    }, ({name = ''}) => name, path.child('devices'), 'resource-slice/device-name').map((error) => withName(error, version)),
    validateDistinct(sharedCounters ?? [], maxCounterSets, validateCounterSet, ({name = ''}) => name, path.child('sharedCounters'), 'resource-slice/counters'),
  )
}

/** Older servers report the name of a device that another one has. */
const withName = (error: FieldError, version: KubernetesVersion): FieldError =>
  error.type === 'Duplicate' && error.field.steps().length === 3 && !hasFeature(version, 'wholeDuplicateDevices')
    ? new FieldError(error.type, error.field.child('name'), error.badValue, error.detail, error.origin) : error

const isAdvanced = (devices: readonly Device[]): boolean =>
  devices.some(({taints = [], consumesCounters = []}) => taints.length > 0 || consumesCounters.length > 0)

function validatePool({name = '', resourceSliceCount = 0, generation = 0}: ResourcePool, path: FieldPath): FieldError[] {
  const [origin, place] = ['resource-slice/pool', path.child('name')] as const
  return allErrors(
    name === '' ? [required(place, '', origin)] : allErrors(
      byteLength(name) > maxPoolName ? [tooLong(place, maxPoolName, origin)] : [],
      name.split('/').flatMap((part) => validateText(part, dns1123Subdomain, place, origin)),
    ),
    resourceSliceCount <= 0 ? [invalid(path.child('resourceSliceCount'), resourceSliceCount, 'must be greater than zero', origin)] : [],
    generation < 0 ? [invalid(path.child('generation'), generation, 'must be greater than or equal to zero', origin)] : [],
  )
}

const validateChange = (spec: ResourceSliceSpec, old: ResourceSliceSpec, path: FieldPath): FieldError[] => allErrors(
  validateUnchanged('', spec.pool?.name, old.pool?.name, path.child('pool', 'name'), 'resource-slice/immutable'),
  validateUnchanged('', spec.driver, old.driver, path.child('driver'), 'resource-slice/immutable'),
  validateUnchanged('*', spec.nodeName, old.nodeName, path.child('nodeName'), 'resource-slice/immutable'),
)

const sliceNodes = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required'

/** The rules for the nodes that can use the devices. */
function validateNodes({nodeName, nodeSelector, allNodes, perDeviceNodeSelection}: ResourceSliceSpec, path: FieldPath): FieldError[] {
  const origin = 'resource-slice/nodes'
  const terms = nodeSelector?.nodeSelectorTerms
  const set = [
    ...nodeName ? ['`nodeName`'] : [], ...nodeSelector ? ['`nodeSelector`'] : [], ...allNodes === true ? ['`allNodes`'] : [],
    ...perDeviceNodeSelection === true ? ['`perDeviceNodeSelection`'] : [],
  ]
  return allErrors(
    nodeName === undefined ? [] : nodeName === '' ? [invalid(path.child('nodeName'), nodeName, 'must be either unset or set to a non-empty string', origin)]
      : validateText(nodeName, dns1123Subdomain, path.child('nodeName'), origin),
    nodeSelector === undefined ? [] : validateTerms(terms ?? [], path.child('nodeSelector', 'nodeSelectorTerms')),
    nodeSelector === undefined || terms?.length === 1 ? []
      : [invalid(path.child('nodeSelector', 'nodeSelectorTerms'), internalForm('[]NodeSelectorTerm', terms), 'must have exactly one node selector term', origin)],
    (['allNodes', 'perDeviceNodeSelection'] as const).flatMap((field) => ({allNodes, perDeviceNodeSelection})[field] === false
      ? [invalid(path.child(field), false, 'must be either unset or set to true', origin)] : []),
    set.length === 1 ? [] : set.length === 0 ? [required(path, sliceNodes, origin)]
      : [invalid(path, `{${set.join(', ')}}`, `${sliceNodes}, but multiple fields are set`, origin)],
  )
}
