import type {RunFacts} from '../../lint/ending.js'
import type {FileResult, TestProblem, TestReport} from '../../policy-test/types.js'

const counted = (count: number, one: string, several: string): string[] => count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]

/** Returns the facts for the exit status of `kadm test`. */
export function testFacts({files, summary: {passed, failed, broken, skipped}}: TestReport): RunFacts {
  const wrong = files.filter(({errors}) => errors.length > 0).length
  const none = passed + failed + broken > 0 ? [] : [skipped > 0 ? 'no test has a name that contains the text of --filter' : 'there is no test']
  return {
    hasFindings: failed > 0,
    reasons: [...counted(wrong, 'test file has errors', 'test files have errors'), ...counted(broken - wrong, 'test cannot run', 'tests cannot run'), ...none],
  }
}

/** Returns the errors of test files, and the problems of tests that cannot run. */
export const problemsOf = ({files}: TestReport): (FileResult['errors'][number] | TestProblem)[] => files.flatMap(({errors, tests}) => [...errors, ...tests.flatMap(({problems}) => problems)])

/** Returns a function that chooses tests whose names contain a text, ignoring case. */
export function nameFilter(text: string | undefined): ((name: string) => boolean) | undefined {
  if (text === undefined) return undefined
  const wanted = text.toLowerCase()
  return (name) => name.toLowerCase().includes(wanted)
}
