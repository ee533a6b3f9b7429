import type {CauseEffects, Diff, NamespaceDiff} from '../../diff/types.js'
import {counted} from '../counted.js'
import {escapedLine} from '../lint/plain.js'
import {codeSpan, countThatFits} from '../markdown-text.js'
import type {DiffReporterOptions} from './options.js'
import {quotaRows, unfitRows} from './quota-rows.js'
import {diffSummary} from './summary.js'
import {causeText, effectCounts, effectTexts, idleText, objectText, totalCells} from './texts.js'

/**
 * A comment on a pull request: the summary and one line for each cause, then the details, folded. Text from manifests is in code,
 * where nothing is markup, a link or a mention. Details beyond the maximum length are only counted.
 */
export function diffMarkdown(diff: Diff, {ending, notes = []}: Partial<DiffReporterOptions> = {}): string {
  const causes = diff.namespaces.flatMap((namespace) => namespace.causes.map((cause) =>
    `- ${namespaceText(namespace)}: ${codeSpan(causeText(cause.cause))}: ${effectCounts(cause, namespace)}\n`))
  const {withoutEffect: idle} = diff
  const details = [
    ...diff.namespaces.flatMap(namespaceDetails),
    ...idle.length === 0 ? [] : [folded('Changes of policies without effect on these objects', idle.map((change) => `- ${codeSpan(idleText(change))}\n`).join(''))],
  ]
  const all = [...causes, ...causes.length === 0 ? [] : ['\n'], ...details]
  const shown = all.slice(0, countThatFits(all))
  const left = all.length - shown.length
  const reasons = ending?.incomplete ?? []
  return [
    `### kadm diff: ${escapedLine(diffSummary(diff))}\n\n`, ...shown,
    ...left === 0 ? [] : [`and ${counted(left, 'more section')}, which \`-o json\` lists\n\n`],
    ...notes.map((note) => `Note: ${codeSpan(note)}\n\n`),
    ...reasons.length === 0 ? [] : [`**The result is incomplete: ${escapedLine(reasons.join(', '))}**\n`],
  ].join('').replace(/\n+$/, '\n')
}

const namespaceText = ({namespace}: NamespaceDiff): string => namespace === '' ? 'cluster' : codeSpan(namespace)

function namespaceDetails(namespace: NamespaceDiff): string[] {
  const {quotas, totals} = namespace
  const where = namespace.namespace === '' ? 'the cluster' : namespace.namespace
  const unfit = quotas.flatMap(unfitRows).map(({quota, resource, what, objects}) =>
    `- No longer fit in ${codeSpan(`${resource} of ${quota}`)}, ${what}: ${objects.map(codeSpan).join(', ')}\n`)
  const rows = quotas.flatMap(quotaRows).map(({quota, resource, what, before, after, headroom}) => [codeSpan(`${quota} ${resource}`), what, before, after, headroom])
  return [
    ...namespace.causes.map((cause) => causeDetails(cause, namespace)),
    ...rows.length === 0 ? [] : [folded(`Quotas of ${where}`, `${table(['Quota', 'Amount', 'Before', 'After', 'Headroom'], rows)}${unfit.length === 0 ? '' : `\n${unfit.join('')}`}`)],
    ...totals.length === 0 ? [] : [folded(`Needed in total in ${where}`,
      table(['Resource', 'Before', 'After', 'Change'], totals.map(({resource, ...amounts}) => [codeSpan(resource), ...totalCells(amounts)])))],
  ]
}

function causeDetails({cause, effects}: CauseEffects, {namespace}: NamespaceDiff): string {
  const items = effects.flatMap((effect) => effectTexts(effect).map((text) => `- ${codeSpan(objectText(effect))}: ${codeSpan(text)}\n`))
  return folded(`${namespace === '' ? 'cluster' : namespace}: ${causeText(cause)}`, items.join(''))
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))].map((row) => `| ${row.join(' | ')} |\n`).join('')

/** A folded part. Nothing in its title is markup: it is a line of HTML. */
const folded = (title: string, content: string): string => `<details><summary><code>${escaped(title)}</code></summary>\n\n${content}\n</details>\n\n`

const escaped = (text: string): string => escapedLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
