import {resolve} from 'node:path'

import {UsageError} from '../usage-error.js'
import {isSimple} from './name-pattern.js'
import {isBelow} from './open-file.js'

/** Limits of a pattern. A configuration file may be untrusted, and matching a pattern can take extremely long. */
export const patternLimits = {
  length: 1000,
  /** Patterns that the braces of one pattern expand to. */
  alternatives: 100,
  /** Paths of one setting of a configuration file, each alternative of braces counted: each is looked up on the disk. */
  paths: 5000,
  /** Wildcards (`*`) beyond the first of each name, and `**` beyond the first: each multiplies the ways to match a name. */
  wildcards: 3,
  /** The same in names with brackets or groups. */
  wildcardsInOddNames: 1,
} as const

/** True for a path that is a pattern unless a file has that name. */
export const isPattern = (path: string): boolean => /[*?[\]{}!]/.test(path)

/** A pattern that begins with `!`, unless the mark belongs to a group: the mark, and the pattern after it. */
export const negation = /^(!(?!\())?(.*)$/s

/** Returns why a pattern is rejected, as text to print after it, or undefined if it can be matched in reasonable time. */
export function patternError(pattern: string): string | undefined {
  if (pattern.length > patternLimits.length) return `is longer than ${patternLimits.length} characters`
  const patterns = expanded(pattern)
  if (patterns === undefined) return `has braces that expand to more than ${patternLimits.alternatives} patterns`
  if (patterns.some((each) => /\{[^{}]*\.\.[^{}]*\}/.test(each))) return 'has braces with two dots that are no range: write {1..9} or {a..z}'
  if (patterns.some(hasDifficultGroup)) return 'has a group that repeats or holds wildcards or other groups: write @(a|b), ?(a|b) or !(a|b) with plain names'
  if (patterns.some((each) => redundantWildcards(each) > patternLimits.wildcards)) {
    return `has too many wildcards: beyond one "*" in each name and one "**", at most ${patternLimits.wildcards}`
  }
  if (patterns.some((each) => redundantInNames(namesOf(each).filter((name) => !isSimple(name))) > patternLimits.wildcardsInOddNames)) {
    return `has too many wildcards in names with brackets or groups: beyond one in each name, at most ${patternLimits.wildcardsInOddNames}`
  }
  return undefined
}

/**
 * Returns the patterns of a path argument: without braces, and with slashes on Windows. Leaves out those that cannot be a path.
 *
 * @throws UsageError for a pattern that would take too long
 */
export function plainPatterns(path: string): string[] {
  const pattern = process.platform === 'win32' ? path.replaceAll('\\', '/') : path
  const error = patternError(pattern)
  if (error !== undefined) throw new UsageError(`the pattern ${JSON.stringify(path)} ${error}`)
  return (expanded(pattern) ?? []).filter((each) => each !== '' && !each.includes('\u0000'))
}

/** Reports whether a path or a match of a pattern can be outside a folder; by default following links. */
export const leavesFolder = (path: string, folder: string, isIn = isBelow): boolean => !isIn(path, folder) || (expanded(path) ?? [path]).some((each) => {
  const names = withoutBackslashes(each).split('/')
  const magic = names.findIndex(isPattern)
  const base = magic === -1 ? names : names.slice(0, magic)
  return names.slice(base.length).includes('..') || !isIn(resolve(base.join('/') || (each.startsWith('/') ? '/' : '.')), folder)
})

/** Replaces backslashes: on Windows they separate folders, elsewhere they escape the next character. */
const withoutBackslashes = (pattern: string): string => pattern.replaceAll('\\', process.platform === 'win32' ? '/' : '')

/** Expands the braces of a pattern. Returns undefined if there are too many results. */
export function expanded(pattern: string): string[] | undefined {
  const found: string[] = []
  const open = [pattern]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = firstGroup(next)
    if (group === undefined) found.push(next)
    else if (group.size + open.length + found.length > patternLimits.alternatives) return undefined
    else for (const alternative of group.alternatives().reverse()) open.push(next.slice(0, group.start) + alternative + next.slice(group.end))
  }
  return found
}

