import type {Steps} from '../manifests/locate.js'
import type {Node} from '../source/node.js'
import type {Span} from '../source/source-file.js'

/** A place in a document, as the way to it. */
export interface SourcePlace {
  readonly steps: Steps
  /** The key at the end of the path, the whole scalar after it, or a part of its value. */
  readonly part: 'key' | 'scalar' | 'within'
}

/** The place that a stretch of a document is about: the innermost key or value that holds all of it. */
export function placeAt(root: Node, span: Span): SourcePlace {
  const steps: (string | number)[] = []
  for (let node = root; ;) {
    const inner = partAt(node, span)
    if (inner === undefined) return {steps, part: node.kind === 'scalar' && node.start === span.start ? 'scalar' : 'within'}
    steps.push(inner.step)
    if (inner.value === undefined) return {steps, part: 'key'}
    node = inner.value
  }
}

interface Part {
  readonly step: string | number
  /** Undefined where the stretch is about the key. */
  readonly value?: Node
}

function partAt(node: Node, span: Span): Part | undefined {
  if (node.kind === 'sequence') {
    const index = node.items.findIndex((item) => contains(item, span))
    const value = node.items[index]
    return value && {step: index, value}
  }
  if (node.kind !== 'mapping') return undefined
  for (const {key, name, value, merge} of node.entries) {
    if (merge) continue
    if (contains(key, span)) return {step: name}
    if (contains(value, span)) return {step: name, value}
  }
  return undefined
}

/** True if a span lies within another one. */
export const contains = ({start, end}: Span, inner: Span): boolean => inner.start >= start && inner.end <= end
