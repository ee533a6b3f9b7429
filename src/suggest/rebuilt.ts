import {isObject, textOf} from '../machinery/go/json-value.js'
import type {ManifestEntry} from '../manifests/manifest.js'
import {objectKey} from '../simulate/object-key.js'
import type {InputEntries} from '../simulate/read-entries.js'
import type {JsonObject, JsonValue} from '../source/json-value.js'
import {assumedFor} from './assumed.js'
import {keyIn, spaceIn} from './keys.js'

/** Kinds whose controllers create pods. */
const workloadKinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'Job', 'ReplicaSet', 'ReplicationController'])

/**
 * Sends existing workloads again, as if they were new, and leaves out the pods and workloads that their controllers have made: these
 * are created again. So rollouts and autoscalers are simulated for what runs, too. Existing workloads of which the files have a new
 * version, and Jobs that have ended, are not sent.
 *
 * @param namespace the namespace of objects without one
 */
export function rebuilt({files, policies, existing}: InputEntries, namespace: string): InputEntries {
  const keyOf = ({manifest}: ManifestEntry): string => keyIn(manifest?.body ?? {}, namespace)
  const sent = new Set(files.flat().map(keyOf))
  const running = [...existing, ...policies.filter(isFromCluster)]
  const present = new Set([...sent, ...running.filter(isRunning).map(keyOf)])
  const isMade = ({manifest}: ManifestEntry): boolean => manifest !== undefined && ownerKeys(manifest.body, namespace).some((key) => present.has(key))
  const stays = (entry: ManifestEntry): boolean => !isMade(entry) && !isRunning(entry)
  const again = running.filter((entry) => isRunning(entry) && !isMade(entry) && !sent.has(keyOf(entry)))
  const counted = new Set(again.map((entry) => spaceIn(entry, namespace)))
  const recounted = (entry: ManifestEntry): ManifestEntry => counted.has(spaceIn(entry, namespace)) ? withoutUsage(entry) : entry
  return {
    files: [...files, again.map(asNew)],
    policies: policies.filter((entry) => !isFromCluster(entry) || stays(entry)).map(recounted),
    existing: [...existing.filter(stays).map(recounted), ...assumedFor(again, {sent: files.flat(), present: [...existing, ...policies]}, namespace)],
  }
}

/** A quota without its recorded usage, which contains that of the workloads that are sent again. */
function withoutUsage(entry: ManifestEntry): ManifestEntry {
  const {manifest} = entry
  if (manifest?.body['kind'] !== 'ResourceQuota') return entry
  const {status: _status, ...body} = manifest.body
  return {...entry, manifest: {...manifest, body}}
}

const isFromCluster = ({manifest}: ManifestEntry): boolean => isObject(manifest?.body['metadata']) && textOf(manifest.body['metadata']['uid']) !== ''

/** True for a workload that still has pods, or may create some. */
function isRunning({manifest}: ManifestEntry): boolean {
  const {kind, status} = manifest?.body ?? {}
  if (typeof kind !== 'string' || !workloadKinds.has(kind)) return false
  const conditions: unknown = isObject(status) ? status['conditions'] : undefined
  return kind !== 'Job' || !Array.isArray(conditions) || !conditions.some((condition) => isObject(condition)
    && ['Complete', 'Failed'].includes(textOf(condition['type'])) && condition['status'] === 'True')
}

/** The keys of the controller of an object: of a ReplicaSet also that of the Deployment that its name shows, as `kubectl get deploy,pods` leaves out ReplicaSets. */
function ownerKeys({metadata}: JsonObject, given: string): string[] {
  if (!isObject(metadata) || !Array.isArray(metadata['ownerReferences'])) return []
  const owner: unknown = metadata['ownerReferences'].find((reference) => isObject(reference) && reference['controller'] === true)
  if (!isObject(owner)) return []
  const namespace = textOf(metadata['namespace']) || given
  const {apiVersion, kind} = owner
  const name = textOf(owner['name'])
  const key = (kindName: unknown, objectName: string): string => objectKey({apiVersion, kind: kindName, metadata: {namespace, name: objectName}})
  return [key(kind, name), ...kind === 'ReplicaSet' ? [key('Deployment', name.replace(/-[a-z0-9]+$/, ''))] : []]
}

/** Removes what the server has set. */
function asNew(entry: ManifestEntry): ManifestEntry {
  const {manifest} = entry
  if (manifest === undefined) return entry
  const {status: _status, metadata, spec, ...body} = manifest.body
  const {name, namespace, labels, annotations} = (isObject(metadata) ? metadata : {})
  const kept = Object.fromEntries(Object.entries({name, namespace, labels, annotations}).filter(([, value]) => value !== undefined)) as JsonObject
  const newSpec = body['kind'] === 'Job' && isObject(spec) ? withoutSelector(spec) : spec
  return {...entry, manifest: {...manifest, body: {...body, metadata: kept, ...newSpec !== undefined && {spec: newSpec}}}}
}

const jobLabels: ReadonlySet<string> = new Set(['controller-uid', 'batch.kubernetes.io/controller-uid', 'job-name', 'batch.kubernetes.io/job-name'])

/** Removes the selector of a Job that the server has generated, with its labels. */
function withoutSelector({selector, template, ...spec}: JsonObject): JsonObject {
  if (spec['manualSelector'] === true || !isObject(template)) return {...spec, ...selector !== undefined && {selector}, ...template !== undefined && {template}}
  const metadata = (isObject(template['metadata']) ? template['metadata'] : {})
  const labels = Object.entries(isObject(metadata['labels']) ? metadata['labels'] as Record<string, JsonValue> : {}).filter(([name]) => !jobLabels.has(name))
  return {...spec, template: {...template, metadata: {...metadata, labels: Object.fromEntries(labels)}}}
}
