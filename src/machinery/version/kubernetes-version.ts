import {kubernetesVersions, versionInFull} from '../schema/versions.js'

export {kubernetesVersions} from '../schema/versions.js'

/** A version of Kubernetes whose answers kadm knows. */
export type KubernetesVersion = typeof kubernetesVersions[number]

/** The version that is emulated where none is named: its answers were recorded. */
export const defaultVersion: KubernetesVersion = versionInFull

/**
 * All differences between these versions, each with the first version that has it. Most are feature gates of that name, with the
 * first version in which they are on by default.
 */
const features = {
  /** Messages about label keys and values mention label keys and bytes, not qualified names and characters. */
  labelKeyTexts: '1.35',
  /** Messages about values of a wrong type name the embedded structs. */
  embeddedStructNames: '1.35',
  /** Warnings about quotas that allow more to be requested than to be used. */
  quotaWarnings: '1.35',
  containerRestartRules: '1.35',
  envFiles: '1.35',
  hostnameOverride: '1.35',
  imageVolume: '1.35',
  podTopologyLabels: '1.35',
  hpaConfigurableTolerance: '1.35',
  nodeDeclaredFeatures: '1.36',
  /** The admission plugin of that name, which came after the feature that it checks. */
  podResizeValidator: '1.36',
  restartAllContainersOnContainerExits: '1.36',
  relaxedServiceNameValidation: '1.36',
  strictIpCidrValidation: '1.36',
  /** A limit for the values of the attributes of a device, besides that for attributes and capacities. */
  attributeValueLimit: '1.36',
  draConsumableCapacity: '1.36',
  draDeviceBindingConditions: '1.36',
  draDeviceTaints: '1.36',
  draPartitionableDevices: '1.36',
  /** Errors about devices with the same name are about the device, and not about its name. */
  wholeDuplicateDevices: '1.35',
  mutablePodResourcesForSuspendedJobs: '1.36',
  mutableSchedulingDirectivesForSuspendedJobs: '1.36',
  /** ClusterTrustBundleProjection and PodCertificateRequest. */
  certificateProjections: '1.37',
  hpaGeneration: '1.37',
  hpaScaleToZero: '1.37',
  maxUnavailableStatefulSet: '1.37',
  podLevelResourcesFixDefaulting: '1.37',
  podLevelResourcesFixKubeletQosClass: '1.37',
  seLinuxMount: '1.37',
  /** The server keeps the namespaces of the host in pod specs, and not in security contexts. */
  hostNamespacesInPodSpec: '1.37',
  /** Templates may keep what is invalid now: volumes of images without references, and CAP_SYS_ADMIN without escalation. */
  invalidTemplatesKept: '1.37',
  /** Messages about owners name the position of each. */
  ownerReferencePositions: '1.37',
  /** Messages about StatefulSets name the fields that must not change. */
  immutableStatefulSetFields: '1.37',
  /** Selectors of Jobs are compared with generated ones only when the Job is made. */
  jobSelectorsOnCreate: '1.37',
  /** Rules that types state replace some of the server's own (declarative validation in its beta stage), with other texts. */
  declarativeValidation: '1.37',
  /** Messages about the end of a range of ports show the end and not the beginning. */
  endPortTexts: '1.37',
} as const satisfies Readonly<Record<string, KubernetesVersion>>

/** Something that differs between versions. */
export type Feature = keyof typeof features

/** True if a version has a feature. */
export const hasFeature = (version: KubernetesVersion, feature: Feature): boolean =>
  kubernetesVersions.indexOf(version) >= kubernetesVersions.indexOf(features[feature])

/**
 * The version of that name, the latest for none.
 *
 * @throws RangeError that lists the known ones, for a script that names another one
 */
export function knownVersion(name: string = defaultVersion): KubernetesVersion {
  const known = kubernetesVersions.find((version) => version === name)
  if (known === undefined) throw new RangeError(`unknown version of Kubernetes ${JSON.stringify(name)}: known are ${kubernetesVersions.join(', ')}`)
  return known
}

/** Returns a function that computes its result once for each version, when first asked for it. */
export function onceForEachVersion<T>(compute: (version: KubernetesVersion) => T): (version: KubernetesVersion) => T {
  const known = new Map<KubernetesVersion, T>()
  return (version) => {
    let result = known.get(version)
    if (result === undefined) known.set(version, result = compute(version))
    return result
  }
}
