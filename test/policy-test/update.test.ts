import {expect} from 'chai'

import {runTests} from '../../src/policy-test/run-tests.js'
import {updated} from '../../src/policy-test/update.js'
import {SourceFile} from '../../src/source/source-file.js'

const head = `# The tests of the team.
apiVersion: test.kadm.dev/v1
kind: Suite
policies:
- {apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, max: {cpu: 1}, default: {cpu: 1}}]}}
- {apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {pods: 9}}}
tests:
`
const pod = (cpu: number): string => `{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: i, resources: {limits: {cpu: ${cpu}}}}]}}`
/** A test of a pod with an annotation, and the text that it expects. */
const annotated = (value: string, expected: string): string =>
  `- {name: a, object: ${pod(1).replace('{name: p}', `{name: p, annotations: {n: ${value}}}`)}, expect: {stored: {metadata: {annotations: {n: ${expected}}}}}}\n`
const enforced = 'pod-security.kubernetes.io/enforce-policy'
const audited = '{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {pod-security.kubernetes.io/enforce: baseline, pod-security.kubernetes.io/enforce-version: v1.25}}}'
const message = 'pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is 2'

/** Returns the tests of a file after an update; undefined without one. */
function update(tests: string): string | undefined {
  const report = runTests([{file: new SourceFile('a.kadm-test.yaml', head + tests), files: new Map()}])
  const [file] = report.files
  expect(file?.errors).eql([])
  const result = file && updated(file)
  if (result !== undefined) expect(result.after.text.startsWith(head)).equal(true)
  return result?.after.text.slice(head.length)
}

describe('updated', () => {
  const cases: readonly (readonly [what: string, before: string, after: string])[] = [
    ['plain values and keeps comments', `- name: a # first\n  object: ${pod(1)}\n  expect:\n    code: 403   # no\n    reason: Forbidden # why\n    allowed: false\n`,
      `- name: a # first\n  object: ${pod(1)}\n  expect:\n    code: 201   # no\n    reason: Created # why\n    allowed: true\n`],
    ['a message that needs quotes', `- {name: a, object: ${pod(2)}, expect: {message: x}}\n`, `- {name: a, object: ${pod(2)}, expect: {message: ${JSON.stringify(message)}}}\n`],
    ['a message in single quotes', `- {name: a, object: ${pod(2)}, expect: {message: {exact: 'x'}}}\n`, `- {name: a, object: ${pod(2)}, expect: {message: {exact: '${message}'}}}\n`],
    ['a folded message', `- name: a\n  object: ${pod(2)}\n  expect:\n    message: >-\n      x\n      y\n    code: 403\n`, `- name: a\n  object: ${pod(2)}\n  expect:\n    message: >-\n      ${message}\n    code: 403\n`],
    ['a message that is missing', `- name: a\n  object: ${pod(2)}\n  expect:\n    message:\n    code: 403\n`, `- name: a\n  object: ${pod(2)}\n  expect:\n    message: ${JSON.stringify(message)}\n    code: 403\n`],
    ['annotations for the audit log', `- name: a\n  policies: [${audited}]\n  object: ${pod(1)}\n  expect:\n    auditAnnotations:\n      ${enforced}:\n      c: x\n`,
      `- name: a\n  policies: [${audited}]\n  object: ${pod(1)}\n  expect:\n    auditAnnotations:\n      ${enforced}: "baseline:v1.25"\n      c: x\n`],
    ['fields, quotas and counts', `- name: a\n  object: ${pod(1)}\n  expect: {stored: {spec: {containers: [{image: j}]}}, quotas: {q: {pods: 7}}, admitted: 3}\n`,
      `- name: a\n  object: ${pod(1)}\n  expect: {stored: {spec: {containers: [{image: i}]}}, quotas: {q: {pods: 1}}, admitted: 1}\n`],
    ['a text with a quote into single quotes', annotated('"it\'s"', "'x'"), annotated('"it\'s"', "'it''s'")],
    ['a text with a space at its end', annotated('"a "', 'x'), annotated('"a "', '"a "')],
    ['a text that YAML would read as a number', annotated('"12"', 'x'), annotated('"12"', '"12"')],
    ['the rows of a table', `- name: $(cpu)\n  rows:\n  - {cpu: 1, ok: false}\n  - {cpu: 2, ok: true}\n  object: ${pod(0).replace('cpu: 0', 'cpu: $(cpu)')}\n  expect: {allowed: $(ok)}\n`,
      `- name: $(cpu)\n  rows:\n  - {cpu: 1, ok: true}\n  - {cpu: 2, ok: false}\n  object: ${pod(0).replace('cpu: 0', 'cpu: $(cpu)')}\n  expect: {allowed: $(ok)}\n`],
  ]
  for (const [what, before, after] of cases) {
    it(`writes ${what}`, () => {
      expect(update(before)).equal(after)
      expect(update(after)).equal(undefined)
    })
  }

  const kept: readonly (readonly [what: string, tests: string])[] = [
    ['parts of texts and expressions', `- {name: a, object: ${pod(2)}, expect: {message: {contains: x}, reason: {matches: x}}}\n`],
    ['values for which answers differ', `- {name: a, objects: [${pod(1)}, ${pod(2).replace('name: p', 'name: r')}], expect: {code: 500}}\n`],
    ['texts with parameters', `- {name: a, rows: [{b: x}], object: ${pod(2)}, expect: {message: 'a $(b)'}}\n`],
    ['aliases', `- {name: a, object: ${pod(2)}, expect: {message: &m x}}\n- {name: b, object: ${pod(2)}, expect: {allowed: false, reason: *m}}\n`.replace('message: &m x', 'message: {contains: &m x}')],
    ['a file whose tests pass', `- {name: a, object: ${pod(1)}}\n`],
  ]
  for (const [what, tests] of kept) it(`keeps ${what}`, () => expect(update(tests)).equal(undefined))
})
