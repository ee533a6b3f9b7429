import {greatest} from '../machinery/collections/append.js'
import {pastedText} from './pasted-text.js'
import type {Span} from './source-file.js'
import {excerpt, templateHint, templateMessage} from './source-problem.js'
import type {Explanation, YamlSyntaxError} from './yaml-syntax-error.js'
import {skipBlanks} from './trivia.js'

/** Recognises one kind of mistake. */
type Clue = (error: YamlSyntaxError) => Explanation | undefined

const conflictMarker = /^(?:<{7}|>{7}) /m

const mergeConflict: Clue = (error) => {
  const found = conflictMarker.exec(error.text)
  if (found === null) return undefined
  const hint = 'keep one side, and remove the lines of <<<<<<<, ======= and >>>>>>>'
  return error.explain('a conflict of a merge is left in the file', hint, error.lineAt(found.index))
}

const copiedText: Clue = (error) => {
  const pasted = pastedText(error.text)
  return pasted && error.explain(`${pasted.message}, not YAML`, pasted.hint, error.lineAt(error.text.search(/\S/)))
}

/** `{{ ... }}` on the line, or on the last nonblank line before it. */
const unrenderedTemplate: Clue = (error) => {
  const above = error.text.slice(0, error.line.start).trimEnd()
  for (const line of [error.line, error.lineAt(above.length)]) {
    const start = line.start + error.sliceOf(line).indexOf('{{')
    if (start >= line.start && !error.isInside(start)) return error.explain(templateMessage, templateHint, {start, end: start + 2})
  }
  return undefined
}

const directive: Clue = (error) => {
  const start = error.text.search(/\S/)
  if (error.text[start] !== '%' && !(error.character === '%' && error.offset === error.line.start)) return undefined
  const line = error.text[start] === '%' ? error.lineAt(start) : error.line
  return error.explain('kubectl reads no YAML directives', 'remove this line', line)
}

const depth: Clue = (error) => {
  const limit = /^nesting exceeded maxDepth \((\d+)\)/.exec(error.reason)?.[1]
  if (limit === undefined) return undefined
  return {...error.explain(`maps and lists are nested more than ${limit} levels deep`), ruleId: 'source/too-deep'}
}

/** A tab in the indentation of the line. */
const tab: Clue = (error) => {
  const indentation = /^[ \t]*(?:-[ \t]+)*/.exec(error.sliceOf(error.line))?.[0] ?? ''
  const start = error.line.start + indentation.indexOf('\t')
  if (start < error.line.start || error.isInside(error.line.start)) return undefined
  return error.explain('a tab cannot be part of the indentation', 'indent with spaces', {start, end: start + 1})
}

const anyLineBreak = /\r\n|[\n\r\x85\u2028\u2029]/

/** U+0085, U+2028 or U+2029, at most two lines before. */
const invisibleLineBreak: Clue = (error) => {
  const above = error.text.slice(0, error.line.end)
  const start = greatest(['\x85', '\u2028', '\u2029'].map((character) => above.lastIndexOf(character)), -1)
  if (start === -1 || above.slice(start + 1).split(anyLineBreak, 3).length > 2) return undefined
  const code = error.text.charCodeAt(start).toString(16).toUpperCase().padStart(4, '0')
  const hint = 'remove it, or write it as an escape in double quotes'
  return error.explain(`the invisible character U+${code} breaks the line`, hint, {start, end: start + 1})
}

const indentedSeparator: Clue = (error) => {
  const found = /^[ \t]+---[ \t]*$/m.exec(error.text.slice(0, error.line.end))
  const start = (found?.index ?? 0) + (found?.[0].indexOf('-') ?? 0)
  if (found === null || error.isInside(start)) return undefined
  const message = 'the document separator --- must be at the start of its line'
  return error.explain(message, 'remove the space before it', {start, end: start + 3})
}

const unclosed: Clue = (error) => {
  const token = error.tokens.find(({closed}) => !closed)
  if (token === undefined) return undefined
  const opening = error.text[token.start] ?? ''
  const what = token.kind === 'quoted' ? 'quote' : 'bracket'
  return error.explain(`the ${what} ${opening} is never closed`, undefined, {start: token.start, end: error.text.trimEnd().length})
}

