import * as fc from 'fast-check'
import {isObject} from '../../src/machinery/go/json-value.js'
import type {Body} from '../helpers/builders.js'

// Variations of objects of one kind: with fields removed, copied from another object, or with other values.

type Steps = readonly (string | number)[]

/** All paths in a value, including lists and maps. */
function placesIn(value: unknown): Steps[] {
  if (typeof value !== 'object' || value === null) return []
  const steps = Array.isArray(value) ? value.map((_item, i) => i) : Object.keys(value)
  return steps.flatMap((step) => [[step], ...placesIn((value as Readonly<Record<string | number, unknown>>)[step]).map((rest) => [step, ...rest])])
}

/** True for fields that identify an object. */
const isIdentity = ([first = '', second]: Steps): boolean =>
  first === 'metadata' ? second === undefined || second === 'name' || second === 'namespace' : first === 'apiVersion' || first === 'kind'

/** The value with another one at a path, or without it if undefined. Missing parents are created. */
function withAt(value: unknown, [step, ...rest]: Steps, item: unknown): unknown {
  if (step === undefined) return item
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? value as readonly unknown[] : []
    const changed = withAt(list[step], rest, item)
    return [...list.slice(0, step), ...changed === undefined ? [] : [changed], ...list.slice(step + 1)]
  }
  const map = isObject(value) ? value : {}
  const {[step]: old, ...others} = map
  const changed = withAt(old, rest, item)
  return changed === undefined ? others : {...map, [step]: changed}
}

const valueAt = (value: unknown, steps: Steps): unknown =>
  steps.reduce<unknown>((inner, step) => (inner as Readonly<Record<string | number, unknown>> | undefined)?.[step], value)

/** A value that may replace another one. */
function otherValue(value: unknown, pick: number): unknown {
  if (typeof value === 'number') return [0, 1, value + 1, value * 2, 80][pick % 5]
  if (typeof value === 'boolean') return !value
  return typeof value === 'string' ? ['', 'b', `${value}b`, '1', '1500m'][pick % 5] : undefined
}

interface Edit {
  readonly how: 'drop' | 'graft' | 'change'
  readonly donor: number
  readonly place: number
}

function edited(object: Body, donors: readonly Body[], {how, donor, place}: Edit): Body {
  const source = how === 'graft' ? donors[donor % donors.length] ?? object : object
  const places = placesIn(source).filter((steps) => !isIdentity(steps))
  const steps = places[place % places.length]
  if (steps === undefined) return object
  const item = how === 'drop' ? undefined : how === 'graft' ? valueAt(source, steps) : otherValue(valueAt(object, steps), donor)
  return withAt(object, steps, item) as Body
}

const edit: fc.Arbitrary<Edit> = fc.record({how: fc.constantFrom('drop', 'graft', 'graft', 'change'), donor: fc.nat(), place: fc.nat()})

/** One of several objects of the same kind, with a few edits. */
export const variationOf = (objects: readonly Body[]): fc.Arbitrary<Body> => fc.tuple(fc.constantFrom(...objects), fc.array(edit, {maxLength: 4}))
  .map(([object, edits]) => edits.reduce((body, each) => edited(body, objects, each), object))
