import {oneLine} from '../../machinery/printable.js'
import {plainTable} from '../plain-table.js'
import type {ShownSetting} from './shown-setting.js'

/** Settings for people: lists and maps have a line per item. */
export function configTable(settings: readonly ShownSetting[]): string {
  const rows = settings.flatMap(({name, value, source, from}) => {
    const [first = '<none>', ...others] = linesOf(value).map(oneLine)
    return [[name, first, oneLine(from ?? source)], ...others.map((line) => ['', line, ''])]
  })
  return plainTable(['Setting', 'Value', 'From'], rows).map((line) => `${line}\n`).join('')
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** A value as lines, with list items behind dashes. */
function linesOf(value: unknown): string[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item: unknown) => linesOf(item).map((line, i) => `${i === 0 ? '-' : ' '} ${line}`))
  if (!isMap(value)) return [`${value as string | boolean}`]
  return Object.entries(value).flatMap(([key, inner]) => {
    const lines = linesOf(inner)
    return typeof inner === 'object' ? [`${key}:`, ...lines.map((line) => `  ${line}`)] : [`${key}: ${lines.join('')}`]
  })
}
