import {exceededQuotaText} from '../../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../../cluster/cluster.js'
import type {Revision} from '../../controllers/workload/revision.js'
import {countOf} from '../../controllers/workload/pod.js'
import type {Template} from '../../controllers/workload/template.js'
import type {WorkloadRecord} from '../../controllers/workload/workload-record.js'
import {merge} from '../../machinery/collections/immutable.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {shownSuffix} from '../../machinery/meta/names.js'
import type {FailureEvent} from './types.js'

/** Longer names are cut off in the names of pods, so that the results of their scenarios differ in more than the name. */
const longestName = 40

/** Templates with more metadata than this, in characters of JSON, may reach the limit of the API server when a controller adds an annotation. */
const maxMetadata = 100_000

interface Spec {
  readonly template: Template
  readonly replicas: number
  readonly [field: string]: unknown
}

/** The fields of a container that neither LimitRanges nor quotas nor kubelets read. */
const ignoredContainerFields = new Set([
  'name', 'image', 'imagePullPolicy', 'command', 'args', 'env', 'envFrom', 'ports', 'volumeMounts', 'livenessProbe', 'readinessProbe', 'startupProbe',
])

/** The same for the spec of a pod. */
const ignoredPodFields = new Set(['volumes', 'serviceAccount', 'serviceAccountName', 'containers', 'initContainers'])

/** A workload and its pods in a cluster. */
export interface DeploymentState {
  readonly object: JsonObject
  readonly revisions: readonly Revision[]
  readonly snapshot: {readonly cluster: Cluster}
}

/**
 * Describes a Deployment in a snapshot by all that scenarios depend on: Deployments with the same text get the same results, which
 * differ only in their names.
 *
 * @returns undefined if the results may depend on more: on names, on pods that existed before, or on rejections other than those
 * of full quotas. If some of its pods were rejected, a recount after the deletion of the others may change the format of amounts in
 * messages.
 */
export function resultKey(state: DeploymentState, record: RecordedAnswers): string | undefined {
  if (state.object['kind'] !== 'Deployment' || !differsOnlyInNames(state, record)) return undefined
  const {object, revisions: [revision]} = state
  const {spec: {replicas, template: {spec: pod = {}}}} = object as unknown as {readonly spec: Spec}
  const areWhole = [0, replicas].includes(countOf(revision?.pods ?? []))
  if (!areWhole) return undefined
  return JSON.stringify([...shapeOf(state, object), without(pod, ignoredPodFields), ...containersOf(pod, ignoredContainerFields)])
}

/** The request for a pod of a Deployment; undefined if rollouts depend on more than the spec and the number of pods that fit into quotas. */
export const podRequest = (state: DeploymentState, record: RecordedAnswers): JsonObject | undefined =>
  state.object['kind'] === 'Deployment' && differsOnlyInNames(state, record) ? record.answers.find(isForPod)?.request : undefined

/** The request for one more pod of a StatefulSet or DaemonSet, with a free name; undefined if its pods differ in more than names and nodes. */
export function replacementRequest(state: DeploymentState, record: RecordedAnswers): JsonObject | undefined {
  const {kind} = state.object
  const isReplaced = kind === 'DaemonSet' || kind === 'StatefulSet'
  const request = isReplaced && differsOnlyInNames(state, record) ? record.answers.find(isForPod)?.request : undefined
  const {name, ...metadata} = (request?.['metadata'] ?? {}) as {readonly name?: string}
  return request && (name === undefined ? request : merge(request, {metadata: {...metadata, name: `${name}-new`}}))
}

type RecordedAnswers = Pick<WorkloadRecord, 'answers'>

/** True for a workload whose scenarios depend on nothing but its spec, its pods of the same template, and quotas. */
function differsOnlyInNames({object, revisions: [revision, ...others], snapshot: {cluster}}: DeploymentState, {answers}: RecordedAnswers): boolean {
  const {template: ownTemplate} = object['spec'] as unknown as Spec
  if (others.length > 0 || dependsOnNames(object, ownTemplate, cluster)) return false
  const {spec: pod = {}} = ownTemplate
  const {template, pods = []}: Partial<Revision> = revision ?? {}
  const areOfTemplate = (template === undefined || template.spec === pod) && pods.every(({request}) => request !== undefined)
  return areOfTemplate && onlyQuotasReject(answers)
}

/** True if policies or limits may answer requests for the pods of a workload in different ways that differ only in their names. */
export function dependsOnNames({metadata: own}: JsonObject, {metadata = {}}: Template, cluster: Cluster): boolean {
  const {name, namespace = 'default'} = own as {readonly name: string, readonly namespace?: string}
  return name.length > longestName || cluster.readsNames(namespace) || JSON.stringify(metadata).length > maxMetadata
}

/** The fields of a Deployment and of its pods that controllers read. */
function shapeOf({revisions: [revision]}: DeploymentState, object: JsonObject): unknown[] {
  const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
  const {template: {metadata = {}}, selector: _selector, ...spec} = object['spec'] as unknown as Spec
  const {replicas = 0, template, pods = []}: Partial<Revision> = revision ?? {}
  return [
    namespace, spec, metadata.finalizers ?? [], template !== undefined, replicas,
    pods.map(({state, count, slot, graceSeconds}) => [state, count, slot, graceSeconds]),
  ]
}

/** True if pods were admitted or rejected by full quotas, and nothing was rejected for another reason. */
const onlyQuotasReject = (answers: WorkloadRecord['answers']): boolean =>
  answers.some(isForPod) && answers.every(({answer}) => answer.allowed || answer.status.message.includes(exceededQuotaText))

const isForPod = ({request}: WorkloadRecord['answers'][number]): boolean => request['kind'] === 'Pod'

/** The containers of a pod and the init containers, without some fields. */
const containersOf = ({containers, initContainers}: JsonObject, fields: ReadonlySet<string>): JsonObject[][] =>
  [containers, initContainers].map((list) => ((list ?? []) as readonly JsonObject[]).map((container) => without(container, fields)))

const without = (object: JsonObject, fields: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([field]) => !fields.has(field)))

/** The failure of another Deployment that is like this one. */
export const renamedFailure = ({name, message, ...event}: FailureEvent, from: string, to: string): FailureEvent =>
  merge(event, {name: to + name.slice(from.length), message: renamedMessage(message, from, to)})

/** A message of the API server about an object of one Deployment, for that of another Deployment. */
export const renamedMessage = (message: string, from: string, to: string): string => message.replaceAll(`"${from}-${shownSuffix}`, `"${to}-${shownSuffix}`)
