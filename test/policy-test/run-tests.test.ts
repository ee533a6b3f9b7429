import {expect} from 'chai'

import {runTests, type RunTestsOptions} from '../../src/policy-test/run-tests.js'
import type {FilesAtPath, TestReport} from '../../src/policy-test/types.js'
import {SourceFile} from '../../src/source/source-file.js'

const limits = `apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec: {limits: [{type: Container, max: {cpu: "1"}, default: {cpu: 500m}, defaultRequest: {cpu: 100m}}]}
`
const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: team}\nspec: {hard: {requests.cpu: 250m, pods: "3"}}\n'
const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: i}]}\n'
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: api}
spec:
  replicas: 2
  selector: {matchLabels: {a: b}}
  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: i}]}}
`
const rateLimit = 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 1, burst: 2}]\n'

const given: Readonly<Record<string, string>> = {'limits.yaml': limits, 'quota.yaml': quota, 'pod.yaml': pod, 'api.yaml': deployment, 'rate.yaml': rateLimit}

/** Runs a test file with the files above. */
function run(tests: string, options: RunTestsOptions = {}, head = 'policies: [limits.yaml, quota.yaml]\n'): TestReport {
  const file = new SourceFile('team.kadm-test.yaml', `apiVersion: test.kadm.dev/v1\nkind: Suite\n${head}tests:\n${tests}`)
  const files = new Map<string, FilesAtPath>(Object.entries(given).map(([path, text]) => [path, {sources: [new SourceFile(path, text)]}]))
  files.set('gone.yaml', {error: 'does not exist'})
  return runTests([{file, files}], options)
}

/** Returns the results as text: for each test its status, with failures and problems. */
const texts = (report: TestReport): string[] => report.files.flatMap(({tests}) => tests.flatMap(({name, status, failures, problems}) => [
  `${name}: ${status}`,
  ...failures.map(({file, span, step, subject, field, expected, actual, count}) => {
    const {line, column} = file.position(span.start)
    return `${line}:${column} step ${step} ${subject} ${field}: ${expected} | ${actual}${count > 1 ? ` x${count}` : ''}`
  }),
  ...problems.map(({file, span, message}) => `${file.path}:${file.position(span.start).line}: ${message}`),
]))

describe('runTests', () => {
  it('passes tests whose expectations are met', () => {
    expect(texts(run(`- name: defaults
  object: pod.yaml
  expect: {allowed: true, code: 201, stored: {spec: {containers: [{resources: {requests: {cpu: 100m}, limits: {cpu: 500m}}}]}}, quotas: {team: {pods: 1}}, warnings: []}
- name: too large
  object: {base: pod.yaml, patch: {spec: {containers: [{name: app, resources: {limits: {cpu: 2}}}]}}}
  expect: {allowed: false, code: 403, reason: Forbidden, message: 'pods "web" is forbidden: maximum cpu usage per Container is 1, but limit is 2'}
- name: workload
  object: api.yaml
  expect: {pods: {created: 2, wanted: 2, denied: 0, stored: {spec: {containers: [{name: app}]}}}, rollout: blocked, quotas: {default/team: {requests.cpu: 200m}}}
- name: three replicas
  steps:
  - {object: api.yaml, expect: {quotas: {team: {pods: 2}}}}
  - {object: api.yaml, operation: scale, replicas: 3, expect: {pods: {created: 2, denied: 1, message: {contains: 'exceeded quota: team'}}}}
  - {object: api.yaml, operation: delete, expect: {quotas: {team: {pods: 0}}}}
`))).eql(['defaults: passed', 'too large: passed', 'workload: passed', 'three replicas: passed'])
  })

  it('reports each difference with its place', () => {
    expect(texts(run(`- name: answers
  object: pod.yaml
  expect:
    allowed: false
    code: 403
    reason: Forbidden
    message: {contains: quota}
    warnings: [a]
    stored: {spec: {containers: [{image: other, name: app, gone: 1}], restartPolicy: null}}
    quotas: {team: {pods: 2, services: 1}, other: {pods: 1}}
    admitted: 2
    pods: 3
