import {expect} from 'chai'

import {readTestFile, type TestFile} from '../../src/test-file/read-test-file.js'
import {isTestFilePath} from '../../src/test-file/test-file-name.js'
import {SourceFile} from '../../src/source/source-file.js'

const header = 'apiVersion: test.kadm.dev/v1\nkind: Suite\n'

const fileOf = (text: string): SourceFile => new SourceFile('team.kadm-test.yaml', text)

/** Returns the errors as text: `line:column rule: message (hint)`. */
function nameErrors(text: string): string[] {
  const file = fileOf(text)
  return readTestFile(file).errors.map(({ruleId, message, hint, span}) => {
    const {line, column} = file.position(span.start)
    return `${line}:${column} ${ruleId}: ${message}${hint === undefined ? '' : ` (${hint})`}`
  })
}

function testOf(text: string): TestFile {
  const {test, errors} = readTestFile(fileOf(text))
  if (test === undefined) throw new Error(errors.map(({message}) => message).join('\n'))
  return test
}

describe('readTestFile', () => {
  it('reads a file with one test', () => {
    const test = testOf(`${header}metadata: {name: team}
namespace: dev
policies: [policies]
existing:
- {apiVersion: v1, kind: Pod, metadata: {name: running}}
server: {kubernetesVersion: 1.35, enableAdmissionPlugins: EventRateLimit, resync: 5m}
tests:
- name: large pods are denied
  object: pods/large.yaml
  user: alice
  groups: [developers]
  expect: {allowed: false, code: 403, reason: Forbidden, message: {contains: maximum cpu usage}}
`)
    expect(test).includes({name: 'team', namespace: 'dev'})
    expect(test.policies.map((source) => source.kind === 'path' && source.path)).eql(['policies'])
    expect(test.existing.map(({kind}) => kind)).eql(['inline'])
    expect(test.server).includes({kubernetesVersion: '1.35', resync: 300_000_000_000n})
    expect(test.server.enableAdmissionPlugins).eql(['EventRateLimit'])
    const [{name, steps: [step]} = {steps: []}] = test.tests
    expect(name).equal('large pods are denied')
    expect(step).includes({user: 'alice'})
    const [{allowed, code, reason, message} = {}] = step!.expectations
    expect([allowed?.value, code?.value, reason?.text, message?.how, message?.text]).eql([false, 403, 'Forbidden', 'contains', 'maximum cpu usage'])
  })

  it('takes the name of the file without metadata', () => {
    expect(testOf(`${header}tests: []\n`).name).equal('team')
  })

  it('reads steps, bases with patches and JSON patches', () => {
    const {tests: [test]} = testOf(`${header}tests:
- name: grows
  steps:
  - object: {base: app.yaml, select: Deployment/dev/web, patch: {spec: {replicas: 2}}}
  - {object: web.yaml, operation: scale, replicas: 9}
  - {objects: [web.yaml, {apiVersion: v1, kind: Pod}], operation: delete}
  - object: web.yaml
    operation: patch
    patch: [{op: replace, path: /spec/replicas, value: 4}]
    expect:
    - {object: Deployment/web, pods: {created: 3, denied: 1}, rollout: fits}
    - {quotas: {team: {requests.cpu: 1500m, pods: 3}}, warnings: []}
`)
    const [base, scale, remove, patch] = test!.steps
    expect(base!.objects[0]).deep.includes({kind: 'base', select: {kind: 'Deployment', namespace: 'dev', name: 'web', text: 'Deployment/dev/web'}})
    expect(scale).includes({operation: 'scale', replicas: 9})
    expect(remove!.objects.map(({kind}) => kind)).eql(['path', 'inline'])
    expect(patch!.patch).deep.includes({kind: 'json', operations: [{op: 'replace', path: '/spec/replicas', value: 4}]})
    const [workload, quotas] = patch!.expectations
    expect([workload!.pods?.created?.value, workload!.pods?.denied?.value, workload!.rollout?.value]).eql([3, 1, 'fits'])
    expect([...quotas!.quotas!.get('team')!].map(([resource, {value}]) => `${resource}=${String(value)}`)).eql(['requests.cpu=1500m', 'pods=3'])
    expect(quotas!.warnings?.value).eql([])
  })

  it('makes one test for each row, with values of the written types', () => {
    const {tests} = testOf(`${header}tests:
- name: cpu $(cpu)
  rows:
  - {cpu: 100m, allowed: true, count: 2}
  - {cpu: 3, allowed: false, count: 3}
  times: $(count)
  object: {apiVersion: v1, kind: Pod, metadata: {name: p-$(count), labels: {price: $$(cpu), other: $(unknown)}}, spec: {limit: $(cpu)}}
  expect: {allowed: $(allowed), message: "cpu=$(cpu)"}
`)
    expect(tests.map(({name, row}) => [name, row])).eql([['cpu 100m', 1], ['cpu 3', 2]])
    expect(tests.map(({steps: [step]}) => step!.times)).eql([2, 3])
    expect(tests.map(({steps: [step]}) => step!.objects[0]!.kind === 'inline' && step!.objects[0]!.value['spec'])).eql([{limit: '100m'}, {limit: 3}])
    expect(tests.map(({steps: [step]}) => step!.objects[0]!.kind === 'inline' && step!.objects[0]!.value['metadata'])).eql([
      {name: 'p-2', labels: {price: '$(cpu)', other: '$(unknown)'}}, {name: 'p-3', labels: {price: '$(cpu)', other: '$(unknown)'}},
    ])
    expect(tests.map(({steps: [step]}) => step!.expectations[0]!.message?.text)).eql(['cpu=100m', 'cpu=3'])
  })

  it('numbers rows whose names would be the same', () => {
    const {tests} = testOf(`${header}tests:\n- {name: cpu, object: a.yaml, rows: [{a: 1}, {a: 2}]}\n`)
    expect(tests.map(({name}) => name)).eql(['cpu (row 1)', 'cpu (row 2)'])
  })

  it('completes Events', () => {
    const {tests: [test]} = testOf(`${header}tests:
- name: burst
  events:
  - {at: 0s, times: 12, event: {metadata: {name: e, namespace: dev}, source: {component: kubelet}}, expect: {admitted: 10, denied: 2}}
  - {at: 1.5s}
`)
    expect(test!.steps.map(({at, times}) => [at, times])).eql([[0n, 12], [1_500_000_000n, undefined]])
    const [source] = test!.steps[0]!.objects
    expect(source!.kind === 'inline' && source!.value).eql({
      apiVersion: 'v1', kind: 'Event', reason: 'Test', type: 'Normal', source: {component: 'kubelet'},
      metadata: {generateName: 'e.', namespace: 'dev'}, involvedObject: {apiVersion: 'v1', kind: 'Pod', name: 'web', namespace: 'dev'},
    })
  })

  const test = (fields: string): string => `${header}tests:\n- name: a\n  ${fields}\n`

  const rejected: readonly (readonly [what: string, text: string, ...errors: readonly string[]])[] = [
    ['an empty file', '', '1:1 policy-test/document: the file is empty: it needs apiVersion, kind and tests'],
    ['invalid YAML', 'a: [', '1:4 policy-test/document: the bracket [ is never closed'],
    ['two documents', `${header}tests: []\n---\na: 1\n`, '5:1 policy-test/document: a test file is one document (put this document into a file of its own)'],
    ['a list', '[]', '1:1 policy-test/wrong-type: a test file must be a map with apiVersion, kind, metadata, namespace, policies, existing, server, tests'],
    [
      'missing and misspelt fields', 'apiVersion: test.kadm.dev/v2\nkind: Suite\npolicy: []\n',
      '1:1 policy-test/missing-field: a test file needs tests',
      '1:13 policy-test/invalid-value: apiVersion must be test.kadm.dev/v1 (write "test.kadm.dev/v1")',
      '3:1 policy-test/unknown-field: unknown field "policy": allowed are apiVersion, kind, metadata, namespace, policies, existing, server, tests',
    ],
    ['a misspelt field with its place', test('object: a.yaml\n  expect: {alowed: true}'), '6:12 policy-test/unknown-field: unknown field "alowed" (write "allowed")'],
    ['a wrong boolean', test('object: a.yaml\n  expect: {allowed: "yes"}'), '6:21 policy-test/wrong-type: allowed must be true or false'],
    ['a wrong operation', test('{object: a.yaml, operation: creat}').replace('name: a\n  {', '{name: a, '), '4:40 policy-test/invalid-value: operation must be one of create, update, apply, delete, patch, scale (write "create")'],
    ['no object', test('expect: {allowed: true}'), '4:3 policy-test/missing-field: tests[0] has no object: set object, or objects'],
    ['object and objects', test('object: a.yaml\n  objects: [b.yaml]'), '4:3 policy-test/conflicting-fields: "object" and "objects" cannot be set together'],
    ['steps and expect', test('steps: [{object: a.yaml}]\n  expect: {}'), '4:3 policy-test/conflicting-fields: "steps" and "expect" cannot be set together'],
    ['an object that is neither', test('object: {metadata: {}}'), '5:3 policy-test/wrong-type: object must be a path, an object with apiVersion and kind, or a map with base and patch'],
    ['a base that is missing', test('object: {patch: {}}'), '5:3 policy-test/missing-field: object needs base'],
    ['a path of standard input', test('object: "-"'), '5:11 policy-test/invalid-value: object cannot be standard input'],
    ['a URL', test('object: https://example.com/pod.yaml'), '5:11 policy-test/invalid-value: object cannot be a URL: kadm reads only local files'],
    ['patch without its operation', test('object: a.yaml\n  patch: {}'),
      '4:3 policy-test/conflicting-fields: patch is only for operation patch: to change an object before it is sent, write base and patch in object'],
    ['a subresource with another operation', test('{object: a.yaml, operation: create, subresource: status}').replace('name: a\n  {', '{name: a, '),
      '4:3 policy-test/conflicting-fields: subresource status receives updates: leave operation create out'],
    ['groups without a user', test('object: a.yaml\n  groups: [g]'), '4:3 policy-test/conflicting-fields: groups need a user'],
    ['a key twice', test('object: a.yaml\n  object: b.yaml'), '6:3 policy-test/conflicting-fields: "object" is set twice'],
    ['a wrong expression', test('object: a.yaml\n  expect: {message: {matches: "(a"}}'), '6:31 policy-test/invalid-value: matches "(a" is not a regular expression: missing closing ): `(a`'],
    ['two ways to match', test('object: a.yaml\n  expect: {message: {exact: a, contains: b}}'), '6:12 policy-test/conflicting-fields: "exact" and "contains" cannot be set together'],
    ['a wrong quantity', test('object: a.yaml\n  expect: {quotas: {q: {pods: many}}}'), '6:31 policy-test/invalid-value: pods is not a quantity: write for example 500m or 2Gi'],
    ['a wrong selector', test('object: a.yaml\n  expect: {object: web}'), '6:20 policy-test/invalid-value: object must be KIND/NAME or KIND/NAMESPACE/NAME: Deployment/web'],
    ['a wrong duration', test('events: [{at: 5}]'), '5:17 policy-test/invalid-value: at is not a duration: time: missing unit in duration "5"'],
    ['times in the wrong order', test('events: [{at: 5s}, {at: 1s}]'), '5:22 policy-test/invalid-value: events[1] is at a time before the end of the step above it'],
    ['too many requests', test('steps: [{object: a.yaml, times: 9000}, {object: a.yaml, times: 1001}]'),
      '5:42 policy-test/invalid-value: steps[1] makes the test send more than 10000 objects'],
    ['steps that send their first objects too often',
      `${header}tests:\n- name: a\n  steps:\n${'  - {object: a.yaml, expect: {quotas: {q: {pods: 1}}}}\n'.repeat(400)}`,
      '321:5 policy-test/invalid-value: steps[315] makes the test send its first objects again and again, 50086 in all, for expectations about quotas, pods and rollouts between its steps: split the test'],
    ['the same name twice', `${header}tests: [{name: a, object: a.yaml}, {name: a, object: b.yaml}]\n`, '3:36 policy-test/duplicate-name: another test is named "a"'],
    ['a wrong value in one row', test('rows: [{x: true}, {x: 1}]\n  object: a.yaml\n  expect: {allowed: $(x)}'), '5:25 policy-test/wrong-type: allowed must be true or false'],
    ['a wrong parameter', test('rows: [{1x: true}]\n  object: a.yaml'), '5:11 policy-test/invalid-value: "1x" cannot be a parameter: use letters, digits, "-", "_" and "."'],
    ['no row', test('rows: []\n  object: a.yaml'), '5:3 policy-test/invalid-value: rows has no row'],
    ['an empty list of steps', test('steps: []'), '4:3 policy-test/missing-field: tests[0] has no step'],
    ['a JSON patch without a path', test('object: {base: a.yaml, patch: [{op: add}]}'),
      '5:34 policy-test/invalid-value: patch[0] is no operation of a JSON patch: write {op: add|remove|replace|move|copy|test, path: /spec/..., value: ...}'],
  ]
  for (const [what, text, ...errors] of rejected) {
    it(`reports ${what}`, () => expect(nameErrors(text)).eql(errors))
  }

  it('bounds what rows can make of a file', () => {
    const huge = `${header}tests:\n- name: a\n  rows: [{x: ${'x'.repeat(300_000)}}]\n  object: {apiVersion: v1, kind: Pod, a: [${'$(x),'.repeat(100)}]}\n`
    expect(nameErrors(huge)).eql(['5:10 policy-test/invalid-value: rows[0] makes the test too large: use shorter values'])
  })

  it('recognizes test files by their names', () => {
    const names = ['a.kadm-test.yaml', 'dir/a.kadm-test.yml', 'a.kadm-test.json', '.kadm-test.yaml', 'kadm-test.yaml', 'a.kadm-test.yaml/pod.yaml']
    expect(names.filter(isTestFilePath)).eql(names.slice(0, 4))
  })
})
