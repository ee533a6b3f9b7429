import {oneLine} from '../../machinery/output/printable.js'
import {printYaml} from '../../source/print-yaml.js'
import {jsonText} from '../json-text.js'
import {plainTable} from '../plain-table.js'
import {comment} from '../commented-yaml.js'

/** A setting of kadm, with the source of its value. */
export interface ShownSetting {
  readonly name: string
  /** As in the configuration file; undefined if unset. */
  readonly value: unknown
  readonly source: string
  /** The variable, or the place in the configuration file. */
  readonly from?: string
}

/** Prints settings. */
export type ConfigReporter = (settings: readonly ShownSetting[]) => string

/** The output formats of settings. */
export const configReporters = {
  table: configTable,

  /** The contract is schemas/config-print.schema.json. */
  json: (settings) => jsonText({version: 1, settings: settings.map(({name, value = null, source, from}) => ({name, value, source, from}))}),

  /** An equivalent configuration file, with comments on the source of each setting. */
  yaml: (settings) => settings.map(({name, value, source, from}) =>
    value === undefined ? comment(`${name}: not set`) : comment(oneLine(from ?? source)) + printYaml([{[name]: value}])).join(''),
} satisfies Record<string, ConfigReporter>

/** Settings for people: lists and maps have a line per item. */
function configTable(settings: readonly ShownSetting[]): string {
  const rows = settings.flatMap(({name, value, source, from}) => {
    const [first = '<none>', ...others] = linesOf(value).map(oneLine)
    return [[name, first, oneLine(from ?? source)], ...others.map((line) => ['', line, ''])]
  })
  return plainTable(['Setting', 'Value', 'From'], rows).map((line) => `${line}\n`).join('')
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** A value as lines, with a dash before each item of a list. */
function linesOf(value: unknown): string[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item: unknown) => linesOf(item).map((line, i) => `${i === 0 ? '-' : ' '} ${line}`))
  if (!isMap(value)) return [`${value as string | boolean}`]
  return Object.entries(value).flatMap(([key, inner]) => {
    const lines = linesOf(inner)
    return typeof inner === 'object' ? [`${key}:`, ...lines.map((line) => `  ${line}`)] : [`${key}: ${lines.join('')}`]
  })
}
