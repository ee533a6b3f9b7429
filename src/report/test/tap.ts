import type {TestReport} from '../../policy-test/types.js'
import {escapedLine} from '../lint/plain.js'
import {failureLine, fullName, placeText, problemLine, testsOf} from './lines.js'

/** The results in the Test Anything Protocol, version 14. A file with errors is a test that fails. */
export function testTap({files}: TestReport): string {
  const points = [
    ...files.flatMap(({file, errors}) => errors.length === 0 ? [] : [{name: `${file.path}: test file`, lines: errors.map(problemLine), time: undefined}]),
    ...testsOf(files).map(({file, test}) => ({
      name: fullName(file, test),
      lines: [...test.problems.map(problemLine), ...test.failures.map((failure) => `${placeText(failure)}: ${failureLine(failure, test.steps)}`)],
      time: test.milliseconds,
    })),
  ]
  return `TAP version 14\n1..${points.length}\n${points.map(({name, lines, time}, i) => pointText(i + 1, name, lines, time)).join('')}`
}

function pointText(number: number, name: string, lines: readonly string[], time: number | undefined): string {
  // A number sign begins a directive, and a backslash escapes it.
  const escaped = escapedLine(name).replace(/[\\#]/g, '\\$&')
  const details = [
    ...time === undefined ? [] : [`  duration_ms: ${Math.round(time * 1000) / 1000}`],
    ...lines.length === 0 ? [] : ['  message: |-', ...lines.map((line) => `    ${escapedLine(line)}`)],
  ]
  const block = details.length === 0 ? '' : ['  ---', ...details, '  ...'].map((line) => `${line}\n`).join('')
  return `${lines.length === 0 ? 'ok' : 'not ok'} ${number} - ${escaped}\n${block}`
}
