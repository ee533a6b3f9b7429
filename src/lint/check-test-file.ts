import type {SourceFile} from '../source/source-file.js'
import {readTestFile} from '../test-file/read-test-file.js'
import type {Diagnostic} from './diagnostic.js'

/** Returns the findings about a file of tests for `kadm test`. */
export const checkTestFile = (file: SourceFile): Diagnostic[] =>
  readTestFile(file).faults.map((fault) => ({...fault, severity: 'error', related: []}))
