import type {Step} from '../admission/chain.js'
import type {Json, JsonObject} from '../machinery/decode/encode.js'
import {isObject} from '../machinery/go/json-value.js'
import {jsonEqual} from '../machinery/patch/json.js'

/** An operation of a JSON patch (RFC 6902). */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string
  readonly value?: Json
}

/**
 * Returns the operations that make the changes of mutating plugins in an object. Other differences, such as API defaults, are left out:
 * the server makes them itself.
 *
 * @param sent the object of the request
 * @param stored the object after admission
 */
export function patchOf(sent: JsonObject, stored: JsonObject, steps: readonly Step[]): PatchOperation[] {
  const fields = new Map(steps.flatMap(({changes}) => changes.map(({field}) => [String(field), field.steps()] as const)))
  const operations = new Map<string, PatchOperation>()
  for (const path of fields.values()) {
    const operation = operationFor(sent, stored, path)
    if (operation !== undefined) operations.set(operation.path, operation)
  }
  return [...operations.values()]
}

/** The operation at a place; at the first part of the path that the object lacks, the whole part is added. */
function operationFor(sent: JsonObject, stored: JsonObject, path: readonly (string | number)[]): PatchOperation | undefined {
  let [from, to]: [unknown, unknown] = [sent, stored]
  for (const [i, step] of path.entries()) {
    const [below, next] = [childOf(from, step), childOf(to, step)]
    const pointer = pointerOf(path.slice(0, i + 1))
    if (below === undefined) return next === undefined ? undefined : {op: 'add', path: pointer, value: next as Json}
    if (next === undefined) return {op: 'remove', path: pointer}
    from = below
    to = next
  }
  return jsonEqual(from as Json, to as Json) ? undefined : {op: 'replace', path: pointerOf(path), value: to as Json}
}

function childOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)]
  return isObject(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined
}

/** A JSON pointer (RFC 6901). */
const pointerOf = (steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
