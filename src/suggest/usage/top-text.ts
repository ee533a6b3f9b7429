import {Quantity} from '../../machinery/quantity/quantity.js'
import type {SourceFile, Span} from '../../source/source-file.js'
import type {UsageReading, UsageReadingError} from './reading.js'
import type {UsageSample} from './usage.js'

/** The heads of the columns that `kubectl top pods` prints, with which kadm finds the columns. */
const heads = {namespace: 'NAMESPACE', pod: 'POD', container: 'NAME', cpu: 'CPU(cores)', memory: 'MEMORY(bytes)'} as const

type Columns = readonly (keyof typeof heads)[]

const columns: Columns = ['pod', 'container', 'cpu', 'memory']

/** True for a text like the output of `kubectl top`: its first line is neither YAML nor JSON. */
export const looksLikeTop = (text: string): boolean => /^\s*[^\s:#{[-][^\s:{]*(?:[ \t]+[^\s:]+){2,4}[ \t]*(?:\r?\n|$)/.test(text)

/** Reads the output of `kubectl top pods --containers`. It may be repeated, with `--all-namespaces`, `--no-headers` and `--sum`. */
export function readTop(file: SourceFile, namespace: string): UsageReading {
  const samples: UsageSample[] = []
  const errors: UsageReadingError[] = []
  let known: Columns | undefined
  let start = 0
  let isSum = false
  for (const line of file.text.split('\n')) {
    const span = {start, end: start + line.trimEnd().length}
    start += line.length + 1
    const cells = line.trim().split(/\s+/)
    const error = (message: string): unknown => errors.push({file, span, message})
    if (line.trim() === '') continue
    if (isSum || isRule(cells)) {
      // The sum of a column is below a line.
      isSum = !isSum
    } else if (isHead(cells)) {
      known = columnsOf(cells)
      if (known === undefined) {
        error('the usage of containers is missing: run "kubectl top pods --containers"')
        break
      }
    } else {
      const sample = sampleOf(cells, known ?? columnsFor(cells.length), namespace)
      if (typeof sample === 'string') error(sample)
      else samples.push(sample)
    }
  }
  return {samples, errors: errors.slice(0, 1)}
}

const isRule = (cells: readonly string[]): boolean => cells.every((cell) => /^_+$/.test(cell))

const isHead = (cells: readonly string[]): boolean => cells.some((cell) => cell === heads.cpu || cell === heads.memory)

/** The columns of a head line; undefined if it has no containers. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const all = Object.keys(heads) as (keyof typeof heads)[]
  const found = cells.flatMap((cell) => all.find((column) => heads[column] === cell) ?? [])
  return columns.every((column) => found.includes(column)) && found.length === cells.length ? found : undefined
}

/** The columns without a head line. */
const columnsFor = (count: number): Columns => count === columns.length + 1 ? ['namespace', ...columns] : columns

function sampleOf(cells: readonly string[], order: Columns, namespace: string): UsageSample | string {
  if (cells.length !== order.length) return `a line has ${order.length} columns (${order.map((column) => heads[column]).join(', ')}), and this one has ${cells.length}`
  const cell = (column: keyof typeof heads): string => cells[order.indexOf(column)] ?? ''
  const [cpu, memory] = [amountOf(cell('cpu')), amountOf(cell('memory'))]
  if (cpu === undefined) return `${JSON.stringify(cell('cpu'))} is no amount of CPU, such as 250m`
  if (memory === undefined) return `${JSON.stringify(cell('memory'))} is no amount of memory, such as 128Mi`
  return {namespace: order.includes('namespace') ? cell('namespace') : namespace, pod: cell('pod'), container: cell('container'), cpu, memory}
}

/** An amount that is not negative. */
export function amountOf(text: string): Quantity | undefined {
  const amount = Quantity.tryParse(text)
  return amount === undefined || amount.sign() < 0 ? undefined : amount
}

/** The place of a whole text. */
export const wholeOf = ({text}: SourceFile): Span => ({start: 0, end: Math.max(text.search(/[\r\n]|$/), 0)})
