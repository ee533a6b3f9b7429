import {isDeepEqual} from '../machinery/collections/deep-equal.js'
import {isObject} from '../machinery/go/json-value.js'
import type {Edit} from '../source/edit.js'
import {addEntries, addItems, joinedEdits, linesOf} from '../source/entry-edits.js'
import type {JsonObject, JsonValue} from '../source/json-value.js'
import type {MappingNode, Node, SequenceNode} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import {mapIn} from './former-api/migrate.js'
import {nodeAt, type Steps} from './locate.js'

/** A field and its value, or a list and items that it needs. */
export interface AddedField {
  readonly steps: Steps
  readonly value: JsonValue
}

/** Maximum characters of a map to fix, because its text is parsed again. */
const largest = 2 ** 16

/** A map and its edit. */
interface PlacedEdit {
  readonly map: MappingNode
  readonly edit: Edit | undefined
}

/**
 * Returns the edit that adds fields to an object, with the maps around them, and items to the end of its lists. Parses the result: undefined if
 * a field has another value already, or if the result differs from the expected value.
 *
 * @param node the object
 */
export function addFields({text}: SourceFile, node: Node, fields: readonly AddedField[]): Edit | undefined {
  const additions = new Map<MappingNode, JsonObject>()
  const placed: PlacedEdit[] = []
  for (const {steps, value} of fields) {
    const list = listAt(node, steps, value)
    const place = list === undefined ? placeFor(node, steps, value) : undefined
    if (list !== undefined) placed.push({map: list.map, edit: itemsAddition(list, text)})
    else if (place === undefined) return undefined
    else additions.set(place.map, merged(additions.get(place.map), place.added))
  }
  for (const [map, added] of additions) placed.push({map, edit: additionTo(map, added, text)})
  // If a map ends with another one, both edits are at the same place: first that of the inner map.
  const edits = placed.toSorted((a, b) => b.map.start - a.map.start).map(({edit}) => edit)
  return edits.every((edit) => edit !== undefined) ? joinedEdits(text, edits) : undefined
}

/** A written list, the map that it is in, and the items that it needs. */
interface PlacedList {
  readonly map: MappingNode
  readonly name: string
  readonly list: SequenceNode
  readonly items: readonly JsonValue[]
}

function listAt(root: Node, steps: Steps, value: JsonValue): PlacedList | undefined {
  const list = nodeAt(root, steps)
  const map = nodeAt(root, steps.slice(0, -1))
  if (list?.kind !== 'sequence' || map?.kind !== 'mapping' || !Array.isArray(value)) return undefined
  return {map, name: String(steps.at(-1)), list, items: value as readonly JsonValue[]}
}

function itemsAddition({map, name, list, items}: PlacedList, text: string): Edit | undefined {
  return verified(map, addItems(text, list, items), text, (before) => {
    const present: unknown = before[name]
    return Array.isArray(present) ? {...before, [name]: [...present as readonly JsonValue[], ...items]} : undefined
  })
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
  return verified(map, addEntries(text, map, added), text, (before) => ({...before, ...added}))
}

/** Returns the edit if the edited map can be parsed and has the expected value. */
function verified(map: MappingNode, edit: Edit, text: string, expected: (before: JsonObject) => JsonObject | undefined): Edit | undefined {
  const lines = linesOf(text, map)
  if (lines.end - lines.start > largest || map.entries.some(({merge}) => merge)) return undefined
  const before = mapIn(text.slice(lines.start, lines.end))
  const after = mapIn(text.slice(lines.start, edit.start) + edit.text + text.slice(edit.end, lines.end))
  return before !== undefined && after !== undefined && isDeepEqual(after, expected(before)) ? edit : undefined
}
