import {Ajv2020} from 'ajv/dist/2020.js'
import {loadAll} from 'js-yaml'
import {readdirSync, readFileSync} from 'node:fs'

import {markupError} from '../../helpers/markup.js'
import {expectGitlab, isSarif, junitErrors} from '../../helpers/report-formats.js'
import type {CommandRun} from '../../helpers/run-command.js'
import {root} from '../../helpers/run-kadm.js'
import {failure, type Failure} from '../failure.js'
import {formatIn} from './characters.js'

const ajv = new Ajv2020({strict: false, formats: {uri: /^https:\/\/\S+$/}})
for (const name of readdirSync(`${root}schemas`)) ajv.addSchema(JSON.parse(readFileSync(`${root}schemas/${name}`, 'utf8')) as object)

const schemaOf = (name: string): ReturnType<typeof ajv.getSchema> => ajv.getSchema(`https://kadm.dev/schemas/${name}.schema.json`)

/** Returns the command, with the second word of those that have a schema of their own. */
function commandOf([first = '', second = '']: readonly string[]): string {
  const both = `${first}-${second}`
  return schemaOf(both) === undefined ? first : both
}

/** Returns the error of a report; undefined if it is valid. */
type FormatCheck = (text: string, command: string) => string | undefined | Promise<string | undefined>

const checks: Readonly<Record<string, FormatCheck>> = {
  json(text, command) {
    const report: unknown = JSON.parse(text)
    const validate = schemaOf(command)
    if (validate === undefined || command === 'rules' || isOfEnvironments(report) || validate(report) === true) return undefined
    return ajv.errorsText(validate.errors)
  },
  sarif: (text) => isSarif(JSON.parse(text)) ? undefined : JSON.stringify(isSarif.errors),
  gitlab(text) {
    expectGitlab(JSON.parse(text))
    return undefined
  },
  async junit(text) {
    const [error] = await junitErrors(text)
    return error
  },
  yaml(text) {
    loadAll(text)
    return undefined
  },
  csv(text) {
    const widths = new Set(csvRows(text).map((cells) => cells.length))
    return widths.size <= 1 ? undefined : `rows have ${[...widths].join(' and ')} cells`
  },
  github: (text) => text.split('\n').slice(0, -1).find((line) => !/^::(?:error|warning|notice)(?: [^\r\n]*?)?::/.test(line)),
  compact: (text) => text.split('\n').slice(0, -1).find((line) => !/:\d+:\d+: (?:error|warning|info): .* \[[\w/-]+\]$/.test(line)),
  canonical(text) {
    for (const line of text.split('\n').slice(0, -1)) JSON.parse(line)
    return undefined
  },
  markdown: (text) => unevenTable(text),
  html: (text) => markupError(text),
}

/** The cells of comma-separated values (RFC 4180). */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (end === '' && quoted === undefined && plain === '' && row.length === 0) break
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** Returns the first row of a table whose number of cells differs from the header; undefined if there is none. */
export function unevenTable(text: string): string | undefined {
  let cells: number | undefined
  for (const line of text.split('\n')) {
    const count = line.startsWith('|') ? [...line.matchAll(/(?<!\\)(?:\\\\)*\|/g)].length : undefined
    if (count !== undefined && cells !== undefined && count !== cells) return line
    cells = count
  }
  return undefined
}

/** Formats with slow checks, which run only if all checks do. */
const slow: ReadonlySet<string> = new Set(['junit'])

/**
 * Checks the printed report of a run.
 *
 * @param isThorough true to include slow checks
 */
export async function checkFormat(run: CommandRun, argv: readonly string[], isThorough: boolean): Promise<Failure | undefined> {
  const format = formatIn(argv)
  if (format === undefined || !Object.hasOwn(checks, format) || (slow.has(format) && !isThorough)) return undefined
  // Without a result there is no report.
  if (run.stdout === '' && (run.status === 2 || !['json', 'sarif', 'gitlab', 'junit'].includes(format))) return undefined
  const command = commandOf(argv)
  try {
    const error = await checks[format]?.(run.stdout, command)
    return error === undefined ? undefined : failure('format', error, command, format, error)
  } catch (error) {
    const {message} = error as Error
    return failure('format', message, command, format, message.slice(0, 40))
  }
}

/** Returns true for a list of reports of several environments. */
const isOfEnvironments = (report: unknown): boolean => typeof report === 'object' && report !== null && 'environments' in report
