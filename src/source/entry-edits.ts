import {isObject} from '../machinery/go/json-value.js'
import type {Edit} from './edit.js'
import type {JsonObject, JsonValue} from './json-value.js'
import {contentOf, type MappingEntry, type MappingNode, type SequenceNode} from './node.js'
import type {Span} from './source-file.js'
import {lineEnd, lineStart} from './trivia.js'

// Edits that move whole entries of maps, with their content and trailing comments. They return undefined if the layout is ambiguous;
// callers parse the edited text to verify the result.

/** An entry of a map in a text. */
export interface PlacedEntry {
  readonly text: string
  readonly map: MappingNode
  readonly entry: MappingEntry
}

/** Wraps an entry in a new map: `id: a` becomes `metadata: {name: a}`. */
export function wrapEntry({text, map, entry}: PlacedEntry, outer: string, name: string): Edit {
  const {key} = entry
  if (map.style === 'flow') {
    const quote = quoteOf(text, key)
    const end = Math.max(key.end, entry.value.end)
    return {start: key.start, end, text: `${quote}${outer}${quote}: {${quote}${name}${quote}${text.slice(key.end, end)}}`}
  }
  const column = key.start - lineStart(text, key.start)
  const end = blockEnd(text, entry)
  return {start: key.start, end, text: `${outer}:${lineBreakAt(text, key.start)}${' '.repeat(column + step)}${name}${shifted(text.slice(key.end, end), step) ?? ''}`}
}

/** Replaces an entry by another one whose value is a field of the old value: `a: {b: X}` becomes `c: X`. */
export function unwrapEntry({text, map, entry}: PlacedEntry, through: string, name: string): Edit | undefined {
  const {key, value} = entry
  if (value.kind !== 'mapping' || value.entries.length !== 1) return undefined
  const [inner] = value.entries
  if (inner?.name !== through || inner.merge || value.style !== map.style) return undefined
  const head = text.slice(key.end, inner.key.start)
  const depth = columnOf(text, inner.key.start) - columnOf(text, key.start)
  if (map.style === 'flow') {
    if (!/^\s*:\s*\{\s*$/.test(head) || !/^[\s}]*$/.test(text.slice(inner.value.end, value.end))) return undefined
    const quote = quoteOf(text, key)
    const content = text.slice(inner.key.end, inner.value.end)
    return {start: key.start, end: value.end, text: `${quote}${name}${quote}${isFirstOnLine(text, inner.key.start) && depth > 0 ? shifted(content, -depth) ?? content : content}`}
  }
  const end = blockEnd(text, inner)
  const content = shifted(text.slice(inner.key.end, end), -depth)
  return content !== undefined && /^\s*:\s*$/.test(head) ? {start: key.start, end, text: `${name}${content}`} : undefined
}

/** Removes an entry from its map. */
export function removeEntry({text, map, entry}: PlacedEntry): Edit | undefined {
  const position = map.entries.indexOf(entry)
  const next = map.entries[position + 1]
  const previous = map.entries[position - 1]
  if (map.style === 'flow') return removeFlow(text, entry, previous, next)
  if (isFirstOnLine(text, entry.key.start)) return removeLines(text, entry, next ?? previous)
  // The first entry of a list item: the next one takes its place.
  return next === undefined || !/^\s*$/.test(text.slice(blockEnd(text, entry), next.key.start)) ? undefined : {start: entry.key.start, end: next.key.start, text: ''}
}

function removeFlow(text: string, entry: MappingEntry, previous: MappingEntry | undefined, next: MappingEntry | undefined): Edit | undefined {
  const end = Math.max(entry.key.end, entry.value.end)
  const after = previous === undefined ? entry.key.start : Math.max(previous.key.end, previous.value.end)
  const span = next === undefined ? {start: after, end} : {start: entry.key.start, end: next.key.start}
  const around = text.slice(span.start, entry.key.start) + text.slice(end, span.end)
  return /^[\s,]*$/.test(around) ? {...span, text: ''} : undefined
}

function removeLines(text: string, entry: MappingEntry, other: MappingEntry | undefined): Edit | undefined {
  const start = lineStart(text, entry.key.start)
  const end = blockEnd(text, entry)
  if (other === undefined) return undefined
  return end < text.length ? {start, end: end + (text.startsWith('\r\n', end) ? 2 : 1), text: ''} : {start: Math.max(start - 1, 0), end, text: ''}
}

