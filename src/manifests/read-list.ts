import {append} from '../machinery/collections/append.js'
import {rememberPairs} from '../machinery/collections/remember-pairs.js'
import {goKind, isObject, textOf} from '../machinery/go/json-value.js'
import {defaultVersion, type KubernetesVersion, onceForEachVersion} from '../machinery/version/kubernetes-version.js'
import type {JsonObject, JsonValue} from '../source/json-value.js'
import type {Node} from '../source/node.js'
import {identityOf, kindMissing, versionMissing} from './identity.js'
import {itemKind, mapKind, noMatch} from './kind-lookup.js'
import {listSchemaErrors} from './list-schema.js'
import {nodeAt} from './locate.js'
import type {ManifestEntry, ManifestProblem} from './manifest.js'
import {metadataErrors} from './metadata.js'
import {type ObjectError, type Subject, toProblems} from './object-error.js'
import {isArray} from './value-kind.js'

/**
 * Returns an entry for each item of a list. Errors of the list itself are entries before or after them, in the order in which
 * kubectl finds them (apimachinery `unstructuredJSONScheme.decodeToList`, cli-runtime `FlattenListVisitor`; spec apimachinery 2.4).
 */
export function readList(list: Subject, body: JsonObject, version = defaultVersion): ManifestEntry[] {
  const {node} = list
  const items = isArray(body['items']) ? body['items'] : []
  const {before, ofItems, after} = groupByItem(listSchemaErrors(body, version))
  const itemsFound = before.some(({steps}) => steps[0] === 'items') ? [] : itemsErrors(body['items'])
  const others = toProblems(list, [...itemsFound, ...documentErrors(body, node, version)], 'document')
  const isReadable = items.every(isMap)
  return [
    ...listEntry(list, [...toProblems(list, before, 'file'), ...isReadable ? others : []]),
    ...items.map((item, i) => readItem({...list, node: nodeAt(node, ['items', i]) ?? node}, item, {list: body, version}, ofItems.get(i) ?? [])),
    ...listEntry(list, [...toProblems(list, after, 'file'), ...isReadable ? [] : others]),
  ]
}

const listEntry = ({document}: Subject, problems: readonly ManifestProblem[]): ManifestEntry[] =>
  problems.length > 0 ? [{document, problems}] : []

/** Returns true for a valid item. kubectl treats null as an empty map. */
const isMap = (item: JsonValue): item is JsonObject | null => item === null || isObject(item)

interface GroupedErrors {
  readonly before: readonly ObjectError[]
  /** By the position of the item; their steps begin there. */
  readonly ofItems: ReadonlyMap<number, readonly ObjectError[]>
  readonly after: readonly ObjectError[]
}

/** Separates the errors of items from those of the list, which come before or after them. */
function groupByItem(errors: readonly ObjectError[]): GroupedErrors {
  const before: ObjectError[] = []
  const ofItems = new Map<number, ObjectError[]>()
  const after: ObjectError[] = []
  for (const error of errors) {
    const [field, position, ...steps] = error.steps
    if (field === 'items' && typeof position === 'number') {
      const ofItem = ofItems.get(position) ?? []
      ofItem.push({...error, steps})
      ofItems.set(position, ofItem)
    } else if (ofItems.size === 0) before.push(error)
    else after.push(error)
  }
  return {before, ofItems, after}
}

function itemsErrors(items: JsonValue | undefined): ObjectError[] {
  if (items === undefined || items === null || isArray(items)) return []
  return [{
    ruleId: 'manifest/list-items', steps: ['items'], hint: takenForList,
    message: `json: cannot unmarshal ${goKind(items)} into Go struct field decodeList.items of type []json.RawMessage`,
  }]
}

const takenForList = 'kubectl reads any object with a field "items" as a list of objects'

/** A list, and the version of Kubernetes whose kinds there are. */
interface ListOfVersion {
  readonly list: JsonObject
  readonly version: KubernetesVersion
}

/** @param schemaFaults the errors of the item that kubectl's validation of lists reports */
function readItem(subject: Subject, item: JsonValue, {list, version}: ListOfVersion, schemaErrors: readonly ObjectError[]): ManifestEntry {
  const {document} = subject
  const problems = toProblems(subject, schemaErrors, 'file')
  if (!isMap(item)) return {document, problems: problems.length > 0 ? problems : toProblems(subject, [notAMap(item)], 'document')}
  const body = withInheritedKind(item ?? {}, list)
  append(problems, isArray(body['items']) ? toProblems(subject, [nestedList], 'document') : [])
  const missing = missingIdentity(body)
  if (missing !== undefined) return {document, problems: problems.length > 0 ? problems : toProblems(subject, [missing], 'object')}
  // An inherited kind exists if the kind of the list does.
  append(problems, body === item ? toProblems(subject, mappingErrors(body, version), 'object') : [])
  return {document, manifest: {...subject, body}, problems}
}

const notAMap = (item: JsonValue): ObjectError => ({
  ruleId: 'manifest/list-items', steps: [], hint: takenForList,
  message: `json: cannot unmarshal ${goKind(item)} into Go value of type map[string]interface {}`,
})

const nestedList: ObjectError = {
  ruleId: 'manifest/nested-list', steps: ['items'],
  message: '*unstructured.Unstructured is not a list: no Items field in this object',
  hint: 'put the items of the inner list into the outer one',
}

/** Sets the kind and version of an item without both to those of its list. */
function withInheritedKind(item: JsonObject, list: JsonObject): JsonObject {
  if (textOf(item['apiVersion']) !== '' || textOf(item['kind']) !== '') return item
  return {...item, apiVersion: textOf(list['apiVersion']), kind: itemKind(textOf(list['kind']))}
}

/** kubectl ignores the kind next to an invalid apiVersion. */
function missingIdentity(body: JsonObject): ObjectError | undefined {
  const {groupVersion, kind} = identityOf(body)
  if (kind !== '') return groupVersion.version === '' ? versionMissing : undefined
  return textOf(body['kind']) === '' ? kindMissing : {...versionMissing, message: kindMissing.message}
}

/**
 * Returns the errors for which kubectl does not send the object of a document (or the items of a list), in the order of its checks.
 * Requires that apiVersion and kind are texts (cli-runtime `mapper.infoForData`; spec apimachinery 2.3).
 */
export function documentErrors(body: JsonObject, node: Node, version = defaultVersion): ObjectError[] {
  const metadata = metadataErrors(body, node)
  return identityOf(body).kind === '' ? [kindMissing, ...metadata] : [...metadata, ...mappingErrors(body, version)]
}

/** Returns the error of a kind that does not exist. */
const mappingErrors = (body: JsonObject, version = defaultVersion): ObjectError[] =>
  isMapped(version)(textOf(body['apiVersion']), textOf(body['kind'])) ? [] : [noMatch(identityOf(body), version)]

const isMapped = onceForEachVersion((version) => rememberPairs((apiVersion, kind) => mapKind(identityOf({apiVersion, kind}), version) !== undefined))
