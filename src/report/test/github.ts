import type {Diagnostic} from '../../lint/diagnostic.js'
import type {TestReport} from '../../policy-test/types.js'
import type {PipelineReport} from '../pipeline.js'
import {failureLine, fullName, testsOf} from './lines.js'

/** The differences, problems and errors of tests as findings, for annotations. */
export function testFindings({files}: TestReport): PipelineReport {
  const finding = (place: Pick<Diagnostic, 'file' | 'span'>, message: string, hint?: string): Diagnostic =>
    ({file: place.file, span: place.span, ruleId: '', severity: 'error', message, field: '', related: [], ...hint !== undefined && {hint}})
  const diagnostics = [
    ...files.flatMap(({errors}) => errors.map((error) => finding(error, error.message, error.hint))),
    ...testsOf(files).flatMap(({file, test}) => [
      ...test.problems.map((problem) => finding(problem, `${fullName(file, test)}: ${problem.message}`)),
      ...test.failures.map((failure) => finding(failure, `${fullName(file, test)}: ${failureLine(failure, test.steps)}`)),
    ]),
  ]
  return {
    report: {diagnostics, files: files.length, objects: 0, suppressed: 0, known: 0},
    about: {command: 'test', found: '', checked: '', passed: [], testName: ({message}) => message},
  }
}
