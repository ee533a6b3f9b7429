import type {Json, JsonObject} from './encode.js'
import {apiFields, apiPrinted, type FieldTable, type PrintedFields} from './schema/api-tables.js'

/**
 * The JSON of an object as Go prints it: fields that are empty, `false` or 0 are left out where they have `omitempty`, and structs
 * and other fields without it are there in any case. The items of maps are data, and stay.
 *
 * @param json an object with the fields of its type; it is not changed
 * @param type the name of the type's table, `core/v1.Pod`; objects of other types are as they are
 * @returns the object itself where it is printed as it is
 */
export function printedForm(json: JsonObject, type: string): JsonObject {
  const fields = apiFields().types[type]?.fields
  const table = apiPrinted()[type]
  return fields === undefined || table === undefined ? json : completed(reduced(json, fields, table), fields, table)
}

/** Without what is left out. */
function reduced(json: JsonObject, fields: Readonly<Record<string, FieldTable>>, {kept = []}: PrintedFields): JsonObject {
  let result: Record<string, Json> | undefined
  for (const [name, value] of Object.entries(json)) {
    const field = fields[name]
    if (field === undefined) continue
    const form = formOf(value, field)
    const isNothing = isEmpty(form, field)
    // The store does not tell an empty list from none.
    const printed = isNothing && kept.includes(name) && isCollection(field) ? null : form
    const isLeftOut = isNothing && !kept.includes(name)
    if (printed === value && !isLeftOut) continue
    result ??= {...json}
    if (isLeftOut) Reflect.deleteProperty(result, name)
    else result[name] = printed
  }
  return result ?? json
}

/** With what is there in any case. */
function completed(json: JsonObject, fields: Readonly<Record<string, FieldTable>>, {structs = [], always = {}}: PrintedFields): JsonObject {
  const isMissing = (name: string): boolean => json[name] === undefined
  const missing = [
    ...structs.filter(isMissing).map((name) => [name, printedForm({}, fields[name]?.type ?? '')] as const),
    ...Object.entries(always).filter(([name]) => isMissing(name)),
  ]
  return missing.length === 0 ? json : {...json, ...Object.fromEntries<Json>(missing)}
}

function formOf(value: Json, {shape, type = '', element}: FieldTable): Json {
  if (typeof value !== 'object' || value === null) return value
  if (shape === 'struct') return printedForm(value as JsonObject, type)
  if (element === undefined || !['struct', 'list', 'map'].includes(element.shape)) return value
  if (Array.isArray(value)) return formsOf(value as readonly Json[], element)
  const keys = Object.keys(value)
  const items = Object.values(value as JsonObject)
  const printed = formsOf(items, element)
  return printed === items ? value : Object.fromEntries(keys.map((key, i) => [key, printed[i] ?? null]))
}

/** The items as they are printed; the list itself where all are as they are. */
function formsOf(items: readonly Json[], element: FieldTable): readonly Json[] {
  const printed = items.map((item) => formOf(item, element))
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
