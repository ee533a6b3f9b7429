import type {TestInput, TestReport} from '../../policy-test/types.js'
import {updated} from '../../policy-test/update.js'
import {oneLine} from '../../machinery/output/printable.js'
import {writeInPlace} from '../fix-files.js'

/** The test files after `--update`, with notes for the user. */
export interface UpdatedTests {
  readonly inputs: readonly TestInput[]
  readonly notes: readonly string[]
}

/**
 * Writes the actual values over the expected ones into test files. Skips files that have changed meanwhile, files that are read-only,
 * and targets of links out of the named folders.
 *
 * @param paths The path arguments
 * @throws UsageError for a file that cannot be written
 */
export function updateTests(inputs: readonly TestInput[], {files}: TestReport, paths: readonly string[]): UpdatedTests {
  const results = files.map((file) => {
    const update = updated(file)
    const problem = update && writeInPlace(update, paths)
    return {file: file.file, update, problem}
  })
  return {
    inputs: inputs.map((input) => {
      const {update, problem} = results.find(({file}) => file === input.file) ?? {}
      return update !== undefined && problem === undefined ? {...input, file: update.after} : input
    }),
    notes: results.flatMap(({file, update, problem}) => {
      if (update === undefined) return []
      const path = oneLine(file.path)
      return [problem === undefined ? `updated: ${update.values === 1 ? '1 value' : `${update.values} values`} in ${path}` : `not updated: ${path} ${problem}`]
    }),
  }
}
