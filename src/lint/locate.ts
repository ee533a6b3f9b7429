import {contentOf, type MappingEntry, type MappingNode, type Node} from '../source/node.js'
import type {SourceFile, Span} from '../source/source-file.js'

/** A place in a document: the node there, the key it stands behind, and whether it is the very place that was asked for. */
interface Found {
  readonly node: Node
  readonly key?: Node
  readonly isExact: boolean
}

/**
 * Where a field stands in a document, or the closest thing above it that is written there. A scalar is shown itself, a
 * list or map by its key, or by its first line where it has none.
 *
 * @param steps from the node to the field
 * @param prefer `key` for fields whose name is the fault
 */
export function locate(file: SourceFile, root: Node, steps: readonly (string | number)[], prefer: 'key' | 'value' = 'value'): Span {
  const {node, key, isExact} = find(root, steps)
  if (key !== undefined && (prefer === 'key' || !isExact || contentOf(node).kind !== 'scalar' || node.start === node.end)) return key
  return firstLine(file, contentOf(node))
}

/** True when a field is written in the document. */
export const isWritten = (root: Node, steps: readonly (string | number)[]): boolean => find(root, steps).isExact

/** The node of a field, or the closest one above it. */
export const nodeAt = (root: Node, steps: readonly (string | number)[]): Node => find(root, steps).node

function find(root: Node, steps: readonly (string | number)[]): Found {
  let found: Found = {node: root, isExact: true}
  for (const step of steps) {
    const next = stepInto(found.node, step)
    if (next === undefined) return {...found, isExact: false}
    found = next
  }
  return found
}

function stepInto(node: Node, step: string | number): Found | undefined {
  const content = contentOf(node)
  if (content.kind === 'sequence' && typeof step === 'number') {
    const item = content.items[step]
    return item && {node: item, isExact: true}
  }
  const entry = content.kind === 'mapping' ? entryOf(content, String(step)) : undefined
  return entry && {node: entry.value, key: entry.key, isExact: true}
}

/** The entry of a map that counts: the last of that name, or one that is merged in. */
export function entryOf(mapping: MappingNode, name: string): MappingEntry | undefined {
  return mapping.entries.findLast((entry) => !entry.merge && entry.name === name)
    ?? mapping.entries.filter(({merge}) => merge).map(({value}) => mergedEntry(value, name)).find((entry) => entry !== undefined)
}

function mergedEntry(node: Node, name: string): MappingEntry | undefined {
  const content = contentOf(node)
  if (content.kind === 'mapping') return entryOf(content, name)
  if (content.kind === 'scalar') return undefined
  return content.items.map((item) => mergedEntry(item, name)).find((entry) => entry !== undefined)
}

/** A span as far as its first line goes. */
export function firstLine(file: SourceFile, {start, end}: Span): Span {
  const lineBreak = file.text.slice(start, end).search(/[\r\n]/)
  return {start, end: lineBreak === -1 ? end : start + lineBreak}
}