const reservedCharacter: Clue = (error) => /[@`%]/.test(error.character)
  ? error.explain(`a text cannot start with ${error.character} unless it is quoted`, 'put the text in quotes')
  : undefined

const escape: Clue = (error) => {
  if (error.reason !== 'unknown escape sequence' && error.reason !== 'expected hexadecimal character') return undefined
  const start = error.text.lastIndexOf('\\', error.offset)
  const end = Math.min(Math.max(error.offset, start + 1) + 1, error.text.length)
  return error.explain('YAML does not know this escape', 'write \\\\ for a backslash, or use single quotes', {start, end})
}

/** Clear reasons of js-yaml, reworded. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['repeat of a chomping mode identifier', 'the header of a block text has two of + and -'],
  ['repeat of an indentation width identifier', 'the header of a block text has two numbers'],
  [
    'bad explicit indentation width of a block scalar; it cannot be less than one',
    'the indentation in the header of a block text must be 1 to 9',
  ],
  ['a line break is expected', 'only + or -, a number and a comment may follow | or > on its line'],
  ['name of an anchor node must contain at least one character', 'a name must follow &'],
  ['name of an alias node must contain at least one character', 'a name must follow *'],
  ['alias node should not have any properties', 'an alias cannot have a tag or anchor'],
  ['duplication of an anchor property', 'a value can have only one anchor'],
  ['duplication of a tag property', 'a value can have only one tag'],
])

const knownReason: Clue = (error) => {
  const message = reasons.get(error.reason)
  if (message === undefined) return undefined
  return error.explain(message, /[&*]$/.test(message) ? 'to write a text that starts with & or *, quote it' : undefined)
}

const tag: Clue = (error) => {
  if (!/\btag\b/.test(error.reason)) return undefined
  const before = error.text.slice(error.line.start, error.offset)
  const start = error.line.start + Math.max(before.lastIndexOf(' !'), 0)
  const [through = '', word = ''] = /^\s*(\S*)/.exec(error.text.slice(start)) ?? []
  const end = start + through.length
  const span = {start: end - word.length, end}
  return {...error.explain('this is not a tag', 'to write a text that starts with !, quote it', span), ruleId: 'yaml/tag'}
}

const strayBracket: Clue = (error) => /[\]}]/.test(error.character) && error.tokenBefore()?.kind !== 'brackets'
  ? error.explain(`no bracket is open that ${error.character} could close`)
  : undefined

const inBrackets: Clue = (error) => {
  if (error.reason.startsWith('expected the node content')) return error.explain('a value is missing before this comma')
  return error.reason.startsWith('missed comma') ? error.explain('a comma or closing bracket is missing before this') : undefined
}

/** Content after a quoted text, or after a list or map in brackets, on its line. */
const leftover: Clue = (error) => {
  const token = error.tokenBefore()
  if (token?.kind !== 'quoted' && token?.kind !== 'brackets') return undefined
  if (!/^[ \t]*$/.test(error.text.slice(token.end, error.offset))) return undefined
  const quoted = token.kind === 'quoted'
  const lines = error.sliceOf(token).includes('\n') ? ', which opens on an earlier line' : ''
  return error.explain(`nothing can follow the closing ${quoted ? 'quote' : 'bracket'}${lines}`,
    quoted ? 'put all of the text inside the quotes' : undefined, {start: error.offset, end: error.line.end})
}

/** Two colons on a line, or a line whose indentation makes it continue the text above it. */
const secondColon: Clue = (error) => {
  const token = error.tokenBefore()
  if (error.character !== ':' || token?.kind !== 'plain') return undefined
  if (/:[ \t]/.test(error.text.slice(error.line.start, error.offset))) {
    const hint = 'quote the text, or put the inner map on lines of its own'
    return error.explain('a second colon on a line would start a map within a map', hint)
  }
  const line = error.lineAt(token.start)
  if (line.start === error.line.start) return undefined
  if (!/:(?:\s|$)/.test(error.sliceOf(line))) return missingColon(error, line)
  const start = skipBlanks(error.text, error.line.start)
  const message = 'this line is indented so deep that it continues the text above it'
  return error.explain(message, 'indent it like the key above', {start, end: error.line.end})
}

function missingColon(error: YamlSyntaxError, line: Span): Explanation {
  const text = error.sliceOf(line)
  const start = skipBlanks(error.text, line.start)
  const tight = /^\s*(?:- +)*([\w./-]+):(?=\S)/.exec(text)
  const hint = tight === null ? undefined : `write ${excerpt(`${tight[1]}: ${text.slice(tight[0].length)}`)}`
  return error.explain('a colon and a space must follow the key', hint, {start, end: line.end})
}

/** js-yaml notices only at the next key. */
const keyWithoutColon: Clue = (error) => {
  if (!/implicit key|':' after a mapping key|after the key-value separator/.test(error.reason)) return undefined
  const token = error.tokenBefore(error.line.start) ?? error.tokenBefore()
  return token && missingColon(error, error.lineAt(token.start))
}

const listAfterKey: Clue = (error) => error.character === '-' && !error.startsLine
  ? error.explain('a list cannot start on the line of its key', 'put its first item on the next line')
  : undefined

const indentation: Clue = (error) => {
  if (!error.startsLine || error.character === '') return undefined
  const spaces = error.offset - error.line.start
  return error.explain(`the indentation of this line, ${spaces} ${spaces === 1 ? 'space' : 'spaces'}, fits nothing above it`,
    'indent it exactly like the key or list item that it belongs beside', {start: error.offset, end: error.line.end})
}

const anything: Clue = (error) => error.explain('this is not allowed here')

/** Sorted from specific to vague. */
const clues: readonly Clue[] = [
  mergeConflict, copiedText, unrenderedTemplate, directive, depth, tab, invisibleLineBreak, indentedSeparator, unclosed, reservedCharacter, escape,
  knownReason, tag, strayBracket, inBrackets, leftover, secondColon, keyWithoutColon, listAfterKey, indentation, anything,
]

/** Returns the most specific explanation of an error. */
export function explainSyntax(error: YamlSyntaxError): Explanation {
  for (const clue of clues) {
    const explanation = clue(error)
    if (explanation !== undefined) return explanation
  }
  throw new Error('no clue explains the error')
}
