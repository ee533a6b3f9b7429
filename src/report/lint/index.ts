import type {LintReport} from '../../lint/lint.js'
import {onDemand} from '../on-demand.js'
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
  compact: onDemand(async () => (await import('./compact.js')).lintCompact),
  async json(report, options: Partial<LintReporterOptions> = {}) {
    const {lintJson} = await import('./json.js')
    return lintJson(report, options)
  },
  sarif: onDemand(async () => (await import('./sarif.js')).lintSarif),
  junit: onDemand(async () => (await import('./junit.js')).lintJunit),
  github: onDemand(async () => (await import('./github.js')).lintGithub),
  gitlab: onDemand(async () => (await import('./gitlab.js')).lintGitlab),
  html: onDemand(async () => (await import('./html.js')).lintHtml),
  markdown: onDemand(async () => (await import('./markdown.js')).lintMarkdown),
} satisfies Record<string, LintReporter>
