import type {Diagnostic} from '../../lint/diagnostic.js'
import type {Ending} from '../../lint/ending.js'
import type {FailOn} from '../../lint/fail-on.js'
import type {SkippedFile} from '../../repository/skipped.js'

/** Texts of another command than `lint`, for reports whose findings come from its result. */
export interface ReportTexts {
  readonly command: string
  /** A summary of the problems, for people. */
  readonly found: string
  readonly checked: string
  /** The tests that pass. */
  readonly passed: readonly {readonly path: string, readonly name: string}[]
  /** The name of a finding's test. */
  readonly testName: (diagnostic: Diagnostic) => string
}

/** Options of a report besides the findings. */
export interface LintReporterOptions {
  readonly isColoured: boolean
  /** The width of the terminal; undefined for a pipe or a file, where lines are not wrapped and source lines are not shown. */
  readonly columns: number | undefined
  /** The paths of all checked files. */
  readonly paths: readonly string[]
  /** The base of relative paths in reports for other programs. */
  readonly workingDirectory: string
  /** The version of kadm. */
  readonly version: string
  /** The address of the documentation; without it, reports have no addresses. */
  readonly docsUrl?: string
  /** The severity at which a finding fails the run, and its test. */
  readonly failOn: FailOn
  /** Skipped files of directories and globs, which are not manifests. */
  readonly skipped?: readonly SkippedFile[]
  /** True to list the skipped files. */
  readonly isVerbose?: boolean
  /** The exit status and completeness of the run; omitted from the report by default. */
  readonly ending?: Ending
  /** Undefined for `kadm lint`. */
  readonly about?: ReportTexts
}
