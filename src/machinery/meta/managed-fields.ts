import type {ManagedFieldsEntry} from '../api/meta-v1.js'
import {allErrors, type FieldError, invalid, tooLong} from '../field/error.js'
import type {FieldPath} from '../field/path.js'
import {isObject} from '../go/json-value.js'
import {isPrintable} from '../go/printable.js'
import {byteLength, compareText, goJson} from '../go/text.js'
import {readTime} from '../go/time.js'
import {parseApiVersion, servedResource} from '../schema/rest-mapper.js'

/** The fields of an object to which managed fields refer. */
interface Managed {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {readonly managedFields?: readonly ManagedFieldsEntry[]}
}

type Entries = readonly ManagedFieldsEntry[]

/**
 * Returns the entries that remain after the client has become the manager of all fields that it changes. Of a new object, these
 * are all fields. Leaves out the client's own entry, because it is unknown (apimachinery managedfields `FieldManager.Update`).
 */
export function retainedManagedFields(object: Managed, old?: Managed): Entries | undefined {
  const {managedFields: given} = object.metadata
  const stored = old?.metadata.managedFields
  if (given === undefined) return stored
  if (given.length === 0 || (given.length === 1 && Object.keys(given[0] ?? {}).length === 0)) return undefined
  if (!given.every(isReadable)) return stored
  const kept = given.filter((entry) => isOfKind(entry, object) && managesUnchanged(entry.fieldsV1, old, object))
  return kept.length === 0 ? undefined : sorted(kept)
}

const isReadable = ({operation, apiVersion = '', fieldsType, fieldsV1}: ManagedFieldsEntry): boolean =>
  (operation === 'Apply' || operation === 'Update') && apiVersion !== '' && fieldsType === 'FieldsV1' && isFieldSet(fieldsV1 ?? {})

/** Returns true for a valid set of fields: a tree of path elements. */
const isFieldSet = (set: unknown): boolean => isObject(set) && Object.entries(set).every(([element, below]) => isFieldSet(below) && isPathElement(element))

/** Returns true for `.`, a field, value, key or index: `f:spec`, `v:"a"`, `k:{"name":"a"}`, `i:0`. Accepts unknown letters, too. */
function isPathElement(element: string): boolean {
  if (element === '.') return true
  const rest = element.slice(2)
  if (element[1] !== ':') return false
  if (element.startsWith('i')) return /^[-+]?\d+$/.test(rest)
  return element.startsWith('v') ? parsed(rest) !== undefined : !element.startsWith('k') || isObject(parsed(rest))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

/** Returns true if the version of an entry has the kind of the object. */
function isOfKind({apiVersion = ''}: ManagedFieldsEntry, {apiVersion: own, kind}: Managed): boolean {
  const isOfGroup = parseApiVersion(apiVersion)?.group === parseApiVersion(own)?.group
  return apiVersion === own || (isOfGroup && servedResource(apiVersion, kind)?.kind === kind)
}

/** Returns true if at least one field of the set is unchanged or absent. */
function managesUnchanged(set: unknown, before: unknown, after: unknown): boolean {
  return isObject(set) && Object.entries(set).some(([element, below]) => {
    if (element === '.') return (before === undefined) === (after === undefined)
    const [old, now] = [stepInto(before, element), stepInto(after, element)]
    return isObject(below) && Object.keys(below).length > 0 ? managesUnchanged(below, old, now) : goJson(old) === goJson(now)
  })
}

function stepInto(value: unknown, element: string): unknown {
  const rest = element.slice(2)
  if (element.startsWith('f')) return isObject(value) && Object.hasOwn(value, rest) ? value[rest] : undefined
  if (!Array.isArray(value)) return undefined
  if (element.startsWith('i')) return value[Number(rest)]
  const wanted = parsed(rest)
  return value.find((item: unknown) => element.startsWith('v') ? goJson(item) === goJson(wanted) : hasAll(item, wanted))
}

const hasAll = (item: unknown, wanted: unknown): boolean =>
  isObject(item) && isObject(wanted) && Object.entries(wanted).every(([key, value]) => goJson(item[key]) === goJson(value))

/** Sorts entries like the server, and keeps only the last one of each manager. */
function sorted(entries: Entries): Entries {
  const byManager = new Map(entries.map((entry) => [managerOf(entry).join('\0'), entry]))
  return [...byManager.values()].sort((a, b) => compareLists([a.operation, secondsOf(a), ...managerOf(a)], [b.operation, secondsOf(b), ...managerOf(b)]))
}

/** Returns the key of a manager, which does not depend on the version for server-side apply. */
const managerOf = ({operation = '', manager = '', apiVersion = '', subresource = ''}: ManagedFieldsEntry): string[] =>
  [operation, manager, operation === 'Apply' ? '' : apiVersion, subresource]

const secondsOf = ({time}: ManagedFieldsEntry): number => time === undefined ? 0 : readTime(time)?.seconds ?? 0

function compareLists(a: readonly (string | number | undefined)[], b: readonly (string | number | undefined)[]): number {
  const orders = a.map((left = '', i) => {
    const right = b[i] ?? ''
    return typeof left === 'number' ? left - Number(right) : compareText(left, String(right))
  })
  return orders.find((order) => order !== 0) ?? 0
}

const origin = 'metadata/managed-fields'

/** Validates managed fields. Ignores unreadable entries, because then the server silently drops the whole list. */
export const validateManagedFields = (entries: Entries, path: FieldPath): FieldError[] =>
  entries.every(isReadable) ? entries.flatMap((entry, i) => validateEntry(entry, path.index(i))) : []

function validateEntry({manager = '', subresource = ''}: ManagedFieldsEntry, path: FieldPath): FieldError[] {
  return allErrors(
    validateSize(manager, 128, path.child('manager')),
    unprintableMessages(manager).map((message) => invalid(path.child('manager'), manager, message, origin)),
    validateSize(subresource, 256, path.child('subresource')),
  )
}

const validateSize = (value: string, maximum: number, path: FieldPath): FieldError[] =>
  byteLength(value) > maximum ? [tooLong(path, maximum, origin)] : []

function unprintableMessages(manager: string): string[] {
  const messages: string[] = []
  let position = 0
  for (const character of manager) {
    const code = character.codePointAt(0) ?? 0
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    if (!isPrintable(code)) messages.push(`invalid character ${name} (at position ${position})`)
    position += byteLength(character)
  }
  return messages
}
