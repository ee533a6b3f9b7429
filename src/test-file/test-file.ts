import {isObject} from '../machinery/go/json-value.js'
import {field, fields, listOf, mapped, oneOf, required, type Schema, text} from './decoder.js'
import {expectation} from './expectation.js'
import {objectSource, patch} from './object-source.js'
import {serverSettings} from './server-settings.js'
import {type TestCase, testCases} from './test-case.js'
import {testGroup} from './test-file-name.js'
import {textMatch} from './text-match.js'

export const testApiVersion = `${testGroup}/v1`
export const testKind = 'Suite'

/** Maximum number of tests of a file, not counting rows. */
export const maxTests = 1000

const metadata = fields('metadata', {
  name: field('Name of the tests, for reports; by default that of the file.', text()),
  labels: field('Labels, which kadm ignores.', {expected: 'a map', schema: {type: 'object'}, read: ({value}) => isObject(value) ? value : {}}),
  annotations: field('Annotations, which kadm ignores.', {expected: 'a map', schema: {type: 'object'}, read: ({value}) => isObject(value) ? value : {}}),
})

const cases = listOf(testCases, {maximum: maxTests})

/** Reads the document of a test file. */
export const testFileDocument = fields('a test file', {
  apiVersion: required('Version of this format.', oneOf([testApiVersion])),
  kind: required('Kind of this file.', oneOf([testKind])),
  metadata: field('Name of the tests.', metadata),
  namespace: field('Namespace of objects without one. Default: default.', text('the name of a namespace')),
  policies: field(
    'Policies that are in force, and other objects that admission looks up: files, directories and globs relative to this file, or objects.', listOf(objectSource),
  ),
  existing: field('Objects that exist already: files, directories and globs relative to this file, or objects.', listOf(objectSource)),
  server: field('Settings of the API server.', serverSettings),
  tests: required('The tests. Each has a new cluster.', mapped(cases, (tests): readonly TestCase[] => tests.flat())),
})

/** The JSON Schema of test files, for editors. */
export const testFileSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://kadm.dev/schemas/kadm-test.schema.json',
  title: '*.kadm-test.yaml, tests of policies for kadm test',
  description: 'Paths are relative to the file.',
  ...testFileDocument.schema,
  $defs: {
    object: objectSource.definition, patch: patch.definition, text: textMatch.definition, expectation: expectation.definition,
    server: serverSettings.definition,
  },
}
