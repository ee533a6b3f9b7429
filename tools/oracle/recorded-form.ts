import type {Json, Response} from './api-client.js'
import type {CaseRequest, KubeJson, RecordedAnswer} from './case.js'

const textOf = (value: unknown): string => typeof value === 'string' ? value : ''

/** Turns a response into its recorded form: without what differs from run to run. */
export function recordedAnswer({object}: Pick<CaseRequest, 'object'>, namespace: string, isWhole: boolean, {code, body}: Response): RecordedAnswer {
  if (code >= 400) return recordedRejection(object, namespace, isWhole, code, body)
  const stored = body as unknown as KubeJson
  const name = stored.metadata.name ?? ''
  const shown = withoutSuffix(object, name, name)
  const recorded = isWhole ? wholeObject(stored, object, namespace) : cutDown(stored)
  if (shown === name) return {code, object: recorded}
  if (isWhole) return {code, object: replaced(recorded, name, shown)}
  return {code, object: {...recorded, metadata: {...recorded['metadata'] as Json, name: shown}}}
}

function recordedRejection(object: KubeJson, namespace: string, isWhole: boolean, code: number, body: Json): RecordedAnswer {
  const name = textOf((body['details'] as Json | undefined)?.['name'])
  const message = withoutSuffix(object, name, textOf(body['message']).replaceAll(namespace, 'NS'))
  return {code, reason: textOf(body['reason']), message: isWhole ? withoutChoices(object, message) : message}
}

const uid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A message without uids, and without the addresses and ports that the server chose for a Service. */
function withoutChoices(object: KubeJson, message: string): string {
  const text = message.replace(uid, 'UID')
  const requested = JSON.stringify(object)
  return object.kind === 'Service' ? text.replace(/\b10\.0\.\d+\.\d+\b|(?<=Duplicate value: |duplicate nodePort: \{[A-Z]+ )\d+/g, (choice) => requested.includes(choice) ? choice : 'allocated') : text
}

/** A text without the random suffix of a generated name. */
function withoutSuffix({metadata}: KubeJson, name: string, text: string): string {
  const prefix = (metadata.generateName ?? '').slice(0, 58)
  const isGenerated = !metadata.name && name !== '' && name !== 'Unknown' && name.length > prefix.length
  return isGenerated ? text.replaceAll(name, `${prefix}XXXXX`) : text
}

const replaced = <T>(value: T, from: string, to: string): T => JSON.parse(JSON.stringify(value).replaceAll(from, to)) as T

const isEmpty = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

const keep = (object: Json, fields: readonly string[]): Json =>
  Object.fromEntries(fields.filter((field) => !isEmpty(object[field])).map((field) => [field, object[field]]))

const containerLists = ['containers', 'initContainers', 'ephemeralContainers']

/** The part of a stored object that admission can change. */
function cutDown(stored: KubeJson): Json {
  const {kind, metadata} = stored
  const spec = (stored['spec'] ?? {}) as Json
  // The labels of a Job have its uid.
  const meta = keep(metadata, kind === 'Job' ? ['name', 'annotations'] : ['name', 'annotations', 'labels'])
  switch (kind) {
    case 'LimitRange':
    case 'ResourceQuota':
    case 'ResourceClaim': return {kind, metadata: meta, spec}
    case 'Pod': return {kind, metadata: meta, spec: cutPodSpec(spec), status: keep((stored['status'] ?? {}) as Json, ['qosClass'])}
    case 'PersistentVolumeClaim': {
      const {storageClassName} = spec
      return {kind, metadata: meta, spec: {...keep(spec, ['resources', 'volumeAttributesClassName']), ...storageClassName !== undefined && {storageClassName}}}
    }
    case 'Service': return {kind, metadata: meta, spec: keep(spec, ['type'])}
    default: return {kind, metadata: meta}
  }
}

function cutPodSpec(spec: Json): Json {
  const lists = containerLists.filter((list) => spec[list] !== undefined)
    .map((list) => [list, (spec[list] as Json[]).map((container) => keep(container, ['name', 'resources', 'restartPolicy']))] as const)
  const fields = ['resources', 'overhead', 'priorityClassName', 'priority', 'preemptionPolicy', 'activeDeadlineSeconds']
  return {...Object.fromEntries(lists), ...keep(spec, fields)}
}

const metadataFields = ['name', 'generateName', 'generation', 'labels', 'annotations', 'finalizers', 'ownerReferences']

/** A stored object but for what differs from run to run: most metadata, the uid, and addresses and ports that the server chose. */
function wholeObject(stored: KubeJson, requested: KubeJson, namespace: string): Json {
  const fields = Object.entries(stored).filter(([field, value]) => field !== 'metadata' && field !== 'apiVersion' && (Array.isArray(value) || !isEmpty(value)))
  const object = structuredClone({...Object.fromEntries(fields), metadata: keep(stored.metadata, metadataFields)}) as Json
  if (stored.kind === 'Service') hideAllocations((object['spec'] ?? {}) as Json, (requested['spec'] ?? {}) as Json)
  for (const condition of ((object['status'] as Json | undefined)?.['conditions'] ?? []) as Json[]) delete condition['lastTransitionTime']
  const given = textOf(stored.metadata['uid'])
  const inNamespace = replaced(object, namespace, 'NS')
  return given === '' ? inNamespace : replaced(inNamespace, given, 'UID')
}

function hideAllocations(spec: Json, requested: Json): void {
  const isChosen = (field: string): boolean => spec[field] !== undefined && requested[field] === undefined && !['"None"', '["None"]'].includes(JSON.stringify(spec[field]))
  if (isChosen('clusterIPs') && requested['clusterIP'] === undefined) spec['clusterIPs'] = ['allocated']
  for (const field of ['clusterIP', 'healthCheckNodePort']) if (isChosen(field)) spec[field] = 'allocated'
  for (const [i, port] of ((spec['ports'] ?? []) as Json[]).entries()) {
    if ('nodePort' in port && !(requested['ports'] as Json[] | undefined)?.[i]?.['nodePort']) port['nodePort'] = 'allocated'
  }
}
