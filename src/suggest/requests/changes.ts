import {groupBy} from '../../machinery/collections/group-by.js'
import {type FieldPath} from '../../machinery/field/path.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {valueAt} from '../../simulate/object-fields.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'
import type {Reason} from '../types.js'

export const containerLists = ['containers', 'initContainers'] as const

export type ContainerList = typeof containerLists[number]

export type Side = 'requests' | 'limits'

/** The place of a container in the spec of a pod. */
interface ContainerPlace {
  readonly list: ContainerList
  readonly index: number
}

/** The place of an amount in the spec of a pod. */
export interface AmountPlace {
  /** Undefined for an amount of the pod as a whole. */
  readonly container: ContainerPlace | undefined
  readonly side: Side
  readonly resource: string
}

/** An amount that a container, or the pod as a whole, should state. */
export interface Change extends AmountPlace {
  readonly value: Quantity
  readonly reasons: readonly Reason[]
}

/** Changes of one object, of which later ones override earlier ones for the same place. */
export type Changes = ReadonlyMap<string, Change>

/** The same text for the same place. */
export const placeKey = ({container, side, resource}: AmountPlace): string => JSON.stringify([container?.list, container?.index, side, resource])

/** Reads the place of `spec.containers[0].resources.limits[cpu]` or `spec.resources.limits[cpu]`; undefined for other fields. */
export function placeOfField(field: FieldPath): AmountPlace | undefined {
  const [spec, ...steps] = field.steps()
  if (spec !== 'spec') return undefined
  if (steps[0] === 'resources') return placeIn(undefined, steps)
  const [list, index, ...rest] = steps
  return (list === 'containers' || list === 'initContainers') && typeof index === 'number' ? placeIn({list, index}, rest) : undefined
}

const placeIn = (container: ContainerPlace | undefined, [resources, side, resource]: readonly (string | number)[]): AmountPlace | undefined =>
  resources === 'resources' && (side === 'requests' || side === 'limits') && typeof resource === 'string' ? {container, side, resource} : undefined

/** The path of an amount below the path of a pod's spec. */
export const pathOf = (spec: FieldPath, {container, side, resource}: AmountPlace): FieldPath =>
  (container === undefined ? spec : spec.child(container.list).index(container.index)).child('resources', side).key(resource)

/** The containers of a pod's spec. */
export const containersOf = (spec: unknown, list: ContainerList): readonly JsonObject[] => {
  const containers: unknown = isObject(spec) ? spec[list] : undefined
  return Array.isArray(containers) ? containers.filter((container): container is JsonObject => isObject(container)) : []
}

/** The container at a place of a pod's spec; undefined if there is none. */
export function containerAt(spec: unknown, {list, index}: ContainerPlace): JsonObject | undefined {
  const containers: unknown = isObject(spec) ? spec[list] : undefined
  const container: unknown = Array.isArray(containers) ? containers[index] : undefined
  return isObject(container) ? container as JsonObject : undefined
}

/** The amount at a place of a pod's spec; undefined if it is not stated. */
export function amountAt(spec: unknown, {container, side, resource}: AmountPlace): Quantity | undefined {
  const owner: unknown = container === undefined ? spec : containerAt(spec, container)
  const resources = isObject(owner) ? owner['resources'] : undefined
  const amounts = isObject(resources) ? resources[side] : undefined
  const amount = isObject(amounts) && Object.hasOwn(amounts, resource) ? amounts[resource] : undefined
  return typeof amount === 'string' || typeof amount === 'number' || typeof amount === 'bigint' ? Quantity.tryParse(String(amount)) : undefined
}

/** An object with changes in the spec of its pods. */
export const withChanges = (body: JsonObject, specSteps: readonly (string | number)[], changes: Changes): JsonObject =>
  changed(body, specSteps, (spec) => {
    const {ofPod, ofContainers} = placed(changes)
    return containerLists.reduce((result, list) => {
      const containers = result[list]
      const stated = (container: JsonValue, index: number): JsonValue => isObject(container) ? ofContainers(list, index).reduce(stating, container) : container
      return Array.isArray(containers) ? {...result, [list]: (containers as readonly JsonValue[]).map(stated)} : result
    }, ofPod.reduce(stating, spec))
  })

/** Sorts changes by their places: those of the pod as a whole, and those of each container. */
function placed(changes: Changes): {readonly ofPod: readonly Change[], readonly ofContainers: (list: ContainerList, index: number) => readonly Change[]} {
  const byContainer = groupBy([...changes.values()], ({container}) => container && `${container.list}[${container.index}]`)
  return {ofPod: byContainer.get(undefined) ?? [], ofContainers: (list, index) => byContainer.get(`${list}[${index}]`) ?? []}
}

function changed(value: JsonObject, steps: readonly (string | number)[], change: (value: JsonObject) => JsonObject): JsonObject {
  const [step, ...rest] = steps
  if (step === undefined) return change(value)
  const inner = value[String(step)]
  return {...value, [String(step)]: changed(isObject(inner) ? inner : {}, rest, change)}
}

const stating = (owner: JsonObject, {side, resource, value}: Change): JsonObject =>
  changed(owner, ['resources', side], (amounts) => ({...amounts, [resource]: String(value)}))

/** A strategic merge patch with the changes: all containers by name, so that fields have the same indexes as in the object. */
export function patchOf(body: JsonObject, specSteps: readonly (string | number)[], changes: Changes): JsonObject {
  const spec = valueAt(body, specSteps)
  const {ofPod, ofContainers} = placed(changes)
  const changedLists = new Set([...changes.values()].map(({container}) => container?.list))
  const named = containerLists.filter((list) => changedLists.has(list)).map((list) =>
    [list, containersOf(spec, list).map(({name}, index) => ofContainers(list, index).reduce<JsonObject>(stating, {name: textOf(name)}))] as const)
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  const {apiVersion = '', kind = ''} = body
  const names = {name: textOf(metadata['name']), ...textOf(metadata['namespace']) !== '' && {namespace: textOf(metadata['namespace'])}}
  return changed({apiVersion, kind, metadata: names}, specSteps, () => ({...ofPod.reduce<JsonObject>(stating, {}), ...Object.fromEntries(named)}))
}
