import type {Ending} from '../lint/ending.js'
import type {FailOn} from '../lint/fail-on.js'
import type {SkippedFile} from '../repository/skipped.js'
import type {Output} from './outputs.js'
import {isColoured, terminalOf} from './terminal.js'

/** The settings of a report, except its output. */
export interface ReporterSettings {
  readonly ending: Ending
  readonly color: boolean | undefined
  readonly version: string
  /** The address of the documentation; empty if it has none. */
  readonly docsUrl: string
  /** The paths of all checked files. Paths of findings are added. */
  readonly paths?: readonly string[]
  /** The lowest severity that makes the run fail; by default as for `kadm simulate`. */
  readonly failOn?: FailOn
  /** The files that are not manifests. Default: none. */
  readonly skipped?: readonly SkippedFile[]
  /** True to list the skipped files. */
  readonly isVerbose?: boolean
}

/** The options of all reporters. */
export interface ReporterOptions extends Required<Omit<ReporterSettings, 'color'>> {
  readonly isColoured: boolean
  readonly columns: number | undefined
  readonly workingDirectory: string
}

/** Returns the options of a reporter. Only a printed report is formatted for the terminal. */
export function reporterOptions({path}: Output<string>, settings: ReporterSettings): ReporterOptions {
  const {ending, color, version, docsUrl, paths = [], failOn = 'warning', skipped = [], isVerbose = false} = settings
  const terminal = terminalOf(process.stdout)
  const isPrinted = path === undefined
  return {
    isColoured: isPrinted && isColoured(terminal, color), columns: isPrinted ? terminal.columns : undefined,
    ending, paths, workingDirectory: process.cwd(), version, docsUrl, failOn, skipped, isVerbose,
  }
}
