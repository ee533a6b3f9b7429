import {createRequire} from 'node:module'

import {designFields, designKinds} from './design-tables.js'

/** The type of a field's value, for decoding. */
export type Shape =
  | 'string' | 'bool' | 'int32' | 'int64' | 'quantity' | 'time' | 'microTime' | 'intOrString' | 'bytes' | 'any'
  | 'struct' | 'list' | 'map'

/** A field of a Go type of the API. */
export interface FieldTable {
  /** The Go type, as messages name it: `v1.ResourceList`. */
  readonly go: string
  readonly shape: Shape
  /** For a struct, the name of its table. */
  readonly type?: string
  /** For a list or map, what its items are. */
  readonly element?: FieldTable
  /** The embedded Go struct that the field belongs to, which messages insert into the path. */
  readonly via?: string
}

export interface TypeTable {
  /** The Go name of the type, without its package. */
  readonly struct: string
  readonly fields: Readonly<Record<string, FieldTable>>
}

interface FieldTables {
  readonly kinds: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, TypeTable>>
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

const require = createRequire(import.meta.url)

let fieldTables: FieldTables | undefined
let openApiTables: OpenApiTables | undefined
let resourceTables: readonly ResourceTable[] | undefined
let printedFields: Readonly<Record<string, PrintedFields>> | undefined
let patchTables: PatchTables | undefined
let internalTables: Readonly<Record<string, readonly InternalField[]>> | undefined

/** The field tables of the API types and of those of the design documents, read when first asked for. */
export function apiFields(): FieldTables {
  fieldTables ??= withDesignFields(require('./api-fields.json') as FieldTables)
  return fieldTables
}

const withDesignFields = (tables: FieldTables): FieldTables =>
  ({...tables, kinds: {...tables.kinds, ...designFields.kinds}, types: {...tables.types, ...designFields.types}})

/** The name of the field table of a kind; undefined for a kind without one. */
export const tableOfKind = (apiVersion: string, kind: string): string | undefined =>
  apiFields().kinds[`${apiVersion}/${kind}`] ?? designKinds.find((design) => design.kind === kind)?.table

/** The names and required fields of the API types in OpenAPI, read when first asked for. */
export function apiRequired(): OpenApiTables {
  openApiTables ??= require('./api-required.json') as OpenApiTables
  return openApiTables
}

/** Every kind that Kubernetes serves itself, read when first asked for. */
export function apiResources(): readonly ResourceTable[] {
  resourceTables ??= require('./api-resources.json') as ResourceTable[]
  return resourceTables
}

/** The fields that Go always prints, by API type; loaded on first use. */
export function apiPrinted(): Readonly<Record<string, PrintedFields>> {
  printedFields ??= require('./api-printed.json') as Readonly<Record<string, PrintedFields>>
  return printedFields
}

/** The server's internal Go types that messages print, by their names, read when first asked for. */
export function apiInternal(): Readonly<Record<string, readonly InternalField[]>> {
  internalTables ??= require('./api-internal.json') as Readonly<Record<string, readonly InternalField[]>>
  return internalTables
}

/** The patch strategies and merge keys of the API types, read when first asked for. */
export function apiPatch(): PatchTables {
  patchTables ??= require('./api-patch.json') as PatchTables
  return patchTables
}