`))).eql([
      'answers: failed',
      '8:14 step 1 Pod/web allowed: denied | admitted: 201 Created',
      '9:11 step 1 Pod/web code: 403 | 201',
      '10:13 step 1 Pod/web reason: Forbidden | Created',
      '11:25 step 1 Pod/web message: contains: quota | ',
      '12:16 step 1 Pod/web warnings: a | no such warning',
      '13:42 step 1 Pod/web stored.spec.containers[0].image: other | i',
      '13:66 step 1 Pod/web stored.spec.containers[0].gone: 1 | absent',
      '13:86 step 1 Pod/web stored.spec.restartPolicy: null | Always',
      '15:15 step 1  admitted: 2 | 1',
      '14:27 step 1  quotas.team.pods: 2 | 1',
      '14:40 step 1  quotas.team.services: 1 | the quota does not bound this resource',
      '14:44 step 1  quotas.other: a quota of this name | the quotas are default/team',
      '7:3 step 1  pods: one workload | there is no workload',
    ])
  })

  it('fails a test whose object is denied without an expectation', () => {
    expect(texts(run('- {name: a, object: {base: pod.yaml, patch: {spec: {containers: [{name: app, resources: {limits: {cpu: 2}}}]}}}}\n'))).eql([
      'a: failed',
      '5:3 step 1 Pod/web allowed: admitted | denied: 403 Forbidden: pods "web" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    ])
  })

  it('compares the state after each step', () => {
    expect(texts(run(`- name: a
  steps:
  - {object: pod.yaml, expect: {quotas: {team: {pods: 0}}}}
  - {object: {base: pod.yaml, patch: [{op: replace, path: /metadata/name, value: b}]}, expect: {quotas: {team: {pods: 2}}}}
`))).eql(['a: failed', '7:55 step 1  quotas.team.pods: 0 | 1'])
  })

  it('sends subresources, and requests of the user and the groups that a step names', () => {
    const sized = (cpu: string): string => `{base: pod.yaml, patch: {spec: {containers: [{name: app, resources: {requests: {cpu: 100m}, limits: {cpu: ${cpu}}}}]}}}`
    const resize = (cpu: string, expected: string): string => `  - {object: ${sized(cpu)}, operation: update, subresource: resize, expect: ${expected}}\n`
    expect(texts(run(`- name: resize
  steps:
  - {object: pod.yaml}
${resize('2', '{allowed: false, code: 403, message: {contains: maximum cpu usage per Container is 1}}')}${resize('800m', '{stored: {spec: {containers: [{resources: {limits: {cpu: 800m}}}]}}}')}  - {object: ${sized('900m')}, operation: update, expect: {allowed: false, code: 422}}
`))).eql(['resize: passed'])
    const labelled = '{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {node-restriction.kubernetes.io/a: b}}}'
    expect(texts(run(`- name: kubelet
  steps:
  - {object: ${labelled}, user: 'system:node:n1', groups: ['system:nodes'], expect: {allowed: false, code: 403}}
  - {object: ${labelled}, user: 'system:node:n1', expect: {allowed: true}}
`, {}, 'policies: []\nserver: {enableAdmissionPlugins: [NodeRestriction]}\n'))).eql(['kubelet: passed'])
  })

  it('runs each row of a table', () => {
    expect(texts(run(`- name: cpu $(cpu)
  rows: [{cpu: 1, ok: true}, {cpu: 1001m, ok: false}, {cpu: 2, ok: true}]
  object: {base: pod.yaml, patch: {spec: {containers: [{name: app, resources: {limits: {cpu: $(cpu)}, requests: {cpu: 1m}}}]}}}
  expect: {allowed: $(ok)}
`.replace('cpu: $(cpu)}, req', 'cpu: "$(cpu)"}, req')))).eql([
      'cpu 1: passed', 'cpu 1001m: passed', 'cpu 2: failed',
      '6:68 step 1 Pod/web allowed: admitted | denied: 403 Forbidden: pods "web" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    ])
  })

  it('sends Events at their times', () => {
    expect(texts(run(`- name: burst
  events:
  - {at: 0s, times: 5, expect: {admitted: 2, denied: 3}}
  - {at: 1s, expect: {allowed: true}}
  - {at: 1s, expect: {code: 429, reason: TooManyRequests}}
