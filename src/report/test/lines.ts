import type {Place} from '../../lint/diagnostic.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {PolicyItem} from '../../policy-test/mutate/policy-item.js'
import type {Failure, FileResult, TestProblem, TestResult} from '../../policy-test/types.js'
import type {TestFileError} from '../../test-file/test-file-error.js'
import type {LintReporterOptions} from '../lint/options.js'
import {locationOf} from '../location.js'

/** Options of a report on tests. */
export type TestReporterOptions = Pick<LintReporterOptions, 'isColoured' | 'columns' | 'workingDirectory' | 'version' | 'paths' | 'failOn'> & Partial<Pick<LintReporterOptions, 'ending'>>

/** The full name of a test: that of its file and its own. */
export const fullName = ({name}: FileResult, test: TestResult): string => `${name}: ${test.name}`

/** A duration in seconds for other programs: `0.012`. */
export const secondsText = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

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

/** Returns an item as the fields that its reports share. */
export const itemJson = ({policy, field, name, value, place}: PolicyItem): object => ({
  policy: policy.name, field: String(field), item: name, value, source: locationOf(place),
})

/** Groups by the policy of an item, in order. */
export function byPolicy<T extends {readonly item: PolicyItem}>(results: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const result of results) {
    const {policy: {file, name}} = result.item
    const title = oneLine(`${file.path}: ${name}`)
    const group = groups.get(title)
    if (group === undefined) groups.set(title, [result])
    else group.push(result)
  }
  return groups
}
