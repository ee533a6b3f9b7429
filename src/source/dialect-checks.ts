import {SCALAR_STYLE, type ScalarEvent} from 'js-yaml'
import {contentOf, type MappingNode, type Node, type ScalarNode} from './node.js'
import type {Span} from './source-file.js'
import {excerpt, sourceProblem, type SourceProblem} from './source-problem.js'
import {isBlankOrEnd, isLineBreak, skipTrivia} from './trivia.js'

// YAML that js-yaml accepts and go-yaml rejects. Each check returns the error, or undefined.

const longestImplicitKey = 1024

/** A key without `?` is on one line with its colon, at most 1024 characters before it. */
export function implicitKeyProblem(text: string, {start, end}: Span): SourceProblem | undefined {
  const colon = skipTrivia(text, end)
  if (text[colon] !== ':' || isExplicit(text, start)) return undefined
  const span = {start, end: colon}
  if (isLongKey(text, span)) return sourceProblem('yaml/syntax', span, `a key may have at most ${longestImplicitKey} characters`)
  return hasLineBreak(text, span) ? sourceProblem('yaml/syntax', span, 'a key and its colon must be on one line') : undefined
}

/** A character outside the Basic Multilingual Plane counts once, but has two UTF-16 units. */
function isLongKey(text: string, {start, end}: Span): boolean {
  const units = end - start
  return units > longestImplicitKey && (units > 2 * longestImplicitKey || [...text.slice(start, end)].length > longestImplicitKey)
}

function isExplicit(text: string, start: number): boolean {
  let before = start - 1
  while (before >= 0 && isBlankOrEnd(text.charCodeAt(before))) before--
  return text[before] === '?'
}

function hasLineBreak(text: string, {start, end}: Span): boolean {
  for (let offset = start; offset < end; offset++) if (isLineBreak(text.charCodeAt(offset))) return true
  return false
}

/** A map that is the value of a key starts on a line of its own, even after an anchor or tag. */
export function nestedMappingProblem(text: string, key: Node, value: MappingNode): SourceProblem | undefined {
  if (hasLineBreak(text, {start: key.end, end: value.start})) return undefined
  return sourceProblem('yaml/syntax', value, 'a map that is the value of a key must start on a new line')
}

/** Inside brackets and braces, `?` and a leading `:` are never part of an unquoted text. */
export function flowScalarProblem(text: string, node: ScalarNode): SourceProblem | undefined {
  if (node.style !== 'plain') return undefined
  const raw = text.slice(node.start, node.end)
  const tight = text[node.end] === ':' && !isBlankOrEnd(text.charCodeAt(node.end + 1))
  if (tight) return sourceProblem('yaml/syntax', node, 'a space must follow the colon after an unquoted key')
  const character = raw.startsWith(':') ? ':' : '?'
  if (!raw.includes(character)) return undefined
  return sourceProblem('yaml/syntax', node, `inside [ ] and { }, a text with ${character} must be quoted`, `write ${excerpt(raw)}`)
}

const anchorName = /^[0-9A-Za-z_-]+$/

/** The rule that names of anchors and aliases consist of letters, digits, `-` and `_`. */
export function anchorProblem(name: string, span: Span): SourceProblem | undefined {
  if (anchorName.test(name)) return undefined
  return sourceProblem('yaml/alias', span, `the name of an anchor holds only letters, digits, "-" and "_", not ${excerpt(name)}`)
}

const tagForm = /^!(?:<[-\w;/?:@&=+$,.!~*'()[\]%]+>|!?[-\w;/?:@&=+$,.~*'()[\]%]*)$/

/** A tag is followed by white space, and `!!` by a name. */
export function tagProblem(text: string, span: Span): SourceProblem | undefined {
  const tag = text.slice(span.start, span.end)
  if (!isBlankOrEnd(text.charCodeAt(span.end))) return sourceProblem('yaml/tag', span, `a space must follow the tag ${excerpt(tag)}`)
  if (tag !== '!!' && tagForm.test(tag)) return undefined
  return sourceProblem('yaml/tag', span, `${excerpt(tag)} is not a tag`, 'to write a text that starts with an exclamation mark, quote it')
}

/** The rule that `<<` merges a map, an alias of one, or a list of these. */
export function mergeProblem(value: Node): SourceProblem | undefined {
  const sources = value.kind === 'sequence' ? value.items : [value]
  const wrong = sources.find((source) => contentOf(source).kind !== 'mapping')
  const hint = 'to use << as an ordinary key, quote it: "<<"'
  return wrong && sourceProblem('yaml/merge', wrong, 'the merge key << takes a map or a list of maps', hint)
}

const escapes = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[^])/g

/** An escape must name a character (half of a surrogate pair is none), and `\/` is not one. */
export function escapeProblem(text: string, {style, valueStart, valueEnd}: ScalarEvent, base: number): SourceProblem | undefined {
  if (style !== SCALAR_STYLE.DOUBLE_QUOTED) return undefined
  for (const {0: escape, 1: short, 2: long, index} of text.slice(base + valueStart, base + valueEnd).matchAll(escapes)) {
    const code = parseInt(short ?? long ?? '0', 16)
    if (escape !== '\\/' && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) continue
    const start = base + valueStart + index
    return sourceProblem('yaml/syntax', {start, end: start + escape.length}, `${escape} is not an escape of YAML`)
  }
  return undefined
}
