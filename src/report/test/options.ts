import type {FileResult, TestResult} from '../../policy-test/types.js'
import type {LintReporterOptions} from '../lint/options.js'

/** Options of a report on tests. */
export type TestReporterOptions = Pick<LintReporterOptions, 'isColoured' | 'columns' | 'workingDirectory' | 'version' | 'paths' | 'failOn'> & Partial<Pick<LintReporterOptions, 'ending'>>

/** The full name of a test: that of its file and its own. */
export const fullName = ({name}: FileResult, test: TestResult): string => `${name}: ${test.name}`

/** A duration in seconds for other programs: `0.012`. */
export const secondsText = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)
