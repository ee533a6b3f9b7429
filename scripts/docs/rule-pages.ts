import {exampleCommand, exampleName, lintExample, omittedRules, shownExample} from '../../src/lint/rules/example.js'
import {rules} from '../../src/lint/rules/index.js'
import {type VerdictRule, verdictRules} from '../../src/lint/rules/verdicts.js'
import type {Rule} from '../../src/machinery/rule.js'
import {excerpt} from '../../src/report/lint/excerpt.js'
import {lintTable} from '../../src/report/lint/table.js'
import {styleFor} from '../../src/report/style.js'

/** Where the pages about rules are. */
export const rulesFolder = 'docs/rules'

/** What all generated pages begin with. */
export const notice = '<!-- Written by `npm run docs`: change what it is made from, not this page. -->'

/** The pages about rules by their path: one for each, and the index. */
export function rulePages(): [path: string, text: string][] {
  return [
    [`${rulesFolder}/README.md`, indexPage()],
    ...rules.map((rule): [string, string] => [`${rulesFolder}/${rule.id}.md`, rulePage(rule)]),
    ...verdictRules.map((rule): [string, string] => [`${rulesFolder}/${rule.id}.md`, verdictPage(rule)]),
  ]
}

const kindOf = ({id}: VerdictRule): string => id.slice(0, id.indexOf('/'))

function indexPage(): string {
  const kinds = [...new Set(rules.map(kindOf))]
  const tables = kinds.map((kind) => `## ${kind}\n\n| Rule | Severity | What has to hold |\n| --- | --- | --- |\n${rules.filter((rule) => kindOf(rule) === kind).map(row).join('')}`)
  return `${notice}
# Rules

What \`kadm lint\` checks. kubectl or the API server would refuse an object that breaks a rule of severity error; the messages are
theirs; where several policies are looked at together, it says which pods, claims or policies do not go together. Warnings and
infos tell what the server accepts, and what was hardly meant.
\`kadm rules\` lists them too, and \`kadm rules ID\` shows the page about one.

${tables.join('\n')}
## Findings of simulate and capacity

\`kadm simulate\` and \`kadm capacity\` report these to [pipelines](../pipelines.md#simulate-and-capacity). They depend on the policies
and on what else is there: \`kadm lint\` checks none of them, and settings for rules do not apply to them.

| Finding | Severity | What has to hold |
| --- | --- | --- |
${verdictRules.map(row).join('')}`
}

/** A finding that is no rule of lint. */
const verdictPage = ({id, severity, summary, fix}: VerdictRule): string => `${notice}
# ${id}

${summary}

- Severity: ${severity}
- Source: \`kadm ${id.replace(/\/.*/, '')}\`, with \`-o sarif\`, \`junit\`, \`github\`, \`gitlab\` or \`markdown\`: see [kadm in pipelines](../../pipelines.md#simulate-and-capacity)

## Fix

${fix}
`

const row = ({id, severity, summary}: VerdictRule): string => `| [${id}](${id}.md) | ${severity} | ${summary} |\n`

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

${fix}${isFixed ? ' `kadm lint --fix` can do that where nothing else can be meant, as here.' : ''}

## Suppress

${suppression(rule)}`
}

/** The findings of the command that its answer leaves out. */
const omitted = (rule: Rule): string => omittedRules(rule).map((id) => `\nThe command also reports [${id}](${id.replace(/^.*\//, '')}.md).\n`).join('')

/** How to keep a rule quiet where something is meant to be as it is. */
const suppression = ({id}: Rule): string => `A comment on the line above keeps one finding from being told, one on a line of its own anywhere in a document all of the rule there,
and an annotation all in its object. \`.kadm.yaml\` turns the rule off, for some paths too: see [Configuration](../../configuration.md#suppressions).

${block('yaml', `# kadm-disable-next-line ${id} -- reason\n# kadm-disable ${id} -- reason\nmetadata: {annotations: {kadm.dev/ignore: "${id}"}}`)}`

const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`
