import {ruleById, rules} from '../lint/rules/index.js'
import type {Rule} from '../machinery/rule.js'
import {nearest} from '../manifests/nearest.js'
import {UsageError} from '../usage-error.js'

/**
 * The rule of an id that a user gives.
 *
 * @throws UsageError for an id that no rule has
 */
export function ruleNamed(id: string): Rule {
  const rule = ruleById(id)
  if (rule === undefined) throw new UsageError(`there is no rule "${id}"`, suggestions(id))
  return rule
}

/** The rules of the kind that was named, else the rules that were probably meant. */
function suggestions(id: string): string[] {
  const ids = rules.map((rule) => rule.id)
  const ofKind = ids.filter((known) => known.startsWith(`${id.replace(/\/$/, '')}/`))
  if (ofKind.length > 0) return ofKind
  const [, what = id] = id.split('/')
  const close = nearest(id, ids)
  const meant = close === undefined ? ids.filter((known) => known.endsWith(`/${what}`)) : [close]
  return meant.length === 0 ? ['"kadm rules" lists all rules'] : meant.map((known) => `did you mean ${known}?`)
}
