import type {FailOn} from '../../lint/fail-on.js'

/** What a report is made with, beside what was found. */
export interface LintReporterOptions {
  readonly isColoured: boolean
  /** The width of the terminal that shows the report; undefined for a pipe or a file, where nothing is wrapped and no lines of files are shown. */
  readonly columns: number | undefined
  /** The paths of all files that were looked at. */
  readonly paths: readonly string[]
  /** What paths in reports for other programs are relative to. */
  readonly workingDirectory: string
  /** The version of kadm. */
  readonly version: string
  /** What makes the run fail, and with it tests in a report of tests. */
  readonly failOn: FailOn
}
