import {oneLine} from '../../machinery/printable.js'
import type {Capacity, NamespaceCapacity} from '../../simulate/capacity/types.js'
import {phases} from '../../simulate/capacity/types.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {type CapacityRow, capacityRows, phaseNames} from './rows.js'

const heads = ['Namespace', 'Resource', 'Steady', 'Rollout', '+Term.', 'Max', 'Max+R.', 'Used', 'Hard', '']

/** Longer texts lose their end, so that the table fits. */
const longest = {title: 22, resource: 18}

/** What is needed beside what the quotas allow, in one table, and the first thing that breaks in each namespace. */
export function capacityTable(capacity: Capacity, style: Style): string {
  const {namespaces} = capacity
  if (namespaces.length === 0) return 'nothing needs anything\n'
  const lines = plainTable(heads, cellsOf(capacityRows(capacity), style))
  return `${lines.join('\n')}\n\n${namespaces.map((namespace) => firstBreak(namespace, style)).join('')}`
}

/** A namespace has a row of its own. What stands above a cell already is not repeated. */
function cellsOf(rows: readonly CapacityRow[], style: Style): string[][] {
  return rows.flatMap((row, i) => {
    const {namespace, resource, needed, used, hard, problem} = row
    const above = rows[i - 1]
    const isSame = above?.namespace === namespace
    const title = isSame && titleOf(above) === titleOf(row) ? '' : `  ${titleOf(row)}`
    const cells = [
      short(title, longest.title), short(resource, longest.resource), ...phases.map((phase) => needed[phase]), used, hard, problem === '' ? '' : style.red('!'),
    ]
    return isSame ? [cells] : [[short(namespace, longest.title), ...cells.slice(1).map(() => '')], cells]
  })
}

const titleOf = ({object, quota}: CapacityRow): string => object !== '' ? object : quota === '' ? 'all' : `quota ${quota}`

function short(text: string, most: number): string {
  const printable = oneLine(text)
  return printable.length > most ? `${printable.slice(0, most - 1)}…` : printable
}

function firstBreak({namespace, quotas, objects}: NamespaceCapacity, style: Style): string {
  const refused = objects.flatMap(({kind, name, event}) => event === undefined ? [] : [`  ${kind}/${oneLine(name)}: ${oneLine(event.message)}\n`])
  const [first] = phases.flatMap((phase) => quotas.filter(({breaks}) => breaks?.phase === phase))
  if (first?.breaks === undefined) {
    return refused.length === 0 ? `${oneLine(namespace)}: ${style.green('there is room for everything')}\n` : `${oneLine(namespace)}: ${style.red('refused now:')}\n${refused.join('')}`
  }
  const {quota, resource, hard, needed, breaks: {phase, object: {kind, name}}} = first
  const what = `${oneLine(resource)} of quota ${oneLine(quota)}, ${phaseNames[phase]}: ${needed[phase]} needed, ${hard} allowed`
  return `${oneLine(namespace)}: ${style.red('breaks first:')} ${what}; ${kind}/${oneLine(name)} goes beyond\n${refused.join('')}`
}
