import {contentOf, type MappingEntry, type MappingNode, type Node} from '../source/node.js'
import type {SourceFile, Span} from '../source/source-file.js'

/** The way from a node to one below it: names of fields and keys of maps, positions in lists. */
export type Steps = readonly (string | number)[]

/** Which part of a field a finding is about. */
export type Part = 'key' | 'value'

interface Found {
  readonly node: Node
  /** The key that the node stands behind. */
  readonly key?: Node
  /** False when the way ends above the place that was asked for. */
  readonly isExact: boolean
}

/**
 * Where a place of a document is written, or the closest place above it that is. A scalar or alias is shown itself; a list
 * or map, and nothing at all, by the key it stands behind, or by its first line where it has none.
 */
export function locate(file: SourceFile, root: Node, steps: Steps, part: Part = 'value'): Span {
  const {node, key, isExact} = find(root, steps)
  if (key !== undefined && (part === 'key' || !isExact || isCollection(node) || node.start === node.end)) return key
  return firstLine(file, node)
}

/** The node at a place that is written; undefined when it is not. */
export function nodeAt(root: Node, steps: Steps): Node | undefined {
  const {node, isExact} = find(root, steps)
  return isExact ? node : undefined
}

const isCollection = ({kind}: Node): boolean => kind === 'sequence' || kind === 'mapping'

function find(root: Node, steps: Steps): Found {
  let found: Found = {node: root, isExact: true}
  for (const step of steps) {
    const next = stepInto(contentOf(found.node), step)
    if (next === undefined) return {...found, isExact: false}
    found = next
  }
  return found
}

function stepInto(node: Exclude<Node, {readonly kind: 'alias'}>, step: string | number): Found | undefined {
  if (node.kind === 'sequence' && typeof step === 'number') {
    const item = node.items[step]
    return item && {node: item, isExact: true}
  }
  const entry = node.kind === 'mapping' ? entryOf(node, String(step)) : undefined
  return entry && {node: entry.value, key: entry.key, isExact: true}
}

/** The entry that a key of a map has its value from: the last of that name, be it its own or merged in. */
function entryOf({entries}: MappingNode, name: string): MappingEntry | undefined {
  for (const entry of entries.toReversed()) {
    if (!entry.merge && entry.name === name) return entry
    const merged = entry.merge ? mergedEntry(entry.value, name) : undefined
    if (merged !== undefined) return merged
  }
  return undefined
}

/** Of a list of maps to merge, the first that has the key. */
function mergedEntry(source: Node, name: string): MappingEntry | undefined {
  const content = contentOf(source)
  if (content.kind === 'mapping') return entryOf(content, name)
  if (content.kind === 'scalar') return undefined
  return content.items.map((item) => mergedEntry(item, name)).find((entry) => entry !== undefined)
}

function firstLine(file: SourceFile, {start, end}: Span): Span {
  const lineBreak = file.text.slice(start, end).search(/[\r\n]/)
  return {start, end: lineBreak === -1 ? end : start + lineBreak}
}
