import type {ObjectMeta} from '../api/meta-v1.js'
import {allErrors, type FieldError, forbidden, invalid, NamedText, type Origin, required, tooLong} from '../field/error.js'
import type {FieldPath} from '../field/path.js'
import {utf8Bytes, utf8Text} from '../go/bytes.js'
import {byteLength, compareText, goJson, quote} from '../go/text.js'
import {validateLabels} from './label-selector.js'
import {validateManagedFields} from './managed-fields.js'
import {annotationKey, dns1035Label, dns1123Label, dns1123Subdomain, longName, pathSegmentName, pathSegmentPrefix, qualifiedName} from './names.js'
import {validateOwnerReferences} from './owner-references.js'

/**
 * Checks a name and returns Kubernetes' messages about it.
 *
 * @param isPrefix for a generateName, to which something will be appended
 */
export type NameCheck = (name: string, isPrefix: boolean) => readonly string[]

const nameChecks = {
  'subdomain': (name, isPrefix) => dns1123Subdomain(isPrefix ? maskTrailingDash(name) : name),
  'label': (name, isPrefix) => dns1123Label(isPrefix ? maskTrailingDash(name) : name),
  'service-name': (name, isPrefix) => dns1123Label(isPrefix ? maskTrailingDash(name) : name),
  'old-service-name': (name, isPrefix) => dns1035Label(isPrefix ? maskTrailingDash(name) : name),
  'path-segment': (name, isPrefix) => isPrefix ? pathSegmentPrefix(name) : pathSegmentName(name),
  'none': () => [],
  'long-name': (name, isPrefix) => isPrefix ? [] : longName(name),
} satisfies Record<string, NameCheck>

/**
 * The rule for the names of a kind: a DNS-1123 subdomain or label, the name of a service (now, or before Kubernetes 1.36), a
 * segment of a URL's path, no name, or a function.
 * `long-name` is the subdomain of ReplicationController and DeviceClass, whose generateName is not checked and whose name is
 * limited in bytes.
 */
export type NameRule = keyof typeof nameChecks | NameCheck

/** The rules for metadata that depend on the kind. */
export interface ObjectMetaRules {
  readonly name: NameRule
  readonly namespaced: boolean
  /**
   * True when a finalizer must be Kubernetes' own or have a slash: in all kinds but RuntimeClass, PodDisruptionBudget, v1
   * Event, Lease, custom resources, and those of admissionregistration.k8s.io, apiextensions.k8s.io and apiregistration.k8s.io.
   */
  readonly qualifiedFinalizers: boolean
  /** True if updates are validated against the rule for names, too. That affects a new generateName. */
  readonly namesOnUpdate?: boolean
  /** True if errors about owners have their positions, and say `Required value` where a field is missing. */
  readonly ownerPositions?: boolean
}

/**
 * The rules for the metadata of an object that is created, in the order of upstream (apimachinery `ValidateObjectMeta`, and
 * core validation's function of that name for its addition about finalizers). The name has been generated already.
 *
 * @param path of the metadata
 */
export function validateObjectMeta(metadata: ObjectMeta, rules: ObjectMetaRules, path: FieldPath): FieldError[] {
  const errors = validateFields(metadata, rules.name, rules, path)
  return rules.qualifiedFinalizers ? allErrors(errors, validateFinalizerNames(metadata.finalizers ?? [], path.child('finalizers'))) : errors
}

/**
 * The rules for the metadata of an object that replaces another one, each rule once (apiserver `validateCommonFields` and
 * core validation `ValidateObjectMetaUpdate`). What the server copies from the old object when it is left out (uid,
 * creationTimestamp, and the fields of a deletion that is under way) has been copied already.
 *
 * @param rules without a rule for names, which an update cannot change
 * @param path of the metadata
 */
export function validateObjectMetaUpdate(
  metadata: ObjectMeta, old: ObjectMeta, rules: Omit<ObjectMetaRules, 'name'>, path: FieldPath,
): FieldError[] {
  const finalizers = metadata.finalizers ?? []
  return allErrors(
    validateFields(metadata, 'path-segment', rules, path),
    validateNoNewFinalizers(finalizers, old, path.child('finalizers')),
    validateImmutableFields(metadata, old, path),
    rules.qualifiedFinalizers ? validateFinalizerNames(finalizers, path.child('finalizers')) : [],
  )
}

/** Returns the name that the server generates: the generateName, truncated to 58 bytes, and a suffix of five. */
export const generatedName = (prefix: string, suffix: string): string =>
  (ascii.test(prefix) ? prefix.slice(0, 58) : utf8Text(utf8Bytes(prefix).subarray(0, 58))) + suffix

/** Matches a text in which each character is one byte. */
const ascii = /^[ -~]*$/

/** Placeholder for a random UUID. */
export const uuidPlaceholder = '00000000-0000-0000-0000-000000000000'

function validateFields(
  metadata: ObjectMeta, name: NameRule, {namespaced, ownerPositions = false}: Omit<ObjectMetaRules, 'name'>, path: FieldPath,
): FieldError[] {
  const {namespace = '', generation, labels, annotations, ownerReferences, finalizers, managedFields} = metadata
  return allErrors(
    validateObjectName(metadata, name, path),
    validateNamespace(namespace, namespaced, path.child('namespace')),
    generation === undefined ? [] : validateGeneration(generation, path.child('generation')),
    labels === undefined ? [] : validateLabels(labels, path.child('labels'), 'metadata/labels'),
    annotations === undefined ? [] : validateAnnotations(annotations, path.child('annotations')),
    ownerReferences === undefined ? [] : validateOwnerReferences(ownerReferences, path.child('ownerReferences'), ownerPositions),
    finalizers === undefined ? [] : validateFinalizers(finalizers, path.child('finalizers')),
    managedFields === undefined ? [] : validateManagedFields(managedFields, path.child('managedFields')),
  )
}

