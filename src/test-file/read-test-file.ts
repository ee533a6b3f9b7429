import {basename} from '#platform/paths.js'

import {remember} from '../machinery/collections/remember.js'
import {quote} from '../machinery/go/text.js'
import type {Node} from '../source/node.js'
import {readDocuments} from '../source/read-documents.js'
import type {SourceFile} from '../source/source-file.js'
import {defaultLimits, type SourceLimits} from '../source/source-limits.js'
import type {SourceProblem} from '../source/source-problem.js'
import type {ObjectSource} from './object-source.js'
import type {ServerSettings} from './server-settings.js'
import type {TestCase} from './test-case.js'
import type {TestFileError} from './test-file-error.js'
import {testFileDocument} from './test-file.js'
import {testFileSuffix} from './test-file-name.js'
import {TestNode} from './test-node.js'

/** The limits of a test file: much can be made of it by rows and repetitions. */
const limits: SourceLimits = {...defaultLimits, maxSize: 2 ** 20}

/** A test file that can be run. */
export interface TestFile {
  readonly file: SourceFile
  readonly name: string
  /** By default `default`. */
  readonly namespace: string
  readonly policies: readonly ObjectSource[]
  readonly existing: readonly ObjectSource[]
  readonly server: Partial<ServerSettings>
  readonly tests: readonly TestCase[]
}

/** A test file, if it is valid, and all its errors. */
export interface ReadTestFile {
  readonly test?: TestFile
  readonly errors: readonly TestFileError[]
}

/** Reads a test file with all its errors. It has one document. */
export const readTestFile = remember((file: SourceFile): ReadTestFile => {
  const documents = readDocuments(file, limits)
  const problems = documents.flatMap((document) => document.problems)
  const [first, second] = documents
  if (problems.length > 0) return {errors: problems.map((problem) => documentError(file, problem))}
  if (first?.root === undefined) return {errors: [documentError(file, {start: 0, end: 0, message: 'the file is empty: it needs apiVersion, kind and tests'})]}
  if (second !== undefined) {
    const error = documentError(file, {start: second.start, end: second.start, message: 'a test file is one document', hint: 'put this document into a file of its own'})
    return {errors: [error]}
  }
  return readDocument(file, first.root)
})

function readDocument(file: SourceFile, root: Node): ReadTestFile {
  const errors: TestFileError[] = []
  const document = testFileDocument.read(TestNode.root(file, root, errors))
  for (const {name, node} of repeatedNames(document?.tests ?? [])) {
    node.report('policy-test/duplicate-name', `another test is named ${quote(name)}`)
  }
  const sorted = errors.toSorted((a, b) => a.span.start - b.span.start)
  if (document === null || sorted.length > 0) return {errors: sorted}
  const {metadata, namespace = 'default', policies = [], existing = [], server = {}, tests} = document
  const name = metadata?.name ?? basename(file.path).replace(testFileSuffix, '')
  return {test: {file, name, namespace, policies, existing, server, tests}, errors: []}
}

/** The tests whose name an earlier test has. */
function repeatedNames(tests: readonly TestCase[]): TestCase[] {
  const names = new Set<string>()
  return tests.filter(({name}) => names.size === names.add(name).size)
}

const documentError = (file: SourceFile, {start, end, message, hint}: Omit<SourceProblem, 'ruleId'>): TestFileError =>
  ({ruleId: 'policy-test/document', message, file, span: {start, end}, field: '', ...hint !== undefined && {hint}})
