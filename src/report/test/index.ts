import type {MeasuredReport} from '../../policy-test/analysis.js'
import type {TestReport} from '../../policy-test/types.js'
import type {LintReporterOptions} from '../lint/options.js'
import {onDemand} from '../on-demand.js'
import {pipelineReporters} from '../pipeline.js'

type TestReporter = (report: MeasuredReport, options: LintReporterOptions) => Promise<string>

const {github} = pipelineReporters(async (report: TestReport) => {
  const {testFindings} = await import('./github.js')
  return testFindings(report)
})

/** The output formats of `kadm test`, each loaded on demand. */
export const testReporters = {
  table: onDemand(async () => (await import('./table.js')).testTable),
  junit: onDemand(async () => (await import('./junit.js')).testJunit),
  async json(report, {ending}) {
    const {testJson} = await import('./json.js')
    return testJson(report, ending)
  },
  tap: onDemand(async () => (await import('./tap.js')).testTap),
  /** The coverage of policies, which other programs show next to the lines of files. */
  async lcov({coverage}: MeasuredReport) {
    const {coverageLcov} = await import('./lcov.js')
    return coverage === undefined ? '' : coverageLcov(coverage)
  },
  github,
  html: onDemand(async () => (await import('./html.js')).testHtml),
} satisfies Record<string, TestReporter>