/** Moves an entry, under a new name, to the end of a map next to it. Returns two edits. */
export function moveEntry(placed: PlacedEntry, target: MappingNode, name: string): readonly Edit[] | undefined {
  const removal = removeEntry(placed)
  const last = target.entries.at(-1)
  if (removal === undefined || last === undefined) return undefined
  const {text, map, entry: {key, value}} = placed
  if (target.style === 'flow') {
    const content = text.slice(key.end, Math.max(key.end, value.end))
    const quote = quoteOf(text, last.key)
    const at = Math.max(last.key.end, last.value.end)
    return /[\n#]/.test(content) && map.style === 'block' ? undefined : [removal, {start: at, end: at, text: `, ${quote}${name}${quote}${content}`}]
  }
  const at = blockEnd(text, last)
  const column = columnOf(text, last.key.start)
  const content = map.style === 'flow' ? text.slice(key.end, Math.max(key.end, value.end)) : shifted(text.slice(key.end, blockEnd(text, placed.entry)), column - columnOf(text, key.start))
  return content === undefined ? undefined : [removal, {start: at, end: at, text: `${lineBreakAt(text, last.key.start)}${' '.repeat(column)}${name}${content}`}]
}

/** Adds entries to the end of a map, in its style; their maps and lists, too. */
export function addEntries(text: string, map: MappingNode, added: JsonObject): Edit {
  const last = map.entries.at(-1)
  const names = Object.entries(added)
  if (map.style === 'flow') {
    const quote = last === undefined ? '"' : quoteOf(text, last.key)
    const content = names.map(([name, value]) => `${quote}${name}${quote}: ${flowText(value, quote)}`)
    if (last === undefined) return {start: map.start + 1, end: map.start + 1, text: content.join(', ')}
    const between = isFirstOnLine(text, last.key.start) ? `,${lineBreakAt(text, last.key.start)}${' '.repeat(columnOf(text, last.key.start))}` : ', '
    const at = Math.max(last.key.end, last.value.end)
    return {start: at, end: at, text: content.map((entry) => between + entry).join('')}
  }
  const at = last === undefined ? map.end : blockEnd(text, last)
  const column = columnOf(text, last?.key.start ?? map.start)
  const lineBreak = lineBreakAt(text, map.start)
  return {start: at, end: at, text: blockLines(added, column).map((line) => lineBreak + line).join('')}
}

/** Adds items to the end of a list, in its style. */
export function addItems(text: string, list: SequenceNode, items: readonly JsonValue[]): Edit {
  const last = list.items.at(-1)
  if (list.style === 'flow') {
    const content = items.map((item) => flowText(item, last === undefined ? '"' : quoteOf(text, last)))
    if (last === undefined) return {start: list.start + 1, end: list.start + 1, text: content.join(', ')}
    const between = isFirstOnLine(text, last.start) ? `,${lineBreakAt(text, last.start)}${' '.repeat(columnOf(text, last.start))}` : ', '
    return {start: last.end, end: last.end, text: content.map((item) => between + item).join('')}
  }
  const at = lineEnd(text, deepEnd(list))
  const head = `${lineBreakAt(text, list.start)}${' '.repeat(columnOf(text, list.start))}- `
  return {start: at, end: at, text: items.map((item) => head + flowText(item, '')).join('')}
}

/** Prints a value on one line; names and texts have the quotes of the map around them. */
function flowText(value: JsonValue, quote: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => flowText(item as JsonValue, quote)).join(', ')}]`
  if (isObject(value)) return `{${Object.entries(value).map(([name, inner]) => `${quote}${name}${quote}: ${flowText(inner, quote)}`).join(', ')}}`
  return typeof value === 'string' ? `${quote}${value}${quote}` : JSON.stringify(value)
}

const blockLines = (map: JsonObject, column: number): string[] => Object.entries(map).flatMap(([name, value]) => {
  const head = `${' '.repeat(column)}${name}:`
  return isObject(value) ? [head, ...blockLines(value, column + step)] : [`${head} ${flowText(value, '')}`]
})

/** Joins edits that do not overlap into one. */
export function joinedEdits(text: string, edits: readonly Edit[]): Edit | undefined {
  const sorted = edits.toSorted((a, b) => a.start - b.start)
  const start = sorted[0]?.start ?? 0
  let copied = start
  let result = ''
  for (const edit of sorted) {
    if (edit.start < copied) return undefined
    result += text.slice(copied, edit.start) + edit.text
    copied = edit.end
  }
  return {start, end: copied, text: result}
}

/** Returns the lines of a map, or its braces: a text that can be parsed separately. */
export function linesOf(text: string, map: MappingNode): Span {
  const last = map.entries.at(-1)
  return map.style === 'flow' || last === undefined ? {start: map.start, end: map.end} : {start: lineStart(text, map.start), end: blockEnd(text, last)}
}

/** Indentation of new levels. */
const step = 2

const lineBreakAt = (text: string, offset: number): string => text.startsWith('\r\n', lineEnd(text, offset)) ? '\r\n' : '\n'

const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset)

/** Returns true if the offset is the first content of its line. */
const isFirstOnLine = (text: string, offset: number): boolean => text.slice(lineStart(text, offset), offset).trim() === ''

const quoteOf = (text: string, {start}: Span): string => /^["']/.exec(text.slice(start, start + 1))?.[0] ?? ''

/** Returns the end of the last line of an entry, which may include a comment. */
function blockEnd(text: string, {key, value}: MappingEntry): number {
  const content = contentOf(value) === value ? deepEnd(value) : value.end
  let end = Math.max(key.end, content)
  while (end > key.end && /\s/.test(text[end - 1] ?? '')) end--
  return lineEnd(text, end)
}

/** Returns the end of the last content of a node. */
function deepEnd(node: MappingEntry['value']): number {
  if (node.kind === 'mapping' && node.style === 'block') {
    const last = node.entries.at(-1)
    return last === undefined ? node.end : Math.max(last.key.end, deepEnd(last.value))
  }
  if (node.kind === 'sequence' && node.style === 'block') {
    const last = node.items.at(-1)
    return last === undefined ? node.end : deepEnd(last)
  }
  return node.end
}

/** Indents all lines except the first by more or fewer spaces; undefined if a line has too few. */
function shifted(text: string, by: number): string | undefined {
  const lines = text.split('\n')
  if (by < 0 && !lines.slice(1).every((line) => line.trim() === '' || line.startsWith(' '.repeat(-by)))) return undefined
  return lines.map((line, i) => i === 0 || line.trim() === '' ? line : by < 0 ? line.slice(-by) : ' '.repeat(by) + line).join('\n')
}
