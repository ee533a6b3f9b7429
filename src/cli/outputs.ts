import {stdinPath} from '../io/discover.js'
import {realPath} from '../io/open-file.js'
import {checkWritable, writeFile} from '../io/write-file.js'
import {oneLine} from '../machinery/output/printable.js'
import {readDocuments} from '../source/read-documents.js'
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import {formatOf} from './config/load-settings.js'
import type {Settings} from './config/settings.js'
import {suggestedWord} from './suggest.js'

/** A requested report. */
export interface Output<F extends string> {
  readonly format: F
  /** The file to write it to; if absent, it is printed. */
  readonly path?: string
}

/** The formats of a command, by name. */
type Formats<F extends string> = Readonly<Record<F, unknown>>

/**
 * Returns the reports that `--output FORMAT` and `--output FORMAT=FILE` request, by default the one in the settings.
 *
 * @param given The values of the flag
 * @param formats The formats of the command, the default first
 * @throws UsageError for an unknown format, a file that cannot be written, and two reports in one place
 */
export function outputsOf<F extends string>(given: readonly string[] | undefined, settings: Settings, formats: Formats<F>): readonly Output<F>[] {
  if (given === undefined) return [{format: formatOf(settings, formats)}]
  const outputs = given.map((text) => outputNamed(text, formats))
  const places = outputs.map(({path}) => path === undefined ? '' : realPath(path))
  const twice = outputs.find((_, i) => places.indexOf(places[i] ?? '') < i)
  if (twice !== undefined) {
    throw new UsageError(twice.path === undefined ? 'only one report can be printed' : `two reports cannot be written to ${JSON.stringify(twice.path)}`,
      ['write the others to files: -o table -o sarif=kadm.sarif'])
  }
  for (const {path} of outputs) if (path !== undefined) checkWritable(path)
  return outputs
}

/**
 * Parses one value of the flag.
 *
 * @throws UsageError for an unknown format, and for an empty file name
 */
export function outputNamed<F extends string>(text: string, formats: Formats<F>): Output<F> {
  const [, name = '', path] = /^([^=]*)(?:=([^]*))?$/.exec(text) ?? []
  if (path === '') throw new UsageError(`--output ${oneLine(text)} names no file`)
  const format = formatNamed(name, formats)
  return path === undefined || path === stdinPath ? {format} : {format, path}
}

function formatNamed<F extends string>(name: string, formats: Formats<F>): F {
  const names = Object.keys(formats) as F[]
  const format = names.find((known) => known === name)
  if (format !== undefined) return format
  const probable = suggestedWord(name, names)
  throw new UsageError(`Expected --output=${oneLine(name)} to be one of: ${names.join(', ')}`, probable === undefined ? [] : [`did you mean ${probable}?`])
}

/** A report, ready to be written. */
export interface Report extends Output<string> {
  readonly text: string
}

/**
 * Creates the requested reports.
 *
 * @param render Returns the text of a report
 */
export const makeReports = <F extends string>(outputs: readonly Output<F>[], render: (output: Output<F>) => Promise<string>): Promise<Report[]> =>
  Promise.all(outputs.map(async (output) => ({...output, text: await render(output)})))

/**
 * Writes the reports to files, and then prints the one without a file.
 *
 * @throws UsageError for a file that cannot be written
 */
export function writeReports(reports: readonly Report[], print: (text: string) => void): void {
  for (const {path, text} of reports) if (path !== undefined) writeFile(path, text)
  for (const {path, text} of reports) if (path === undefined) print(text)
}

/**
 * Removes reports of an earlier run from the files to check.
 *
 * @param named The path arguments
 * @throws UsageError for a report that would overwrite a named file
 */
export function withoutReports<T extends {readonly path: string}>(
  sources: readonly T[], named: readonly string[], outputs: readonly Output<string>[],
): readonly T[] {
  const outputPaths = pathsOf(outputs)
  checkOutputFiles(outputPaths, named)
  if (outputPaths.length === 0) return sources
  const places = new Set(outputPaths.map(realPath))
  return sources.filter(({path}) => !places.has(realPath(path)))
}

/**
 * Checks that no file to write is a manifest of this run. Only reports and ResourceQuotaUsage documents, which kadm writes itself,
 * can be replaced.
 *
 * @param outputPaths The files to write; undefined for flags that are not given
 * @param sources The files that were read
 * @throws UsageError for a file with an object of another kind
 */
export function checkNoManifest(outputPaths: readonly (string | undefined)[], sources: readonly SourceFile[]): void {
  const paths = outputPaths.filter((path): path is string => path !== undefined && path !== stdinPath)
  if (paths.length === 0) return
  const places = new Map(paths.map((path) => [realPath(path), path]))
  const lost = sources.find((source) => places.has(realPath(source.path)) && hasObject(source))
  if (lost !== undefined) throw inputError(places.get(realPath(lost.path)) ?? lost.path)
}

/** True for a file with an object that kadm does not write. */
function hasObject(source: SourceFile): boolean {
  return readDocuments(source).some(({root}) => {
    if (root?.kind !== 'mapping') return false
    const textOf = (name: string): string | undefined => {
      const value = root.entries.find(({key}) => key.kind === 'scalar' && key.text === name)?.value
      return value?.kind === 'scalar' ? value.text : undefined
    }
    return textOf('apiVersion') !== undefined && textOf('kind') !== undefined && textOf('kind') !== 'ResourceQuotaUsage'
  })
}

const inputError = (path: string): UsageError =>
  new UsageError(`${JSON.stringify(path)} is an input of this run: kadm does not overwrite it`, ['write to another file'])

/** True if no report is printed. */
export const areAllInFiles = (outputs: readonly Output<string>[]): boolean => outputs.every(({path}) => path !== undefined)

/** Returns the files to which reports are written. */
export const pathsOf = (outputs: readonly Output<string>[]): readonly string[] => outputs.flatMap(({path}) => path ?? [])

/**
 * Checks, before a run, that files can be written and that none of them is an input of the run, following links.
 *
 * @param outputPaths The files to write; undefined for flags that are not given
 * @param named The path arguments
 * @throws UsageError for a file that cannot be written, and for an input
 */
export function checkOutputFiles(outputPaths: readonly (string | undefined)[], named: readonly string[]): void {
  const inputs = new Set(named.filter((path) => path !== stdinPath).map(realPath))
  const lost = outputPaths.find((path) => path !== undefined && inputs.has(realPath(path)))
  if (lost !== undefined) throw inputError(lost)
  for (const path of outputPaths) if (path !== undefined && path !== stdinPath) checkWritable(path)
}
