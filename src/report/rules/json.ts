import {lintExample, shownExample} from '../../lint/rules/example.js'
import type {Rule} from '../../machinery/field/rule.js'
import {jsonText} from '../json-text.js'
import {diagnosticJson} from '../lint/json.js'
import {rulePage} from '../rule-reference.js'

const fieldsOf = (rule: Rule, docsUrl: string | undefined): object => {
  const {id, severity, summary, source, namespace, fix} = rule
  return {id, severity, summary, docsUrl: rulePage(id, docsUrl), source, example: shownExample(rule), namespace, fix}
}

/** Rules as JSON. */
export const rulesJson = (rules: readonly Rule[], docsUrl?: string): string => jsonText({version: 1, rules: rules.map((rule) => fieldsOf(rule, docsUrl))})

/** A rule as JSON, with kadm's findings for its example. */
export function ruleJson(rule: Rule, docsUrl?: string): string {
  const diagnostics = lintExample(rule).diagnostics.map((diagnostic) => diagnosticJson(diagnostic, docsUrl))
  return jsonText({version: 1, rules: [{...fieldsOf(rule, docsUrl), diagnostics}]})
}
