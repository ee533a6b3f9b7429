import type {Pod, PodAffinity, PodSpec, PodStatus} from '../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {assign, mapItems, merge} from '../../machinery/collections/immutable.js'
import {rememberSharedWith, shareWith} from '../../machinery/collections/shared.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import type {LabelSelector, LabelSelectorRequirement} from '../../machinery/api/meta-v1.js'
import {dropDisabledFields} from './disabled-fields.js'
import {setLatePodLevelDefaults} from './resources/pod-level-defaults.js'
import {qosClass} from './resources/qos.js'
import type {LabelKeys} from './scheduling/pod-affinity.js'
import {withAppArmorFields} from './security/profile-annotations.js'

/** Prepares a pod for validation on create (pod strategy `PrepareForCreate`; spec pod 3). */
export function preparePodCreate(pod: Pod, version = defaultVersion): Pod {
  const {metadata, spec = {}} = pod
  const settled = withAppArmorFields(withLabelTerms(keepEnabledFields(spec, version), metadata.labels ?? {}), metadata.annotations)
  const prepared = setLatePodLevelDefaults(settled, version)
  return merge(pod, {metadata: assign<ObjectMeta>(metadata, {generation: 1}), spec: prepared, status: firstStatus(pod, prepared, version)})
}

const keepEnabledFields = rememberSharedWith((spec: PodSpec, version: KubernetesVersion) => shareWith(spec, dropDisabledFields(spec, version)))

const gated = {type: 'PodScheduled', status: 'False', reason: 'SchedulingGated', message: 'Scheduling is blocked due to non-empty scheduling gates'}

function firstStatus(pod: Pod, prepared: PodSpec, version: KubernetesVersion): PodStatus {
  const isGated = (prepared.schedulingGates ?? []).length > 0
  return {phase: 'Pending', qosClass: firstClass(pod, prepared, version), ...isGated && {conditions: [gated]}}
}

/** Older servers accept the QoS class of the request (qos `GetPodQOS`), and compute a missing one before they drop fields. */
const firstClass = ({spec = {}, status}: Pod, prepared: PodSpec, version: KubernetesVersion): string =>
  hasFeature(version, 'podLevelResourcesFixDefaulting') ? qosClass(prepared, version) : status?.qosClass || qosClass(spec)

type Labels = Readonly<Record<string, string>>

/** Returns the spec with selector terms for the pod's own labels in `matchLabelKeys` and `mismatchLabelKeys` (`mutatePodAffinity`, `mutateTopologySpreadConstraints`). */
function withLabelTerms(spec: PodSpec, labels: Labels): PodSpec {
  const {affinity, topologySpreadConstraints: constraints} = spec
  const {podAffinity, podAntiAffinity} = affinity ?? {}
  if (podAffinity === undefined && podAntiAffinity === undefined && constraints === undefined) return spec
  return assign<PodSpec>(spec, {
    ...affinity && {affinity: assign(affinity, {
      ...podAffinity && {podAffinity: withAffinityTerms(podAffinity, labels)},
      ...podAntiAffinity && {podAntiAffinity: withAffinityTerms(podAntiAffinity, labels)},
    })},
    ...constraints && {topologySpreadConstraints: mapItems(constraints, (constraint) => withTerms(constraint, labels))},
  })
}

function withAffinityTerms(affinity: PodAffinity, labels: Labels): PodAffinity {
  const terms = affinity.requiredDuringSchedulingIgnoredDuringExecution
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution
  return assign<PodAffinity>(affinity, {
    ...terms && {requiredDuringSchedulingIgnoredDuringExecution: mapItems(terms, (term) => withTerms(term, labels))},
    ...preferred && {preferredDuringSchedulingIgnoredDuringExecution: mapItems(preferred, (weighted) =>
      weighted.podAffinityTerm === undefined ? weighted : assign(weighted, {podAffinityTerm: withTerms(weighted.podAffinityTerm, labels)}))},
  })
}

function withTerms<T extends LabelKeys>(term: T, labels: Labels): T {
  const {labelSelector, matchLabelKeys = [], mismatchLabelKeys = []} = term
  if (labelSelector === undefined) return term
  const termsOf = (keys: readonly string[], operator: string): LabelSelectorRequirement[] =>
    keys.flatMap((key) => Object.hasOwn(labels, key) ? [{key, operator, values: [labels[key] ?? '']}] : [])
  const added = [...termsOf(matchLabelKeys, 'In'), ...termsOf(mismatchLabelKeys, 'NotIn')]
  if (added.length === 0) return term
  return {...term, labelSelector: {...labelSelector, matchExpressions: [...labelSelector.matchExpressions ?? [], ...added]} satisfies LabelSelector}
}
