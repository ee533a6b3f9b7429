import {stoppedClock} from '../../admission/clock.js'
import {firstBrokenByPod, tryPod, withDefaults} from '../../admission/plugins/limit-ranger/index.js'
import {podEvaluator} from '../../admission/plugins/resource-quota/index.js'
import type {KubeObject} from '../../kinds/kind.js'
import {limitRange} from '../../kinds/limit-range/index.js'
import {itemsOf} from '../../kinds/limit-range/items.js'
import {podOf} from '../../kinds/pod-of.js'
import {setResourceDefaults} from '../../kinds/pod/resources/defaults.js'
import {isMirrorPod} from '../../kinds/pod/metadata/annotations.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import type {Container, LimitRange, Pod, PodSpec, ResourceQuota} from '../../machinery/api/core-v1.js'
import {maxInt64} from '../../machinery/go/decimal.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {noResources, type ResourceList} from '../../machinery/quantity/resource-list.js'

/**
 * True if arithmetic shows that the policies admit all pods of the workloads: each pod under the LimitRanges, and all objects that
 * the workloads create, with any scopes, under each quota. False proves nothing.
 *
 * @param objects valid LimitRanges, ResourceQuotas and workloads of one namespace with their API defaults, LimitRanges sorted by name
 */
export function areCertainlyAdmitted(objects: readonly KubeObject[]): boolean {
  const quotas = objects.filter(isQuota)
  const limitRanges = objects.filter(isLimitRange).map(firstLike)
  if (quotas.some(({spec}) => spec?.scopeSelector !== undefined) || !limitRanges.every(hasUsualDefaults)) return false
  const bounds = quotas.map(({spec}) => spec?.hard ?? noResources)
  const required = [...new Set(bounds.flatMap((hard) => Object.keys(hard)))]
  const usage = new Usage()
  for (const object of objects) {
    const creation = creationOf(object)
    if (creation === undefined) return false
    const {counted, pods} = creation
    for (const name of counted) usage.add(name, Quantity.one, 1)
    if (pods === 0) continue
    const pod = admittedPod(object, limitRanges)
    if (pod === undefined || evaluator.constraints?.(required, pod).length !== 0) return false
    if (quotas.length > 0) usage.addAll(evaluator.usage(pod), pods)
  }
  return bounds.every((hard) => usage.fitsInto(hard))
}

const isQuota = (object: KubeObject): object is ResourceQuota => object.kind === resourceQuota.kind

const isLimitRange = (object: KubeObject): object is LimitRange => object.kind === limitRange.kind

/** The first LimitRange with the same spec, which copies share: LimitRanger caches what it computes from a LimitRange. */
function firstLike(policy: LimitRange): LimitRange {
  const {spec = none} = policy
  let first = firstOf.get(spec)
  if (first === undefined) firstOf.set(spec, first = policy)
  return first
}

const none = {}
const firstOf = new WeakMap<object, LimitRange>()

const evaluator = podEvaluator(stoppedClock)

/** Sums of created objects, by the keys of quotas. */
class Usage {
  private readonly amounts = new Map<string, Quantity>()

  add(name: string, amount: Quantity, times: number): void {
    const more = times === 1 ? amount : amount.times(BigInt(times))
    const known = this.amounts.get(name)
    this.amounts.set(name, known === undefined ? more : known.add(more))
  }

  addAll(list: ResourceList, times: number): void {
    for (const [name, amount] of Object.entries(list)) this.add(name, amount, times)
  }

  /** True if no sum exceeds a bound, and the server's arithmetic of 64 bits is exact. */
  fitsInto(hard: ResourceList): boolean {
    return Object.entries(hard).every(([name, bound]) => {
      const amount = this.amounts.get(name)
      return amount === undefined || (amount.compare(bound) <= 0 && amount.milliValue() < maxInt64)
    })
  }
}

/** The keys that count created objects, and the maximum number of pods. */
interface Creation {
  readonly counted: readonly string[]
  readonly pods: number
}

