import type {JsonObject} from '../../machinery/decode/encode.js'
import {printedForm} from '../../machinery/decode/printed-form.js'
import {isObject} from '../../machinery/go/json-value.js'
import {compareText, goJsonIndented} from '../../machinery/go/text.js'
import {unifiedDiff} from '../../machinery/go/unified-diff.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {apiInternal} from '../../machinery/schema/api-tables.js'
import {defaultVersion, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {type Fields, internalFields, isAbsent, metadataFields} from './internal-types.js'

/**
 * Returns a value as the server prints it in a message: in the form of its internal Go types, with all fields
 * (kinds spec, appendix; reflected from `pkg/apis`). Selectors and metadata keep the form of the API.
 *
 * @param form the Go type of the value (see `internal-types.ts`)
 * @param value in the form of the API
 * @param version the version of Kubernetes whose fields are printed
 */
export function internalForm(form: string, value: unknown, version = defaultVersion): unknown {
  if (form.startsWith('*')) return isAbsent(value) ? null : internalForm(form.slice(1), value, version)
  if (form.startsWith('[]')) return isAbsent(value) ? null : (value as readonly unknown[]).map((item) => internalForm(form.slice(2), item, version))
  switch (form) {
    case '': return value ?? ''
    case 'n':
    case 'intstr': return value ?? 0
    case 'b': return value ?? false
    case 'quantity': return value ?? Quantity.zero
    case 'any': return sortedJson(value)
    case 'map':
    case 'map quantity': return isAbsent(value) ? null : sortedMap(value as Fields)
    case 'selector': return selectorForm(value ?? {})
    default: return structForm(form, (value ?? {}) as Fields, version)
  }
}

/** Returns the changes between two values in the form of their internal Go type, as a unified diff (apimachinery util/diff `Diff`). */
export const internalDiff = (form: string, from: unknown, to: unknown, version = defaultVersion): string =>
  unifiedDiff(goJsonIndented(internalForm(form, from, version)), goJsonIndented(internalForm(form, to, version)))

function structForm(type: string, value: Fields, version: KubernetesVersion): Fields {
  const result: Record<string, unknown> = {}
  for (const {go, form, value: field} of internalFields(type, value, version)) {
    if (form === 'metadata') Object.assign(result, metadataForm((field ?? {}) as Fields))
    else result[go] = internalForm(form, field, version)
  }
  return result
}

/**
 * Returns a value in the form of the API, with the fields of Go types in the order of their declaration.
 *
 * @param form the Go type of the value (see `internal-types.ts`)
 */
export function apiForm(form: string, value: unknown, version: KubernetesVersion): unknown {
  if (form.startsWith('*')) return apiForm(form.slice(1), value, version)
  if (Array.isArray(value)) return value.map((item) => apiForm(form.slice(2), item, version))
  const fields = apiInternal(version)[form]
  return fields === undefined || !isObject(value) ? value : Object.fromEntries(fields
    .filter(([, api]) => value[api] !== undefined).map(([, api, type]) => [api, apiForm(type, value[api], version)]))
}

const metadataForm = (metadata: Fields): Fields => Object.fromEntries(metadataFields
  .map((field) => [field, metadata[field]] as const)
  .filter(([, value]) => !isAbsent(value) && (typeof value === 'number' ? value !== 0 : Object.keys(value).length > 0))
  .map(([field, value]) => [field, isMap(value) ? sortedMap(value) : metadataList(field, value)]))

const isMap = (value: unknown): value is Fields => typeof value === 'object' && !Array.isArray(value)

/** The item types of the lists in metadata, with their fields in the order of declaration. */
const entries: ReadonlyMap<string, {readonly type: string, readonly fields: readonly string[]}> = new Map([
  ['ownerReferences', {type: 'meta/v1.OwnerReference', fields: ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion']}],
  ['managedFields', {
    type: 'meta/v1.ManagedFieldsEntry', fields: ['manager', 'operation', 'apiVersion', 'time', 'fieldsType', 'fieldsV1', 'subresource'],
  }],
])

/** A field of metadata that is a list of owners or of managed fields, as it is printed; other fields are unchanged. */
export function metadataList(field: string, value: unknown): unknown {
  const entry = entries.get(field)
  if (entry === undefined || !Array.isArray(value)) return value
  return (value as readonly JsonObject[]).map((item) => {
    const printed = printedForm(item, entry.type)
    return Object.fromEntries(entry.fields.filter((name) => printed[name] !== undefined).map((name) => [name, sortedJson(printed[name])]))
  })
}

/** A selector in the form of the API, its fields in the order of their declaration. */
interface Selector {
  readonly matchLabels?: Fields | null
  readonly matchExpressions?: readonly Fields[] | null
}

function selectorForm({matchLabels, matchExpressions}: Selector): Fields {
  return {
    ...matchLabels && Object.keys(matchLabels).length > 0 && {matchLabels: sortedMap(matchLabels)},
    ...matchExpressions && matchExpressions.length > 0 && {matchExpressions: matchExpressions.map(requirementForm)},
  }
}

const requirementForm = ({key = '', operator = '', values = []}: Fields): Fields =>
  ({key, operator, ...(values as readonly unknown[]).length > 0 && {values}})

const sortedMap = (map: Fields): Fields => Object.fromEntries(Object.entries(map).sort(([a], [b]) => compareText(a, b)))

/** Free JSON, its names in the order in which clients send them. */
function sortedJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedJson)
  return isObject(value) ? Object.fromEntries(Object.entries(sortedMap(value)).map(([name, item]) => [name, sortedJson(item)])) : value ?? null
}
