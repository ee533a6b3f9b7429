import type {Node} from './node.js'
import type {Span} from './source-file.js'
import {sourceProblem, type SourceProblem} from './source-problem.js'
import {isBlank, isBlankOrEnd, isLineBreak, lineEnd, lineStart} from './trivia.js'

/**
 * The first tab of a document that go-yaml rejects and js-yaml does not. go-yaml takes tabs between tokens, but not where
 * a key could start: at the start of a line, and after the dash of a list item.
 *
 * @param document the part of the text that has been read
 */
export function tabProblem(text: string, document: Span, root: Node | undefined): SourceProblem | undefined {
  if (!text.slice(document.start, document.end).includes('\t')) return undefined
  const tokens: Token[] = []
  if (root !== undefined) collect(text, root, {indent: -1, inBrackets: false}, tokens)
  const start = firstTab(text, document, tokens)
  if (start === undefined) return undefined
  const message = 'a tab is not allowed where a key or a list item can start'
  return sourceProblem('yaml/syntax', {start, end: start + 1}, message, 'indent with spaces')
}

interface Place {
  /** The column of the innermost collection that is made by indentation; -1 for none. */
  readonly indent: number
  readonly inBrackets: boolean
}

interface Token extends Span, Place {
  readonly kind: 'plain' | 'block' | 'other'
}

/** Lists the leaves of a tree in order, and each collection in brackets after its leaves. */
function collect(text: string, node: Node, place: Place, tokens: Token[]): void {
  const {start, end} = node
  if (node.kind === 'sequence' || node.kind === 'mapping') {
    const children = node.kind === 'sequence' ? node.items : node.entries.flatMap(({key, value}) => [key, value])
    const inner = node.style === 'flow' ? {...place, inBrackets: true} : {...place, indent: start - lineStart(text, start)}
    for (const child of children) collect(text, child, inner, tokens)
    if (node.style === 'block') return
  }
  tokens.push({...place, start, end, kind: kindOf(node)})
}

function kindOf(node: Node): Token['kind'] {
  if (node.kind !== 'scalar') return 'other'
  if (node.style === 'plain') return 'plain'
  return node.style === 'literal' || node.style === 'folded' ? 'block' : 'other'
}

function firstTab(text: string, {start, end}: Span, tokens: readonly Token[]): number | undefined {
  const marked = text.startsWith('---', start)
  let offset = marked ? start + 3 : start
  let keyMayStart = !marked
  for (const token of tokens) {
    if (token.start === token.end) continue
    const inGap = token.inBrackets ? undefined : tabInGap(text, {start: offset, end: token.start}, keyMayStart)
    const tab = inGap ?? (token.kind === 'plain' ? tabInPlain(text, token) : token.kind === 'block' ? tabInBlock(text, token) : undefined)
    if (tab !== undefined) return tab
    if (token.inBrackets) continue
    offset = token.kind === 'plain' ? spaceEnd(text, token.end) : token.end
    keyMayStart = lineEnd(text, token.end) < offset
  }
  return tabInGap(text, {start: offset, end}, keyMayStart)
}

/** Between the leaves are indicators, anchors, tags and comments. */
function tabInGap(text: string, {start, end}: Span, keyMayStart: boolean): number | undefined {
  let offset = start
  while (offset < end) {
    const code = text.charCodeAt(offset)
    if (code === 0x09 && keyMayStart) return offset
    if (isLineBreak(code)) keyMayStart = true
    else if (code === 0x23) offset = lineEnd(text, offset) - 1
    else if (!isBlank(code)) {
      if (code !== 0x3a) keyMayStart = (code === 0x2d || code === 0x3f) && isBlankOrEnd(text.charCodeAt(offset + 1))
      while (!isBlankOrEnd(text.charCodeAt(offset + 1))) offset++
    }
    offset++
  }
  return undefined
}

/** The lines of an unquoted text, and blank ones after it, are indented by spaces at first. */
function tabInPlain(text: string, {start, end, indent}: Token): number | undefined {
  const last = spaceEnd(text, end)
  let column = indent + 1
  for (let offset = start; offset < last; offset++, column++) {
    const code = text.charCodeAt(offset)
    if (isLineBreak(code)) column = -1
    else if (code === 0x09 && column <= indent) return offset
    else if (!isBlank(code)) column = indent + 1
  }
  return undefined
}

function spaceEnd(text: string, offset: number): number {
  while (isBlank(text.charCodeAt(offset)) || isLineBreak(text.charCodeAt(offset))) offset++
  return offset
}

/** Finds a tab after the indentation of a block scalar's first line, which is invalid unless the indentation is given. */
function tabInBlock(text: string, {start, end}: Token): number | undefined {
  let offset = lineEnd(text, start)
  if (/[1-9]/.test(text.slice(start, Math.min(offset, start + 3)))) return undefined
  while (offset < end && (text[offset] === ' ' || isLineBreak(text.charCodeAt(offset)))) offset++
  return text[offset] === '\t' ? offset : undefined
}
