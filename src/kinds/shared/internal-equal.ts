import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {type FieldError, invalid, NamedText, type Origin} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {goJson} from '../../machinery/go/text.js'
import {defaultVersion, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {internalForm, metadataList} from './internal-form.js'
import {type Fields, internalFields, isAbsent, metadataFields} from './internal-types.js'

/**
 * Returns true if the server treats two values as equal (apiequality.Semantic.DeepEqual of its internal types): quantities are
 * compared by amount, empty lists and maps equal absent ones, and 0 equals an absent value in fields that are not pointers.
 *
 * @param form the Go type of the values (see `internal-types.ts`)
 */
export function internallyEqual(form: string, a: unknown, b: unknown): boolean {
  if (form.startsWith('*')) return isAbsent(a) || isAbsent(b) ? isAbsent(a) && isAbsent(b) : internallyEqual(form.slice(1), a, b)
  if (form.startsWith('[]')) return equalLists(form.slice(2), (a ?? []) as readonly unknown[], (b ?? []) as readonly unknown[])
  switch (form) {
    case '':
    case 'n':
    case 'b':
    case 'intstr': return internalForm(form, a) === internalForm(form, b)
    case 'quantity': return ((a ?? Quantity.zero) as Quantity).compare((b ?? Quantity.zero) as Quantity) === 0
    case 'any': return goJson(internalForm(form, a)) === goJson(internalForm(form, b))
    case 'map': return equalMaps('', (a ?? {}) as Fields, (b ?? {}) as Fields)
    case 'map quantity': return equalMaps('quantity', (a ?? {}) as Fields, (b ?? {}) as Fields)
    case 'metadata': return metadataFields.every((field) => equalMetadata(field, (a as Fields | undefined)?.[field], (b as Fields | undefined)?.[field]))
    case 'selector': return equalSelectors((a ?? {}) as Fields, (b ?? {}) as Fields)
    default: return equalStructs(form, (a ?? {}) as Fields, (b ?? {}) as Fields)
  }
}

const equalLists = (form: string, a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => internallyEqual(form, item, b[i]))

function equalMaps(form: string, a: Fields, b: Fields): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && internallyEqual(form, a[key], b[key]))
}

function equalStructs(type: string, a: Fields, b: Fields): boolean {
  const others = internalFields(type, b)
  return internalFields(type, a).every(({form, value}, i) => internallyEqual(form, value, others[i]?.value))
}

const equalSelectors = (a: Fields, b: Fields): boolean =>
  internallyEqual('map', a['matchLabels'], b['matchLabels']) && semanticEqual(a['matchExpressions'], b['matchExpressions'])

function equalMetadata(field: typeof metadataFields[number], a: unknown, b: unknown): boolean {
  switch (field) {
    case 'labels':
    case 'annotations': return internallyEqual('map', a, b)
    case 'ownerReferences':
    case 'managedFields': return goJson(metadataList(field, a ?? [])) === goJson(metadataList(field, b ?? []))
    case 'deletionGracePeriodSeconds': return internallyEqual('*', a, b)
    default: return semanticEqual(a, b)
  }
}

/** The rule for a field that keeps its value (core validation `ValidateImmutableField`). */
export const validateUnchanged = (form: string, value: unknown, old: unknown, path: FieldPath, origin: Origin, version = defaultVersion): FieldError[] =>
  internallyEqual(form, value, old) ? [] : [invalid(path, printedForm(form, value, version), 'field is immutable', origin)]

/** Prints a pointer to a string as JSON. */
function printedForm(form: string, value: unknown, version: KubernetesVersion): unknown {
  const printed = internalForm(form, value, version)
  return form === '*' && typeof printed === 'string' ? new NamedText(printed) : printed
}
