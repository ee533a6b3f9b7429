import type {Diagnostic} from '../../lint/diagnostic.js'
import {exampleCommand, shownExample} from '../../lint/rules/example.js'
import {ruleById} from '../../lint/rules/index.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import type {Rule} from '../../machinery/field/rule.js'
import {counted} from '../counted.js'
import {rulePage} from '../rule-reference.js'
import {severityTones, worstSeverity} from './finding.js'
import {type Html, html} from './html.js'
import {ruleAnchor} from './rule-anchor.js'
import {badge, definitions, disclosure, item, itemList, type Section} from './view.js'

/** Explains each rule that has findings once: what must hold, how to meet it, and an example. Empty without such rules. */
export function rulesSection(diagnostics: readonly Diagnostic[], docsUrl?: string): Section[] {
  const items = [...groupBy(diagnostics, ({ruleId}) => ruleId)].sort(([, a], [, b]) => b.length - a.length).flatMap(([id, found]) => {
    const rule = ruleById(id)
    return rule === undefined ? [] : [ruleItem(rule, found, docsUrl)]
  })
  return items.length === 0 ? [] : [{id: 'rules', title: 'Rules', count: items.length, body: itemList(items)}]
}

function ruleItem(rule: Rule, found: readonly Diagnostic[], docsUrl: string | undefined): Html {
  const {id, severity, summary, source, fix} = rule
  const page = rulePage(id, docsUrl)
  return item('rule', {rule: id}, severityTones[worstSeverity(found)], html`<p class="head" id="${ruleAnchor(id)}">${badge(counted(found.length, 'finding'))} <code class="message">${id}</code></p>
<p>${summary}</p>\n<p class="hint"><b>Fix:</b> ${fix}</p>\n${disclosure('Explanation and example', html`${definitions([
    ['Severity', severity], ['Source', source], ['Documentation', page !== undefined && html`<a href="${page}" rel="noreferrer">${page}</a>`],
  ])}<pre class="source">${shownExample(rule).trimEnd()}</pre>\n<p>${html`<code>${exampleCommand(rule)}</code>`} reports it, and <code>kadm rules ${id}</code> prints its answer.</p>\n`)}`)
}
