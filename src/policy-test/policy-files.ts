import type {SourceFile} from '../source/source-file.js'
import type {ObjectSource} from '../test-file/object-source.js'
import type {TestFile} from '../test-file/read-test-file.js'
import type {TestCase} from '../test-file/test-case.js'
import type {TestInput} from './types.js'

/** Returns the files with policies that a test names by path: policies, existing objects, and the configuration of the server. */
export function policyFilesOf(suite: TestFile, test: TestCase, {files}: TestInput): SourceFile[] {
  const {admissionConfig} = {...suite.server, ...test.server}
  const sources = [...suite.policies, ...test.policies, ...suite.existing, ...test.existing, ...admissionConfig === undefined ? [] : [admissionConfig]]
  const found = sources.flatMap(pathsOf).flatMap((path) => files.get(path) ?? [])
  return [...new Map(found.flatMap((one) => 'fault' in one ? [] : one.sources).map((file) => [file.path, file])).values()]
}

function pathsOf(source: ObjectSource): string[] {
  if (source.kind === 'base') return pathsOf(source.base)
  return source.kind === 'path' ? [source.path] : []
}
