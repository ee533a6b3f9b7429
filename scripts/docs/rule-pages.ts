import {exampleCommand, exampleName, lintExample, omittedRules, shownExample} from '../../src/lint/rules/example.js'
import {rules} from '../../src/lint/rules/index.js'
import {type VerdictRule, verdictRules} from '../../src/lint/rules/verdicts.js'
import type {Rule} from '../../src/machinery/field/rule.js'
import {excerpt} from '../../src/report/lint/excerpt.js'
import {lintTable} from '../../src/report/lint/table.js'
import {styleFor} from '../../src/report/style.js'
import {fieldTable} from './field-table.js'

/** The folder of the pages about rules. */
export const rulesFolder = 'docs/rules'

/** The first line of all generated pages. */
export const notice = '<!-- Written by `npm run docs`: change what it is made from, not this page. -->'

/** Returns the pages about rules by path: one for each rule, and the index. */
export function rulePages(): [path: string, text: string][] {
  return [
    [`${rulesFolder}/README.md`, indexPage()],
    ...rules.map((rule): [string, string] => [`${rulesFolder}/${rule.id}.md`, rulePage(rule)]),
    ...verdictRules.map((rule): [string, string] => [`${rulesFolder}/${rule.id}.md`, verdictPage(rule)]),
  ]
}

const kindOf = ({id}: Rule): string => id.slice(0, id.indexOf('/'))

function indexPage(): string {
  const kinds = [...new Set(rules.map(kindOf))]
  const tables = kinds.map((kind) => `## ${kind}\n\n| Rule | Severity | Condition |\n| --- | --- | --- |\n${rules.filter((rule) => kindOf(rule) === kind).map(row).join('')}${fieldTable(kind)}`)
  return `${notice}
# Rules

The rules that \`kadm lint\` checks. kubectl or the API server would reject an object that breaks a rule of severity error, with the
same message. Rules about several policies report pods, claims or policies that conflict. Warnings and infos report objects that
the server accepts, but that are probably mistakes.
\`kadm rules\` lists the rules, and \`kadm rules ID\` shows the page of one.

${tables.join('\n')}
## Findings of simulate and capacity

\`kadm simulate\` and \`kadm capacity\` report these to [pipelines](../pipelines.md#simulate-and-capacity). They depend on the policies
and on other objects: \`kadm lint\` does not check them, and rule settings do not apply to them.

| Finding | Severity | Condition |
| --- | --- | --- |
${verdictRules.map(row).join('')}`
}

/** Returns the page of a finding that is not a rule of lint. */
const verdictPage = ({id, severity, summary, fix}: VerdictRule): string => `${notice}
# ${id}

${summary}

- Severity: ${severity}
- Source: \`kadm ${id.replace(/\/.*/, '')}\`, with \`-o sarif\`, \`junit\`, \`github\`, \`gitlab\` or \`markdown\`: see [kadm in pipelines](../../pipelines.md#simulate-and-capacity)

## Fix

${fix}
`

const row = ({id, severity, summary}: Rule | VerdictRule): string => `| [${id}](${id}.md) | ${severity} | ${summary} |\n`

function rulePage(rule: Rule): string {
  const {id, severity, summary, source, fix} = rule
  const report = lintExample(rule)
  const answer = lintTable(report, {style: styleFor(false), excerpt})
  const isFixed = report.diagnostics.some((diagnostic) => diagnostic.fix !== undefined)
  return `${notice}
# ${id}

${summary}

- Severity: ${severity}
- Source: ${source}

## Example

${block(exampleName(rule).replace(/^.*\./, ''), shownExample(rule))}
${block('console', `$ ${exampleCommand(rule)}\n${answer}`)}${omitted(rule)}
## Fix

${fix}${isFixed ? ' `kadm lint --fix` does that if the fix is unambiguous, as here.' : ''}

## Suppress

${suppression(rule)}`
}

/** Returns notes about findings that are omitted from the example output. */
const omitted = (rule: Rule): string => omittedRules(rule).map((id) => `\nThe command also reports [${id}](${id.replace(/^.*\//, '')}.md).\n`).join('')

/** Returns the section on how to suppress a rule. */
const suppression = ({id}: Rule): string => `A comment on the line above suppresses one finding. A comment on its own line anywhere in a document suppresses all findings of the rule
in it. An annotation suppresses them in its object. \`.kadm.yaml\` can turn the rule off, also for some paths: see [Configuration](../../configuration.md#suppressions).

${block('yaml', `# kadm-disable-next-line ${id} -- reason\n# kadm-disable ${id} -- reason\nmetadata: {annotations: {kadm.dev/ignore: "${id}"}}`)}`

const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`
