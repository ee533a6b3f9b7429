import type {Diagnostic} from '../../lint/diagnostic.js'
import type {Ending} from '../../lint/ending.js'
import type {FailOn} from '../../lint/fail-on.js'
import type {SkippedFile} from '../../repository/skipped.js'

/** What another command than `lint` says of a run, in reports whose findings are made of its result. */
export interface About {
  readonly command: string
  /** How much is wrong, and with how much of it, for people. */
  readonly found: string
  readonly checked: string
  /** What is in order: tests that pass. */
  readonly passed: readonly {readonly path: string, readonly name: string}[]
  /** The name of the test that a finding is of. */
  readonly testName: (diagnostic: Diagnostic) => string
}

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
  /** The files of directories and globs that are no manifests. */
  readonly skipped?: readonly SkippedFile[]
  /** True to list the files that are skipped. */
  readonly isVerbose?: boolean
  /** How the run ends; without it, the report does not say. */
  readonly ending?: Ending
  /** Absent for `kadm lint`. */
  readonly about?: About
}
