import {ruleById, rules} from '../lint/rules/index.js'
import type {Rule} from '../machinery/field/rule.js'
import {nearest, nearestBeginnings} from '../manifests/nearest.js'
import {UsageError} from '../usage-error.js'

/**
 * Returns the rule with an id.
 *
 * @throws UsageError for an id that no rule has, with suggestions
 */
export function ruleNamed(id: string): Rule {
  const rule = ruleById(id)
  if (rule === undefined) throw new UsageError(`there is no rule "${id}"`, suggestions(id))
  return rule
}

/** Returns hints for an unknown id: the ids of all rules if it names a kind, else the ids that the user probably intended. */
function suggestions(id: string): string[] {
  const ids = rules.map((rule) => rule.id)
  const ofKind = ids.filter((known) => known.startsWith(`${id.replace(/\/$/, '')}/`))
  if (ofKind.length > 0) return ofKind
  const suggested = suggestedIds(id, ids)
  return suggested.length === 0 ? ['"kadm rules" lists all rules'] : suggested.map((known) => `did you mean ${known}?`)
}

/** The ids near a misspelt one: of its kind if there is such a kind, else of any kind. */
function suggestedIds(id: string, ids: readonly string[]): readonly string[] {
  const [start = '', what = start] = id.split('/')
  const kind = what === start ? undefined : nearest(start, [...new Set(ids.map((known) => known.replace(/\/.*/, '')))])
  const suggested = kind === undefined ? [nearest(id, ids) ?? []].flat() : namesNear(what, kind, ids)
  return suggested.length > 0 ? suggested : ids.filter((known) => known.endsWith(`/${what}`))
}

/** The ids of one kind near a misspelt name: the nearest, else those that begin alike. */
function namesNear(what: string, kind: string, ids: readonly string[]): readonly string[] {
  const names = ids.filter((known) => known.startsWith(`${kind}/`)).map((known) => known.slice(kind.length + 1))
  const close = nearest(what, names)
  return (close === undefined ? nearestBeginnings(what, names) : [close]).map((name) => `${kind}/${name}`)
}
