import {lookUpKind} from '../../src/cluster/scheme.js'
import type {FieldError} from '../../src/machinery/field/error.js'
import type {FieldPath} from '../../src/machinery/field/path.js'
import {apiFields} from '../../src/machinery/schema/api-tables.js'
import type {FieldTable} from '../../src/machinery/schema/field-table.js'
import type {Body} from './builders.js'

// The fields of errors, independent of the position in a list or the key in a map.

type Steps = readonly string[]

/** A field of a kind for which objects are rejected. */
export interface FieldPlace {
  /** `apps/v1/Deployment spec.template.spec.containers.*.name`; followed by `twice` if two items conflict. */
  readonly id: string
  readonly kind: string
  /** The paths in an object, with `*` for any position or key and `**` for any descendants; several if the API server reports the field under another name. */
  readonly places: readonly Steps[]
  /** True if the rule applies only to lists of two or more items. */
  readonly isOfTwo: boolean
}

/** The paths of fields that only messages name. */
const onlyInMessages: ReadonlyMap<string, Steps> = new Map([
  ['node.k8s.io/v1/RuntimeClass overhead.limits.*', ['overhead', 'podFixed', '*']],
  ['v1/LimitRange spec.limits.*.limits', ['spec', 'limits', '*', 'max', 'storage']],
])

/** The kind of an object, as places name it. */
export const kindOf = ({apiVersion, kind}: Body): string => `${String(apiVersion)}/${String(kind)}`

/** The place of an error about an object. */
export function placeOf(object: Body, {field, type}: FieldError): FieldPlace {
  const {table, definition} = lookUpKind(String(object['apiVersion']), String(object['kind'])) ?? {}
  const [pattern, keys] = patternOf(field)
  const id = `${kindOf(object)} ${pattern.join('.')}`
  const isOfTwo = type === 'Duplicate' && pattern.includes('*')
  const known = table === undefined ? pattern.length : knownSteps({go: '', shape: 'struct', type: table}, pattern)
  const elsewhere = [
    ...(definition?.defaultedFrom?.(field.steps()) ?? []).map((steps) => steps.map((step) => typeof step === 'number' || keys.has(step) ? '*' : step)),
    ...onlyInMessages.has(id) ? [onlyInMessages.get(id)!] : [],
  ]
  const below = [...pattern.slice(0, known), ...pattern.slice(known).flatMap((step) => ['**', step])]
  return {id: isOfTwo ? `${id} twice` : id, kind: kindOf(object), isOfTwo, places: known < pattern.length && elsewhere.length > 0 ? elsewhere : [below]}
}

/** A path with `*` for positions and keys, and the keys. */
function patternOf(field: FieldPath): [pattern: Steps, keys: ReadonlySet<string>] {
  let rest = String(field)
  const keys = new Set<string>()
  const pattern = field.steps().map((step) => {
    const isBracketed = rest.startsWith(`[${step}]`)
    rest = rest.slice(isBracketed ? String(step).length + 2 : rest.indexOf(String(step)) + String(step).length)
    if (isBracketed) keys.add(String(step))
    return isBracketed ? '*' : String(step)
  })
  return [pattern, keys]
}

/** Number of leading steps of a path that exist in the API: the server omits or renames some steps. */
function knownSteps({shape, type = '', element}: FieldTable, [step, ...rest]: Steps): number {
  if (step === undefined) return 0
  if (shape === 'any') return rest.length + 1
  const below = shape === 'struct' ? apiFields().types[type]?.fields[step] : shape === 'list' && step !== '*' ? undefined : element
  return below === undefined ? 0 : 1 + knownSteps(below, rest)
}

/** True if an object has a value at a place. */
export const hasValueAt = (object: unknown, {places, isOfTwo}: FieldPlace): boolean => places.some((steps) => has(object, steps, isOfTwo))

function has(given: unknown, steps: Steps, isOfTwo: boolean): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return given !== undefined && given !== null
  const value = typeof given === 'string' ? parsed(given) : given
  if (typeof value !== 'object' || value === null) return false
  if (step === '**') return has(value, rest, isOfTwo) || Object.values(value).some((item) => has(item, steps, isOfTwo))
  if (step !== '*') return Object.hasOwn(value, step) && has((value as Body)[step], rest, isOfTwo)
  const isInner = rest.includes('*')
  return Object.values(value).filter((item) => has(item, rest, isOfTwo && isInner)).length >= (isOfTwo && !isInner ? 2 : 1)
}

/** Value of an annotation that is JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
