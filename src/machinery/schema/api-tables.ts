import {readTable} from '#platform/tables.js'

import {defaultVersion, type KubernetesVersion, onceForEachVersion} from '../version/kubernetes-version.js'
import {designFields, designKinds} from './design-tables.js'
import {type FieldTable, readField, type StoredField} from './field-table.js'
import {versionInFull} from './versions.js'

export interface TypeTable {
  /** The Go name of the type, without its package. */
  readonly struct: string
  readonly fields: Readonly<Record<string, FieldTable>>
}

interface FieldTables {
  readonly kinds: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, TypeTable>>
}

/** The fields of a type in `api-fields.json`. Its Go name is the end of the name of its table. */
type StoredType = Readonly<Record<string, StoredField>>

interface StoredTables {
  readonly kinds: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, StoredType>>
}

/** The facts about API types in the published OpenAPI document, besides their fields. */
interface OpenApiTables {
  /** The OpenAPI names of API packages, for those that are not in `io.k8s.api`. */
  readonly packages: Readonly<Record<string, string>>
  /** The definitions of the Go types that are not structs of the API. */
  readonly definitions: Readonly<Record<string, string>>
  /** The fields that a type must have, in the order of the document. */
  readonly required: Readonly<Record<string, readonly string[]>>
}

/** The resource of a kind: its names, and whether it is namespaced. */
export interface ResourceTable {
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly namespaced: boolean
  /** The verbs of the kind, if it lacks some. */
  readonly verbs?: readonly string[]
}

/** The fields of an API type that are always in its JSON. */
export interface PrintedFields {
  /** Texts, numbers, switches, lists and maps that are there also when they are empty, `false` or 0. */
  readonly kept?: readonly string[]
  /** Structs that are there also when nothing is given of them. */
  readonly structs?: readonly string[]
  /** Fields that are printed even if absent, with their printed values. */
  readonly always?: Readonly<Record<string, null | string | number | boolean>>
}

/** A field of one of the server's internal Go types: its Go name, its name in the API, and its form. */
export type InternalField = readonly [go: string, api: string, form: string]

/** The merge strategies of the API types in strategic merge patches. */
interface PatchTables {
  /** The root types of the kinds that have lists to merge besides those of their metadata. */
  readonly kinds: Readonly<Record<string, string>>
  /** By type and field: the type behind the field, its patch strategy and its merge key, each empty or left out where there is none. */
  readonly types: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** Entries that a version has otherwise than the tables in full: null for those that it lacks. */
type Changes<T> = Readonly<Record<string, T | null>>

/** The differences of a version from the full tables (see tools/tables/differences.ts). */
interface Differences {
  readonly fields: {readonly kinds: Changes<string>, readonly types: Changes<Changes<StoredField>>}
  readonly internal: Changes<readonly InternalField[]>
  readonly printed: Changes<PrintedFields>
  readonly required: Changes<readonly string[]>
  readonly resources: Changes<ResourceTable>
}

/**
 * Returns a function for a table of a version. Each version is read when first asked for: one table of it in full, and the differences
 * for other versions.
 */
function byVersion<T>(file: string, change: (inFull: T, differences: Differences) => T): (version?: KubernetesVersion) => T {
  const tableOf = onceForEachVersion((version): T =>
    version === versionInFull ? readTable(`./${file}.json`) as T : change(tableOf(versionInFull), readTable(`./differences/${version}.json`) as Differences))
  return (version = defaultVersion) => tableOf(version)
}

/** Entries with changes, sorted by name as the tables in full are. */
function changed<T>(entries: Readonly<Record<string, T>>, changes: Changes<T>): Readonly<Record<string, T>> {
  const kept = Object.entries({...entries, ...changes}).filter((entry): entry is [string, T] => entry[1] !== null)
  return Object.fromEntries(kept.sort(([a], [b]) => a < b ? -1 : 1))
}

const publishedFields = byVersion<StoredTables>('api-fields', ({kinds, types}, {fields}) => ({
  kinds: changed(kinds, fields.kinds),
  types: changed(types, Object.fromEntries(Object.entries(fields.types).map(([name, changes]) => [name, changes && changed(types[name] ?? {}, changes)]))),
}))

const readTypes = onceForEachVersion(() => new Map<string, TypeTable>(Object.entries(designFields.types)))

/** Returns the field table of an API type or of a type of the design documents; undefined if it has none. Reads it once: most runs need few. */
export function apiType(name: string, version = defaultVersion): TypeTable | undefined {
  const read = readTypes(version)
  const stored = read.has(name) ? undefined : publishedFields(version).types[name]
  if (stored !== undefined) read.set(name, readType(name, stored))
  return read.get(name)
}

const readType = (table: string, fields: StoredType): TypeTable =>
  ({struct: table.slice(table.lastIndexOf('.') + 1), fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, readField(field)]))})

/** All field tables: of the API types, and of those of the design documents. */
export const apiFields = (version = defaultVersion): FieldTables => allFields(version)

const allFields = onceForEachVersion((version): FieldTables => {
  const {types, ...others} = publishedFields(version)
  const published = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, readType(name, type)]))
  return {...others, kinds: allKinds(version), types: {...published, ...designFields.types}}
})

const allKinds = onceForEachVersion((version): FieldTables['kinds'] => ({...publishedFields(version).kinds, ...designFields.kinds}))

/** The name of the field table of a kind; undefined for a kind without one. */
export const tableOfKind = (apiVersion: string, kind: string, version = defaultVersion): string | undefined =>
  allKinds(version)[`${apiVersion}/${kind}`] ?? designKinds.find((design) => design.kind === kind)?.table

/** The names and required fields of the API types in OpenAPI. */
export const apiRequired = byVersion<OpenApiTables>('api-required', (inFull, {required}) => ({...inFull, required: changed(inFull.required, required)}))

/** Every kind that Kubernetes serves itself. */
export const apiResources = byVersion<readonly ResourceTable[]>('api-resources', (inFull, {resources}) =>
  Object.values(changed(Object.fromEntries(inFull.map((resource) => [`${resource.apiVersion}/${resource.kind}`, resource])), resources)))

/** The fields that Go always prints, by API type. */
export const apiPrinted = byVersion<Readonly<Record<string, PrintedFields>>>('api-printed', (inFull, {printed}) => changed(inFull, printed))

/** The server's internal Go types that messages print, by their names. */
export const apiInternal = byVersion<Readonly<Record<string, readonly InternalField[]>>>('api-internal', (inFull, {internal}) => changed(inFull, internal))

let patchTables: PatchTables | undefined

/** The patch strategies and merge keys of the API types. Those of one version serve all: no field has another strategy in another version. */
export function apiPatch(): PatchTables {
  patchTables ??= readTable('./api-patch.json') as PatchTables
  return patchTables
}
