import {expect} from 'chai'

import type {DecidingPart} from '../../src/admission/plugin.js'
import {qosAnnotation} from '../../src/admission/plugins/pod-qos/index.js'
import {FieldPath} from '../../src/machinery/field/path.js'
import {runTests} from '../../src/policy-test/run-tests.js'
import {SuiteSetup} from '../../src/policy-test/suite-setup.js'
import {createInitialCluster} from '../../src/simulate/initial-cluster.js'
import {SourceFile} from '../../src/source/source-file.js'
import {readTestFile, type TestFile} from '../../src/test-file/read-test-file.js'

const fileOf = (policies: readonly string[], tests: readonly string[]): SourceFile => new SourceFile(
  'team.kadm-test.yaml',
  `apiVersion: test.kadm.dev/v1\nkind: Suite\npolicies: [${policies.join(', ')}]\ntests:\n${tests.map((test, i) => `- {name: t${i}, ${test}}\n`).join('')}`,
)

/** Returns the statuses of tests, which can name the files `one.yaml` and `none.yaml`. */
const statuses = (policies: readonly string[], ...tests: readonly string[]): string[] => {
  const named = Object.entries({'one.yaml': pod('name: old, uid: a'), 'none.yaml': quota('name: none').replace('"1"', '"0"')})
  const {files} = runTests([{file: fileOf(policies, tests), files: new Map(named.map(([path, text]) => [path, {sources: [new SourceFile(path, text)]}]))}])
  expect(files.flatMap(({errors}) => errors.map(({message}) => message))).to.deep.equal([])
  return files.flatMap((file) => file.tests.map(({status}) => status))
}

const quota = (metadata: string): string => `{apiVersion: v1, kind: ResourceQuota, metadata: {${metadata}}, spec: {hard: {pods: "1"}}}`
const pod = (metadata: string): string => `{apiVersion: v1, kind: Pod, metadata: {${metadata}}, spec: {containers: [{name: app, image: i}]}}`
const metadataPolicy = '{apiVersion: kadm.dev/v1, kind: MetadataPolicy, metadata: {name: gpu}, spec: {rules: [{policyPredicate: {labelSelector: {matchLabels: {team: a}}}, policyAction: {updatedLabels: {cost: x}}}]}}'

describe('the setup that the tests of a file have in common', () => {
  it('is not changed by a test', () => {
    const test = (name: string): string => `object: ${pod(`name: ${name}`)}, expect: {allowed: true, quotas: {team: {pods: 1}}}`
    expect(statuses([quota('name: team')], test('a'), test('b'), test('c'))).to.deep.equal(['passed', 'passed', 'passed'])
  })

  it('puts policies without a namespace into that of each test', () => {
    const two = (namespace: string, allowed: boolean): string => `namespace: ${namespace}, steps: [{object: ${pod('name: a')}}, {object: ${pod('name: b')}, expect: {allowed: ${allowed}}}]`
    expect(statuses([quota('name: team')], two('dev', false), two('prod', false), two('dev', false))).to.deep.equal(['passed', 'passed', 'passed'])
    expect(statuses([quota('name: team, namespace: dev')], two('dev', false), two('prod', true), two('dev', false))).to.deep.equal(['passed', 'passed', 'passed'])
  })

  it('reports the parts of policies that decided a test to that test', () => {
    const quotaOfJobs = quota('name: team').replace('{pods: "1"}', '{pods: "1"}, scopes: [Terminating]')
    const decisions: number[] = []
    const tests = ['a', 'b'].map((name) => `object: ${pod(`name: ${name}`)}`)
    runTests([{file: fileOf([quotaOfJobs], tests), files: new Map()}], {observe: (_result, _simulation, run) => decisions.push(run.decisions.length)})
    expect(decisions).to.deep.equal([1, 1])
  })

  it('has no objects and settings of single tests', () => {
    const full = `existing: [${pod('name: old, uid: a')}], object: ${pod('name: web')}, expect: {allowed: false}`
    const bounded = `policies: [${quota('name: none').replace('"1"', '"0"')}], object: ${pod('name: web')}, expect: {allowed: false}`
    const disabled = `server: {disableAdmissionPlugins: [ResourceQuota]}, steps: [{object: ${pod('name: a')}}, {object: ${pod('name: b')}, expect: {allowed: true}}]`
    const usual = `object: ${pod('name: web')}, expect: {allowed: true}`
    expect(statuses([quota('name: team')], usual, full, usual, bounded, usual, disabled, usual)).to.deep.equal(new Array(7).fill('passed'))
  })

  it('has the files that a test adds only for tests that add the same', () => {
    const test = (added: string, allowed: boolean): string => `${added}object: ${pod('name: web')}, expect: {allowed: ${allowed}}`
    const [usual, full, bounded] = [test('', true), test('existing: [one.yaml], ', false), test('policies: [none.yaml], ', false)]
    expect(statuses([quota('name: team')], usual, full, full, usual, bounded, bounded, full, test('policies: [one.yaml], ', false), usual)).to.deep.equal(new Array(9).fill('passed'))
  })

  it('enables PodQos only for tests that send a MetadataPolicy', () => {
    const annotated = (annotations: string): string => `object: ${pod('name: web')}, expect: {stored: {metadata: {annotations: ${annotations}}}}`
    const plain = annotated('null')
    const policy = `steps: [{object: ${metadataPolicy}, expect: {allowed: true}}, {${annotated(`{${qosAnnotation}: BestEffort}`)}}]`
    expect(statuses([quota('name: team')], plain, policy, plain)).to.deep.equal(['passed', 'passed', 'passed'])
  })

  it('is created once, and each test gets the parts of policies that decided then', () => {
    const file = fileOf([], [`object: ${pod('name: a')}`, `object: ${pod('name: b')}`, `namespace: dev, object: ${pod('name: c')}`, `server: {nodes: 1}, object: ${pod('name: d')}`])
    const suite = readTestFile(file).test
    expect(suite).to.be.an('object')
    const setup = new SuiteSetup(suite as TestFile, {file, files: new Map()})
    const decided: DecidingPart = {plugin: 'PodSecurity', field: FieldPath.of('exemptions')}
    const created: string[] = []
    const decisions = setup.suite.tests.map((test) => {
      const own: DecidingPart[] = []
      setup.clusterFor(test, test.namespace ?? 'default', own)(() => {
        created.push(test.name)
        own.push(decided)
        return createInitialCluster({policies: [], existing: []}, {namespace: 'default'})
      }, [])
      return own
    })
    expect(created).to.deep.equal(['t0', 't3'])
    expect(decisions).to.deep.equal(new Array(4).fill([decided]))
  })
})
