import {textOf} from '../machinery/go/json-value.js'
import {compareText} from '../machinery/go/text.js'
import type {Manifest} from '../manifests/manifest.js'
import {isPolicyManifest} from './policies.js'

/**
 * The order in which Helm installs kinds (`InstallOrder` in pkg/release/v1/util/kind_sorter.go of Helm 4). Argo CD
 * has copied the list (`kindOrder` in pkg/sync/sync_tasks.go of gitops-engine). kadm adds the kinds of its own policies, which no
 * cluster serves: the usage of a quota after the quota, MetadataPolicies after the LimitRanges.
 */
export const installOrder: readonly string[] = [
  'PriorityClass', 'Namespace', 'NetworkPolicy', 'ResourceQuota', 'ResourceQuotaUsage', 'LimitRange', 'MetadataPolicy', 'PodSecurityPolicy',
  'PodDisruptionBudget', 'ServiceAccount', 'Secret', 'SecretList', 'ConfigMap', 'StorageClass', 'PersistentVolume', 'PersistentVolumeClaim',
  'CustomResourceDefinition', 'ClusterRole', 'ClusterRoleList', 'ClusterRoleBinding', 'ClusterRoleBindingList', 'Role', 'RoleList',
  'RoleBinding', 'RoleBindingList', 'Service', 'DaemonSet', 'Pod', 'ReplicationController', 'ReplicaSet', 'Deployment',
  'HorizontalPodAutoscaler', 'StatefulSet', 'Job', 'CronJob', 'IngressClass', 'Ingress', 'APIService', 'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
]

const ranks: ReadonlyMap<string, number> = new Map(installOrder.map((kind, i) => [kind, i]))

/**
 * Sorts objects into install order, each group in the order of `installOrder`. Policies and objects that admission looks up come first:
 * they are in force from the start. Other kinds come last, by kind, as in Helm. Objects of one kind
 * keep the order of the files.
 */
export function inInstallOrder(manifests: readonly Manifest[]): readonly Manifest[] {
  const ranked = manifests.map((manifest) => ({manifest, kind: textOf(manifest.body['kind']), isPolicy: isPolicyManifest(manifest)}))
  ranked.sort((a, b) => Number(b.isPolicy) - Number(a.isPolicy) || compareKinds(a.kind, b.kind))
  return ranked.map(({manifest}) => manifest)
}

function compareKinds(a: string, b: string): number {
  const [first, second] = [ranks.get(a), ranks.get(b)]
  if (first === undefined && second === undefined) return compareText(a, b)
  return (first ?? installOrder.length) - (second ?? installOrder.length)
}

/** The orders in which objects can be sent: that of an installation, or that of the files. */
export const sendOrders = ['install', 'files'] as const

export type SendOrder = typeof sendOrders[number]
