import type {Ending} from '../../lint/ending.js'
import {rejectionMessage} from '../../replay/decide/engine.js'
import type {Decision} from '../../replay/report/decisions.js'
import type {ReplayReport} from '../../replay/report/report.js'
import {jsonText} from '../json-text.js'

/**
 * The decision on a request, as a line of JSON.
 *
 * @param showsPath true to include the path of the log, if there are several
 */
export function decisionLine({path, line, time, reached}: Decision, showsPath: boolean): string {
  const place = showsPath ? `"path": ${quoted(path)}, "line": ${line}` : `"line": ${line}`
  const verdict = reached.length === 0 ? '"accepted": true' : `"accepted": false, "message": ${quoted(rejectionMessage(reached))}`
  // A parsed time needs no escapes.
  return `{${place}, "time": "${time}", ${verdict}}\n`
}

const quoted = (text: string): string => jsonText(text).trimEnd()

interface ReplayReporterOptions {
  readonly isColoured: boolean
  readonly version: string
  readonly ending?: Ending
}

export type ReplayReporter = (report: ReplayReport, options: ReplayReporterOptions) => Promise<string>

/** The output formats of `kadm replay`, each loaded on demand. CSV is written second by second, while the log is read. */
export const replayReporters = {
  async table(report, {isColoured}: {readonly isColoured: boolean}) {
    const [{replayTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    return replayTable(report, styleFor(isColoured))
  },
  async json(report, {ending}: {readonly ending?: Ending} = {}) {
    const {replayJson} = await import('./json.js')
    return replayJson(report, ending)
  },
  async html(report, options) {
    const {replayHtml} = await import('./html.js')
    return replayHtml(report, options)
  },
  csv: () => Promise.resolve(''),
} satisfies Record<string, ReplayReporter>

export {csvHeader, csvRow} from './csv.js'
