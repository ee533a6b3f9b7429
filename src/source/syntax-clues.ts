import {greatest} from '../machinery/collections/append.js'
import {pastedText} from './pasted-text.js'
import type {Span} from './source-file.js'
import {excerpt, templateHint, templateMessage} from './source-problem.js'
import type {Explanation, YamlSyntaxError} from './yaml-syntax-error.js'
import {skipBlanks} from './trivia.js'

/** Recognises one kind of mistake. */
type Clue = (fault: YamlSyntaxError) => Explanation | undefined

const conflictMarker = /^(?:<{7}|>{7}) /m

const mergeConflict: Clue = (fault) => {
  const found = conflictMarker.exec(fault.text)
  if (found === null) return undefined
  const hint = 'keep one side, and remove the lines of <<<<<<<, ======= and >>>>>>>'
  return fault.explain('a conflict of a merge is left in the file', hint, fault.lineAt(found.index))
}

const copiedText: Clue = (fault) => {
  const pasted = pastedText(fault.text)
  return pasted && fault.explain(`${pasted.message}, not YAML`, pasted.hint, fault.lineAt(fault.text.search(/\S/)))
}

/** `{{ ... }}` on the line, or on the last nonblank line before it. */
const unrenderedTemplate: Clue = (fault) => {
  const above = fault.text.slice(0, fault.line.start).trimEnd()
  for (const line of [fault.line, fault.lineAt(above.length)]) {
    const start = line.start + fault.sliceOf(line).indexOf('{{')
    if (start >= line.start && !fault.isInside(start)) return fault.explain(templateMessage, templateHint, {start, end: start + 2})
  }
  return undefined
}

const directive: Clue = (fault) => {
  const start = fault.text.search(/\S/)
  if (fault.text[start] !== '%' && !(fault.character === '%' && fault.offset === fault.line.start)) return undefined
  const line = fault.text[start] === '%' ? fault.lineAt(start) : fault.line
  return fault.explain('kubectl reads no YAML directives', 'remove this line', line)
}

const depth: Clue = (fault) => {
  const limit = /^nesting exceeded maxDepth \((\d+)\)/.exec(fault.reason)?.[1]
  if (limit === undefined) return undefined
  return {...fault.explain(`maps and lists are nested more than ${limit} levels deep`), ruleId: 'source/too-deep'}
}

/** A tab in the indentation of the line. */
const tab: Clue = (fault) => {
  const indentation = /^[ \t]*(?:-[ \t]+)*/.exec(fault.sliceOf(fault.line))?.[0] ?? ''
  const start = fault.line.start + indentation.indexOf('\t')
  if (start < fault.line.start || fault.isInside(fault.line.start)) return undefined
  return fault.explain('a tab cannot be part of the indentation', 'indent with spaces', {start, end: start + 1})
}

const anyLineBreak = /\r\n|[\n\r\x85\u2028\u2029]/

/** U+0085, U+2028 or U+2029, at most two lines before. */
const invisibleLineBreak: Clue = (fault) => {
  const above = fault.text.slice(0, fault.line.end)
  const start = greatest(['\x85', '\u2028', '\u2029'].map((character) => above.lastIndexOf(character)), -1)
  if (start === -1 || above.slice(start + 1).split(anyLineBreak, 3).length > 2) return undefined
  const code = fault.text.charCodeAt(start).toString(16).toUpperCase().padStart(4, '0')
  const hint = 'remove it, or write it as an escape in double quotes'
  return fault.explain(`the invisible character U+${code} breaks the line`, hint, {start, end: start + 1})
}

const indentedSeparator: Clue = (fault) => {
  const found = /^[ \t]+---[ \t]*$/m.exec(fault.text.slice(0, fault.line.end))
  const start = (found?.index ?? 0) + (found?.[0].indexOf('-') ?? 0)
  if (found === null || fault.isInside(start)) return undefined
  const message = 'the document separator --- must be at the start of its line'
  return fault.explain(message, 'remove the space before it', {start, end: start + 3})
}

const unclosed: Clue = (fault) => {
  const token = fault.tokens.find(({closed}) => !closed)
  if (token === undefined) return undefined
  const opening = fault.text[token.start] ?? ''
  const what = token.kind === 'quoted' ? 'quote' : 'bracket'
  return fault.explain(`the ${what} ${opening} is never closed`, undefined, {start: token.start, end: fault.text.trimEnd().length})
}

