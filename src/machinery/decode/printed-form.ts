import {merge} from '../collections/immutable.js'
import {freezeAll, isShared, rememberSharedWith, share} from '../collections/shared.js'
import {defaultVersion, type KubernetesVersion, onceForEachVersion} from '../version/kubernetes-version.js'
import {apiPrinted, apiType} from '../schema/api-tables.js'
import type {FieldTable} from '../schema/field-table.js'
import type {Json, JsonObject} from './encode.js'

/**
 * The JSON of an object as Go prints it. Fields with `omitempty` that are empty, `false` or 0 are left out; structs and other fields are
 * always present. The items of maps are data, and stay.
 *
 * @param json an object with the fields of its type; it is not changed
 * @param type the name of the type's table, `core/v1.Pod`; objects of other types are as they are
 * @returns the object itself where it is printed as it is
 */
export function printedForm(json: JsonObject, type: string, version = defaultVersion): JsonObject {
  const printing = printingOf(type, version)
  if (printing === undefined) return json
  return isShared(json) ? sharedForm(json, printing) : formOfStruct(json, printing)
}

/** Frozen, because several objects hold it: a change in one answer would change the others. */
const sharedForm = rememberSharedWith((json: JsonObject, printing: Printing) => share(freezeAll(formOfStruct(json, printing))))

const formOfStruct = (json: JsonObject, printing: Printing): JsonObject => completed(reduced(json, printing), printing)

/** The tables for printing an object of a type. */
interface Printing {
  readonly version: KubernetesVersion
  readonly fields: Readonly<Record<string, FieldTable>>
  /** The fields that are there also when they are empty. */
  readonly kept: ReadonlySet<string>
  /** The fields that are printed even if absent, with their printed values. */
  readonly always: readonly (readonly [name: string, value: Json])[]
}

const known = onceForEachVersion(() => new Map<string, Printing | undefined>())

function printingOf(type: string, version: KubernetesVersion): Printing | undefined {
  const ofVersion = known(version)
  if (!ofVersion.has(type)) ofVersion.set(type, makePrinting(type, version))
  return ofVersion.get(type)
}

function makePrinting(type: string, version: KubernetesVersion): Printing | undefined {
  const fields = apiType(type, version)?.fields
  const table = apiPrinted(version)[type]
  if (fields === undefined || table === undefined) return undefined
  const structs = (table.structs ?? []).map((name) => [name, printedForm({}, fields[name]?.type ?? '', version)] as const)
  return {version, fields, kept: new Set(table.kept), always: [...structs, ...Object.entries(table.always ?? {})]}
}

/** Without omitted fields. */
function reduced(json: JsonObject, {version, fields, kept}: Printing): JsonObject {
  let result: Record<string, Json> | undefined
  for (const name of Object.keys(json)) {
    const [value, field] = [json[name], fields[name]]
    if (value === undefined || field === undefined) continue
    const form = formOf(value, field, version)
    const isNothing = isEmpty(form, field)
    const isLeftOut = isNothing && !kept.has(name)
    // The store does not distinguish an empty list from an absent one.
    const printed = isNothing && !isLeftOut && isCollection(field) ? null : form
    if (printed === value && !isLeftOut) continue
    result ??= {...json}
    if (isLeftOut) Reflect.deleteProperty(result, name)
    else result[name] = printed
  }
  return result ?? json
}

/** With the fields that are always printed. */
function completed(json: JsonObject, {always}: Printing): JsonObject {
  const missing = always.filter(([name]) => json[name] === undefined)
  return missing.length === 0 ? json : merge(json, Object.fromEntries<Json>(missing))
}

function formOf(value: Json, {shape, type = '', element}: FieldTable, version: KubernetesVersion): Json {
  if (typeof value !== 'object' || value === null) return value
  if (shape === 'struct') return printedForm(value as JsonObject, type, version)
  if (element === undefined || !['struct', 'list', 'map'].includes(element.shape)) return value
  if (Array.isArray(value)) return formsOf(value as readonly Json[], element, version)
  const keys = Object.keys(value)
  const items = Object.values(value as JsonObject)
  const printed = formsOf(items, element, version)
  return printed === items ? value : Object.fromEntries(keys.map((key, i) => [key, printed[i] ?? null]))
}

/** The items as they are printed; the list itself where all are as they are. */
function formsOf(items: readonly Json[], element: FieldTable, version: KubernetesVersion): readonly Json[] {
  const printed = items.map((item) => formOf(item, element, version))
  return printed.every((item, i) => item === items[i]) ? items : printed
}

const isCollection = ({shape}: FieldTable): boolean => shape === 'list' || shape === 'map'

function isEmpty(value: Json, {shape}: FieldTable): boolean {
  switch (shape) {
    case 'string': case 'bytes': return value === ''
    case 'bool': return value === false
    case 'int32': case 'int64': return value === 0
    case 'list': case 'map': return value === null || Object.keys(value as object).length === 0
    default: return false
  }
}
