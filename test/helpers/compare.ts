type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a pod's container that the vectors record. */
const containerFields = ['name', 'resources', 'restartPolicy']

const podFields = ['resources', 'overhead', 'priority', 'priorityClassName', 'preemptionPolicy', 'activeDeadlineSeconds']

/** Returns the fields of an object that the vectors record (vectors README). */
export function cutDown(object: Json): Json {
  const {kind, metadata, spec, status} = object as {kind: string, metadata: Json, spec?: Json, status?: Json}
  const meta = {...pick(metadata, ['name', 'labels', 'annotations']), ...kind === 'Job' && {labels: withoutGenerated(metadata['labels'])}}
  if (kind === 'Pod') return prune({kind, metadata: meta, spec: cutPodSpec(spec ?? {}), status: pick(status ?? {}, ['qosClass'])})
  return prune({kind, metadata: meta, spec: pick(spec ?? {}, recordedSpec[kind] ?? [])})
}

/** The labels of a Job without the name and uid labels of the server. */
const withoutGenerated = (labels: unknown): Json =>
  Object.fromEntries(Object.entries((labels ?? {}) as Json).filter(([key]) => !/(?:^|\/)(?:controller-uid|job-name)$/.test(key)))

/** The recorded part of the spec of other kinds. */
const recordedSpec: Readonly<Record<string, readonly string[]>> = {
  LimitRange: ['limits'],
  PersistentVolumeClaim: ['resources', 'storageClassName', 'volumeAttributesClassName'],
  ResourceClaim: ['devices'],
  ResourceQuota: ['hard', 'scopes', 'scopeSelector'],
  Service: ['type'],
}

function cutPodSpec(spec: Json): Json {
  const containers = (list: string): Json => isList(spec[list])
    ? {[list]: (spec[list] as Json[]).map((container) => pick(container, containerFields))} : {}
  return {...pick(spec, podFields), ...containers('containers'), ...containers('initContainers'), ...containers('ephemeralContainers')}
}

const isList = (value: unknown): boolean => Array.isArray(value)

const pick = (object: Json, fields: readonly string[]): Json =>
  Object.fromEntries(fields.filter((field) => object[field] !== undefined).map((field) => [field, object[field]]))

/** Removes empty fields: whether the vectors record them depends on the Go types of the server. */
export function prune<T>(value: T): T {
  if (Array.isArray(value)) return value.map(prune) as T
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, prune(item)] as const)
  return Object.fromEntries(entries.filter(([, item]) => !isEmpty(item))) as T
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** A message with the parts of its brackets sorted, as their order is random upstream. */
export function sortedMessage(message: string): string {
  const match = /^(.*? is (?:invalid|forbidden): )\[(.*)\]$/s.exec(message)
  return match === null ? message : `${match[1] ?? ''}[${(match[2] ?? '').split(', ').sort().join(', ')}]`
}
