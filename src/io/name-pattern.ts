import type {MatchBudget} from './match-budget.js'

/** Options of matching names. */
export interface NameOptions {
  /** True if wildcards match a dot at the beginning of a name. */
  readonly dot: boolean
  readonly nocase: boolean
}

/** Returns a regular expression for names (picomatch). */
export type MakeExpression = (pattern: string, options: NameOptions) => RegExp

/** Matches the name of a file or folder. */
export type NameMatcher = (name: string, budget: MatchBudget) => boolean

/** True for a pattern of a name that has no wildcards but `*` and `?`, and no character with another meaning. */
export const isSimple = (pattern: string): boolean => !/[[\]{}()!@+|\\"^$]/.test(pattern)

/** The texts that each match of a pattern contains; none if that is unknown. Extensions, which most files have, are last, and longer texts first. */
export const literalsIn = (pattern: string): string[] => !isSimple(pattern) ? []
  : pattern.split(/[*?]+/).filter((text) => text !== '').sort((a, b) => Number(a.startsWith('.')) - Number(b.startsWith('.')) || b.length - a.length)

/** Steps of matching one character of a name twice: the time for which a regular expression with two wildcards may try it. */
const stepsOfPair = 1 / 2

/** Returns the matcher for a pattern of a name, which takes time proportional to the length of both. Other patterns than simple ones have at most two wildcards. */
export function nameMatcher(pattern: string, options: NameOptions, makeExpression: MakeExpression): NameMatcher {
  const {dot, nocase} = options
  if (!isSimple(pattern)) {
    const expression = makeExpression(pattern, options)
    return (name, budget) => {
      budget.spend(stepsOfPair * name.length ** 2)
      return expression.test(name)
    }
  }
  const wanted = nocase ? pattern.toLowerCase() : pattern
  return (name, budget) => (dot || wanted.startsWith('.') || !name.startsWith('.')) && matchesWildcards(nocase ? name.toLowerCase() : name, wanted, budget)
}

/** Matches a name with a pattern of `*`, `?` and characters. Several `*` in a row are one. Only the last `*` is tried again: it matches all that earlier ones could. */
function matchesWildcards(name: string, pattern: string, budget: MatchBudget): boolean {
  let [at, part, steps] = [0, 0, 1]
  let star: number | undefined
  let start = 0
  try {
    for (; at < name.length; steps++) {
      if (pattern[part] === '*') [star, start] = [part++, at]
      else if (pattern[part] === '?' || pattern[part] === name[at]) [at, part] = [at + 1, part + 1]
      else if (star === undefined) return false
      else [at, part] = [++start, star + 1]
    }
  } finally {
    budget.spend(steps)
  }
  return /^\**$/.test(pattern.slice(part))
}