interface Group {
  readonly start: number
  readonly end: number
  /** Number of alternatives, which are created only on demand. */
  readonly size: number
  readonly alternatives: () => string[]
}

/** Finds the first braces with alternatives. Other braces are part of a name. */
function firstGroup(pattern: string): Group | undefined {
  for (let start = pattern.indexOf('{'); start !== -1; start = pattern.indexOf('{', start + 1)) {
    const group = groupAt(pattern, start)
    if (group !== undefined) return group
  }
  return undefined
}

function groupAt(pattern: string, start: number): Group | undefined {
  const commas: number[] = []
  let depth = 0
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '{') depth++
    else if (character === ',' && depth === 1) commas.push(at)
    else if (character === '}' && --depth === 0) return groupOf(pattern, start, commas, at)
  }
  return undefined
}

function groupOf(pattern: string, start: number, commas: readonly number[], close: number): Group | undefined {
  const end = close + 1
  if (commas.length === 0) {
    const range = rangeOf(pattern.slice(start + 1, close))
    return range && {start, end, ...range}
  }
  const cuts = [start, ...commas, close]
  return {start, end, size: commas.length + 1, alternatives: () => cuts.slice(1).map((cut, i) => pattern.slice((cuts[i] ?? 0) + 1, cut))}
}

/** Parses a range: `1..3` or `a..c`, with an optional step. */
function rangeOf(text: string): Pick<Group, 'size' | 'alternatives'> | undefined {
  const [, from = '', to = '', by = '1'] = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(text) ?? []
  const isOfLetters = /^[A-Za-z]$/.test(from)
  if (from === '' || isOfLetters !== /^[A-Za-z]$/.test(to)) return undefined
  const [first, last] = isOfLetters ? [from.charCodeAt(0), to.charCodeAt(0)] : [Number(from), Number(to)]
  const step = Math.abs(Number(by)) || 1
  const size = Math.floor(Math.abs(last - first) / step) + 1
  const width = /^-?0\d|^-?\d+\.\.-?0\d/.test(text) ? Math.max(from.length, to.length) : 0
  const textOf = (value: number): string => isOfLetters ? String.fromCharCode(value) : value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0')
  return {size, alternatives: () => Array.from({length: size}, (_, i) => textOf(first + Math.sign(last - first) * step * i))}
}

/** True for a pattern with groups that can match one name in a large number of ways. */
function hasDifficultGroup(pattern: string): boolean {
  const rest = pattern.replace(/(?<![*+])[@!?]?\([^()*+?[\]/]*\)(?![*+?])/g, '')
  return /[()]/.test(rest)
}

/**
 * Returns a pattern that matches at least what a pattern matches, and has at most one `*` in each name and one `**`. A regular expression
 * for others can take extremely long.
 */
export function widened(pattern: string): string {
  const names = namesOf(pattern)
  const first = names.indexOf('**')
  const searched = first === names.lastIndexOf('**') ? names : names.slice(0, first + 1)
  const mark = pattern.slice(0, pattern.length - names.join('/').length)
  return mark + searched.map((name) => isSimple(name) && name !== '**' ? name.replace(/\*.*\*/, '*') : name).join('/')
}

/** Returns the number of wildcards beyond one in each name and one `**`. */
function redundantWildcards(pattern: string): number {
  const names = namesOf(pattern)
  const folders = names.filter((name) => name === '**').length
  return Math.max(0, folders - 1) + redundantInNames(names)
}

const namesOf = (pattern: string): string[] => (negation.exec(pattern)?.[2] ?? '').split('/')

const redundantInNames = (names: readonly string[]): number => names.filter((name) => name !== '**')
  .reduce((sum, name) => sum + Math.max(0, (name.match(/\*+|!\(|\]\+/g)?.length ?? 0) - 1), 0)
