import type {Node} from './node.js'
import type {SourceDocument} from './source-document.js'
import type {SourceFile, Span} from './source-file.js'

/** A comment of a file: from its `#` to the end of its line. */
export interface Comment extends Span {
  /** The text after the `#` and the blanks, and its offset. */
  readonly text: string
  readonly textStart: number
  /** The offset of its line. */
  readonly lineStart: number
  /** True if its line has nothing before it but the marker of a document. */
  readonly isOwnLine: boolean
}

/** Scalars of a document in the order of the text. */
type Scalars = readonly (Span & {readonly isBlock: boolean})[]

/**
 * The comments of a file that begin with a word, in order. A `#` inside a text does not begin a comment. Of documents that cannot be read, only
 * lines that hold nothing else count as comments.
 *
 * @param documents those of the file, in order
 */
export function commentsBeginning(word: string, {text}: SourceFile, documents: readonly SourceDocument[]): Comment[] {
  const comments: Comment[] = []
  const isComment = commentTest(text, documents)
  const lineStartOf = lineStarts(text)
  for (let at = text.indexOf(word); at !== -1;) {
    const start = signBefore(text, at)
    const lineStart = start === undefined ? 0 : lineStartOf(start)
    const isOwnLine = start !== undefined && start - lineStart < longestIndent && /^(?:---)?[ \t]*$/.test(text.slice(lineStart, start))
    let next = at + word.length
    if (start !== undefined && isComment(start, isOwnLine)) {
      next = lineEnd(text, at)
      comments.push({start, end: next, text: text.slice(at, next), textStart: at, lineStart, isOwnLine})
    }
    at = text.indexOf(word, next)
  }
  return comments
}

/** A comment with a deeper indent is not on a line of its own. */
const longestIndent = 1000

/** The offset of the last `#` before an offset that can begin a comment; undefined if there is none. */
function signBefore(text: string, offset: number): number | undefined {
  let start = offset
  while (isBlank(text[start - 1])) start--
  if (text[start - 1] !== '#') return undefined
  while (text[start - 1] === '#') start--
  return start === 0 || isBlank(text[start - 1]) || isBreak(text[start - 1]) ? start : undefined
}

/** Returns the start of the line of an offset; offsets must come in ascending order. */
function lineStarts(text: string): (offset: number) => number {
  let lineStart = 0
  let seen = 0
  return (offset) => {
    for (; seen < offset; seen++) if (isBreak(text[seen])) lineStart = seen + 1
    return lineStart
  }
}

function lineEnd(text: string, offset: number): number {
  let end = offset
  while (end < text.length && !isBreak(text[end])) end++
  return end
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

const isBreak = (character: string | undefined): boolean => character === '\n' || character === '\r'

/** Distinguishes comments from text that looks like one; offsets must come in ascending order. */
function commentTest(text: string, documents: readonly SourceDocument[]): (start: number, isOwnLine: boolean) => boolean {
  let next = 0
  let scalars: Scalars | undefined
  return (start, isOwnLine) => {
    while (next < documents.length && start >= (documents[next]?.end ?? 0)) {
      next++
      scalars = undefined
    }
    const document = documents[next]
    if (document === undefined || start < document.start) return true
    if (document.root === undefined) return isOwnLine
    scalars ??= scalarsOf(document.root)
    return !isInside(text, scalars, start)
  }
}

function scalarsOf(root: Node): Scalars {
  const scalars: (Span & {isBlock: boolean})[] = []
  const add = (node: Node): void => {
    if (node.kind === 'scalar') scalars.push({start: node.start, end: node.end, isBlock: node.style === 'literal' || node.style === 'folded'})
    if (node.kind === 'sequence') node.items.forEach(add)
    if (node.kind === 'mapping') for (const {key, value} of node.entries) [key, value].forEach(add)
  }
  add(root)
  return scalars
}

/** True for an offset inside a scalar; after the header of a block scalar there may be a comment. */
function isInside(text: string, scalars: Scalars, offset: number): boolean {
  let low = 0
  for (let high = scalars.length; low < high;) {
    const middle = (low + high) >> 1
    if ((scalars[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const scalar = scalars[low - 1]
  if (scalar === undefined || offset >= scalar.end) return false
  return !scalar.isBlock || offset >= lineEnd(text, scalar.start)
}
