import {oneLine} from '../../machinery/output/printable.js'
import type {Failure, FileResult, TestProblem} from '../../policy-test/types.js'
import type {TestFileError} from '../../test-file/test-file-error.js'
import {locationOf} from '../location.js'
import type {Place} from '../../lint/diagnostic.js'

/** A place as text: `limits.kadm-test.yaml:12:14`. */
export function placeText(place: Place): string {
  const {path, line, column} = locationOf(place)
  return `${oneLine(path)}:${line}:${column}`
}

/** The step, object and field of a difference: `step 2, Pod/web: message`. */
export function failureTitle({step, subject, field, count}: Failure, steps: number): string {
  const where = [...steps > 1 ? [`step ${step}`] : [], ...subject === '' ? [] : [subject]].join(', ')
  return oneLine(`${where === '' ? '' : `${where}: `}${field}${count > 1 ? ` (${count} times)` : ''}`)
}

/** A difference on one line. */
export const failureLine = (failure: Failure, steps: number): string =>
  `${failureTitle(failure, steps)}: expected ${oneLine(failure.expected)}, but got ${oneLine(failure.actual)}`

/** A problem, or an error in a test file, on one line. */
export const problemLine = (problem: TestProblem & Pick<Partial<TestFileError>, 'hint'>): string =>
  `${placeText(problem)}: ${oneLine(problem.message)}${problem.hint === undefined ? '' : ` (${oneLine(problem.hint)})`}`

/** All tests of a file with their results. */
export const testsOf = (files: readonly FileResult[]): {readonly file: FileResult, readonly test: FileResult['tests'][number]}[] =>
  files.flatMap((file) => file.tests.map((test) => ({file, test})))
