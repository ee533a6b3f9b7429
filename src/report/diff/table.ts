import type {CauseEffects, Diff, IdleChange, NamespaceDiff, QuotaDifference} from '../../diff/types.js'
import type {Ending} from '../../lint/ending.js'
import {oneLine} from '../../machinery/output/printable.js'
import {counted} from '../counted.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {wrap} from '../wrap.js'
import {quotaRows, unfitRows} from './quota-rows.js'
import {diffSummary} from './summary.js'
import {causeText, effectCounts, effectTexts, idleText, objectText, outcomeOf, placeText, totalCells} from './texts.js'

export interface DiffTableOptions {
  readonly style: Style
  /** The width of the terminal; by default lines are not wrapped. */
  readonly width?: number | undefined
  readonly ending?: Ending | undefined
  readonly notes?: readonly string[]
}

/** Maximum number of effects of one cause, to keep the table readable. */
const maxShown = 10

/** The differences by namespace and cause, and the quotas and totals that differ. */
export function diffTable(diff: Diff, {style, width = Infinity, ending, notes = []}: DiffTableOptions): string {
  const sections = [
    ...diff.namespaces.map((namespace) => namespaceLines(namespace, style)),
    ...diff.withoutEffect.length === 0 ? [] : [idleLines(diff.withoutEffect)],
    ...notes.length === 0 ? [] : [notes.map((note) => `Note: ${oneLine(note)}`)],
  ]
  const reasons = ending === undefined || ending.incomplete.length === 0 ? [] : [`${style.red('The result is incomplete:')} ${oneLine(ending.incomplete.join(', '))}`]
  const lines = [...sections.flatMap((section) => [...section, '']), diffSummary(diff), ...reasons]
  return lines.flatMap((line) => wrapped(line, width)).map((line) => `${line}\n`).join('')
}

function namespaceLines(namespace: NamespaceDiff, style: Style): string[] {
  const {causes, quotas, totals} = namespace
  return [
    namespace.namespace === '' ? 'Cluster' : `Namespace ${oneLine(namespace.namespace)}`,
    ...causes.flatMap((cause) => causeLines(cause, namespace, style)),
    ...quotas.length === 0 ? [] : quotaLines(quotas, style),
    ...totals.length === 0 ? [] : table(['Needed in total', 'Before', 'After', 'Change'], totals.map(({resource, ...amounts}) => [oneLine(resource), ...totalCells(amounts)])),
  ]
}

function causeLines(cause: CauseEffects, namespace: NamespaceDiff, style: Style): string[] {
  const {effects} = cause
  const counts = effectCounts(cause, namespace)
  const left = effects.length - maxShown
  return [
    `  ${causeText(cause.cause)}: ${effects.some(({isNewlyDenied}) => isNewlyDenied) ? style.red(counts) : counts}`,
    ...effects.slice(0, maxShown).flatMap((effect) => {
      const lines = effectTexts(effect).map(oneLine)
      const more = lines.length - maxShown
      return [...lines.slice(0, maxShown), ...more > 0 ? [`and ${counted(more, 'more field')}, which -o json lists`] : []]
        .map((line) => `    ${objectText(effect)}: ${line}${outcomeOf(effect) === 'denied' ? ` (${placeText(effect.place)})` : ''}`)
    }),
    ...left > 0 ? [`    and ${counted(left, 'more difference')}, which -o json lists`] : [],
  ]
}

function quotaLines(quotas: readonly QuotaDifference[], style: Style): string[] {
  const rows = quotas.flatMap(quotaRows)
  const cells = rows.map((row, i) => {
    const above = rows[i - 1]
    const isSame = above?.quota === row.quota && above.resource === row.resource
    const room = row.headroom.startsWith('-') ? style.red(row.headroom) : row.headroom
    return [isSame ? '' : `${row.quota} ${row.resource}`, row.what, row.before, row.after, room]
  })
  const unfit = quotas.flatMap(unfitRows).map(({quota, resource, what, objects}) =>
    `  No longer fit in ${oneLine(resource)} of ${oneLine(quota)}, ${what}: ${oneLine(objects.slice(0, maxShown).join(', '))}${
      objects.length > maxShown ? ` and ${objects.length - maxShown} more` : ''}`)
  return [...table(['Quota', '', 'Before', 'After', 'Headroom'], cells), ...unfit]
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => plainTable(head, rows).map((line) => `  ${line}`)

const idleLines = (changes: readonly IdleChange[]): string[] =>
  ['Changes of policies without effect on these objects', ...changes.slice(0, maxShown).map((change) => `  ${idleText(change)}`),
    ...changes.length > maxShown ? [`  and ${changes.length - maxShown} more, which -o json lists`] : []]

/** Wraps a line and indents what follows it. */
function wrapped(line: string, width: number): string[] {
  if (line.length <= width) return [line]
  const indent = /^ */.exec(line)?.[0] ?? ''
  const [first = '', ...rest] = wrap(line.trimStart(), width - indent.length - 2)
  return [`${indent}${first}`, ...rest.map((part) => `${indent}  ${part}`)]
}
