import {stoppedClock, timestamp} from '../../src/admission/clock.js'
import type {Cluster} from '../../src/cluster/cluster.js'
import {uuidPlaceholder} from '../../src/machinery/meta/object-meta.js'
import {type RecordedOptions, send, vectorCluster, type VectorRequest} from './replay.js'

// Recorded answers with complete stored objects (vectors README, "Whole objects").

type Body = Readonly<Record<string, unknown>>

export interface WholeAnswer {
  readonly code: number
  readonly reason?: string
  readonly message?: string
  readonly object?: Body
  readonly warnings?: readonly string[]
}

export interface WholeCase {
  readonly id: string
  readonly requests: readonly VectorRequest[]
  readonly responses: readonly WholeAnswer[]
}

/** The vectors write `NS` for the namespace of the case, which the replay calls `ns`, and `UID` for the uid of an object; as a key, it is itself. */
export const inNamespace = <T>(value: T): T => JSON.parse(JSON.stringify(value).replace(/\bNS\b/g, 'ns').replace(/\bUID\b(?!\\?":)/g, uuidPlaceholder)) as T

const isAllocated = (value: unknown): boolean => value === 'allocated' || (Array.isArray(value) && value.length > 0 && value.every(isAllocated))

const present = timestamp(stoppedClock)

/** True for the time that the server sets in a condition. */
const isConditionTime = (key: string, value: unknown): boolean => ['lastTransitionTime', 'lastUpdateTime'].includes(key) && value === present

/** Removes addresses, ports and times that the server sets, and nulls and empty structs, which the recordings omit. */
function asRecorded(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isAllocated(item)).map(asRecorded)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, item]) => item !== null && !isAllocated(item) && !isConditionTime(key, item))
    .map(([key, item]) => [key, key === 'timeAdded' && item === present ? 'now' : asRecorded(item)] as const)
  return Object.fromEntries(entries.filter(([, item]) => !isStructOfNothing(item)))
}

const isStructOfNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

/** Metadata without the fields that differ between recordings. */
const recorded = ['name', 'generateName', 'generation', 'labels', 'annotations', 'finalizers', 'ownerReferences']

function whole({apiVersion: _apiVersion, metadata, ...object}: Body): unknown {
  const fields = Object.entries(metadata as Body).filter(([field]) => recorded.includes(field))
  return asRecorded({...object, metadata: Object.fromEntries(fields)})
}

/** An answer without the fields that differ between recordings. */
export const comparable = ({code, reason, message, object, warnings}: WholeAnswer): unknown => code < 300
  ? {code, object: object && whole(object), warnings: warnings ?? []}
  : {code, reason, message, warnings: warnings ?? []}

/** The user who sends a recorded request that names none. */
export const administrator = {user: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated']}

/** Answers of kadm to the requests of a case, in a new cluster with these objects. */
export function answers({requests}: WholeCase, options?: RecordedOptions, ...objects: Body[]): WholeAnswer[] {
  const cluster = vectorCluster(options)
  for (const object of objects) cluster.handle({operation: 'CREATE', object})
  return requests.map((request) => answerOf(cluster, request))
}

/** The answer of a cluster to a request. */
export function answerOf(cluster: Cluster, request: VectorRequest): WholeAnswer {
  if (request.verb === 'get') return read(cluster, request.object)
  const {status: {code, reason, message}, object, warnings} = send(cluster, request)
  return {code, ...code >= 300 && {reason, message}, ...object && {object}, warnings}
}

function read(cluster: Cluster, {apiVersion, kind, metadata}: Body): WholeAnswer {
  const {name} = metadata as {readonly name: string}
  const object = cluster.get({apiVersion: String(apiVersion), kind: String(kind), namespace: 'ns', name})
  return object === undefined ? {code: 404} : {code: 200, object}
}
