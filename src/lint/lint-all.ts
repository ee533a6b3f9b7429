import type {SourceFile} from '../source/source-file.js'
import {readTestFile} from '../test-file/read-test-file.js'
import type {Diagnostic} from './diagnostic.js'
import {type LintOptions, type LintReport, lint as lintWith} from './lint.js'

/** Returns the findings about a file of tests for `kadm test`. */
export const checkTestFile = (file: SourceFile): Diagnostic[] =>
  readTestFile(file).errors.map((error) => ({...error, severity: 'error', related: []}))

/**
 * Finds everything in files that kubectl or the API server rejects, and all errors in test files.
 *
 * @throws RangeError for an unsupported version of Kubernetes
 */
export const lint = (sources: readonly SourceFile[], options: LintOptions = {}): LintReport => lintWith(sources, options, checkTestFile)
