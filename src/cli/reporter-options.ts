import type {Ending} from '../lint/ending.js'
import type {FailOn} from '../lint/fail-on.js'
import type {SkippedFile} from '../repository/skipped.js'
import type {Output} from './outputs.js'
import {isColoured, terminalOf} from './terminal.js'

/** What a report is made with, beside where it goes. */
export interface ReporterSettings {
  readonly ending: Ending
  readonly color: boolean | undefined
  readonly version: string
  /** The paths of all files that were looked at; those of findings are added. */
  readonly paths?: readonly string[]
  /** What makes the run fail; by default what makes `kadm simulate` fail. */
  readonly failOn?: FailOn
  /** The files that are no manifests; by default there are none. */
  readonly skipped?: readonly SkippedFile[]
  /** True to list them. */
  readonly isVerbose?: boolean
}

/** What reporters of all commands are given. */
export interface ReporterOptions extends Required<Omit<ReporterSettings, 'color'>> {
  readonly isColoured: boolean
  readonly columns: number | undefined
  readonly workingDirectory: string
}

/** The options of a reporter: only what is printed is made for the terminal. */
export function reporterOptions({path}: Output<string>, settings: ReporterSettings): ReporterOptions {
  const {ending, color, version, paths = [], failOn = 'warning', skipped = [], isVerbose = false} = settings
  const terminal = terminalOf(process.stdout)
  const isPrinted = path === undefined
  return {
    isColoured: isPrinted && isColoured(terminal, color), columns: isPrinted ? terminal.columns : undefined,
    ending, paths, workingDirectory: process.cwd(), version, failOn, skipped, isVerbose,
  }
}
