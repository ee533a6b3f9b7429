import {isDeepEqual} from '../machinery/collections/deep-equal.js'
import {isObject} from '../machinery/go/json-value.js'
import type {Edit} from '../source/edit.js'
import {addEntries, joinedEdits, linesOf} from '../source/entry-edits.js'
import type {JsonObject, JsonValue} from '../source/json-value.js'
import type {MappingNode, Node} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import {mapIn} from './former-api/migrate.js'
import {nodeAt, type Steps} from './locate.js'

/** A field that is not written, and its value. */
export interface AddedField {
  readonly steps: Steps
  readonly value: JsonValue
}

/** Maximum characters of a map to fix, because its text is parsed again. */
const largest = 2 ** 16

/**
 * Returns the edit that adds fields to an object, with the maps around them. Parses the result: undefined if a field is written
 * already, or if the result differs from the expected value.
 *
 * @param node the object
 */
export function addFields({text}: SourceFile, node: Node, fields: readonly AddedField[]): Edit | undefined {
  const additions = new Map<MappingNode, JsonObject>()
  for (const {steps, value} of fields) {
    const place = placeFor(node, steps, value)
    if (place === undefined) return undefined
    additions.set(place.map, merged(additions.get(place.map), place.added))
  }
  const edits = [...additions].map(([map, added]) => additionTo(map, added, text))
  return edits.every((edit) => edit !== undefined) ? joinedEdits(text, edits) : undefined
}

/** Returns the innermost map on the way to a field, and what it must get. */
function placeFor(root: Node, steps: Steps, value: JsonValue): {readonly map: MappingNode, readonly added: JsonObject} | undefined {
  const depth = steps.findLastIndex((_, i) => nodeAt(root, steps.slice(0, i)) !== undefined)
  const map = nodeAt(root, steps.slice(0, depth))
  if (map?.kind !== 'mapping' || nodeAt(root, steps) !== undefined) return undefined
  const added = steps.slice(depth).reduceRight<JsonValue>((inner, step) => ({[String(step)]: inner}), value)
  return isObject(added) ? {map, added: added} : undefined
}

/** Merges maps, and the maps in them. */
function merged(one: JsonObject = {}, other: JsonObject): JsonObject {
  const entries = Object.entries(other).map(([name, value]) => {
    const known = one[name]
    return [name, isObject(known) && isObject(value) ? merged(known, value) : value] as const
  })
  return {...one, ...Object.fromEntries(entries)}
}

function additionTo(map: MappingNode, added: JsonObject, text: string): Edit | undefined {
  const lines = linesOf(text, map)
  const edit = lines.end - lines.start > largest || map.entries.some(({merge}) => merge) ? undefined : addEntries(text, map, added)
  if (edit === undefined) return undefined
  const before = mapIn(text.slice(lines.start, lines.end))
  const after = mapIn(text.slice(lines.start, edit.start) + edit.text + text.slice(edit.end, lines.end))
  return before !== undefined && after !== undefined && isDeepEqual(after, {...before, ...added}) ? edit : undefined
}
