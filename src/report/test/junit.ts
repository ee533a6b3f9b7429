import type {FileResult, TestReport, TestResult} from '../../policy-test/types.js'
import {attributes, xml} from '../lint/junit.js'
import {escapedLine, relativePath} from '../lint/plain.js'
import {failureLine, placeText, problemLine, secondsText, type TestReporterOptions} from './lines.js'

/** A JUnit report: a suite for each test file. A test that cannot run, and a file with errors, is an error. */
export function testJunit({files, summary: {passed, failed, broken}}: TestReport, {workingDirectory}: TestReporterOptions): string {
  const suites = files.map((file) => suiteXml(file, relativePath(file.file.path, workingDirectory)))
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({name: 'kadm test', tests: passed + failed + broken, failures: failed, errors: broken})}>
${suites.join('')}</testsuites>
`
}

function suiteXml({errors, tests}: FileResult, path: string): string {
  const count = (status: TestResult['status']): number => tests.filter((test) => test.status === status).length
  const broken = count('broken') + (errors.length > 0 ? 1 : 0)
  const cases = [
    ...errors.length === 0 ? [] : [testXml({classname: path, name: 'test file'}, 'error', errors.map(problemLine))],
    ...tests.map((test) => caseXml(test, path)),
  ]
  const tallies = {name: path, tests: cases.length, failures: count('failed'), errors: broken, skipped: 0, ...timeOf(tests)}
  return `  <testsuite${attributes(tallies)}>\n${cases.join('')}  </testsuite>\n`
}

function timeOf(tests: readonly TestResult[]): {readonly time?: string} {
  if (tests.every(({milliseconds}) => milliseconds === undefined)) return {}
  return {time: secondsText(tests.reduce((sum, {milliseconds = 0}) => sum + milliseconds, 0))}
}

function caseXml(test: TestResult, path: string): string {
  const {name, status, failures, problems, steps} = test
  const named = {classname: path, name, ...timeOf([test])}
  if (status === 'passed') return `    <testcase${attributes(named)}/>\n`
  if (status === 'broken') return testXml(named, 'error', problems.map(problemLine))
  return testXml(named, 'failure', failures.map((failure) => `${placeText(failure)}: ${failureLine(failure, steps)}`))
}

function testXml(named: Readonly<Record<string, string>>, element: 'failure' | 'error', lines: readonly string[]): string {
  const text = xml(lines.map(escapedLine).join('\n'))
  return `    <testcase${attributes(named)}>\n      <${element}${attributes({message: lines[0] ?? ''})}>${text}</${element}>\n    </testcase>\n`
}