const reservedCharacter: Clue = (fault) => /[@`%]/.test(fault.character)
  ? fault.explain(`a text cannot start with ${fault.character} unless it is quoted`, 'put the text in quotes')
  : undefined

const escape: Clue = (fault) => {
  if (fault.reason !== 'unknown escape sequence' && fault.reason !== 'expected hexadecimal character') return undefined
  const start = fault.text.lastIndexOf('\\', fault.offset)
  const end = Math.min(Math.max(fault.offset, start + 1) + 1, fault.text.length)
  return fault.explain('YAML does not know this escape', 'write \\\\ for a backslash, or use single quotes', {start, end})
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

const knownReason: Clue = (fault) => {
  const message = reasons.get(fault.reason)
  if (message === undefined) return undefined
  return fault.explain(message, /[&*]$/.test(message) ? 'to write a text that starts with & or *, quote it' : undefined)
}

const tag: Clue = (fault) => {
  if (!/\btag\b/.test(fault.reason)) return undefined
  const before = fault.text.slice(fault.line.start, fault.offset)
  const start = fault.line.start + Math.max(before.lastIndexOf(' !'), 0)
  const [through = '', word = ''] = /^\s*(\S*)/.exec(fault.text.slice(start)) ?? []
  const end = start + through.length
  const span = {start: end - word.length, end}
  return {...fault.explain('this is not a tag', 'to write a text that starts with !, quote it', span), ruleId: 'yaml/tag'}
}

const strayBracket: Clue = (fault) => /[\]}]/.test(fault.character) && fault.tokenBefore()?.kind !== 'brackets'
  ? fault.explain(`no bracket is open that ${fault.character} could close`)
  : undefined

const inBrackets: Clue = (fault) => {
  if (fault.reason.startsWith('expected the node content')) return fault.explain('a value is missing before this comma')
  return fault.reason.startsWith('missed comma') ? fault.explain('a comma or closing bracket is missing before this') : undefined
}

/** Content after a quoted text, or after a list or map in brackets, on its line. */
const leftover: Clue = (fault) => {
  const token = fault.tokenBefore()
  if (token?.kind !== 'quoted' && token?.kind !== 'brackets') return undefined
  if (!/^[ \t]*$/.test(fault.text.slice(token.end, fault.offset))) return undefined
  const quoted = token.kind === 'quoted'
  const lines = fault.sliceOf(token).includes('\n') ? ', which opens on an earlier line' : ''
  return fault.explain(`nothing can follow the closing ${quoted ? 'quote' : 'bracket'}${lines}`,
    quoted ? 'put all of the text inside the quotes' : undefined, {start: fault.offset, end: fault.line.end})
}

/** Two colons on a line, or a line whose indentation makes it continue the text above it. */
const secondColon: Clue = (fault) => {
  const token = fault.tokenBefore()
  if (fault.character !== ':' || token?.kind !== 'plain') return undefined
  if (/:[ \t]/.test(fault.text.slice(fault.line.start, fault.offset))) {
    const hint = 'quote the text, or put the inner map on lines of its own'
    return fault.explain('a second colon on a line would start a map within a map', hint)
  }
  const line = fault.lineAt(token.start)
  if (line.start === fault.line.start) return undefined
  if (!/:(?:\s|$)/.test(fault.sliceOf(line))) return missingColon(fault, line)
  const start = skipBlanks(fault.text, fault.line.start)
  const message = 'this line is indented so deep that it continues the text above it'
  return fault.explain(message, 'indent it like the key above', {start, end: fault.line.end})
}

function missingColon(fault: YamlSyntaxError, line: Span): Explanation {
  const text = fault.sliceOf(line)
  const start = skipBlanks(fault.text, line.start)
  const tight = /^\s*(?:- +)*([\w./-]+):(?=\S)/.exec(text)
  const hint = tight === null ? undefined : `write ${excerpt(`${tight[1]}: ${text.slice(tight[0].length)}`)}`
  return fault.explain('a colon and a space must follow the key', hint, {start, end: line.end})
}

/** js-yaml notices only at the next key. */
const keyWithoutColon: Clue = (fault) => {
  if (!/implicit key|':' after a mapping key|after the key-value separator/.test(fault.reason)) return undefined
  const token = fault.tokenBefore(fault.line.start) ?? fault.tokenBefore()
  return token && missingColon(fault, fault.lineAt(token.start))
}

const listBehindKey: Clue = (fault) => fault.character === '-' && !fault.startsLine
  ? fault.explain('a list cannot start on the line of its key', 'put its first item on the next line')
  : undefined

const indentation: Clue = (fault) => {
  if (!fault.startsLine || fault.character === '') return undefined
  const spaces = fault.offset - fault.line.start
  return fault.explain(`the indentation of this line, ${spaces} ${spaces === 1 ? 'space' : 'spaces'}, fits nothing above it`,
    'indent it exactly like the key or list item that it belongs beside', {start: fault.offset, end: fault.line.end})
}

const anything: Clue = (fault) => fault.explain('this is not allowed here')

/** Sorted from specific to vague. */
const clues: readonly Clue[] = [
  mergeConflict, copiedText, unrenderedTemplate, directive, depth, tab, invisibleLineBreak, indentedSeparator, unclosed, reservedCharacter, escape,
  knownReason, tag, strayBracket, inBrackets, leftover, secondColon, keyWithoutColon, listBehindKey, indentation, anything,
]

/** Returns the most specific explanation of a fault. */
export function explainSyntax(fault: YamlSyntaxError): Explanation {
  for (const clue of clues) {
    const explanation = clue(fault)
    if (explanation !== undefined) return explanation
  }
  throw new Error('no clue explains the fault')
}
