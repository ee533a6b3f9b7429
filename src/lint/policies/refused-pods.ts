import {podSecurity} from '../../admission/plugins/pod-security/index.js'
import type {CheckContext, CheckedServer, PolicyCheck, PolicyFinding, RelatedPlace} from '../../admission/policy-check.js'
import {Cluster} from '../../cluster/cluster.js'
import type {ClusterOptions} from '../../cluster/options.js'
import type {Review} from '../../cluster/review.js'
import {chargesOf, maxCharges} from '../../controllers/workload/charge-limit.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {ControllerManager} from '../../controllers/workload/controller-manager.js'
import {anonymousNodes} from '../../controllers/workload/nodes.js'
import {RequestBudget} from '../../controllers/workload/request-budget.js'
import {areCertainlyAdmitted} from '../../controllers/workload/certain-admission.js'
import {cronJob} from '../../kinds/cron-job/index.js'
import {daemonSet} from '../../kinds/daemon-set/index.js'
import {deployment} from '../../kinds/deployment/index.js'
import {job} from '../../kinds/job/index.js'
import type {AnyKind, KubeObject} from '../../kinds/kind.js'
import {limitRange} from '../../kinds/limit-range/index.js'
import {namespace} from '../../kinds/namespace/index.js'
import {replicaSet} from '../../kinds/replica-set/index.js'
import {replicationController} from '../../kinds/replication-controller/index.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import {statefulSet} from '../../kinds/stateful-set/index.js'
import {encode} from '../../machinery/decode/encode.js'
import {FieldPath} from '../../machinery/field/path.js'

const workloads = [deployment, statefulSet, daemonSet, job, cronJob, replicaSet, replicationController] as unknown as readonly AnyKind[]

const [quotas, limitRanges, namespaces] = [resourceQuota as AnyKind, limitRange as AnyKind, namespace as AnyKind]

const subjects = {kinds: workloads, concern: () => true}

/**
 * Reports workloads that cannot create all their pods next to the policies and workloads of their set. The answers are those of kadm
 * simulate in an empty namespace with the same labels.
 */
export const refusedPodsChecks: readonly PolicyCheck[] = [
  {kinds: [quotas, limitRanges, namespaces], subjects, check},
  {
    kinds: [limitRanges, quotas, namespaces], subjects,
    check: (objects, context) => objects.some(({kind}) => kind === quotas.kind) ? [] : check(objects, context),
  },
]

/** Request budget that the simulated workloads of a namespace share, beyond their own budgets. A workload that exceeds it is not reported. */
export const maxRequests = 5000

function check(objects: readonly KubeObject[], {server, spend}: CheckContext): PolicyFinding[] {
  const others = objects.filter(({kind}) => kind !== namespaces.kind)
  if (chargesOf(others, {runs: false, rollouts: false}).count > maxCharges || areCertainlyAdmitted(others)) return []
  const declared = objects.find(({kind}) => kind === namespaces.kind)
  return simulateWorkloads(others, {...optionsOf(server), work: {spend}}, declared && named(declared, others))
}

/** Leaves out plugins that flags enable: with some of them the server does not start. */
const optionsOf = ({version, disabledPlugins, configurations}: CheckedServer): ClusterOptions =>
  ({kubernetesVersion: version, pluginConfigurations: configurations, disableAdmissionPlugins: disabledPlugins})

/** Returns the Namespace with the name that a kustomization gives to it. */
function named({metadata, ...declared}: KubeObject, objects: readonly KubeObject[]): KubeObject {
  const {labels = {}, name = ''} = metadata
  return {...declared, metadata: {name: objects[0]?.metadata.namespace ?? name, labels}}
}

/** Creates all objects in a cluster and lets the controllers work: exact, and slow. */
export function simulateWorkloads(objects: readonly KubeObject[], options: ClusterOptions = {}, declared?: KubeObject): PolicyFinding[] {
  const cluster = new Cluster(options)
  if (declared !== undefined) cluster.handle({operation: 'CREATE', object: encode(declared)})
  const nodes = anonymousNodes(1)
  const manager = new ControllerManager(cluster, {nodes: () => nodes, budget: new RequestBudget(maxRequests)})
  return objects.flatMap((object) => {
    const {allowed, object: stored} = cluster.handle({operation: 'CREATE', object: encode(object)})
    const workload = allowed && stored !== undefined ? manager.observe(stored) : undefined
    if (workload === undefined) return []
    workload.controller.trigger?.()
    manager.settle()
    return rejected(object, workload, objects)
  })
}

function rejected(object: KubeObject, {record, controller: {wanted}}: ControlledWorkload, all: readonly KubeObject[]): PolicyFinding[] {
  const [event] = record.failures
  if (event === undefined || record.isIncomplete || isReportedElsewhere(record)) return []
  const missing = wanted - Math.min(record.counts.alive, wanted)
  const field = missing < wanted && !['DaemonSet', 'Job', 'CronJob'].includes(object.kind) ? FieldPath.of('spec', 'replicas') : FieldPath.of('spec')
  const pods = wanted === 1 ? 'the only pod is denied' : `${missing === wanted ? 'all' : `${missing} of`} ${wanted} pods ${missing === 1 ? 'is' : 'are'} denied`
  const what = missing === 0 ? 'an object that it creates is denied' : pods
  return [{policy: object, field, ruleId: 'workload/refused-pods', severity: 'warning', message: `${what}: ${event.message}`, related: policiesOf(record, all)}]
}

/** Returns true if other rules report why: requests conflict with the limits of a LimitRange, or pods violate a level of Pod Security. */
function isReportedElsewhere({answers}: ControlledWorkload['record']): boolean {
  const rejections = reviewsOf(answers).filter(({allowed}) => !allowed)
  return rejections.length > 0 && rejections.every(({errors, steps}) =>
    steps.some(({plugin, rejection}) => plugin === podSecurity.name && rejection !== undefined)
    || (errors.length > 0 && errors.every(({origin}) => origin === 'resources/request-not-above-limit')))
}

/** Controllers send requests to the cluster itself, which returns complete reviews. */
const reviewsOf = (answers: ControlledWorkload['record']['answers']): Review[] => answers.map(({answer}) => answer as Review)

/** Returns the policies that rejected requests, with the fields that did. Requests that differ in their names have the same reasons. */
function policiesOf({answers}: ControlledWorkload['record'], all: readonly KubeObject[]): RelatedPlace[] {
  const reasons = reviewsOf(answers).flatMap(({steps}) => steps.flatMap(({rejection}) => rejection?.reasons ?? []))
  const places = reasons.flatMap(({message, cause}): RelatedPlace[] => {
    const policy = cause && all.find(({kind, metadata: {name}}) => kind === cause.policy.kind && name === cause.policy.metadata.name)
    return policy === undefined ? [] : [{policy, field: cause?.field ?? FieldPath.of('spec'), message: `${policy.kind} ${policy.metadata.name ?? ''}: ${message}`}]
  })
  return [...new Map(places.map((place) => [`${String(place.field)} ${place.message}`, place])).values()]
}
