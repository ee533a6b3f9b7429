import type {Ending} from '../../lint/ending.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {Capacity, NamespaceCapacity, QuotaNeeds} from '../../simulate/capacity/types.js'
import {phases} from '../../simulate/capacity/types.js'
import {counted} from '../counted.js'
import {lineText} from '../location.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {tabulate} from '../tab-writer.js'
import {legend, neededHeaders} from './columns.js'
import {type CapacityRow, capacityRows, phaseNames, rolloutProblem} from './rows.js'

export interface CapacityTableOptions {
  readonly style: Style
  /** The maximum width of the output; by default as wide as the names require. */
  readonly width?: number | undefined
  /** The result of the run; by default it counts as complete. */
  readonly ending?: Ending | undefined
}

/** A table of needs and quotas, followed by the first quota that breaks in each namespace. */
export function capacityTable(capacity: Capacity, options: CapacityTableOptions): string {
  const {namespaces} = capacity
  const left = leftOut(capacity, options)
  if (namespaces.length === 0) return `No object was admitted, and there is no quota.\n${left}`
  const rows = capacityRows(capacity)
  const meanings = [...legend, ...rows.some(({problem}) => problem !== '') ? [['!', 'more than the quota allows, or something is denied']] : []]
  const verdicts = namespaces.map((namespace) => firstBreak(namespace, {style: options.style, isWhole: left === ''})).join('')
  return `${table(rows, options).map((line) => `${line}\n`).join('')}\n${tabulate(meanings)}\n${verdicts}${deniedText(capacity, true, options.style)}${left}`
}

/** The rows with titles in a first column or, if that is too wide, above them. */
function table(rows: readonly CapacityRow[], {style, width = Infinity}: CapacityTableOptions): string[] {
  const sideBySide = plainTable(['Namespace', 'Resource', ...amountHeads], columnTitles(rows, style))
  if (sideBySide.every((line) => widthOf(line) <= width)) return sideBySide
  const widest = plainTable(['|', ...amountHeads], rows.map((row) => ['|', ...amounts(row, style)])).reduce((maximum, line) => Math.max(maximum, widthOf(line)), 0)
  return underTitles(rows, {style, width, longest: Math.max(shortestResource, width - widest + 1)})
}

const amountHeads = [...neededHeaders, 'Used', 'Hard', '']

const amounts = ({needed, used, hard, problem}: CapacityRow, style: Style): string[] =>
  [...phases.map((phase) => needed[phase]), used, hard, problem === '' ? '' : style.red('!')]

/** Puts each namespace on a row of its own, and omits cells that repeat the cell above. */
function columnTitles(rows: readonly CapacityRow[], style: Style): string[][] {
  return rows.flatMap((row, i) => {
    const above = rows[i - 1]
    const isSame = above?.namespace === row.namespace
    const title = isSame && titleOf(above) === titleOf(row) ? '' : `  ${titleOf(row)}`
    const cells = [title, oneLine(row.resource), ...amounts(row, style)]
    return isSame ? [cells] : [[oneLine(row.namespace), ...cells.slice(1).map(() => '')], cells]
  })
}

interface NarrowTable {
  readonly style: Style
  readonly width: number
  /** Maximum length of a resource name. */
  readonly longest: number
}

/** Minimum length of a shortened resource name. */
const shortestResource = 16

/** Puts namespaces and objects on lines of their own, above their rows. Truncates names wider than the terminal. */
function underTitles(rows: readonly CapacityRow[], {style, width, longest}: NarrowTable): string[] {
  const cells = rows.map((row) => [short(`  ${oneLine(row.resource)}`, longest), ...amounts(row, style)])
  const [heads = '', dashes = '', ...lines] = plainTable(['Resource', ...amountHeads], cells)
  return [heads, dashes, ...rows.flatMap((row, i) => {
    const above = rows[i - 1]
    const isSame = above?.namespace === row.namespace
    return [
      ...isSame ? [] : [short(oneLine(row.namespace), width)],
      ...isSame && titleOf(above) === titleOf(row) ? [] : [short(` ${titleOf(row)}`, width)],
      lines[i] ?? '',
    ]
  })]
}

const titleOf = ({object, quota}: CapacityRow): string => oneLine(object !== '' ? object : quota === '' ? 'all' : `quota ${quota}`)

const short = (text: string, maximum: number): string => text.length > maximum ? `${text.slice(0, maximum - 1)}…` : text

/** The width of a line, without colours. */
const widthOf = (line: string): number => line.replaceAll(/\u001B\[\d+m/g, '').length

/** Maximum number of objects named per verdict. */
const maxNamed = 5

const namedFirst = (lines: readonly string[]): string =>
  [...lines.slice(0, maxNamed), ...lines.length > maxNamed ? [`and ${counted(lines.length - maxNamed, 'more object')}, which -o json lists`] : []]
    .map((line) => `  ${line}\n`).join('')

/** The denied objects whose needs are counted, or those that are left out. */
function deniedText({denied}: Capacity, areCounted: boolean, style: Style): string {
  const lines = denied.filter(({isCounted}) => isCounted === areCounted).map(({review: {status, manifest}}) => `${lineText(manifest)}: ${oneLine(status.message)}`)
  return lines.length === 0 ? '' : `${style.red(areCounted ? 'denied by quotas, and counted above:' : 'denied, and so not counted:')}\n${namedFirst(lines)}`
}

/** Denied objects and unusable input that are not counted. */
function leftOut(capacity: Capacity, {style, ending}: CapacityTableOptions): string {
  const reasons = ending === undefined || ending.incomplete.length === 0 ? '' : `${style.red('The result is incomplete:')} ${oneLine(ending.incomplete.join(', '))}\n`
  return deniedText(capacity, false, style) + reasons
}

interface VerdictOptions {
  readonly style: Style
  /** False if something is not counted. */
  readonly isWhole: boolean
}

function firstBreak({namespace, quotas, objects}: NamespaceCapacity, {style, isWhole}: VerdictOptions): string {
  const verdict = (text: string, lines: string): string => `${oneLine(namespace)}: ${text}\n${lines}`
  const [first] = phases.flatMap((phase) => quotas.filter(({breaks}) => breaks?.phase === phase))
  const rejected = objects.flatMap(({kind, name, event}) => event === undefined ? [] : [`  ${kind}/${oneLine(name)}: ${oneLine(event.message)}\n`])
  const stopped = objects.filter(({verdict: end, event}) => end !== undefined && end !== 'fits' && event === undefined)
    .map((object) => `${object.kind}/${oneLine(object.name)}: ${oneLine(rolloutProblem(object))}`)
  const verdicts = [
    ...first === undefined ? [] : [firstText(first, verdict, style)],
    ...rejected.length === 0 ? [] : [verdict(style.red('denied now:'), rejected.join(''))],
    ...stopped.length === 0 ? [] : [verdict(style.red('rollouts that do not fit:'), namedFirst(stopped))],
  ]
  return verdicts.length === 0 ? verdict(isWhole ? style.green('there is room for everything') : 'there is room for what was counted', '') : verdicts.join('')
}

function firstText({quota, resource, hard, needed, breaks}: QuotaNeeds, verdict: (text: string, lines: string) => string, style: Style): string {
  if (breaks === undefined) return ''
  const {phase, objects} = breaks
  const what = `${oneLine(resource)} of quota ${oneLine(quota)} ${phaseNames[phase]}: ${needed[phase]} needed, ${hard} allowed`
  return verdict(`${style.red('breaks first:')} ${what}`, namedFirst(objects.map(({kind, name, adds}) => `${kind}/${oneLine(name)} adds ${adds}`)))
}
