import stringWidth from 'string-width'

import {incompleteText} from '../../lint/ending.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {MeasuredReport} from '../../policy-test/analysis.js'
import type {FileResult, TestReport, TestResult} from '../../policy-test/types.js'
import {counted} from '../counted.js'
import {type Style, styleFor} from '../style.js'
import {wrapAll} from '../wrap-all.js'
import {coverageLines} from './coverage.js'
import {failureTitle, placeText, problemLine, type TestReporterOptions} from './lines.js'
import {mutationLines} from './mutation.js'

/** The width of a report that is not printed to a terminal. */
const defaultWidth = 80

/** The results of tests for people: a list of the tests, with the expected and the actual answer of those that fail. */
export function testTable({files, summary, coverage, mutation}: MeasuredReport, {isColoured, columns = defaultWidth, ending}: TestReporterOptions): string {
  const style = styleFor(isColoured)
  return [
    ...files.flatMap((file) => [...fileLines(file, style, columns), '']),
    summaryText(summary, style),
    ...coverage === undefined ? [] : ['', ...coverageLines(coverage, style)],
    ...mutation === undefined ? [] : ['', ...mutationLines(mutation, style)],
    ...ending === undefined ? [] : incompleteText(ending).map(capitalized),
  ].map((line) => `${line}\n`).join('')
}

/** The numbers of tests by their results: `3 tests: 2 passed, 1 failed`. */
export function summaryText({passed, failed, broken, skipped}: TestReport['summary'], style: Style): string {
  const counts = [
    `${passed} passed`, ...failed > 0 ? [style.red(`${failed} failed`)] : [], ...broken > 0 ? [style.red(`${broken} cannot run`)] : [],
    ...skipped > 0 ? [`${skipped} not selected`] : [],
  ]
  return `${counted(passed + failed + broken, 'test')}: ${counts.join(', ')}`
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const indentation = 6

function fileLines({file, errors, tests}: FileResult, style: Style, width: number): string[] {
  return [
    style.bold(oneLine(file.path)),
    ...errors.map((error) => `  ${style.red('ERROR')}  ${problemLine(error)}`),
    ...tests.flatMap((test) => testLines(test, style, width)),
  ]
}

function testLines(test: TestResult, style: Style, width: number): string[] {
  const {name, status, milliseconds, problems, failures, steps} = test
  const mark = {passed: style.green('ok   '), failed: style.red('FAIL '), broken: style.red('ERROR')}[status]
  const time = milliseconds === undefined ? '' : `  ${style.dim(`${milliseconds < 1 ? '<1' : Math.round(milliseconds)} ms`)}`
  const indented = (line: string): string => `${' '.repeat(indentation)}${line}`.trimEnd()
  return [
    `  ${mark}  ${oneLine(name)}${time}`,
    ...problems.map((problem) => indented(problemLine(problem))),
    ...failures.flatMap((failure) => [
      indented(`${placeText(failure)}: ${failureTitle(failure, steps)}`),
      ...sideBySide(['expected', '--------', failure.expected], ['actual', '------', failure.actual], width - indentation).map(indented),
    ]),
  ]
}

/** Sets two texts side by side, wrapped to the width of the terminal. */
export function sideBySide(left: readonly string[], right: readonly string[], width: number): string[] {
  const column = Math.max(10, Math.floor((width - 3) / 2))
  const [first, second] = [left, right].map((texts) => texts.flatMap((text) => wrapAll(oneLine(text), column)))
  const rows = Math.max(first?.length ?? 0, second?.length ?? 0)
  return Array.from({length: rows}, (_, i) => `${padded(first?.[i] ?? '', column)} | ${second?.[i] ?? ''}`.trimEnd())
}

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)))
