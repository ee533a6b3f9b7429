import {existsSync} from 'node:fs'
import {resolve, sep} from 'node:path'

import {negation, plainPatterns} from './glob-pattern.js'

/** Reports whether a path matches. */
export type PathMatcher = (path: string) => boolean

/** A pattern that begins with `!` is negated: what it matches does not match the patterns before it. */
interface Rule {
  readonly isNegated: boolean
  /** @param path an absolute path, with slashes */
  readonly matches: PathMatcher
}

/** A name that is not always the name of a file. A backslash escapes the next character. */
const isMagic = (name: string): boolean => /[*?[\]{}!()@+|\\]/.test(name)

/**
 * Returns a function that reports whether paths match one of the files, directories and globs. Directories match all below them. Paths
 * are matched as texts: the disk is not searched, as a pattern such as `/**` matches all of it.
 *
 * @throws UsageError for a pattern that would take too long
 */
export async function pathMatcher(patterns: readonly string[]): Promise<PathMatcher> {
  if (patterns.length === 0) return () => false
  const {default: picomatch} = await import('picomatch')
  const rules = patterns.flatMap(plainPatterns).map((pattern) => ruleOf(pattern, (name) => picomatch.makeRe(name, {dot: true})))
  const known = new Map<string, boolean>()
  return (path) => {
    const file = absolute(path)
    const isMatch = known.get(file) ?? rules.findLast(({matches}) => matches(file))?.isNegated === false
    known.set(file, isMatch)
    return isMatch
  }
}

/** A slash at the end is for directories. */
const noName = /^$/

function ruleOf(text: string, nameMatcher: (pattern: string) => RegExp): Rule {
  const [, not = '', pattern = ''] = negation.exec(text) ?? []
  const isNegated = not !== ''
  const names = pattern.split('/')
  const magic = existsSync(pattern) ? -1 : names.findIndex(isMagic)
  if (magic === -1) return {isNegated, matches: isAtOrBelow(absolute(pattern))}
  // The slash makes a drive of Windows absolute.
  const below = withSlash(absolute(magic === 0 ? '.' : withSlash(names.slice(0, magic).join('/'))))
  // A directory that is not excluded has no excluded files.
  const rest = [...names.slice(magic).join('/').replaceAll(/\/(?:\.?\/)+/g, '/').split('/'), ...isNegated ? ['**'] : []]
  const parts = rest.map((name) => name === '**' ? name : name === '' ? noName : nameMatcher(name))
  return {isNegated, matches: (path) => path.startsWith(below) && matchesNames(path.slice(below.length).split('/'), parts)}
}

/** Matches names one by one: a regular expression for all names can take extremely long. */
function matchesNames(names: readonly string[], parts: readonly (RegExp | '**')[]): boolean {
  let [name, part] = [0, 0]
  // The part after the last `**`, and the first name that it must match.
  let retry: [name: number, part: number] | undefined
  while (name < names.length) {
    const next = parts[part]
    if (next === '**') retry = [name, ++part]
    else if (next?.test(names[name] ?? '') === true) [name, part] = [name + 1, part + 1]
    else if (retry === undefined) return false
    else [name, part] = retry = [retry[0] + 1, retry[1]]
  }
  return parts.slice(part).every((rest) => rest === '**')
}

const isAtOrBelow = (place: string): PathMatcher => {
  const below = withSlash(place)
  return (path) => path === place || path.startsWith(below)
}

const withSlash = (path: string): string => path.endsWith('/') ? path : `${path}/`

const absolute = (path: string): string => resolve(path).replaceAll(sep, '/')
