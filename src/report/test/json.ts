import type {Place} from '../../lint/diagnostic.js'
import type {Ending} from '../../lint/ending.js'
import type {MeasuredReport} from '../../policy-test/analysis.js'
import type {Failure, FileResult, TestResult} from '../../policy-test/types.js'
import {jsonText} from '../json-text.js'
import {locationOf} from '../location.js'
import {coverageJson} from './coverage.js'
import {mutationJson} from './mutation.js'

/** The results of `kadm test` as JSON; the contract is schemas/test.schema.json. */
export const testJson = ({files, summary, coverage, mutation}: MeasuredReport, ending?: Ending): string => jsonText({
  version: 1, files: files.map(fileJson), summary,
  ...coverage && {coverage: coverageJson(coverage)}, ...mutation && {mutation: mutationJson(mutation)}, ...ending,
})

const fileJson = ({file, name, errors, tests}: FileResult): object => ({
  path: file.path,
  name,
  errors: errors.map(({ruleId, message, hint, field, ...place}) => ({ruleId, message, ...hint !== undefined && {hint}, field, source: sourceJson(place)})),
  tests: tests.map(resultJson),
})

const resultJson = ({name, row, status, failures, problems, milliseconds, ...place}: TestResult): object => ({
  name,
  ...row !== undefined && {row},
  status,
  source: sourceJson(place),
  ...milliseconds !== undefined && {milliseconds: Math.round(milliseconds * 1000) / 1000},
  failures: failures.map(failureJson),
  problems: problems.map(({message, ...at}) => ({message, source: sourceJson(at)})),
})

const failureJson = ({step, subject, field, expected, actual, count, ...place}: Failure): object =>
  ({step, ...subject !== '' && {object: subject}, field, expected, actual, count, source: sourceJson(place)})

function sourceJson(place: Place): object {
  const {path, line, column} = locationOf(place)
  return {path, line, column}
}
