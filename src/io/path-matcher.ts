import {existsSync} from 'node:fs'
import {resolve, sep} from 'node:path'

import {negation, plainPatterns} from './glob-pattern.js'
import {MatchBudget} from './match-budget.js'
import {literalsIn, nameMatcher, type NameMatcher, type NameOptions} from './name-pattern.js'

/** Reports whether a path matches. */
export type PathMatcher = (path: string) => boolean

/** A pattern that begins with `!` is negated: what it matches does not match the patterns before it. */
interface Rule {
  readonly isNegated: boolean
  readonly matches: (file: AbsolutePath) => boolean
}

/** A name that is not always the name of a file. A backslash escapes the next character. */
const isMagic = (name: string): boolean => /[*?[\]{}!()@+|\\]/.test(name)

/** Options of matching paths. */
export interface MatchOptions extends Partial<NameOptions> {
  /** The budget that several matchers share; by default a matcher has its own. */
  readonly budget?: MatchBudget
}

/**
 * Returns a function that reports whether paths match one of the files, directories and globs. Directories match all below them. Paths
 * are matched as texts: the disk is not searched, as a pattern such as `/**` matches all of it. By default, wildcards match all names, and
 * case matters.
 *
 * @throws UsageError for a pattern that would take too long; the function throws it when patterns and paths take too long together
 */
export async function pathMatcher(patterns: readonly string[], options: MatchOptions = {}): Promise<PathMatcher> {
  const {dot = true, nocase = false, budget = new MatchBudget()} = options
  if (patterns.length === 0) return () => false
  const {default: {makeRe}} = await import('picomatch')
  const matcherOf = (name: string): NameMatcher => nameMatcher(name, {dot, nocase}, makeRe)
  const rules = patterns.flatMap(plainPatterns).map((pattern) => ruleOf(pattern, {dot, nocase, matcherOf}))
  const known = new Map<string, boolean>()
  return (path) => {
    const file = new AbsolutePath(absolute(path), budget)
    const isMatch = known.get(file.path) ?? rules.findLast(({matches}) => matches(file))?.isNegated === false
    known.set(file.path, isMatch)
    return isMatch
  }
}

/** A path with slashes, which many rules match. */
class AbsolutePath {
  private folder = ''
  private found: readonly string[] = []

  constructor(readonly path: string, readonly budget: MatchBudget) {}

  /** The names below a folder, which is that of most rules. */
  namesBelow(folder: string): readonly string[] {
    if (folder !== this.folder) [this.folder, this.found] = [folder, this.path.slice(folder.length).split('/')]
    return this.found
  }
}

/** A slash at the end is for directories. */
const noName: NameMatcher = (name) => name === ''

/** Steps of comparing a path with a rule of which it has not all texts. */
const stepsOfRule = 10

/** The characters of a path that take another step. */
const charactersOfStep = 8

interface RuleOptions extends NameOptions {
  readonly matcherOf: (pattern: string) => NameMatcher
}

function ruleOf(text: string, {dot, nocase, matcherOf}: RuleOptions): Rule {
  const [, not = '', pattern = ''] = negation.exec(text) ?? []
  const isNegated = not !== ''
  const names = pattern.split('/')
  const magic = existsSync(pattern) ? -1 : names.findIndex(isMagic)
  if (magic === -1) return {isNegated, matches: isAtOrBelow(absolute(pattern))}
  // The slash makes a drive of Windows absolute.
  const below = withSlash(absolute(magic === 0 ? '.' : withSlash(names.slice(0, magic).join('/'))))
  // A directory that is not excluded has no excluded files.
  const rest = [...names.slice(magic).join('/').replaceAll(/\/(?:\.?\/)+/g, '/').split('/'), ...isNegated ? ['**'] : []]
  const parts = rest.map((name) => name === '**' ? name : name === '' ? noName : matcherOf(name))
  const literals = nocase ? [] : rest.flatMap(literalsIn)
  return {
    isNegated,
    matches(file) {
      file.budget.spend(stepsOfRule + file.path.length / charactersOfStep)
      // Most patterns are for other names: this is the fastest way to find out.
      const mayMatch = file.path.startsWith(below) && literals.every((literal) => file.path.includes(literal))
      return mayMatch && matchesNames(file.namesBelow(below), parts, dot, file.budget)
    },
  }
}

/** Matches names one by one: a regular expression for all names can take extremely long. */
function matchesNames(names: readonly string[], parts: readonly (NameMatcher | '**')[], dot: boolean, budget: MatchBudget): boolean {
  let [at, part] = [0, 0]
  // The part after the last `**`, and the first name that it must match.
  let retry: [at: number, part: number] | undefined
  while (at < names.length) {
    const [name, next] = [names[at] ?? '', parts[part]]
    if (next === '**') retry = [at, ++part]
    else if (next?.(name, budget) === true) [at, part] = [at + 1, part + 1]
    else if (retry === undefined || (!dot && names[retry[0]]?.startsWith('.') === true)) return false
    else [at, part] = retry = [retry[0] + 1, retry[1]]
  }
  return parts.slice(part).every((rest) => rest === '**')
}

const isAtOrBelow = (place: string): Rule['matches'] => {
  const below = withSlash(place)
  return ({path, budget}) => {
    budget.spend(stepsOfRule)
    return path === place || path.startsWith(below)
  }
}

const withSlash = (path: string): string => path.endsWith('/') ? path : `${path}/`

const absolute = (path: string): string => resolve(path).replaceAll(sep, '/')
