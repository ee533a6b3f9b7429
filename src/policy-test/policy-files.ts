import {originPlace} from '../lint/at-origin.js'
import type {SourceFile} from '../source/source-file.js'
import type {ObjectSource, PathSource} from '../test-file/object-source.js'
import type {TestFile} from '../test-file/read-test-file.js'
import type {TestCase} from '../test-file/test-case.js'
import {ObjectFiles} from './object-files.js'
import type {TestInput, TestRun} from './types.js'

/** The files with policies of a test: policies, existing objects, and the configuration of the server. Objects in the test file have a file each. */
export const policyFilesOf = (suite: TestFile, test: TestCase, input: TestInput): SourceFile[] => [
  ...new Map(new ObjectFiles(input).ofAll(policySources(suite, test)).map((file) => [policyFileKey(file), file])).values(),
]

function policySources(suite: TestFile, test: TestCase): ObjectSource[] {
  const {admissionConfig} = {...suite.server, ...test.server}
  return [...suite.policies, ...test.policies, ...suite.existing, ...test.existing, ...admissionConfig === undefined ? [] : [admissionConfig]]
}

/**
 * Returns what distinguishes files with policies. Objects in a test file have its path, and differ by their places; in the rows of a
 * table test, by their texts.
 */
export function policyFileKey(file: SourceFile): string {
  if (file.originOf === undefined) return file.path
  const origin = originPlace({file, span: {start: 0, end: 0}})
  return [file.path, origin.file.path, origin.span.start, file.text].join('\u0000')
}

/** A run of a test without what it observes. */
export type RunInput = Omit<TestRun, 'decisions'>

/** Returns the run with another file in place of a file with policies, wherever the test names it. */
export function withPolicyFile({suite, test, input}: RunInput, original: SourceFile, changed: SourceFile): RunInput {
  const key = policyFileKey(original)
  const isOriginal = (file: SourceFile): boolean => file.text === original.text && policyFileKey(file) === key
  const path = `\u0000${key}`
  const files = new ObjectFiles(input)
  const replaced = (source: ObjectSource): ObjectSource =>
    source.kind === 'path' || !files.of(source).some(isOriginal) ? source : {kind: 'path', path, node: source.node} satisfies PathSource
  const inEach = <T extends Pick<TestCase, 'policies' | 'existing'>>(one: T): T => ({...one, policies: one.policies.map(replaced), existing: one.existing.map(replaced)})
  const named = [...input.files].map(([name, found]) =>
    [name, 'error' in found ? found : {sources: found.sources.map((file) => isOriginal(file) ? changed : file)}] as const)
  return {suite: inEach(suite), test: inEach(test), input: {...input, files: new Map([...named, [path, {sources: [changed]}]])}}
}
