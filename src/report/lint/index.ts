import type {LintReport} from '../../lint/lint.js'

export interface LintReporterOptions {
  readonly isColoured: boolean
  /** True to show the lines that findings are about. */
  readonly excerpts: boolean
}

export type LintReporter = (report: LintReport, options: LintReporterOptions) => Promise<string>

/** The formats of lint reports. Each is loaded when it is asked for. */
export const lintReporters = {
  async table(report, {isColoured, excerpts}) {
    const [{lintTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    // Measuring characters takes longer to load than all the rest of a short run.
    const {excerpt} = excerpts ? await import('./excerpt.js') : {}
    return lintTable(report, {style: styleFor(isColoured), excerpt})
  },
  async json(report) {
    const {lintJson} = await import('./json.js')
    return lintJson(report)
  },
} satisfies Record<string, LintReporter>
