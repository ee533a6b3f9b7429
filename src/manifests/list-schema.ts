import {rememberPairs} from '../machinery/collections/remember-pairs.js'
import {textOf} from '../machinery/go/json-value.js'
import {defaultVersion, type KubernetesVersion, onceForEachVersion} from '../machinery/version/kubernetes-version.js'
import type {JsonObject, JsonValue} from '../source/json-value.js'
import type {ObjectError} from './object-error.js'
import {identityErrors, identityOf} from './identity.js'
import {openApiErrors} from './open-api-check.js'
import {modelOfKind, modelOfList} from './open-api-model.js'
import {isArray} from './value-kind.js'

/** Returns true for a list in the sense of kubectl: a `List`, the list of a kind, or any object with a field `items`. */
export const isList = (body: JsonObject, version = defaultVersion): boolean => Object.hasOwn(body, 'items') || isListKind(version)(textOf(body['apiVersion']), textOf(body['kind']))

const isListKind = onceForEachVersion((version) => rememberPairs((apiVersion, kind) =>
  isUntypedList({apiVersion, kind}) || modelOfList(identityOf({apiVersion, kind}), version) !== undefined))

/** Returns true for a `v1` `List`, whose items are of any kind. */
function isUntypedList(body: JsonObject): boolean {
  const {groupVersion: {group, version}, kind} = identityOf(body)
  return group === '' && version === 'v1' && kind === 'List'
}

/**
 * Validates the fields of lists like kubectl, because the server does not: the items of a `List` by their own kinds, the
 * items of the list of a kind by that kind, ignoring their own (kubectl `schemaValidation`; spec apimachinery 2.4).
 */
export function listSchemaErrors(body: JsonObject, version = defaultVersion): ObjectError[] {
  if (isUntypedList(body)) return untypedListErrors(body, version)
  const identity = identityOf(body)
  const model = modelOfList(identity, version)
  return model === undefined ? [] : openApiErrors(body, model, identity.kind)
}

function untypedListErrors({items}: JsonObject, version: KubernetesVersion): ObjectError[] {
  if (!isArray(items)) return [noItems]
  return items.flatMap((item, i) => itemErrors(item, version).map((error) => ({...error, steps: ['items', i, ...error.steps]})))
}

const noItems: ObjectError = {
  ruleId: 'manifest/list-items', message: 'invalid object to validate', steps: ['items'],
  hint: 'a List has its objects in a list named "items"',
}

function itemErrors(item: JsonValue, version: KubernetesVersion): ObjectError[] {
  const errors = identityErrors(item)
  if (errors.length > 0) return errors
  const object = item as JsonObject
  const identity = identityOf(object)
  const model = modelOfKind(identity, version)
  return model === undefined ? [] : openApiErrors(object, model, identity.kind)
}
