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

/** The rules of the kind that was named, else the rule that was probably meant. */
function suggestions(id: string): string[] {
  const ids = rules.map((rule) => rule.id)
  const ofKind = ids.filter((known) => known.startsWith(`${id.replace(/\/$/, '')}/`))
  if (ofKind.length > 0) return ofKind
  const [, what = id] = id.split('/')
  const meant = nearest(id, ids) ?? ids.find((known) => known.endsWith(`/${what}`))
  return [meant === undefined ? '"kadm rules" lists all rules' : `did you mean ${meant}?`]
}
