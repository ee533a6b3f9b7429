import {type KubernetesVersion, kubernetesVersions} from '../machinery/version/kubernetes-version.js'

/**
 * The admission plugins that are compiled into kube-apiserver of any known version, in their order, whether kadm has them or not
 * (kubeapiserver options `AllOrderedPlugins`; spec apimachinery 6.2).
 */
export const compiledInPlugins: readonly string[] = [
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceLifecycle',
  'NamespaceExists',
  'LimitPodHardAntiAffinityTopology',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'TaintNodesByCondition',
  'AlwaysPullImages',
  'ImagePolicyWebhook',
  'PodSecurity',
  'PodNodeSelector',
  'Priority',
  'DefaultTolerationSeconds',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'PodGroupProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'PodTopologyLabels',
  'PodGroupWorkloadExists',
  'NodeDeclaredFeatureValidator',
  'JobValidation',
  'PodResizeValidator',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
  'AlwaysDeny',
]

/** The first version of Kubernetes with each plugin that not all have, and the first without it again. */
const versions: ReadonlyMap<string, {readonly since: KubernetesVersion, readonly until?: KubernetesVersion}> = new Map([
  ['PodGroupProtection', {since: '1.36'}],
  ['PodGroupWorkloadExists', {since: '1.36', until: '1.37'}],
  ['NodeDeclaredFeatureValidator', {since: '1.35'}],
  ['JobValidation', {since: '1.36', until: '1.37'}],
  ['PodResizeValidator', {since: '1.36'}],
])

/** True if a version of kube-apiserver knows the plugin; otherwise it does not start with a flag that names it. */
export function isCompiledIn(name: string, version: KubernetesVersion): boolean {
  const known = versions.get(name)
  if (known === undefined) return compiledInPlugins.includes(name)
  const position = kubernetesVersions.indexOf(version)
  return kubernetesVersions.indexOf(known.since) <= position && (known.until === undefined || position < kubernetesVersions.indexOf(known.until))
}
