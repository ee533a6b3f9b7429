import type {FailOn} from '../../lint/fail-on.js'
import type {LintReport} from '../../lint/lint.js'

export interface LintReporterOptions {
  readonly isColoured: boolean
  /** True to show the lines that findings are about. */
  readonly excerpts: boolean
  /** The paths of all files that were looked at. */
  readonly paths: readonly string[]
  /** What paths in reports for other programs are relative to. */
  readonly workingDirectory: string
  /** The version of kadm. */
  readonly version: string
  /** What makes the run fail, and with it tests in a report of tests. */
  readonly failOn: FailOn
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
  async compact(report, options) {
    const {lintCompact} = await import('./compact.js')
    return lintCompact(report, options)
  },
  async json(report) {
    const {lintJson} = await import('./json.js')
    return lintJson(report)
  },
  async sarif(report, options) {
    const {lintSarif} = await import('./sarif.js')
    return lintSarif(report, options)
  },
  async junit(report, options) {
    const {lintJunit} = await import('./junit.js')
    return lintJunit(report, options)
  },
  async github(report, options) {
    const {lintGithub} = await import('./github.js')
    return lintGithub(report, options)
  },
  async gitlab(report, options) {
    const {lintGitlab} = await import('./gitlab.js')
    return lintGitlab(report, options)
  },
  async markdown(report, options) {
    const {lintMarkdown} = await import('./markdown.js')
    return lintMarkdown(report, options)
  },
} satisfies Record<string, LintReporter>
