import type {Rule} from '../../machinery/field/rule.js'

const header = `apiVersion: test.kadm.dev/v1
kind: Suite
tests:
`

/** The rules for files of tests, which \`kadm test\` runs. */
export const rules: readonly Rule[] = [
  {
    id: 'policy-test/conflicting-fields',
    severity: 'error',
    summary: 'Fields that exclude each other are not set together.',
    source: 'kadm itself: docs/test.md',
    example: `${header}- name: large pods are denied\n  object: pod.yaml\n  steps:\n  - object: pod.yaml\n`,
    fix: 'Keep one of the fields. A test has either one step, or steps, or events.',
  },
  {
    id: 'policy-test/document',
    severity: 'error',
    summary: 'A test file is one YAML or JSON document.',
    source: 'kadm itself: docs/test.md',
    example: `${header}- {name: large pods are denied, object: pod.yaml}\n---\n${header}- {name: small pods are admitted, object: pod.yaml}\n`,
    fix: 'Correct the syntax, and put further documents into separate files.',
  },
  {
    id: 'policy-test/duplicate-name',
    severity: 'error',
    summary: 'The tests of a file have different names.',
    source: 'kadm itself: docs/test.md',
    example: `${header}- {name: large pods are denied, object: pod.yaml}\n- {name: large pods are denied, object: deployment.yaml}\n`,
    fix: 'Rename one of the tests: --filter and reports name them.',
  },
  {
    id: 'policy-test/invalid-value',
    severity: 'error',
    summary: 'Operations, quantities, durations and expressions of a test file are valid.',
    source: 'kadm itself: docs/test.md',
    example: `${header}- name: large pods are denied\n  object: pod.yaml\n  operation: creat\n`,
    fix: 'Write a value that the message allows.',
  },
  {
    id: 'policy-test/missing-field',
    severity: 'error',
    summary: 'A test file, a test and a step have the fields that they need.',
    source: 'kadm itself: docs/test.md',
    example: `${header}- name: large pods are denied\n  expect: {allowed: false}\n`,
    fix: 'Add the field.',
  },
  {
    id: 'policy-test/unknown-field',
    severity: 'error',
    summary: 'A test file has no unknown fields.',
    source: 'kadm itself: docs/test.md',
    example: `${header}- name: large pods are denied\n  object: pod.yaml\n  expect: {alowed: false}\n`,
    fix: 'Correct the name of the field. docs/test.md describes all of them.',
  },
  {
    id: 'policy-test/wrong-type',
    severity: 'error',
    summary: 'Fields of a test file have the right types.',
    source: 'kadm itself: docs/test.md',
    example: `${header}- name: large pods are denied\n  object: pod.yaml\n  expect: {allowed: denied}\n`,
    fix: 'Write a value of the type that the message states.',
  },
]
