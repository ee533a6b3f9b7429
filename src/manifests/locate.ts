import {remember} from '../machinery/collections/remember.js'
import {contentOf, type MappingEntry, type MappingNode, type Node} from '../source/node.js'
import type {SourceFile, Span} from '../source/source-file.js'

/** The way from a node to one below it: names of fields and keys of maps, positions in lists. */
export type Steps = readonly (string | number)[]

/** The part of a field that a finding refers to. */
export type Part = 'key' | 'value'

interface Found {
  readonly node: Node
  /** The key of the node. */
  readonly key?: Node
  /** False when the way ends above the place that was asked for. */
  readonly isExact: boolean
}

/**
 * The span of a field in a document, or of its closest written ancestor. A scalar or alias is located by itself; a list, a map
 * or an absent value by its key, or without one by its first line.
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

/** True if a field is written in the document. */
export const isInSource = (root: Node, steps: Steps): boolean => find(root, steps).isExact

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
  if (node.kind === 'sequence') {
    const item = node.items[Number(step)]
    return item && {node: item, isExact: true}
  }
  const entry = node.kind === 'mapping' ? entriesOf(node).get(String(step)) : undefined
  return entry && {node: entry.value, key: entry.key, isExact: true}
}

type Entries = ReadonlyMap<string, MappingEntry>

/** The entries that the keys of a map have their values from: the last of each name, be it its own or merged in. */
const entriesOf = remember((mapping: MappingNode): Entries =>
  new Map(mapping.entries.flatMap((entry) => entry.merge ? mergedEntries(entry.value) : [[entry.name, entry]])))

/** The entries to merge from a list of maps: the first map wins. */
function mergedEntries(source: Node): [string, MappingEntry][] {
  const content = contentOf(source)
  if (content.kind === 'mapping') return [...entriesOf(content)]
  return content.kind === 'scalar' ? [] : content.items.toReversed().flatMap(mergedEntries)
}

/** The first line of a span. */
export function firstLine(file: SourceFile, {start, end}: Span): Span {
  const lineBreak = file.text.slice(start, end).search(/[\r\n]/)
  return {start, end: lineBreak === -1 ? end : start + lineBreak}
}