interface Spec {
  readonly replicas?: number
  readonly parallelism?: number
  readonly volumeClaimTemplates?: readonly object[]
  readonly jobTemplate?: {readonly spec?: {readonly parallelism?: number}}
}

/** The objects that exist once an object's controller has created all of its objects; undefined if arithmetic cannot predict them. */
function creationOf({kind, metadata: {name = ''}, spec = {}}: KubeObject & {readonly spec?: Spec}): Creation | undefined {
  if (name.length > longestName) return undefined
  const {replicas = 1, parallelism = 1, volumeClaimTemplates = []} = spec
  switch (kind) {
    case 'LimitRange': return {counted: ['count/limitranges'], pods: 0}
    case 'ResourceQuota': return {counted: ['count/resourcequotas', 'resourcequotas'], pods: 0}
    case 'Deployment': return {counted: ['count/deployments.apps', 'count/replicasets.apps'], pods: replicas}
    case 'ReplicaSet': return {counted: ['count/replicasets.apps'], pods: replicas}
    case 'ReplicationController': return {counted: ['count/replicationcontrollers', 'replicationcontrollers'], pods: replicas}
    case 'StatefulSet': return volumeClaimTemplates.length > 0 ? undefined : {counted: ['count/statefulsets.apps'], pods: replicas}
    case 'DaemonSet': return {counted: ['count/daemonsets.apps'], pods: 1}
    case 'Job': return {counted: ['count/jobs.batch'], pods: parallelism}
    case 'CronJob': return {counted: ['count/cronjobs.batch', 'count/jobs.batch'], pods: spec.jobTemplate?.spec?.parallelism ?? 1}
    default: return undefined
  }
}

/** Controllers put the name of a workload into names and labels, whose length is limited. */
const longestName = 40

/** A pod of a workload with all defaults; undefined if it may be rejected. */
function admittedPod(object: KubeObject, limitRanges: readonly LimitRange[]): Pod | undefined {
  const pod = podOf(object)?.pod
  if (pod?.spec === undefined || !isUsual(pod.spec) || isMirrorPod(pod)) return undefined
  const sized: Pod = {...pod, spec: setResourceDefaults(pod.spec)}
  const filled = withDefaults(sized, limitRanges)
  // The resources of a template are valid.
  const isAdmitted = filled === sized ? firstBrokenByPod(filled, limitRanges) === undefined : tryPod(filled, limitRanges).length === 0
  return isAdmitted ? filled : undefined
}

/** The fields for which no admission plugin has rules, and which are valid in a pod if they are in a template. */
const usualFields: ReadonlySet<string> = new Set([
  'activeDeadlineSeconds', 'affinity', 'automountServiceAccountToken', 'containers', 'dnsConfig', 'dnsPolicy', 'enableServiceLinks', 'hostAliases', 'hostIPC',
  'hostNetwork', 'hostPID', 'hostname', 'imagePullSecrets', 'initContainers', 'nodeSelector', 'priorityClassName', 'readinessGates', 'restartPolicy',
  'schedulerName', 'securityContext', 'serviceAccount', 'serviceAccountName', 'setHostnameAsFQDN', 'shareProcessNamespace', 'subdomain',
  'terminationGracePeriodSeconds', 'tolerations', 'topologySpreadConstraints', 'volumes',
])

const usualResources: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage'])

const isUsual = (spec: PodSpec): boolean => Object.keys(spec).every((field) => usualFields.has(field))
  && (spec.volumes ?? []).every(({projected}) => projected === undefined)
  && (spec.containers ?? []).every(isUsualContainer) && (spec.initContainers ?? []).every(isUsualContainer)

/** A template may have spaces around the name of an image. */
const isUsualContainer = ({image = '', resources = {}}: Container): boolean => image.trim() === image && hasUsual(resources.requests) && hasUsual(resources.limits)

const hasUsual = (list: ResourceList | undefined): boolean => list === undefined || Object.keys(list).every((name) => usualResources.has(name))

const hasUsualDefaults = (policy: LimitRange): boolean => itemsOf(policy).every((item) => hasUsual(item.default) && hasUsual(item.defaultRequest))
