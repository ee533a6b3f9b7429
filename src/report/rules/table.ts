import {exampleCommand, lintExample, omittedRules, shownExample} from '../../lint/rules/example.js'
import type {Rule} from '../../machinery/field/rule.js'
import {excerpt} from '../lint/excerpt.js'
import {lintTable} from '../lint/table.js'
import {plainTable} from '../plain-table.js'
import {rulePage} from '../rule-reference.js'
import type {Style} from '../style.js'
import {wrap} from '../wrap.js'

const width = 80

const indent = (lines: readonly string[], by: number): string[] => lines.map((line) => line === '' ? '' : ' '.repeat(by) + line)

/** Rules as a table. As names are long, each summary is on a line of its own. */
export function rulesTable(rules: readonly Rule[]): string {
  const [titles = '', dashes = '', ...rows] = plainTable(['Rule', 'Severity'], rules.map(({id, severity}) => [id, severity]))
  const lines = rules.flatMap(({summary}, i) => [rows[i] ?? '', ...indent(wrap(summary, width - 2), 2)])
  return `${[titles, dashes, ...lines].join('\n')}\n`
}

const labelWidth = 11

const labelled = (label: string, text: string): string[] =>
  indent(wrap(text, width - labelWidth), labelWidth).map((line, i) => i === 0 ? `${label}:`.padEnd(labelWidth) + line.trimStart() : line)

/** A rule in full, in the style of `kubectl describe`. */
export function ruleText(rule: Rule, style: Style, docsUrl?: string): string {
  const page = rulePage(rule.id, docsUrl)
  const answer = lintTable(lintExample(rule), {style, excerpt})
  const lines = [
    ...labelled('Rule', rule.id),
    ...labelled('Severity', rule.severity),
    ...labelled('Summary', rule.summary),
    ...labelled('Source', rule.source),
    ...page === undefined ? [] : labelled('Docs', page),
    ...labelled('Fix', rule.fix),
    'Example:',
    ...indent(shownExample(rule).trimEnd().split('\n'), 2),
    '',
    `$ ${exampleCommand(rule)}`,
    ...answer.trimEnd().split('\n'),
    ...omittedRules(rule).map((id) => `(The command also reports ${id}.)`),
  ]
  return `${lines.join('\n')}\n`
}