- name: steady
  events:
  - {at: 0s, times: 5, every: 1s}
  - {at: 4s, times: 5, expect: {denied: 4}}
`, {}, 'server: {admissionConfig: rate.yaml}\n'))).eql(['burst: passed', 'steady: passed'])
  })

  it('takes configurations among the policies', () => {
    expect(texts(run('- {name: a, events: [{at: 0s, times: 3, expect: {denied: 1}}]}\n', {}, 'policies: [rate.yaml]\n'))).eql(['a: passed'])
  })

  it('reports why a test cannot run', () => {
    const report = run(`- {name: gone, object: gone.yaml}
- {name: policy, object: pod.yaml, policies: [{apiVersion: v1, kind: LimitRange, metadata: {name: x}, spec: {limits: [{type: Pod, default: {cpu: 1}}]}}]}
- {name: selection, object: {base: pod.yaml, select: Pod/other}}
- {name: patch, object: {base: pod.yaml, patch: [{op: remove, path: /spec/x}]}}
- {name: plugin, object: pod.yaml, server: {enableAdmissionPlugins: LimitRangr}}
- {name: unreadable, object: {apiVersion: v1, kind: Podd, metadata: {name: x}}}
- {name: unknown, object: other.yaml}
- {name: twice, object: pod.yaml, policies: [limits.yaml]}
`)
    expect(texts(report)).eql([
      'gone: broken', 'team.kadm-test.yaml:5: gone.yaml does not exist',
      'policy: broken', 'team.kadm-test.yaml:6: the API server rejects LimitRange/x: LimitRange "x" is invalid: spec.limits[0].default: Forbidden: may not be specified when `type` is \'Pod\'',
      'selection: broken', 'team.kadm-test.yaml:7: pod.yaml has no object Pod/other',
      'patch: broken', 'team.kadm-test.yaml:8: the patch cannot be applied: "x" does not exist',
      'plugin: broken', 'team.kadm-test.yaml:9: the API server does not start with this configuration: enable-admission-plugins plugin "LimitRangr" is unknown: write "LimitRanger"',
      'unreadable: broken', 'team.kadm-test.yaml:10: no matches for kind "Podd" in version "v1"',
      'unknown: broken', 'team.kadm-test.yaml:11: other.yaml is not among the files that were given',
      'twice: broken', 'team.kadm-test.yaml:12: limits.yaml:1: LimitRange limits is declared in limits.yaml:1 too',
    ])
    expect(report.summary).eql({passed: 0, failed: 0, broken: 8, skipped: 0})
  })

  it('runs the tests that the filter chooses, and measures them with a clock', () => {
    let time = 0
    const observed: string[] = []
    const report = run('- {name: a, object: pod.yaml}\n- {name: b, object: pod.yaml}\n', {
      filter: (name) => name === 'team: b', now: () => time += 5, observe: ({name}, {reviews}) => observed.push(`${name} ${reviews.length}`),
    })
    expect(report.files[0]?.tests.map(({name, milliseconds}) => [name, milliseconds])).eql([['b', 5]])
    expect(report.summary).eql({passed: 1, failed: 0, broken: 0, skipped: 1})
    expect(observed).eql(['b 1'])
  })

  it('compares warnings in any order, whole texts first', () => {
    const env = '[{name: A, value: "1"}, {name: A, value: "2"}, {name: B, value: "1"}, {name: B, value: "2"}]'
    const twice = `{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: i, env: ${env}}]}}`
    const warning = (i: number, name: string): string => `'spec.containers[0].env[${i}]: hides previous definition of "${name}", which may be dropped when using apply'`
    const expecting = (...warnings: readonly string[]): string[] => texts(run(`- {name: a, object: ${twice}, expect: {warnings: [${warnings.join(', ')}]}}\n`))
    expect(expecting('{contains: hides}', warning(1, 'A'))).eql(['a: passed'])
    expect(expecting(warning(3, 'B'), '{matches: "env.1."}')).eql(['a: passed'])
    expect(expecting('{contains: hides}')).length(2)
    expect(expecting('{contains: hides}', '{contains: hides}', '{contains: hides}')).length(2)
    expect(expecting('{contains: env.7}', warning(1, 'A'))).length(2)
  })

  it('compares stored fields: lists item by item, numbers with quantities, and null with absence', () => {
    const stored = (fields: string): string[] => texts(run(`- {name: a, object: pod.yaml, expect: {stored: ${fields}}}\n`)).slice(1)
    expect(stored('{spec: {containers: [{name: app}, {name: log}]}}')).length(1)
    expect(stored('{spec: {containers: []}}')).length(1)
    expect(stored('{metadata: {labels: null, creationTimestamp: null}}')).eql([])
    expect(stored('{metadata: {labels: {a: null}}}')).eql([])
    expect(stored('{metadata: {labels: {}}}')).eql(['5:60 step 1 Pod/web stored.metadata.labels: {} | absent'])
    expect(stored('{spec: {containers: [{resources: {limits: {cpu: 500}}}]}}')).eql(['5:96 step 1 Pod/web stored.spec.containers[0].resources.limits.cpu: 500 | 500m'])
    const one = 'object: {base: pod.yaml, patch: {spec: {containers: [{name: app, resources: {limits: {memory: 1}}}]}}}'
    expect(texts(run(`- {name: a, ${one}, expect: {stored: {spec: {containers: [{resources: {limits: {memory: 1}}}]}}}}\n`))).eql(['a: passed'])
  })

  it('names an object without a name by the beginning of its name', () => {
    const object = '{apiVersion: v1, kind: ConfigMap, metadata: {generateName: conf-}}'
    expect(texts(run(`- {name: a, object: ${object}, expect: {allowed: false}}\n`))).eql(['a: failed', '5:107 step 1 ConfigMap/conf- allowed: denied | admitted: 201 Created'])
  })

  it('names a parameter by its key as written, which YAML can read as false', () => {
    expect(texts(run('- {name: row $(n), rows: [{n: 1, y: 2}], object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: "$(n)-$(y)"}}, expect: {stored: {data: {a: 1-2}}}}\n')))
      .eql(['row 1: passed'])
  })

  it('does not run tests that take too long @slow', () => {
    let calls = 0
    const late = 'team.kadm-test.yaml:6: did not run, as the tests before it took 10 minutes: run fewer tests at a time, for example with --filter'
    expect(texts(run('- {name: a, object: pod.yaml}\n- {name: b, object: pod.yaml}\n', {isOver: () => calls++ > 0}))).eql(['a: passed', 'b: broken', late])
    const slow = `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${'a'.repeat(500_000)}}}`
    expect(texts(run(`- {name: c, object: ${slow}, expect: {message: {matches: "(.{0,50}){0,9}x"}}}\n`))).eql([
      'c: broken', 'team.kadm-test.yaml:5: the regular expressions take too long for these texts: use contains, or shorter expressions',
    ])
    const quotas = Array.from({length: 80}, (_, i) => `{apiVersion: v1, kind: ResourceQuota, metadata: {name: q${i}}, spec: {hard: {count/a${i}.example.com: 1}}}`)
    expect(texts(run(`- {name: d, policies: [${quotas.join(', ')}], object: pod.yaml, times: 10000}\n`))).eql([
      'd: broken', 'team.kadm-test.yaml:5: namespace default has 81 ResourceQuotas for 10001 objects: kadm charges objects to quotas beyond the first 10 of a namespace at most 500000 times in a run; '
      + 'simulate fewer objects at a time, or fewer quotas',
    ])
  })

  it('runs other files when one has errors', () => {
    const wrong = new SourceFile('a.kadm-test.yaml', 'kind: Suite\n')
    const right = new SourceFile('b.kadm-test.yaml', 'apiVersion: test.kadm.dev/v1\nkind: Suite\ntests: [{name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}]\n')
    const report = runTests([wrong, right].map((file) => ({file, files: new Map()})))
    expect(report.files.map(({errors, tests}) => [errors.length, tests.length])).eql([[2, 0], [0, 1]])
    expect(report.summary).eql({passed: 1, failed: 0, broken: 1, skipped: 0})
  })
})
