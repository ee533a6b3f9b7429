import type {ObjectFieldSelector, ResourceFieldSelector} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid, notSupported, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {unsupportedText, validateText} from '../../../machinery/field/text-rules.js'
import {qualifiedName} from '../../../machinery/meta/names.js'

/** The fields of a pod that a reference can name (core/v1 `ConvertDownwardAPIFieldLabel`). */
const knownFields: ReadonlySet<string> = new Set([
  'metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid', 'spec.nodeName', 'spec.restartPolicy',
  'spec.serviceAccountName', 'spec.schedulerName', 'status.phase', 'status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs',
])

/** The fields that environment variables support. */
export const envFields: readonly string[] = [
  'metadata.name', 'metadata.namespace', 'metadata.uid', 'spec.nodeName', 'spec.serviceAccountName', 'status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs',
]

/** The fields that downwardAPI volumes support. */
export const volumeFields: readonly string[] = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid']

const origin = 'pod/field-ref'

/**
 * The rules for a reference to a field of the pod (core validation `validateObjectFieldSelector`; spec pod 4.5).
 *
 * @param fields the supported fields
 */
export function validateFieldRef({apiVersion = 'v1', fieldPath = ''}: ObjectFieldSelector, fields: readonly string[], path: FieldPath): FieldError[] {
  const place = path.child('fieldPath')
  if (fieldPath === '') return [required(place, '', origin)]
  const {map, key} = splitSubscript(fieldPath)
  const error = conversionError(apiVersion, fieldPath, map)
  if (error !== undefined) return [invalid(place, fieldPath, `error converting fieldPath: ${error}`, origin)]
  if (key !== undefined) return validateText(map === 'metadata.annotations' ? key.toLowerCase() : key, qualifiedName, path, origin)
  const field = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath
  return fields.includes(field) ? [] : [notSupported(place, field, fields, origin)]
}

/** Splits a path to a map entry, such as `metadata.labels['app']`, into the path of the map and the key (pkg/fieldpath `SplitMaybeSubscriptedPath`). */
function splitSubscript(fieldPath: string): {readonly map: string, readonly key?: string} {
  const text = fieldPath.slice(0, -2)
  const start = text.indexOf("['")
  return fieldPath.endsWith("']") && start > 0 ? {map: text.slice(0, start), key: text.slice(start + 2)} : {map: ''}
}

/** Returns the reason that the server rejects a path. */
function conversionError(apiVersion: string, fieldPath: string, map: string): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`
  if (map !== '') return map === 'metadata.annotations' || map === 'metadata.labels' ? undefined : `field label does not support subscript: ${fieldPath}`
  return knownFields.has(fieldPath) || fieldPath === 'spec.host' ? undefined : `field label not supported: ${fieldPath}`
}

const resourceOrigin = 'pod/resource-field-ref'

const resourceFields = ['limits.cpu', 'limits.ephemeral-storage', 'limits.memory', 'requests.cpu', 'requests.ephemeral-storage', 'requests.memory']

const isHugePages = (resource: string): boolean => /^(?:limits|requests)\.hugepages-/.test(resource)

/**
 * The rules for a reference to requests or limits of a container (`validateContainerResourceFieldSelector`).
 *
 * @param isInVolume true if the reference must name its container
 */
export function validateResourceFieldRef(selector: ResourceFieldSelector, isInVolume: boolean, path: FieldPath): FieldError[] {
  return allErrors(validateResource(selector, isInVolume, path), validateDivisor(selector, path.child('divisor')))
}

function validateResource({containerName = '', resource = ''}: ResourceFieldSelector, isInVolume: boolean, path: FieldPath): FieldError[] {
  if (isInVolume && containerName === '') return [required(path.child('containerName'), '', resourceOrigin)]
  if (resource === '') return [required(path.child('resource'), '', resourceOrigin)]
  return resourceFields.includes(resource) || isHugePages(resource) ? [] : [unsupportedText(path.child('resource'), resource, resourceFields, resourceOrigin)]
}

/** The name of each resource in the message about a divisor. */
const divisorKinds: ReadonlyMap<string, string> = new Map(['limits', 'requests'].flatMap((side) => [
  [`${side}.cpu`, 'cpu'], [`${side}.memory`, 'memory'], [`${side}.ephemeral-storage`, 'local ephemeral storage'],
]))

const byteDivisors = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei']

/** The supported divisors; upstream's message quotes the resource instead of the divisor. */
function validateDivisor({resource = '', divisor}: ResourceFieldSelector, path: FieldPath): FieldError[] {
  if (divisor === undefined || divisor.isZero()) return []
  const kind = isHugePages(resource) ? 'hugepages' : divisorKinds.get(resource)
  if (kind === undefined) return []
  const legal = kind === 'cpu' ? ['1m', '1'] : byteDivisors
  if (legal.includes(String(divisor))) return []
  const listed = kind === 'cpu' ? '1m and 1' : byteDivisors.join(', ')
  return [invalid(path, resource, `only divisor's values ${listed} are supported with the ${kind} resource`, resourceOrigin)]
}

