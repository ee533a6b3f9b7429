import {excessMessage} from '../../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../../cluster/cluster.js'
import type {Holding} from '../../controllers/workload/holding.js'
import {countOf} from '../../controllers/workload/pod.js'
import type {Template} from '../../controllers/workload/template.js'
import type {WorkloadRecord} from '../../controllers/workload/workload-record.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {shownSuffix} from '../../machinery/meta/name-suffix.js'
import type {FailureEvent} from './types.js'

/** Longer names are cut off in the names of pods, so that the results of their scenarios differ in more than the name. */
const longestName = 40

/** Templates with more metadata than this, in characters of JSON, may reach the limit of the API server when a restart adds an annotation. */
const maxMetadata = 100_000

interface Spec {
  readonly template: Template
  readonly replicas: number
  readonly [field: string]: unknown
}

/** The fields of a container that neither LimitRanges nor quotas nor kubelets read. */
const unreadOfContainer = new Set([
  'name', 'image', 'imagePullPolicy', 'command', 'args', 'env', 'envFrom', 'ports', 'volumeMounts', 'livenessProbe', 'readinessProbe', 'startupProbe',
])

/** The same for the spec of a pod. */
const unreadOfPod = new Set(['volumes', 'serviceAccount', 'serviceAccountName', 'containers', 'initContainers'])

/** A workload and its pods in a cluster. */
interface Situation {
  readonly object: JsonObject
  readonly holdings: readonly Holding[]
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
export function resultKey(standing: Situation, {answers}: Pick<WorkloadRecord, 'answers'>): string | undefined {
  const {object, holdings: [holding, ...others], snapshot: {cluster}} = standing
  const {name, namespace = 'default'} = object['metadata'] as {readonly name: string, readonly namespace?: string}
  if (object['kind'] !== 'Deployment' || others.length > 0 || name.length > longestName || cluster.readsNames(namespace)) return undefined
  const {template: {metadata = {}, spec: pod = {}}, selector: _selector, ...spec} = object['spec'] as unknown as Spec
  const {replicas = 0, template, pods = []}: Partial<Holding> = holding ?? {}
  const areOfTemplate = (template === undefined || template.spec === pod) && pods.every(({made}) => made !== undefined)
  const areWhole = [0, spec.replicas].includes(countOf(pods))
  if (!areOfTemplate || !areWhole || !areAdmittedButForQuotas(answers) || JSON.stringify(metadata).length > maxMetadata) return undefined
  return JSON.stringify([
    namespace, spec, metadata.finalizers ?? [], without(pod, unreadOfPod), readOfContainers(pod['containers']), readOfContainers(pod['initContainers']),
    template !== undefined, replicas, pods.map(({state, count, slot, graceSeconds}) => [state, count, slot, graceSeconds]),
  ])
}

/** True if pods were admitted or rejected by full quotas, and nothing was rejected for another reason. */
const areAdmittedButForQuotas = (answers: WorkloadRecord['answers']): boolean =>
  answers.some(({request}) => request['kind'] === 'Pod') && answers.every(({answer}) => answer.allowed || answer.status.message.includes(excessMessage))

const readOfContainers = (containers: unknown): JsonObject[] =>
  ((containers ?? []) as readonly JsonObject[]).map((container) => without(container, unreadOfContainer))

const without = (object: JsonObject, fields: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([field]) => !fields.has(field)))

/** The failure of another Deployment that is like this one. */
export const ofNamesake = ({name, message, ...event}: FailureEvent, from: string, to: string): FailureEvent =>
  ({...event, name: to + name.slice(from.length), message: withName(message, from, to)})

/** A message of the API server about an object of one Deployment, for that of another Deployment. */
export const withName = (message: string, from: string, to: string): string => message.replaceAll(`"${from}-${shownSuffix}`, `"${to}-${shownSuffix}`)
