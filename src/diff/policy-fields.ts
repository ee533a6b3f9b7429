import {namespace as namespaceKind} from '../kinds/namespace/index.js'
import {remember} from '../machinery/collections/remember.js'
import type {Json, JsonObject} from '../machinery/decode/encode.js'
import {textOf} from '../machinery/go/json-value.js'
import {lastApplied} from '../simulate/operations/last-applied.js'
import {isList, isMap, own} from '../machinery/patch/json.js'
import type {Steps} from '../manifests/locate.js'

/** The path of a field that is the same on both sides: items with a type or name are identified by it, others by their position. */
export type StablePath = readonly string[]

/** The fields by which items of lists are identified. */
const identities = ['type', 'name'] as const

/** The field by which a taint or toleration is identified. Another item with a key, such as a term of a selector, may get another key. */
const taintIdentity = 'key'

/** The names of the items of a list, and the first positions of these names. */
interface NamedItems {
  readonly names: readonly string[]
  readonly positions: ReadonlyMap<string, number>
}

/** Names the items of a list, which never changes: each path through it needs the names. */
const namedItems = remember((items: readonly Json[]): NamedItems => {
  const names = itemNames(items)
  return {names, positions: new Map(names.map((name, position): [string, number] => [name, position]).reverse())}
})

/** The names of the items of a list, each different: the second item of a type has a number. */
function itemNames(items: readonly Json[]): string[] {
  const counts = new Map<string, number>()
  return items.map((item, position) => {
    const found = identitiesOf(item).map((field) => ({field, text: isMap(item) ? textOf(own(item, field)) : ''})).find(({text}) => text !== '')
    if (found === undefined) return String(position)
    const name = `${found.field}=${found.text}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}#${count}`
  })
}

const identitiesOf = (item: Json): readonly string[] => isMap(item) && own(item, 'effect') !== undefined ? [...identities, taintIdentity] : identities

/** Names list items by their identity instead of their position. */
export function stablePath(object: Json | undefined, steps: Steps): StablePath {
  const [step, ...rest] = steps
  if (step === undefined) return []
  if (isList(object) && typeof step === 'number') return [namedItems(object).names[step] ?? String(step), ...stablePath(object[step], rest)]
  return [String(step), ...stablePath(isMap(object) ? own(object, String(step)) : undefined, rest)]
}

/** The path with positions of list items; undefined if the object does not have the field. */
export function stepsTo(object: Json | undefined, path: StablePath): Steps | undefined {
  const [name, ...rest] = path
  if (name === undefined) return object === undefined ? undefined : []
  const step = isList(object) ? namedItems(object).positions.get(name) : name
  if (step === undefined) return undefined
  const inner = stepsTo(isList(object) ? object[Number(step)] : isMap(object) ? own(object, name) : undefined, rest)
  return inner && [step, ...inner]
}

/** The value of a field; undefined if the object does not have it. */
export function valueAt(object: Json | undefined, path: StablePath): Json | undefined {
  const steps = stepsTo(object, path)
  return steps?.reduce<Json | undefined>((value, step) => isList(value) ? value[Number(step)] : isMap(value) ? own(value, String(step)) : undefined, object)
}

/**
 * The paths of all values of a policy that are not maps or lists: its labels and annotations, and all without its identity and status.
 * Of a Namespace, the finalizers in its spec are the server's, and its phase and deletion count.
 */
export function leavesOf(policy: JsonObject): StablePath[] {
  const {apiVersion: _version, kind, status: _status, metadata, ...rest} = policy
  const described = ['labels', 'annotations'].flatMap((field) => {
    const values = isMap(metadata) ? own(metadata, field) : undefined
    return isMap(values) ? Object.keys(values).map((key) => ['metadata', field, key]) : []
  })
  const isNamespace = kind === namespaceKind.kind
  const ends = [['metadata', 'deletionTimestamp'], ['status', 'phase']].filter((path) => isNamespace && valueAt(policy, path) !== undefined)
  return [...isNamespace ? ends : leaves(rest, []), ...described.filter((path) => path.at(-1) !== lastApplied)]
}

/** The paths of the items of all lists of a configuration, and of its other values; a list of texts below a field is one value. */
export const itemsOf = (configuration: JsonObject): StablePath[] => Object.entries(configuration).flatMap(([field, value]) =>
  isList(value) ? namedItems(value).names.map((name) => [field, name]) : isMap(value) ? Object.keys(value).map((name) => [field, name]) : [[field]])

function leaves(value: Json, path: StablePath): StablePath[] {
  if (isList(value) && value.length > 0) return namedItems(value).names.flatMap((name, i) => leaves(value[i] ?? null, [...path, name]))
  if (isMap(value) && Object.keys(value).length > 0) return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
  return [path]
}

/** The kind in references to configurations of admission plugins. */
export const configurationKind = 'AdmissionConfiguration'

/** Adds a step to a path; items of lists are in brackets. */
const joined = (text: string, step: string): string => /=|^\d+$/.test(step) ? `${text}[${step}]` : `${text}.${step}`

/** A path for people: `max.memory` in a LimitRange, `requests.memory` in a ResourceQuota, `limits[type=Server]` in a configuration. */
export function fieldText(kind: string, path: StablePath): string {
  const [first, list, item, ...rest] = path
  if (kind === 'LimitRange' && list === 'limits' && item !== undefined) {
    const type = item.replace(/^type=/, '')
    return `${type === 'Container' ? '' : `${type} `}${rest.join('.')}`.trimEnd() || type
  }
  if (kind === 'ResourceQuota' && list === 'hard' && item !== undefined) return [item, ...rest].join('.')
  if (first === 'metadata' && item !== undefined) return `${first}.${String(list)}[${item}]`
  return (first === 'spec' && path.length > 1 ? path.slice(1) : path).reduce(joined)
}

/** The fields by which policies select objects, by kind. A field of a rule selects for that rule, which is a common start of paths. */
const selections: Readonly<Record<string, (selector: StablePath, path: StablePath) => boolean>> = {
  ResourceQuota: ([, field]) => field === 'scopes' || field === 'scopeSelector',
  MetadataPolicy: ([, list, rule, field], [, otherList, otherRule]) =>
    list === 'rules' && otherList === list && otherRule === rule && field === 'policyPredicate',
}

/** True for a kind of policy that can select objects. */
export const hasSelection = (kind: string): boolean => Object.hasOwn(selections, kind)

/** True if a field selects the objects to which another one applies: the scopes of a quota, or the predicate of a rule. */
export const selects = (kind: string, selector: StablePath, path: StablePath): boolean => selections[kind]?.(selector, path) === true
