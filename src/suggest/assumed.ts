import {decodeObject} from '../cluster/codec.js'
import {identify} from '../cluster/target.js'
import {podOf} from '../kinds/pod-of.js'
import {priorityClass, systemPriorityClasses} from '../kinds/priority-class/index.js'
import {runtimeClass} from '../kinds/runtime-class/index.js'
import type {PodSpec} from '../machinery/api/core-v1.js'
import {textOf} from '../machinery/go/json-value.js'
import {oneLine} from '../machinery/output/printable.js'
import type {ManifestEntry} from '../manifests/manifest.js'
import type {InputEntries} from '../simulate/read-entries.js'
import type {JsonObject} from '../source/json-value.js'
import {keyIn, spaceIn} from './keys.js'

/** The objects that are given: those that are sent, and those that exist. */
type Given = Readonly<Record<'sent' | 'present', readonly ManifestEntry[]>>

/**
 * Returns the service accounts and classes that existing workloads name, as far as others of their kind are given and they are not: the
 * workloads would be denied, as these objects seem to be missing.
 */
export const assumedFor = (workloads: readonly ManifestEntry[], given: Given, namespace: string): ManifestEntry[] =>
  [...accountsOf(workloads, given, namespace), ...classKinds.flatMap((kind) => classesOf(workloads, given, kind))]

/**
 * The service accounts of existing workloads, in namespaces for which only the files have some: the workloads would be denied, as their
 * accounts seem to be missing.
 */
function accountsOf(workloads: readonly ManifestEntry[], {sent, present}: Given, namespace: string): ManifestEntry[] {
  const isAccount = ({manifest}: ManifestEntry): boolean => manifest?.body['kind'] === 'ServiceAccount'
  const [sentIn, presentIn] = [sent, present].map((entries) => new Set(entries.filter(isAccount).map((entry) => spaceIn(entry, namespace))))
  const known = new Set(sent.filter(isAccount).map(({manifest}) => keyIn(manifest?.body ?? {}, namespace)))
  const accounts = workloads.flatMap((entry): [string, ManifestEntry][] => {
    const {manifest} = entry
    const where = spaceIn(entry, namespace)
    if (manifest === undefined || sentIn?.has(where) !== true || presentIn?.has(where) === true) return []
    const name = podSpecOf(entry)?.serviceAccountName
    // The account `default` exists in each namespace.
    if (!name || name === 'default') return []
    const body = {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name, namespace: where}}
    const key = keyIn(body, namespace)
    return known.has(key) ? [] : [[key, {...entry, manifest: {...manifest, body}}]]
  })
  return [...new Map(accounts).values()]
}

function podSpecOf({manifest}: ManifestEntry): PodSpec | undefined {
  const info = manifest && identify(manifest.body)
  return manifest === undefined || info === undefined || 'code' in info ? undefined : podOf(decodeObject(info, manifest.body).object)?.pod.spec
}

/** A kind of classes that pods name. */
interface ClassKind {
  readonly apiVersion: string
  readonly kind: string
  readonly field: 'priorityClassName' | 'runtimeClassName'
  /** The fields of a class of which only the name is known. */
  readonly others: JsonObject
  readonly assumption: string
}

const classKinds: readonly ClassKind[] = [
  {apiVersion: priorityClass.apiVersion, kind: priorityClass.kind, field: 'priorityClassName', others: {value: 0}, assumption: 'with priority 0'},
  {apiVersion: runtimeClass.apiVersion, kind: runtimeClass.kind, field: 'runtimeClassName', others: {handler: 'assumed'}, assumption: 'without overhead'},
]

/** The classes of a kind that existing workloads name and that are not given, if other ones are. Without any, the server accepts all names. */
function classesOf(workloads: readonly ManifestEntry[], {sent, present}: Given, {apiVersion, kind, field, others}: ClassKind): ManifestEntry[] {
  const given = [...sent, ...present].filter(({manifest}) => manifest?.body['kind'] === kind)
  if (given.length === 0) return []
  const known = new Set([...given.map(({manifest}) => keyIn(manifest?.body ?? {}, '')), ...Object.keys(systemPriorityClasses).map((name) => keyIn(classBody({apiVersion, kind}, name), ''))])
  const classes = workloads.flatMap((entry): [string, ManifestEntry][] => {
    const {manifest} = entry
    const name = podSpecOf(entry)?.[field]
    if (manifest === undefined || name === undefined || name === '') return []
    const body = {...classBody({apiVersion, kind}, name), ...others}
    const key = keyIn(body, '')
    return known.has(key) ? [] : [[key, {...entry, manifest: {...manifest, body}}]]
  })
  return [...new Map(classes).values()]
}

const classBody = ({apiVersion, kind}: Pick<ClassKind, 'apiVersion' | 'kind'>, name: string): JsonObject => ({apiVersion, kind, metadata: {name}})

/** States which classes are assumed to exist. */
export function assumptionNotes(given: InputEntries, arranged: InputEntries): string[] {
  const known = new Set(given.existing.map(({manifest}) => manifest))
  const added = arranged.existing.filter(({manifest}) => !known.has(manifest))
  return classKinds.flatMap(({kind, assumption}) => {
    const names = added.flatMap(({manifest}) => manifest?.body['kind'] === kind ? [oneLine(textOf((manifest.body['metadata'] as JsonObject)['name']))] : [])
    const more = names.length - maxNamed
    const text = `${names.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    return names.length === 0 ? [] : [`existing workloads name ${kind} ${text}, which is not given: kadm assumes that it exists, ${assumption}`]
  })
}

/** At most this number of classes is named. */
const maxNamed = 3