/** Returns one error for each message about a value. */
const invalidEach = (path: FieldPath, value: string, messages: readonly string[], origin: Origin): FieldError[] =>
  messages.map((message) => invalid(path, value, message, origin))

/**
 * Validates the name and the generateName of an object.
 *
 * @param path of the metadata
 */
export function validateObjectName({generateName = '', name = ''}: ObjectMeta, rule: NameRule, path: FieldPath): FieldError[] {
  const check = typeof rule === 'function' ? rule : nameChecks[rule]
  const prefixMessages = generateName === '' ? [] : check(generateName, true)
  const errors = invalidEach(path.child('generateName'), generateName, prefixMessages, 'metadata/generate-name')
  if (name === '' && rule === 'none') return errors
  if (name === '') return [...errors, required(path.child('name'), 'name or generateName is required', 'metadata/name')]
  return allErrors(errors, invalidEach(path.child('name'), name, check(name, false), 'metadata/name'))
}

/** Removes a trailing dash from a prefix, which is valid there. Like upstream, replaces the last two bytes by one. */
export function maskTrailingDash(prefix: string): string {
  if (!prefix.endsWith('-')) return prefix
  const start = prefix.slice(0, -1)
  // This may break a character of several bytes, which is invalid anyway.
  return start.charCodeAt(start.length - 1) < 0x80 ? `${start.slice(0, -1)}a` : start
}

function validateNamespace(namespace: string, namespaced: boolean, path: FieldPath): FieldError[] {
  if (namespaced && namespace === '') return [required(path, '', 'metadata/namespace')]
  if (namespaced) return invalidEach(path, namespace, dns1123Label(namespace), 'metadata/namespace')
  return namespace === '' ? [] : [forbidden(path, 'not allowed on this type', 'metadata/namespace')]
}

const validateGeneration = (generation: number | bigint, path: FieldPath): FieldError[] =>
  generation < 0 ? [invalid(path, generation, 'must be greater than or equal to 0', 'metadata/generation')] : []

/** Limit on the annotations of an object, keys and values together, in bytes. */
export const annotationsLimit = 256 * 1024

/** Validates the annotations of an object: keys like those of labels but case-insensitive, and a limit for the total size. */
export function validateAnnotations(annotations: Readonly<Record<string, string>> | undefined, path: FieldPath): FieldError[] {
  const entries = Object.entries(annotations ?? {})
  const broken = entries.map(([key]) => key).filter((key) => annotationKey(key).length > 0)
  const errors = broken.sort(compareText).flatMap((key) => invalidEach(path, key, annotationKey(key), 'metadata/annotations'))
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0)
  return size > annotationsLimit ? [...errors, tooLong(path, annotationsLimit, 'metadata/annotations')] : errors
}

function validateFinalizers(finalizers: readonly string[], path: FieldPath): FieldError[] {
  const errors = finalizers.flatMap((finalizer) => invalidEach(path, finalizer, qualifiedName(finalizer), 'metadata/finalizers'))
  if (!finalizers.includes('orphan') || !finalizers.includes('foregroundDeletion')) return errors
  return [...errors, invalid(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set', 'metadata/finalizers')]
}

const standardFinalizers: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

/** Core validation's addition to the rules for finalizers (`validateKubeFinalizerName`). */
function validateFinalizerNames(finalizers: readonly string[], path: FieldPath): FieldError[] {
  const message = 'name is neither a standard finalizer name nor is it fully qualified'
  return finalizers.flatMap((finalizer, i) =>
    finalizer.includes('/') || standardFinalizers.has(finalizer) ? [] : [invalid(path.index(i), finalizer, message, 'metadata/finalizers')])
}

/** An object that is being deleted may lose finalizers and not gain any. */
function validateNoNewFinalizers(finalizers: readonly string[], old: ObjectMeta, path: FieldPath): FieldError[] {
  const added = old.deletionTimestamp === undefined ? [] : finalizers.filter((finalizer) => !old.finalizers?.includes(finalizer))
  if (added.length === 0) return []
  const listed = [...new Set(added)].sort(compareText).map(quote).join(', ')
  const message = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${listed}}`
  return [forbidden(path, message, 'metadata/finalizers')]
}

/** The fields that an update cannot change, as the server prints them: texts quoted, values of other Go types as JSON. */
const immutableFields = {
  name: ({name}) => name ?? '',
  namespace: ({namespace}) => namespace ?? '',
  uid: ({uid}) => new NamedText(uid ?? ''),
  creationTimestamp: ({creationTimestamp}) => creationTimestamp ?? null,
  deletionTimestamp: ({deletionTimestamp}) => deletionTimestamp ?? null,
  deletionGracePeriodSeconds: ({deletionGracePeriodSeconds}) => deletionGracePeriodSeconds ?? null,
} satisfies Record<string, (metadata: ObjectMeta) => unknown>

function validateImmutableFields(metadata: ObjectMeta, old: ObjectMeta, path: FieldPath): FieldError[] {
  const changed = Object.entries(immutableFields).filter(([, valueOf]) => goJson(valueOf(metadata)) !== goJson(valueOf(old)))
  return changed.map(([field, valueOf]) => invalid(path.child(field), valueOf(metadata), 'field is immutable', 'metadata/immutable'))
}
