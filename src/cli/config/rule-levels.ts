import {MatchBudget} from '../../io/match-budget.js'
import {pathMatcher} from '../../io/path-matcher.js'
import {patternsFor} from '../../lint/suppress/directive.js'
import {knownPatterns, ruleHint, type SeverityOf} from '../../lint/suppress/suppress.js'
import {quote} from '../../machinery/go/text.js'
import {UsageError} from '../../usage-error.js'
import type {RuleLevel, RuleSettings, Settings} from './settings.js'

type RuleNames = Pick<Settings, 'rules' | 'overrides'>

/**
 * Checks that the rules that are set exist.
 *
 * @throws UsageError that names the place
 */
export async function checkRuleNames({rules = [], overrides = []}: RuleNames): Promise<void> {
  const named = [...rules, ...overrides.flatMap((override) => override.rules)]
  if (named.length === 0) return
  const ids = await allRuleIds()
  const known = knownPatterns(ids)
  const wrong = named.find(({pattern}) => !known.has(pattern))
  if (wrong !== undefined) throw new UsageError(`${wrong.place}: there is no rule ${quote(wrong.pattern)}: ${ruleHint(wrong.pattern, ids)}`)
}

/** The ids of all rules. The catalogue is loaded only on demand: linting works without it. */
export async function allRuleIds(): Promise<readonly string[]> {
  const {rules} = await import('../../lint/rules/index.js')
  return rules.map(({id}) => id)
}

/**
 * Returns the severity settings for rules in files: the last override of the path wins, and in it the most specific pattern of the
 * rule. Undefined if there are no settings.
 *
 * @throws UsageError for unknown rules
 */
export async function ruleLevels(names: RuleNames): Promise<SeverityOf | undefined> {
  const {rules = [], overrides = []} = names
  if (rules.length + overrides.length === 0) return undefined
  await checkRuleNames(names)
  const general = levelsOf(rules)
  const budget = new MatchBudget()
  const special = await Promise.all(overrides.map(async ({paths, rules: own}) => ({matches: await pathMatcher(paths, {budget}), levels: levelsOf(own)})))
  return (ruleId, path) => {
    const found = special.findLast(({matches, levels}) => levelFor(levels, ruleId) !== undefined && matches(path))
    return levelFor(found?.levels ?? general, ruleId)
  }
}

type Levels = ReadonlyMap<string, RuleLevel>

const levelsOf = (rules: RuleSettings): Levels => new Map(rules.map(({pattern, level}) => [pattern, level]))

const levelFor = (levels: Levels, ruleId: string): RuleLevel | undefined =>
  patternsFor(ruleId).map((pattern) => levels.get(pattern)).find((level) => level !== undefined)
