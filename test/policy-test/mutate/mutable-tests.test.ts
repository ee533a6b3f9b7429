import {expect} from 'chai'
import fc from 'fast-check'

import {noSuchFile} from '../../../src/configuration/file-error.js'
import {mutableTests} from '../../../src/policy-test/mutate/mutable-tests.js'
import {mutantsOf} from '../../../src/policy-test/mutate/mutants.js'
import {runTests} from '../../../src/policy-test/run-tests.js'
import type {TestInput, TestResult, TestRun} from '../../../src/policy-test/types.js'
import type {Simulation} from '../../../src/simulate/simulate.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {runs} from '../../helpers/runs.js'

type Body = Readonly<Record<string, unknown>>

const namespaces = ['a', 'b', undefined]

const metadata = (name: string, namespace: string | undefined): Body => ({metadata: {name, ...namespace !== undefined && {namespace}}})

const policy = fc.record({
  namespace: fc.constantFrom(...namespaces),
  policy: fc.constantFrom(
    {kind: 'LimitRange', spec: {limits: [{type: 'Container', max: {cpu: '1'}, default: {cpu: '500m'}}]}},
    {kind: 'LimitRange', spec: {limits: [{type: 'PersistentVolumeClaim', max: {storage: '1Gi'}}]}},
    {kind: 'ResourceQuota', spec: {hard: {pods: '1', 'count/configmaps': '1'}}},
    {kind: 'ResourceQuota', spec: {hard: {'requests.cpu': '600m', 'count/limitranges': '2'}}},
  ),
})

const object = fc.record({
  namespace: fc.constantFrom(...namespaces),
  object: fc.constantFrom<Body>(
    {apiVersion: 'v1', kind: 'Pod', spec: {containers: [{name: 'c', image: 'i'}]}}, {apiVersion: 'v1', kind: 'ConfigMap'},
    {apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1025Mi'}}}},
    {apiVersion: 'apps/v1', kind: 'Deployment', spec: {replicas: 2, selector: {matchLabels: {a: 'b'}}, template: {metadata: {labels: {a: 'b'}}, spec: {containers: [{name: 'c', image: 'i'}]}}}},
    {apiVersion: 'v1', kind: 'Namespace'}, {apiVersion: 'v1', kind: 'LimitRange', spec: {limits: [{type: 'Container', min: {cpu: '600m'}}]}},
  ),
})

const testCase = fc.record({
  objects: fc.array(object, {minLength: 1, maxLength: 3}), existing: fc.array(object, {maxLength: 1}), namespace: fc.constantFrom(...namespaces),
  expects: fc.constantFrom('answers', 'quotas', 'pods'), deletesNamespace: fc.boolean(),
})

type Case = typeof testCase extends fc.Arbitrary<infer T> ? T : never

/** A test whose expectations are not yet known. */
function testOf({objects, existing, namespace, deletesNamespace}: Case, i: number): Body {
  const body = (one: Case['objects'][number], name: string): Body => ({...one.object, ...one.object['kind'] === 'Namespace' ? metadata(one.namespace ?? 'c', undefined) : metadata(name, one.namespace)})
  const deletion = {object: {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'a'}}, operation: 'delete'}
  return {
    name: `test ${i}`, ...namespace !== undefined && {namespace}, existing: existing.map((one) => body(one, 'old')),
    steps: [...objects.map((one, j): Body => ({object: body(one, `new-${j}`)})), ...deletesNamespace ? [deletion] : []],
  }
}

const policies = (all: readonly {readonly namespace: string | undefined, readonly policy: Body}[]): SourceFile =>
  new SourceFile('p.yaml', all.map(({namespace, policy: body}, i) => JSON.stringify({apiVersion: 'v1', ...body, ...metadata(`p${i}`, namespace)})).join('\n---\n'))

const inputOf = (file: SourceFile, tests: readonly Body[]): TestInput => ({
  file: new SourceFile('t.kadm-test.yaml', JSON.stringify({apiVersion: 'test.kadm.dev/v1', kind: 'Suite', policies: ['p.yaml'], tests})), files: new Map([['p.yaml', {sources: [file]}]]),
})

/** Returns the actual answer to a step, and the state after the last one, as an expectation. */
function expectationOf({steps}: TestResult, {reviews, quotas, workloads}: Simulation, i: number, expects: Case['expects']): Body {
  const review = reviews[i]
  const answer = {allowed: review?.allowed, message: review?.status.message}
  if (i < steps - 1) return answer
  const used = quotas.map(({quota: {metadata: {namespace, name}, status}}) =>
    [`${namespace}/${name}`, Object.fromEntries(Object.entries(status?.used ?? {}).map(([resource, amount]) => [resource, String(amount)]))])
  const [workload, ...others] = workloads
  return {...answer, ...expects === 'quotas' && used.length > 0 && {quotas: Object.fromEntries(used)}, ...expects === 'pods' && workload !== undefined && others.length === 0 && {pods: workload.created}}
}

/** The input with the actual answers as the expected ones. */
function withExpectations(file: SourceFile, cases: readonly Case[]): TestInput {
  const tests = cases.map(testOf)
  const found: Body[] = []
  runTests([inputOf(file, tests)], {
    observe(result, simulation) {
      const i = tests.findIndex(({name}) => name === result.name)
      const steps = tests[i]?.['steps'] as readonly Body[]
      const expects = cases[i]?.expects ?? 'answers'
      found.push({...tests[i], steps: steps.map((step, j) => ({...step, expect: expectationOf(result, simulation, j, expects)}))})
    },
  })
  return inputOf(file, found)
}

describe('tests on mutants @slow', () => {
  it('have the results of tests that read the changed files and all policies', () => {
    let [compared, failing] = [0, 0]
    fc.assert(fc.property(fc.array(policy, {minLength: 2, maxLength: 4}), fc.array(testCase, {minLength: 1, maxLength: 3}), (all, cases) => {
      const file = policies(all)
      const input = withExpectations(file, cases)
      const passed: TestRun[] = []
      runTests([input], {observe: ({status}, _, run) => status === 'passed' && passed.push(run)})
      const tests = mutableTests(passed, {readFile: noSuchFile})
      for (const mutant of mutantsOf(file)) {
        const whole = runTests([{...input, files: new Map([['p.yaml', {sources: [mutant.file]}]])}])
        for (const [i, run] of passed.entries()) {
          const plain = whole.files[0]?.tests.find(({name}) => name === run.test.name)?.status === 'passed'
          expect(tests[i]?.passesWith(mutant), `${run.test.name}: ${String(mutant.item.field)} ${mutant.change}`).equal(plain)
          compared++
          if (!plain) failing++
        }
      }
    }), {numRuns: runs(25), seed: 19})
    expect(compared).greaterThan(runs(300))
    expect(failing).greaterThan(runs(30))
  })
})
