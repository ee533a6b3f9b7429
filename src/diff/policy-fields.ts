import type {Json, JsonObject} from '../machinery/decode/encode.js'
import {textOf} from '../machinery/go/json-value.js'
import {isList, isMap, own} from '../machinery/patch/json.js'
import type {Steps} from '../manifests/locate.js'

/** The path of a field that is the same on both sides: items with a type or name are identified by it, others by their position. */
export type StablePath = readonly string[]

/** The fields by which items of lists are identified. */
const identities = ['type', 'name'] as const

function itemName(item: Json | undefined, position: number): string {
  const found = identities.flatMap((field) => isMap(item) ? {field, text: textOf(own(item, field))} : []).find(({text}) => text !== '')
  return found === undefined ? String(position) : `${found.field}=${found.text}`
}

/** Names list items by their identity instead of their position. */
export function stablePath(object: Json | undefined, steps: Steps): StablePath {
  const [step, ...rest] = steps
  if (step === undefined) return []
  if (isList(object) && typeof step === 'number') return [itemName(object[step], step), ...stablePath(object[step], rest)]
  return [String(step), ...stablePath(isMap(object) ? own(object, String(step)) : undefined, rest)]
}

/** The path with positions of list items; undefined if the object does not have the field. */
export function stepsTo(object: Json | undefined, path: StablePath): Steps | undefined {
  const [name, ...rest] = path
  if (name === undefined) return object === undefined ? undefined : []
  const step = isList(object) ? object.findIndex((item, i) => itemName(item, i) === name) : name
  if (step === -1) return undefined
  const inner = stepsTo(isList(object) ? object[Number(step)] : isMap(object) ? own(object, name) : undefined, rest)
  return inner && [step, ...inner]
}

/** The value of a field; undefined if the object does not have it. */
export function valueAt(object: Json | undefined, path: StablePath): Json | undefined {
  const steps = stepsTo(object, path)
  return steps?.reduce<Json | undefined>((value, step) => isList(value) ? value[Number(step)] : isMap(value) ? own(value, String(step)) : undefined, object)
}

/** The paths of all values of a policy that are not maps or lists, without its identity and status. */
export function leavesOf({apiVersion: _version, kind: _kind, status: _status, metadata, ...rest}: JsonObject): StablePath[] {
  const labels = isMap(metadata) ? own(metadata, 'labels') : undefined
  return [...leaves(rest, []), ...labels === undefined ? [] : leaves(labels, ['metadata', 'labels'])]
}

function leaves(value: Json, path: StablePath): StablePath[] {
  if (isList(value) && value.length > 0) return value.flatMap((item, i) => leaves(item, [...path, itemName(item, i)]))
  if (isMap(value) && Object.keys(value).length > 0) return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
  return [path]
}

/** A path for people: `max.memory` in a LimitRange, `requests.memory` in a ResourceQuota. */
export function fieldText(kind: string, path: StablePath): string {
  const [first, list, item, ...rest] = path
  if (kind === 'LimitRange' && list === 'limits' && item !== undefined) {
    const type = item.replace(/^type=/, '')
    return `${type === 'Container' ? '' : `${type} `}${rest.join('.')}`.trimEnd() || type
  }
  if (kind === 'ResourceQuota' && list === 'hard' && item !== undefined) return [item, ...rest].join('.')
  return (first === 'spec' && path.length > 1 ? path.slice(1) : path).join('.')
}
