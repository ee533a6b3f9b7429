import {dirname, relative, resolve} from 'node:path'

import {statsOf} from '../io/discover.js'
import {readRegularFile} from '../io/read-sources.js'
import {writeFile} from '../io/write-file.js'
import {type Baseline, type BaselineEntry, baselineOf, type BaselinePath, compareToBaseline} from '../lint/baseline/baseline.js'
import type {LintReport} from '../lint/lint.js'
import {quote} from '../machinery/go/text.js'
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import {ConfigNode, unknownName} from './config/config-document.js'

/** The part of a report that is not in the baseline, with notes about the baseline. */
export interface BeyondBaseline {
  readonly report: LintReport
  readonly notes: readonly string[]
}

/**
 * Writes the findings of a run to a baseline, so that later runs ignore them.
 *
 * @returns the report without these findings
 * @throws UsageError if no file is named, if it cannot be written, and if it contains anything other than a baseline
 */
export function writeBaseline(path: string | undefined, report: LintReport): BeyondBaseline {
  const {diagnostics} = report
  if (path === undefined) throw new UsageError('--write-baseline needs a file to write to', ['name it with --baseline FILE, or as "baseline" in .kadm.yaml'])
  checkIsBaseline(path)
  writeFile(path, `${JSON.stringify(baselineOf(diagnostics, pathInFolder(path)), null, 2)}\n`)
  const found = diagnostics.length === 1 ? '1 finding' : `${diagnostics.length} findings`
  return {report: {...report, diagnostics: [], known: diagnostics.length}, notes: [`${path}: holds ${found} now`]}
}

/** Checks that an existing file is a baseline, to avoid replacing a manifest by mistake. */
function checkIsBaseline(path: string): void {
  const stats = statsOf(path)
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return
  try {
    readBaseline(path)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`--write-baseline does not replace ${JSON.stringify(path)}, which is not a baseline: ${error.message}`, ['remove the file, or name another one'], {cause: error})
  }
}

/**
 * Reads a baseline.
 *
 * @throws UsageError with the place for a file that is not a baseline
 */
export const readBaseline = (path: string): Baseline => parseBaseline(readRegularFile(path))

/** Removes the findings in a baseline from a report. */
export function findingsBeyondBaseline(path: string, baseline: Baseline, report: LintReport, sources: readonly SourceFile[]): BeyondBaseline {
  const pathOf = pathInFolder(path)
  const linted = new Set(sources.map((source) => pathOf(source.path)))
  const {fresh, known, stale} = compareToBaseline(report.diagnostics, baseline, pathOf, (file) => linted.has(file))
  const resolved = stale.reduce((sum, {count}) => sum + count, 0)
  const note = `${path}: ${resolved === 1 ? '1 of its findings is' : `${resolved} of its findings are`} gone: update it with --write-baseline`
  const first = stale.slice(0, maxStale).map(({path: file, rule, message}) => `  ${file}  ${rule}  ${message}`)
  return {report: {...report, diagnostics: fresh, known}, notes: resolved === 0 ? [] : [note, ...first, ...stale.length > maxStale ? ['  ...'] : []]}
}

/** Maximum number of stale entries to report one by one. */
const maxStale = 10

const pathInFolder = (baseline: string): BaselinePath => {
  const folder = dirname(resolve(baseline))
  const known = new Map<string, string>()
  return (path) => {
    const found = known.get(path) ?? relative(folder, resolve(path)).replaceAll('\\', '/')
    known.set(path, found)
    return found
  }
}

const fields = ['rule', 'path', 'object', 'field', 'message', 'count']

function parseBaseline(file: SourceFile): Baseline {
  const root = ConfigNode.read(file, 'a baseline')
  const entries = new Map(root?.entries('field'))
  const findings = entries.get('findings')?.items()
  if (root === undefined || entries.get('version')?.value !== 1 || findings === undefined) {
    throw root?.error('a baseline is what --write-baseline writes: {"version": 1, "findings": [...]}') ?? ConfigNode.empty(file, 'a baseline')
  }
  return {version: 1, findings: findings.map(parseEntry)}
}

function parseEntry(node: ConfigNode): BaselineEntry {
  const entries = new Map(node.entries('field'))
  for (const [name, child] of entries) if (!fields.includes(name)) throw unknownName(child, 'field', name, fields)
  const text = (name: string): string => {
    const {value} = entries.get(name) ?? {}
    if (typeof value !== 'string') throw (entries.get(name) ?? node).error(`a finding has a ${quote(name)}, which is a text`)
    return value
  }
  const optional = (name: 'object' | 'field'): Partial<Record<'object' | 'field', string>> => entries.has(name) ? {[name]: text(name)} : {}
  const count = entries.get('count')
  if (!Number.isSafeInteger(count?.value) || Number(count?.value) < 1) throw (count ?? node).error('a finding has a "count", which is an integer above 0')
  return {rule: text('rule'), path: text('path'), ...optional('object'), ...optional('field'), message: text('message'), count: Number(count?.value)}
}
