import {Flags} from '@oclif/core'

import {type OwnFile, writeOwnFiles} from '../io/own-files.js'

/** The flag of the commands that draw charts. */
export const plots = Flags.string({
  helpValue: 'DIR', description: 'Write charts of the result to DIR, as SVG files for slides and READMEs. Replaces only files that kadm has made.',
})

/** The charts of a result. */
export interface Plots {
  readonly files: readonly OwnFile[]
  /** The number of namespaces without charts. */
  readonly left: number
  /** Notes about other parts that are not drawn. */
  readonly notes: readonly string[]
  /** The first line of each file. */
  readonly mark: string
}

/**
 * Writes charts into the folder of --plots.
 *
 * @returns notes on what was not drawn
 * @throws UsageError if a file cannot be written, or exists and has another origin
 */
export function writePlots(folder: string, {files, left, notes, mark}: Plots): string[] {
  writeOwnFiles(folder, files, mark)
  return [
    ...files.length + notes.length === 0 ? ['--plots: there is nothing to draw: no quotas, LimitRanges or requests'] : [],
    ...left === 0 ? [] : [`--plots: no charts of ${left} more namespace${left === 1 ? '' : 's'}: first come those with problems`],
    ...notes.map((note) => `--plots: ${note}`),
  ]
}
