import type {FailOn} from '../lint/fail-on.js'
import type {Output} from './outputs.js'
import {isColoured, terminalOf} from './terminal.js'

/** What a report is made with, beside where it goes. */
export interface ReporterSettings {
  readonly color: boolean | undefined
  readonly version: string
  /** The paths of all files that were looked at; those of findings are added. */
  readonly paths?: readonly string[]
  /** What makes the run fail; by default what makes `kadm simulate` fail. */
  readonly failOn?: FailOn
}

/** What reporters of all commands are given. */
export interface ReporterOptions extends Required<Omit<ReporterSettings, 'color'>> {
  readonly isColoured: boolean
  readonly columns: number | undefined
  readonly workingDirectory: string
}

/** The options of a reporter: only what is printed is made for the terminal. */
export function reporterOptions({path}: Output<string>, {color, version, paths = [], failOn = 'warning'}: ReporterSettings): ReporterOptions {
  const terminal = terminalOf(process.stdout)
  const isPrinted = path === undefined
  return {
    isColoured: isPrinted && isColoured(terminal, color), columns: isPrinted ? terminal.columns : undefined,
    paths, workingDirectory: process.cwd(), version, failOn,
  }
}
