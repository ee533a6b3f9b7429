import type {Device, DeviceTaint} from '../../machinery/api/resource-v1.js'
import {repeated} from '../../machinery/collections/repeated.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {allErrors, duplicate, type FieldError, invalid, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateText, validateWord} from '../../machinery/field/text-rules.js'
import {dns1123Label, dns1123Subdomain, labelValue, qualifiedName} from '../../machinery/meta/names.js'
import {hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validateTerms} from '../pod/scheduling/node-affinity.js'
import {validateDistinct, validateLimited} from '../resource-claim/validate-request.js'
import {validateAttributes} from './validate-attributes.js'
import {validateCapacities} from './validate-capacity.js'
import {validateConsumption} from './validate-counters.js'

/** The slice of a device. */
export interface DeviceContext {
  /** The stored device with the same name, if there is one. */
  readonly known: Device | undefined
  /** True if each device states its nodes. */
  readonly choosesNodes: boolean
  readonly version: KubernetesVersion
}

const maxTaints = 16

const maxConsumptions = 2

const maxAttributesAndCapacities = 32

const maxValues = 48

/** The rules for a device (resource validation `validateDevice`; spec more-kinds 12). */
export function validateDevice(device: Device, path: FieldPath, {known, choosesNodes, version}: DeviceContext): FieldError[] {
  const {name = '', attributes = {}, capacity = {}, taints = [], consumesCounters = [], allowMultipleAllocations = false} = device
  const values = Object.keys(attributes).length
  const both = values + Object.keys(capacity).length
  return allErrors(
    validateText(name, dns1123Label, path.child('name'), 'resource-slice/device-name'),
    both > maxAttributesAndCapacities ? [invalid(path, both, `the total number of attributes and capacities must not exceed ${maxAttributesAndCapacities}`, 'resource-slice/attributes')] : [],
    values > maxValues && hasFeature(version, 'attributeValueLimit') ? [invalid(path, values, `the total number of attribute values must not exceed ${maxValues}`, 'resource-slice/attributes')] : [],
    validateAttributes(attributes, path.child('attributes'), version),
    validateCapacities(capacity, allowMultipleAllocations, path.child('capacity')),
    known !== undefined && semanticEqual(known.taints, device.taints) ? []
      : validateLimited(taints, maxTaints, validateTaint, path.child('taints'), 'resource-slice/taints'),
    validateDistinct(consumesCounters, maxConsumptions, validateConsumption, ({counterSet = ''}) => counterSet, path.child('consumesCounters'), 'resource-slice/counters'),
    choosesNodes ? validateNodes(device, path) : validateNoNodes(device, path),
    validateBinding(device, path),
  )
}

/** The rules for a taint (resource validation `validateDeviceTaint`). */
function validateTaint({key = '', value = '', effect = ''}: DeviceTaint, path: FieldPath): FieldError[] {
  const origin = 'resource-slice/taints'
  return allErrors(
    validateText(key, qualifiedName, path.child('key'), origin),
    validateText(value, labelValue, path.child('value'), origin),
    effect === '' ? [required(path.child('effect'), '', origin)] : validateWord(effect, ['NoExecute', 'NoSchedule', 'None'], path.child('effect'), origin),
  )
}

const ownNodes = 'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec'

function validateNodes({nodeName, nodeSelector, allNodes}: Device, path: FieldPath): FieldError[] {
  const origin = 'resource-slice/nodes'
  const set = [...nodeName ? ['`nodeName`'] : [], ...nodeSelector ? ['`nodeSelector`'] : [], ...allNodes === true ? ['`allNodes`'] : []]
  return allErrors(
    nodeName === undefined ? [] : nodeName === '' ? [invalid(path.child('nodeName'), nodeName, 'must not be empty', origin)]
      : validateText(nodeName, dns1123Subdomain, path.child('nodeName'), origin),
    nodeSelector === undefined ? [] : validateTerms(nodeSelector.nodeSelectorTerms ?? [], path.child('nodeSelector', 'nodeSelectorTerms')),
    allNodes === false ? [invalid(path.child('allNodes'), allNodes, 'must be either unset or set to true', origin)] : [],
    set.length === 1 ? [] : [set.length === 0 ? required(path, ownNodes, origin) : invalid(path, `{${set.join(', ')}}`, ownNodes, origin)],
  )
}

const validateNoNodes = ({nodeName, nodeSelector, allNodes}: Device, path: FieldPath): FieldError[] => (nodeName ?? nodeSelector ?? allNodes) === undefined ? []
  : [invalid(path, null, '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec', 'resource-slice/nodes')]

const maxConditions = 4

/** The rules for the conditions under which a device is bound (resource validation `validateDeviceBindingParameters`). */
function validateBinding({bindingConditions, bindingFailureConditions}: Device, path: FieldPath): FieldError[] {
  const origin = 'resource-slice/binding-conditions'
  const [place, failurePlace] = [path.child('bindingConditions'), path.child('bindingFailureConditions')]
  const [conditions, failures] = [bindingConditions ?? [], bindingFailureConditions ?? []]
  const validateAll = (list: readonly string[], at: FieldPath): FieldError[] =>
    validateLimited(list, maxConditions, (condition, each) => validateText(condition, qualifiedName, each, origin), at, origin)
  const validateUnique = (list: readonly string[], at: FieldPath): FieldError[][] =>
    repeated(list).map((isKnown, i) => isKnown ? [duplicate(at.index(i), list[i], origin)] : [])
  const [known, repeatedFailures] = [new Set(conditions), validateUnique(failures, failurePlace)]
  return allErrors(
    validateAll(conditions, place),
    validateAll(failures, failurePlace),
    validateUnique(conditions, place).flat(),
    failures.flatMap((condition, i) => allErrors(
      repeatedFailures[i] ?? [],
      known.has(condition) ? [invalid(failurePlace.index(i), condition, 'bindingFailureConditions must not overlap with bindingConditions', origin)] : [],
    )),
    conditions.length === 0 && failures.length > 0 ? [invalid(place, bindingConditions ?? null, 'bindingConditions are required to use bindingFailureConditions', origin)] : [],
    failures.length === 0 && conditions.length > 0
      ? [invalid(failurePlace, bindingFailureConditions ?? null, 'bindingFailureConditions are required to use bindingConditions', origin)] : [],
  )
}
