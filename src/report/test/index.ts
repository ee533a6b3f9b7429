import type {MeasuredReport} from '../../policy-test/analysis.js'
import type {TestReport} from '../../policy-test/types.js'
import type {LintReporterOptions} from '../lint/options.js'
import {pipelineReporters} from '../pipeline.js'

type TestReporter = (report: MeasuredReport, options: LintReporterOptions) => Promise<string>

const {github} = pipelineReporters(async (report: TestReport) => {
  const {testFindings} = await import('./github.js')
  return testFindings(report)
})

/** The output formats of `kadm test`, each loaded on demand. */
export const testReporters = {
  async table(report, options) {
    const {testTable} = await import('./table.js')
    return testTable(report, options)
  },
  async junit(report, options) {
    const {testJunit} = await import('./junit.js')
    return testJunit(report, options)
  },
  async json(report, {ending}) {
    const {testJson} = await import('./json.js')
    return testJson(report, ending)
  },
  async tap(report) {
    const {testTap} = await import('./tap.js')
    return testTap(report)
  },
  /** The coverage of policies, which other programs show beside the lines of files. */
  async lcov({coverage}: MeasuredReport) {
    const {coverageLcov} = await import('./lcov.js')
    return coverage === undefined ? '' : coverageLcov(coverage)
  },
  github,
} satisfies Record<string, TestReporter>
