import {COLLECTION_STYLE, type Event, EVENT_ID, parseEvents, SCALAR_STYLE, type ScalarEvent, YAMLException} from 'js-yaml'
import {lineEnd, lineStart} from './trivia.js'
import {hasUncommonCharacter, withPlainCharacters, withPlainNextLine} from './yaml-characters.js'
import {YamlScanner} from './yaml-scanner.js'

/** js-yaml's events for a text. */
export interface YamlEvents {
  readonly events: Event[]
  /** The text to which the offsets of the events refer, and which contains the scalars. */
  readonly content: string
  /** Offset in `content` minus offset in the text. */
  readonly shift: number
  /** False if js-yaml has read an edited copy of the content. */
  readonly trusted: boolean
  /** The offset at which reading stopped: the end of the text, unless something follows a complete document. */
  readonly end: number
}

/** The reason why js-yaml returns no events, and its offset. */
export interface YamlFailure {
  readonly reason: string
  readonly offset: number
}

/** Runs js-yaml over one document. */
export function readEvents(text: string, maxDepth: number): YamlEvents | YamlFailure {
  const prepared = prepare(text)
  const events = attempt(prepared.syntax, maxDepth)
  return 'reason' in events ? failureIn(text, prepared, events) : {...prepared, events, end: text.length}
}

/**
 * Runs js-yaml over a copy of a document that is edited so that js-yaml accepts what go-yaml accepts.
 *
 * @param failure why it failed to read the unedited document, if it did
 */
export function readRelaxedEvents(text: string, maxDepth: number, failure: YamlFailure | undefined): YamlEvents | YamlFailure {
  const prepared = {...prepare(text), trusted: false}
  const {syntax, shift} = prepared
  const relaxed = new YamlScanner(syntax).relax()
  const events = relaxed === syntax && failure !== undefined ? {...failure, offset: failure.offset + shift} : attempt(relaxed, maxDepth)
  if (!('reason' in events)) return {...prepared, events, end: text.length}
  const begun = isTrailing(syntax, events) ? attempt(relaxed.slice(0, events.offset), maxDepth) : events
  if ('reason' in begun || !isComplete(syntax, begun[1], events.offset)) return failureIn(text, prepared, events)
  return {...prepared, events: begun, end: events.offset - shift}
}

interface PreparedText {
  readonly syntax: string
  readonly content: string
  readonly shift: number
  readonly trusted: boolean
}

/** Prepares a text for js-yaml, which ignores the indentation of the first line. kubectl ends the last line, and YAML 1.1 has more line breaks. */
function prepare(text: string): PreparedText {
  const lead = text.startsWith(' ') || text.startsWith('\t') ? '\n' : ''
  const lines = `${lead}${text}${text.endsWith('\n') ? '' : '\n'}`
  const shift = lead.length
  if (!hasUncommonCharacter(text)) return {syntax: lines, content: lines, shift, trusted: true}
  return {syntax: withPlainCharacters(lines), content: withPlainNextLine(lines), shift, trusted: false}
}

const failureIn = (text: string, {shift}: PreparedText, {reason, offset}: YamlFailure): YamlFailure =>
  ({reason, offset: Math.min(Math.max(offset - shift, 0), text.length)})

function attempt(text: string, maxDepth: number): Event[] | YamlFailure {
  try {
    return parseEvents(text, {maxDepth})
  } catch (error) {
    if (error instanceof YAMLException) return {reason: error.reason, offset: error.mark?.position ?? 0}
    throw error
  }
}

/** No token of go-yaml starts like this. */
const noToken = /^(?:[@`%\t]|[&*](?![\w-])|"[^"]*$|'[^']*$)/
/** Nor like this, if it is not the first content of its line. */
const noTokenInLine = /^[-?](?:\s|$)/

function isTrailing(text: string, {reason, offset}: YamlFailure): boolean {
  if (reason !== 'end of the stream or a document separator is expected') return false
  const rest = text.slice(offset)
  return !noToken.test(rest) && (!noTokenInLine.test(rest) || text.slice(lineStart(text, offset), offset).trim() === '')
}

/**
 * Returns true if the document is complete for go-yaml at an offset, so that it ignores the rest: after a scalar or a flow
 * collection, and at a line with less indentation than the first.
 */
function isComplete(text: string, root: Event | undefined, offset: number): boolean {
  if (root?.type === EVENT_ID.SCALAR) return isEnded(text, root, offset) && !isKey(text, root.valueStart, offset)
  if (root?.type !== EVENT_ID.MAPPING && root?.type !== EVENT_ID.SEQUENCE) return false
  return root.style === COLLECTION_STYLE.BLOCK ? columnOf(text, root.start) > columnOf(text, offset) : !isKey(text, root.start, offset)
}

/** Returns true for a text that cannot continue on another line: an unquoted one before a comment. */
const isEnded = (text: string, {style, valueEnd}: ScalarEvent, offset: number): boolean =>
  style !== SCALAR_STYLE.PLAIN || text.slice(valueEnd, offset).includes('#')

/** Returns true if the node is the key of a map: a colon follows it on its line, after white space. */
function isKey(text: string, start: number, offset: number): boolean {
  const line = text.slice(start, lineEnd(text, offset))
  const rest = line.slice(offset - start).replace(/^[\s,\]}]+/, '')
  return lineEnd(line, 0) === line.length && !/^[[{]/.test(rest) && /:(?:\s|$)/.test(rest)
}

const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset)
