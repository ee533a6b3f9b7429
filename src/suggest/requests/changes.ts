import {type FieldPath} from '../../machinery/field/path.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {valueAt} from '../../simulate/repairs/value-at.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'
import type {Reason} from '../types.js'

export type ContainerList = 'containers' | 'initContainers'

export type Side = 'requests' | 'limits'

/** The place of an amount in the spec of a pod. */
export interface AmountPlace {
  readonly list: ContainerList
  readonly index: number
  readonly side: Side
  readonly resource: string
}

/** An amount that a container should state. */
export interface Change extends AmountPlace {
  readonly value: Quantity
  readonly reasons: readonly Reason[]
}

/** Changes of one object, of which later ones override earlier ones for the same place. */
export type Changes = ReadonlyMap<string, Change>

/** The same text for the same place. */
export const placeKey = ({list, index, side, resource}: AmountPlace): string => JSON.stringify([list, index, side, resource])

/** Reads the place of `spec.containers[0].resources.limits[cpu]`; undefined for other fields. */
export function placeOfField(field: FieldPath): AmountPlace | undefined {
  const [spec, list, index, resources, side, resource] = field.steps()
  if (spec !== 'spec' || (list !== 'containers' && list !== 'initContainers') || typeof index !== 'number' || resources !== 'resources') return undefined
  return (side === 'requests' || side === 'limits') && typeof resource === 'string' ? {list, index, side, resource} : undefined
}

/** The path of an amount below the path of a pod's spec. */
export const pathOf = (spec: FieldPath, {list, index, side, resource}: AmountPlace): FieldPath =>
  spec.child(list).index(index).child('resources', side).key(resource)

/** The containers of a pod's spec. */
export const containersOf = (spec: unknown, list: ContainerList): readonly JsonObject[] => {
  const containers: unknown = isObject(spec) ? spec[list] : undefined
  return Array.isArray(containers) ? containers.filter((container): container is JsonObject => isObject(container)) : []
}

/** The amount at a place of a pod's spec; undefined if it is not stated. */
export function amountAt(spec: unknown, {list, index, side, resource}: AmountPlace): Quantity | undefined {
  const resources = containersOf(spec, list)[index]?.['resources']
  const amounts = isObject(resources) ? resources[side] : undefined
  const amount = isObject(amounts) && Object.hasOwn(amounts, resource) ? amounts[resource] : undefined
  return typeof amount === 'string' || typeof amount === 'number' || typeof amount === 'bigint' ? Quantity.tryParse(String(amount)) : undefined
}

/** An object with changes at the containers of its pods. */
export const withChanges = (body: JsonObject, specSteps: readonly (string | number)[], changes: Changes): JsonObject =>
  changed(body, specSteps, (spec) => [...changes.values()].reduce(withChange, spec))

function changed(value: JsonObject, steps: readonly (string | number)[], change: (value: JsonObject) => JsonObject): JsonObject {
  const [step, ...rest] = steps
  if (step === undefined) return change(value)
  const inner = value[String(step)]
  return {...value, [String(step)]: changed(isObject(inner) ? inner : {}, rest, change)}
}

function withChange(spec: JsonObject, {list, index, side, resource, value}: Change): JsonObject {
  const containers = spec[list]
  if (!Array.isArray(containers)) return spec
  return {...spec, [list]: (containers as readonly JsonValue[]).map((container, i) => i === index && isObject(container)
    ? changed(container, ['resources', side], (amounts) => ({...amounts, [resource]: String(value)})) : container)}
}

/** A strategic merge patch with the changes: all containers by name, so that fields have the same indexes as in the object. */
export function patchOf(body: JsonObject, specSteps: readonly (string | number)[], changes: Changes): JsonObject {
  const spec = valueAt(withChanges(body, specSteps, changes), specSteps)
  const named = (list: ContainerList): Record<string, JsonValue> => {
    const own = [...changes.values()].filter((change) => change.list === list)
    if (own.length === 0) return {}
    return {[list]: containersOf(spec, list).map(({name}, index): JsonObject => own.filter((change) => change.index === index)
      .reduce<JsonObject>((patch, {side, resource, value}) =>
        changed(patch, ['resources', side], (amounts) => ({...amounts, [resource]: String(value)})), {name: textOf(name)}))}
  }
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  const {apiVersion = '', kind = ''} = body
  const names = {name: textOf(metadata['name']), ...textOf(metadata['namespace']) !== '' && {namespace: textOf(metadata['namespace'])}}
  return changed({apiVersion, kind, metadata: names}, specSteps, () => ({...named('containers'), ...named('initContainers')}))
}
