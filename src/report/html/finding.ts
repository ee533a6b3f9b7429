import type {Diagnostic, Severity} from '../../lint/diagnostic.js'
import {ruleById} from '../../lint/rules/index.js'
import {verdictRuleById} from '../../lint/rules/verdicts.js'
import {oneLine} from '../../machinery/output/printable.js'
import {placeText} from '../lint/table.js'
import {type Html, html} from './html.js'
import {beginning} from './page-limits.js'
import {ruleAnchor} from './rule-anchor.js'
import {linesBefore, sourceLines} from './source-lines.js'
import {badge, definitions, item, type Tone} from './view.js'

/** The tone of each severity, the worst first. */
export const severityTones: Readonly<Record<Severity, Tone>> = {error: 'bad', warning: 'warn', info: 'info'}

/** The most severe level of findings. */
export const worstSeverity = (found: readonly Pick<Diagnostic, 'severity'>[]): Severity =>
  (Object.keys(severityTones) as readonly Severity[]).find((severity) => found.some((each) => each.severity === severity)) ?? 'info'

/** The most related places of a finding that are shown. */
const mostRelated = 10

/** A finding: its message, source line, hint, related places, object and rule. */
export function findingItem(diagnostic: Diagnostic): Html {
  const {severity, message, hint, ruleId, related, object, field} = diagnostic
  const tone = severityTones[severity]
  const name = object && `${object.kind} ${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name}`
  const rule = ruleById(ruleId) ?? verdictRuleById(ruleId)
  const left = related.length - mostRelated
  return item('finding', {severity, rule: ruleId, namespace: object?.namespace}, tone, html`<p class="head">${badge(severity, tone)} <span class="message">${beginning(oneLine(message))}</span></p>
${sourceLines(diagnostic, linesBefore(object?.kind))}${
  hint !== undefined && html`<p class="hint"><b>Hint:</b> ${beginning(oneLine(hint))}</p>\n`}${
  related.length > 0 && html`<ul class="related">${related.slice(0, mostRelated).map((other) => html`<li>See <code>${placeText(other)}</code>: ${beginning(oneLine(other.message))}</li>`)}${
    left > 0 && html`<li>and ${left} more</li>`}</ul>\n`}${
  definitions([
    ['Object', name !== undefined && oneLine(name)], ['Field', field !== '' && html`<code>${oneLine(field)}</code>`],
    ['Rule', ruleId !== '' && html`${ruleLink(ruleId)} <span class="muted">${rule?.summary}</span>`],
  ])}`)
}

/** The id of a rule, which leads to its explanation in the page. */
const ruleLink = (id: string): Html => ruleById(id) === undefined ? html`<code>${id}</code>` : html`<a href="#${ruleAnchor(id)}"><code>${id}</code></a>`
