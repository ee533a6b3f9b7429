import {SCALAR_STYLE, type ScalarEvent} from 'js-yaml'
import type {JsonScalar} from './json-value.js'
import {ScalarNode, type ScalarStyle} from './node.js'
import {blockScalarEnd, blockScalarStart, scalarText} from './scalar-text.js'
import {excerpt, sourceProblem, type SourceProblem} from './source-problem.js'
import {skipTrivia} from './trivia.js'
import {resolvePlain} from './yaml-scalar.js'
import {resolveTagged, shortTag} from './yaml-tag.js'

/** The text that the events of js-yaml refer to. */
export interface EventSource {
  /** The text of the file. */
  readonly text: string
  /** The offset in the file that the offsets of the events count from. */
  readonly base: number
  /** The part of the text from `base`, for the contents of scalars. */
  readonly content: string
  /** False when js-yaml was given an edited copy of the content. */
  readonly trusted: boolean
}

const {PLAIN, LITERAL_BLOCK, FOLDED_BLOCK} = SCALAR_STYLE

const styles: Readonly<Record<number, ScalarStyle>> = {
  [PLAIN]: 'plain',
  [SCALAR_STYLE.SINGLE_QUOTED]: 'single-quoted',
  [SCALAR_STYLE.DOUBLE_QUOTED]: 'double-quoted',
  [LITERAL_BLOCK]: 'literal',
  [FOLDED_BLOCK]: 'folded',
}

/** The role of a node in its collection. */
export type NodeRole = 'key' | 'value' | 'item' | 'root'

/** A scalar without tag. */
export function buildScalar(source: EventSource, event: ScalarEvent, lastEnd: number, role: NodeRole): ScalarNode {
  const {base, content, trusted} = source
  if (event.fast && trusted && event.style === PLAIN) {
    const word = content.slice(event.valueStart, event.valueEnd)
    return new ScalarNode(base + event.valueStart, base + event.valueEnd, 'plain', word, resolvePlain(word))
  }
  const text = scalarText(content, event, trusted)
  return place(source, event, text, event.style === PLAIN ? resolvePlain(text) : text, lastEnd, role)
}

/** A scalar with a tag; its value is its text when it does not fit the tag. */
export function buildTaggedScalar(source: EventSource, event: ScalarEvent, problems: SourceProblem[]): ScalarNode {
  const text = scalarText(source.content, event, source.trusted)
  const span = {start: source.base + event.tagStart, end: source.base + event.tagEnd}
  const tag = shortTag(source.text.slice(span.start, span.end))
  const value = resolveTagged(tag, text)
  if (value === undefined) problems.push(sourceProblem('yaml/tag', span, `${excerpt(text)} does not fit the tag ${tag}`))
  return place(source, event, text, value === undefined ? text : value, span.end, 'root')
}

function place(
  {text: file, base}: EventSource, event: ScalarEvent, text: string, value: JsonScalar, lastEnd: number, role: NodeRole,
): ScalarNode {
  const style = styles[event.style] ?? 'plain'
  const start = base + event.valueStart
  const end = base + event.valueEnd
  if (event.valueStart === -1) {
    const properties = Math.max(event.anchorEnd, event.tagEnd)
    const at = properties === -1 ? emptyPlace(file, lastEnd, role) : base + properties
    return new ScalarNode(at, at, style, text, value)
  }
  if (style === 'plain') return new ScalarNode(start, end, style, text, value)
  if (style !== 'literal' && style !== 'folded') return new ScalarNode(start - 1, end + 1, style, text, value)
  const header = blockScalarStart(file, start)
  return new ScalarNode(header, blockScalarEnd(file, header, end), style, text, value)
}

const indicators: Readonly<Record<NodeRole, string>> = {key: '?', value: ':', item: '-', root: ''}

/** The offset of an empty node: after its indicator or, for an empty key, before its colon. */
function emptyPlace(text: string, lastEnd: number, role: NodeRole): number {
  const at = skipTrivia(text, lastEnd)
  if (text[at] === indicators[role]) return at + 1
  return role === 'key' && text[at] === ':' ? at : lastEnd
}
