import {oneLine} from '../../machinery/printable.js'
import {plainTable} from '../plain-table.js'
import type {ShownSetting} from './index.js'

/** Settings for people: what a list or map holds stands on lines of its own. */
export function configTable(settings: readonly ShownSetting[]): string {
  const rows = settings.flatMap(({name, value, source, from}) => {
    const [first = '<none>', ...others] = linesOf(value).map(oneLine)
    return [[name, first, oneLine(from ?? source)], ...others.map((line) => ['', line, ''])]
  })
  return plainTable(['Setting', 'Value', 'From'], rows).map((line) => `${line}\n`).join('')
}

/** A value as lines, the items of lists behind dashes. */
function linesOf(value: unknown): string[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item: unknown) => linesOf(item).map((line, i) => `${i === 0 ? '-' : ' '} ${line}`))
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' ? [`${key}:`, ...linesOf(inner).map((line) => `  ${line}`)] : [`${key}: ${String(inner)}`])
}
