import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {type FieldError, forbidden, invalid, type Origin} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {decodeBase64, decodedSize, encodeBase64} from '../../machinery/go/base64.js'
import {byteLength, compareText} from '../../machinery/go/text.js'
import {configKey} from '../../machinery/meta/names.js'
import type {KubeObject} from '../kind.js'

// Common to ConfigMaps and Secrets: values by key, and the `immutable` switch.

/** Values by key, as texts or base64. */
export type DataMap = Readonly<Record<string, string>>

/** The largest sum of the sizes of all values, in bytes (core `MaxSecretSize`). */
export const maxDataSize = 1048576

/** The keys of a map in the order of their errors: upstream's is random. */
export const sortedKeys = (data: DataMap | undefined): readonly string[] => Object.keys(data ?? {}).sort(compareText)

/** The rule for a key (apimachinery `IsConfigMapKey`; spec kinds 1.2). */
export const validateConfigKey = (key: string, path: FieldPath, origin: Origin): FieldError[] =>
  configKey(key).map((error) => invalid(path.key(key), key, error, origin))

/** The total size of the values of a map; base64 values count decoded. */
export const dataSize = (data: DataMap | undefined, encoding: 'utf8' | 'base64'): number =>
  Object.values(data ?? {}).reduce((sum, value) => sum + (encoding === 'utf8' ? byteLength(value) : decodedSize(value)), 0)

/** Base64 as the server writes it, independent of its form in the manifest. */
export function canonicalBase64(data: DataMap): DataMap {
  const entries = Object.entries(data)
  const canonical = entries.map(([key, value]) => [key, encodeBase64(decodeBase64(value))] as const)
  return canonical.every(([, value], i) => value === entries[i]?.[1]) ? data : mapOf(canonical)
}

/** Returns a map without a prototype, so that keys such as `constructor` have no special meaning. */
export const mapOf = (entries: Iterable<readonly [string, string]>): DataMap =>
  Object.assign(Object.create(null) as DataMap, Object.fromEntries(entries))

interface Closable extends KubeObject {
  readonly immutable?: boolean
}

/**
 * The rules for an update of an immutable object (core validation `ValidateConfigMapUpdate`, `ValidateSecretUpdate`).
 * Upstream distinguishes an empty map from an absent one, and stores no empty map: an empty map in an update is always a change.
 */
export function validateClosed<T extends Closable>(object: T, old: T, fields: readonly (keyof T & string)[], origin: Origin): FieldError[] {
  if (old.immutable !== true) return []
  const changed = fields.filter((field) => isEmptyMap(object[field]) || !semanticEqual(object[field], old[field]))
  return [...object.immutable === true ? [] : ['immutable'], ...changed]
    .map((field) => forbidden(FieldPath.of(field), 'field is immutable when `immutable` is set', origin))
}

const isEmptyMap = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0
