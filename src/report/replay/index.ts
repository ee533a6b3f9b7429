import type {Ending} from '../../lint/ending.js'
import type {ReplayReport} from '../../replay/report/report.js'

export type ReplayReporter = (report: ReplayReport, options: {readonly isColoured: boolean, readonly ending?: Ending}) => Promise<string>

/** The output formats of `kadm replay`, each loaded on demand. CSV is written second by second, while the log is read. */
export const replayReporters = {
  async table(report, {isColoured}) {
    const [{replayTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    return replayTable(report, styleFor(isColoured))
  },
  async json(report, {ending}: {readonly ending?: Ending} = {}) {
    const {replayJson} = await import('./json.js')
    return replayJson(report, ending)
  },
  csv: () => Promise.resolve(''),
} satisfies Record<string, ReplayReporter>

export {csvHeader, csvRow} from './csv.js'
export {decisionLine} from './decision-line.js'
