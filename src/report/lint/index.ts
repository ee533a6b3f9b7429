import type {LintReport} from '../../lint/lint.js'
import type {LintReporterOptions} from './options.js'

export type LintReporter = (report: LintReport, options: LintReporterOptions) => Promise<string>

/** The formats of lint reports, each loaded on demand. */
export const lintReporters = {
  async table(report, {isColoured, isVerbose = false, columns, ending}) {
    const [{lintTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    // Loaded only for terminals: measuring characters takes longer to load than the rest of a short run.
    const finding = columns === undefined ? undefined : (await import('./terminal-finding.js')).terminalFinding(columns)
    return lintTable(report, {style: styleFor(isColoured), finding, isVerbose, ending})
  },
  async compact(report, options) {
    const {lintCompact} = await import('./compact.js')
    return lintCompact(report, options)
  },
  async json(report, {ending}: Partial<LintReporterOptions> = {}) {
    const {lintJson} = await import('./json.js')
    return lintJson(report, ending)
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
