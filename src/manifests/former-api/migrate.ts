import {isDeepEqual} from '../../machinery/collections/deep-equal.js'
import {isObject} from '../../machinery/go/json-value.js'
import type {Edit} from '../../source/edit.js'
import {joinedEdits, linesOf, moveEntry, type PlacedEntry, removeEntry, unwrapEntry, wrapEntry} from '../../source/entry-edits.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'
import {contentOf, type MappingNode, type Node} from '../../source/node.js'
import {readDocuments} from '../../source/read-documents.js'
import {SourceFile} from '../../source/source-file.js'
import {nodeAt, type Steps} from '../locate.js'
import type {FormerField} from './fields.js'

/** Maximum characters of a map to fix, because its text is parsed again for each fix. */
const largest = 2 ** 16

/** The edits that move a field, and the resulting value of the map around it. */
interface Move {
  readonly edits: readonly (Edit | undefined)[]
  readonly expected: (value: JsonObject) => JsonObject
}

/** A former field, and its place. */
export interface FieldInSource {
  /** The object. */
  readonly node: Node
  /** The path from there. */
  readonly steps: Steps
  readonly field: FormerField
  /** The other former fields in the same map. */
  readonly others: readonly FormerField[]
}

/**
 * Returns the edit that moves a former field, with its comments, to its current place. Parses the result: undefined if it differs
 * from the expected value.
 */
export function migrateField({text}: SourceFile, {node, steps, field, others}: FieldInSource): Edit | undefined {
  const around = nodeAt(node, steps.slice(0, -1))
  if (around?.kind !== 'mapping') return undefined
  const found = around.entries.filter(({name}) => name === field.from)
  const [entry] = found
  if (entry === undefined || found.length > 1 || entry.merge || entry.value.kind === 'alias') return undefined
  const lines = linesOf(text, around)
  if (lines.end - lines.start > largest) return undefined
  const move = moveOf({text, map: around, entry}, field, others)
  const edits = move?.edits.filter((edit) => edit !== undefined)
  const edit = edits === undefined || edits.length === 0 || edits.length !== move?.edits.length ? undefined : joinedEdits(text, edits)
  if (move === undefined || edit === undefined) return undefined
  const before = mapIn(text.slice(lines.start, lines.end))
  const after = mapIn(text.slice(lines.start, edit.start) + edit.text + text.slice(edit.end, lines.end))
  return before !== undefined && after !== undefined && isDeepEqual(after, move.expected(before)) ? edit : undefined
}

function moveOf(placed: PlacedEntry, {from, to = '', move, value}: FormerField, others: readonly FormerField[]): Move | undefined {
  switch (move) {
    case 'remove': return {edits: [removeEntry(placed)], expected: (map) => without(map, from)}
    case 'unwrap': return hasName(placed.map, to) ? undefined : unwrapping(placed, from, to, value?.through)
    case 'into': return moving(placed, from, to, others)
    // Spelling suggestions fix renamed fields.
    default: return undefined
  }
}

function unwrapping(placed: PlacedEntry, from: string, to: string, through: string | undefined): Move | undefined {
  const {key} = placed.entry
  if (through === undefined) {
    const keyText = placed.text.slice(key.start, key.end)
    return {edits: [{start: key.start, end: key.end, text: keyText.replace(from, to)}], expected: (map) => ({...without(map, from), [to]: map[from] ?? null})}
  }
  // In v1beta1, `command` of a container had the meaning of `args`.
  if (commandsIn(placed.entry.value, through)) return undefined
  return {
    edits: [unwrapEntry(placed, through, to)],
    expected: (map) => ({...without(map, from), [to]: (map[from] as JsonObject)[through] ?? null}),
  }
}

function commandsIn(value: Node, through: string): boolean {
  const containers = nodeAt(value, [through, 'containers'])
  return containers?.kind === 'sequence' && containers.items.some((item) => nodeAt(item, ['command']) !== undefined)
}

function moving(placed: PlacedEntry, from: string, to: string, others: readonly FormerField[]): Move | undefined {
  const {map} = placed
  const [outer = '', name = '', ...deeper] = to.split('.')
  if (deeper.length > 0) return undefined
  const expected = (value: JsonObject): JsonObject => {
    const moved = {...value[outer] as JsonObject | undefined, [name]: value[from] ?? null}
    return {...without(value, from), [outer]: moved}
  }
  const target = map.entries.find((entry) => entry.name === outer)
  // Other former fields may still become the spec.
  if (target === undefined) return outer === 'spec' || isFollowing(placed, outer, others) ? undefined : {edits: [wrapEntry(placed, outer, name)], expected}
  const content = contentOf(target.value)
  if (content !== target.value || content.kind !== 'mapping' || hasName(content, name)) return undefined
  return {edits: moveEntry(placed, content, name) ?? [], expected}
}

/** Returns true if an earlier former field moves into the same new map: its fix creates the map. */
function isFollowing({map, entry}: PlacedEntry, outer: string, others: readonly FormerField[]): boolean {
  const before = new Set(map.entries.slice(0, map.entries.indexOf(entry)).map(({name}) => name))
  return others.some(({from, to}) => before.has(from) && to?.split('.')[0] === outer)
}

const hasName = ({entries}: MappingNode, name: string): boolean => entries.some((entry) => entry.name === name || entry.merge)

function without(map: JsonObject, field: string): JsonObject {
  const {[field]: _moved, ...rest} = map
  return rest
}

/** Returns the only map of a text, which may be the only item of a list. */
export function mapIn(text: string): JsonObject | undefined {
  const [document, ...others] = readDocuments(new SourceFile('', text))
  if (document === undefined || others.length > 0 || document.problems.length > 0 || document.ignored !== undefined) return undefined
  let value: JsonValue | undefined = document.value
  while (Array.isArray(value) && value.length === 1) value = value[0] as JsonValue
  return isObject(value) ? value : undefined
}
