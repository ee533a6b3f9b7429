import {type KubernetesVersion, onceForEachVersion} from '../../machinery/version/kubernetes-version.js'
import {apiType, tableOfKind} from '../../machinery/schema/api-tables.js'
import type {FieldTable} from '../../machinery/schema/field-table.js'
import type {KubeObject} from '../kind.js'

/** Fields of API types, by the names of the types. */
type FieldsByType = Readonly<Record<string, readonly string[]>>

/**
 * By version and feature gate, fields that the version drops because the gate is off by default (pkg/features; pkg/api/pod
 * `dropDisabledFields`, and others). Code common to newer and older versions is in the folders of the kinds.
 */
const disabled: Readonly<Partial<Record<KubernetesVersion, Readonly<Record<string, FieldsByType>>>>> = {
  '1.35': {
    GenericWorkload: {'core/v1.PodSpec': ['workloadRef']},
  },
  '1.37': {
    AtomicWriteVolumeUserFields: {
      'core/v1.SecretVolumeSource': ['defaultUser'],
      'core/v1.ConfigMapVolumeSource': ['defaultUser'],
      'core/v1.DownwardAPIVolumeSource': ['defaultUser'],
      'core/v1.ProjectedVolumeSource': ['defaultUser'],
      'core/v1.KeyToPath': ['user'],
      'core/v1.DownwardAPIVolumeFile': ['user'],
      'core/v1.ServiceAccountTokenProjection': ['user'],
      'core/v1.ClusterTrustBundleProjection': ['user'],
      'core/v1.PodCertificateProjection': ['user'],
    },
    DRADerivedAttributes: {'resource/v1.ExactDeviceRequest': ['derivedAttributes'], 'resource/v1.DeviceSubRequest': ['derivedAttributes']},
    DRADeviceCompatibilityGroups: {'resource/v1.DeviceCounterConsumption': ['compatibilityGroups']},
    DRANodeAllocatableResources: {'resource/v1.Device': ['nodeAllocatableResources']},
    DRAOptionalNodeOperations: {'resource/v1.ResourceSliceSpec': ['skipNodeOperations']},
    DRAPartitionableDevicesType: {'resource/v1.ResourceSliceSpec': ['partitionTypeAttribute']},
    EmptyDirVolumeMode: {'core/v1.EmptyDirVolumeSource': ['mode']},
    EvictionRequestAPI: {'core/v1.PodSpec': ['evictionResponders']},
    GRPCContainerProbeTLS: {'core/v1.GRPCAction': ['mode']},
    H2CContainerProbe: {'core/v1.HTTPGetAction': ['protocol']},
    InPlacePodVerticalScalingSchedulerPreemption: {'core/v1.NodeSpec': ['podPreemptionPolicy']},
    VolumeBindMountOptions: {'core/v1.VolumeMount': ['bindMountOptions']},
    WorkloadWithJob: {'batch/v1.JobSpec': ['scheduling']},
  },
}

/** All fields that a version drops; undefined if there are none. */
const allDisabled = onceForEachVersion((version): FieldsByType | undefined => {
  const gates = disabled[version]
  return gates && Object.values(gates).reduce((all, fields) => mergedWith(all, fields), {})
})

const mergedWith = (all: FieldsByType, more: FieldsByType): FieldsByType =>
  ({...all, ...Object.fromEntries(Object.entries(more).map(([type, names]) => [type, [...all[type] ?? [], ...names]]))})

/**
 * Returns an object without the fields that its version drops; the object itself if there are none.
 *
 * @param old the stored object, for an update: a server keeps the fields of a gate if the stored object has one of them
 */
export function withoutDisabled(object: KubeObject, version: KubernetesVersion, old?: KubeObject): KubeObject {
  const dropped = allDisabled(version)
  if (dropped === undefined) return object
  const type = tableOfKind(object.apiVersion, object.kind, version)
  if (type === undefined) return object
  const without = (value: KubeObject, fields: FieldsByType): KubeObject => reduced(value, type, {version, dropped: fields})
  if (old === undefined || without(old, dropped) === old) return without(object, dropped)
  const unused = Object.values(disabled[version] ?? {}).filter((fields) => without(old, fields) === old)
  return unused.reduce(without, object)
}

interface Dropping {
  readonly version: KubernetesVersion
  readonly dropped: FieldsByType
}

/** Returns a value without dropped fields, recursively; the value itself if there are none. */
function reduced<T extends object>(value: T, type: string, dropping: Dropping): T {
  const fields = apiType(type, dropping.version)?.fields ?? {}
  const before = Object.entries(value)
  const kept = before.filter(([name]) => dropping.dropped[type]?.includes(name) !== true)
  const after = kept.map(([name, item]) => [name, reducedItem(item, fields[name], dropping)] as const)
  return after.length === before.length && after.every(([, item], i) => item === before[i]?.[1]) ? value : Object.fromEntries(after) as T
}

function reducedItem(value: unknown, field: FieldTable | undefined, dropping: Dropping): unknown {
  if (typeof value !== 'object' || value === null || field === undefined) return value
  if (field.shape === 'struct') return reduced(value, field.type ?? '', dropping)
  if (field.shape !== 'list' || !Array.isArray(value)) return value
  const items = value.map((item) => reducedItem(item, field.element, dropping))
  return items.every((item, i) => item === value[i]) ? value : items
}
