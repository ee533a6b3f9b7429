import {docsUrl} from '../../lint/diagnostic.js'
import {lintExample, shownExample} from '../../lint/rules/example.js'
import type {Rule} from '../../machinery/field/rule.js'
import {jsonText} from '../json-text.js'
import {diagnosticJson} from '../lint/json.js'

const fieldsOf = (rule: Rule): object => {
  const {id, severity, summary, source, namespace, fix} = rule
  return {id, severity, summary, docsUrl: docsUrl(id), source, example: shownExample(rule), namespace, fix}
}

/** Rules as JSON. */
export const rulesJson = (rules: readonly Rule[]): string => jsonText({version: 1, rules: rules.map(fieldsOf)})

/** A rule as JSON, with kadm's findings for its example. */
export const ruleJson = (rule: Rule): string =>
  jsonText({version: 1, rules: [{...fieldsOf(rule), diagnostics: lintExample(rule).diagnostics.map(diagnosticJson)}]})
