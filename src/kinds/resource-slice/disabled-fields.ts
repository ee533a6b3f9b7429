import type {Device, DeviceAttribute, DeviceCapacity, ResourceSlice, ResourceSliceSpec} from '../../machinery/api/resource-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {defaultVersion, type Feature, hasFeature} from '../../machinery/version/kubernetes-version.js'

/** The fields of a feature gate. */
interface Gate {
  /** Undefined for a gate that is off by default in all versions. */
  readonly feature?: Feature
  readonly spec?: readonly (keyof ResourceSliceSpec)[]
  readonly device?: readonly (keyof Device)[]
  readonly attribute?: readonly (keyof DeviceAttribute)[]
  readonly capacity?: readonly (keyof DeviceCapacity)[]
}

const gates: readonly Gate[] = [
  {feature: 'draDeviceTaints', device: ['taints']},
  {feature: 'draPartitionableDevices', spec: ['sharedCounters', 'perDeviceNodeSelection'], device: ['consumesCounters', 'nodeName', 'nodeSelector', 'allNodes']},
  {feature: 'draDeviceBindingConditions', device: ['bindingConditions', 'bindingFailureConditions', 'bindsToNode']},
  {feature: 'draConsumableCapacity', device: ['allowMultipleAllocations'], capacity: ['requestPolicy']},
  {device: ['nodeAllocatableResourceMappings']},
  {attribute: ['bools', 'ints', 'strings', 'versions']},
]

/**
 * Returns a slice without the fields of features that the version has off by default; the server drops them silently, unless
 * the stored slice has one of them (pkg/registry/resource/resourceslice `dropDisabledFields`).
 */
export function withoutDisabledFields(slice: ResourceSlice, old: ResourceSlice | undefined, version = defaultVersion): ResourceSlice {
  const disabled = gates.filter((gate) => gate.feature === undefined || !hasFeature(version, gate.feature))
  const dropped = disabled.filter((gate) => old?.spec === undefined || reduced(old.spec, gate) === old.spec)
  return slice.spec === undefined ? slice : assign<ResourceSlice>(slice, {spec: dropped.reduce(reduced, slice.spec)})
}

function reduced(spec: ResourceSliceSpec, {spec: names, device, attribute, capacity}: Gate): ResourceSliceSpec {
  const {devices} = spec
  const kept = without(spec, names)
  if (devices === undefined) return kept
  return assign<ResourceSliceSpec>(kept, {devices: mapItems(devices, (each) => {
    const {attributes, capacity: capacities} = each
    return assign<Device>(without(each, device), {
      ...attributes && attribute && {attributes: eachWithout(attributes, attribute)},
      ...capacities && capacity && {capacity: eachWithout(capacities, capacity)},
    })
  })})
}

/** Returns an object without fields; the object itself if it has none of them. */
const without = <T extends object>(object: T, fields: readonly (keyof T)[] = []): T => fields.some((field) => object[field] !== undefined)
  ? Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field as keyof T))) as T : object

function eachWithout<T extends object>(values: Readonly<Record<string, T>>, fields: readonly (keyof T)[]): Readonly<Record<string, T>> {
  const reducedValues = Object.entries(values).map(([key, value]) => [key, without(value, fields)] as const)
  return reducedValues.every(([key, value]) => value === values[key]) ? values : Object.fromEntries(reducedValues)
}
