import type {Span} from './source-file.js'
import {excerpt, templateHint, templateMessage} from './source-problem.js'
import type {Explanation, SyntaxFault} from './syntax-fault.js'

/** Recognises one kind of mistake. */
type Clue = (fault: SyntaxFault) => Explanation | undefined

const conflictMarker = /^(?:<{7}|>{7}) /m

const mergeConflict: Clue = (fault) => {
  const found = conflictMarker.exec(fault.text)
  if (found === null) return undefined
  return fault.explain('a conflict of a merge is left in the file', 'keep one side, and remove the lines of <<<<<<<, ======= and >>>>>>>', fault.lineAt(found.index))
}

/** `{{ ... }}` on the line, or on the last line before it that says anything. */
const unrenderedTemplate: Clue = (fault) => {
  const above = fault.text.slice(0, fault.line.start).trimEnd()
  for (const line of [fault.line, fault.lineAt(above.length)]) {
    const start = line.start + fault.sliceOf(line).indexOf('{{')
    if (start >= line.start && !fault.isText(start)) return fault.explain(templateMessage, templateHint, {start, end: start + 2})
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
  return limit === undefined ? undefined : {...fault.explain(`maps and lists are nested more than ${limit} levels deep`), ruleId: 'source/too-deep'}
}

/** A tab among what indents the line. */
const tab: Clue = (fault) => {
  const {start} = fault.line
  const indentation = /^[ \t-]*/.exec(fault.text.slice(start))?.[0] ?? ''
  const at = indentation.indexOf('\t')
  if (at === -1 || start + indentation.length < fault.offset) return undefined
  return fault.explain('a tab cannot be part of the indentation', 'indent with spaces', {start: start + at, end: start + at + 1})
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
  return fault.explain('YAML does not know this escape', 'write \\\\ for a backslash, or use single quotes', {start, end: Math.max(fault.offset, start + 1) + 1})
}

/** js-yaml's reasons that are clear enough, once put in kadm's words. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['repeat of a chomping mode identifier', 'the header of a block text has two of + and -'],
  ['repeat of an indentation width identifier', 'the header of a block text has two numbers'],
  ['bad explicit indentation width of a block scalar; it cannot be less than one', 'the indentation in the header of a block text must be 1 to 9'],
  ['a line break is expected', 'only + or -, a number and a comment may follow | or > on its line'],
  ['name of an anchor node must contain at least one character', 'a name must follow &'],
  ['name of an alias node must contain at least one character', 'a name must follow *'],
  ['alias node should not have any properties', 'an alias cannot have a tag or anchor'],
  ['duplication of an anchor property', 'a value can have only one anchor'],
  ['duplication of a tag property', 'a value can have only one tag'],
])

const knownReason: Clue = (fault) => {
  const message = reasons.get(fault.reason)
  return message === undefined ? undefined : fault.explain(message, /[&*]$/.test(message) ? 'to write a text that starts with & or *, quote it' : undefined)
}

const tag: Clue = (fault) => /\btag\b/.test(fault.reason)
  ? {...fault.explain('this is not a tag', 'to write a text that starts with !, quote it'), ruleId: 'yaml/tag'}
  : undefined

const strayBracket: Clue = (fault) => /[\]}]/.test(fault.character) && fault.tokenBefore()?.kind !== 'brackets'
  ? fault.explain(`no bracket is open that ${fault.character} could close`)
  : undefined

const inBrackets: Clue = (fault) => {
  if (fault.reason.startsWith('expected the node content')) return fault.explain('a value is missing before this comma')
  return fault.reason.startsWith('missed comma') ? fault.explain('a comma or closing bracket is missing before this') : undefined
}

/** Something follows a text in quotes, or a list or map in brackets, on its line. */
const leftover: Clue = (fault) => {
  const token = fault.tokenBefore()
  if (token === undefined || token.kind === 'plain' || token.kind === 'block' || !/^[ \t]*$/.test(fault.text.slice(token.end, fault.offset))) return undefined
  const lines = fault.sliceOf(token).includes('\n') ? ', which opens on an earlier line' : ''
  const what = token.kind === 'quoted' ? 'quote' : 'bracket'
  return fault.explain(`nothing can follow the closing ${what}${lines}`, token.kind === 'quoted' ? 'put all of the text inside the quotes' : undefined, {
    start: fault.offset, end: fault.line.end,
  })
}

/** Two colons on a line, or a line that is indented so deep that it continues the text above it. */
const secondColon: Clue = (fault) => {
  const token = fault.tokenBefore()
  if (fault.character !== ':' || token?.kind !== 'plain') return undefined
  if (/:[ \t]/.test(fault.text.slice(fault.line.start, fault.offset))) {
    return fault.explain('a second colon on a line would start a map within a map', 'quote the text, or put the inner map on lines of its own')
  }
  if (token.start >= fault.line.start || !/:\s/.test(fault.sliceOf(fault.lineAt(token.start)))) return undefined
  const start = fault.line.start + fault.sliceOf(fault.line).search(/\S/)
  return fault.explain('this line is indented so deep that it continues the text above it', 'indent it like the key above', {start, end: fault.line.end})
}

function missingColon(fault: SyntaxFault, line: Span): Explanation {
  const text = fault.sliceOf(line)
  const start = line.start + text.search(/\S/)
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

const anything: Clue = (fault) => fault.explain('this cannot stand here')

/** From the telling to the vague. */
const clues: readonly Clue[] = [
  mergeConflict, unrenderedTemplate, directive, depth, tab, unclosed, reservedCharacter, escape, knownReason, tag, strayBracket, inBrackets,
  leftover, secondColon, keyWithoutColon, listBehindKey, indentation, anything,
]

/** The most telling thing that can be said about a fault. */
export function explainSyntax(fault: SyntaxFault): Explanation {
  for (const clue of clues) {
    const explanation = clue(fault)
    if (explanation !== undefined) return explanation
  }
  throw new Error('no clue explains the fault')
}
