import type {LintReporterOptions} from '../lint/options.js'

/** Options of a report on a diff. */
export interface DiffReporterOptions extends LintReporterOptions {
  /** Notes on the result for its reader. */
  readonly notes?: readonly string[]
}
