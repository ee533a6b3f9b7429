import {readFileSync} from 'node:fs'

import {expect} from 'chai'

import Test from '../../commands/test.js'
import TestInit from '../../commands/test/init.js'
import {SourceFile} from '../../src/source/source-file.js'
import {readTestFile} from '../../src/test-file/read-test-file.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec:\n  limits:\n    - {type: Container, max: {memory: 1Gi}}\n'

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n    - {name: web, image: nginx}\n'

describe('kadm test init', () => {
  const write = inFolder()

  it('writes a valid test file with paths relative to it', async () => {
    write({'policies/limits.yaml': limits, 'app/pod.yaml': pod, 'tests/README.md': ''})
    const {status, stdout, stderr} = await runCommand(TestInit, 'policies', 'app', '-o', 'tests/limits.kadm-test.yaml')
    expect([status, stdout]).to.deep.equal([0, ''])
    expect(stderr).to.contain('Wrote 3 tests to tests/limits.kadm-test.yaml. Check what they expect, and run them with: kadm test tests/limits.kadm-test.yaml\n')
    const text = readFileSync('tests/limits.kadm-test.yaml', 'utf8')
    expect(text).to.contain('policies:\n  - ../policies/limits.yaml\ntests:\n  - name: \'LimitRange limits: Container max.memory 1Gi admits 1Gi\'\n    object:\n      base: ../app/pod.yaml\n')
    const {test, faults} = readTestFile(new SourceFile('tests/limits.kadm-test.yaml', text))
    expect(faults).to.deep.equal([])
    expect(test?.tests.map(({name}) => name)).to.deep.equal([
      'LimitRange limits: Container max.memory 1Gi admits 1Gi', 'LimitRange limits: Container max.memory 1Gi denies 1025Mi', 'LimitRange limits sets default requests and limits',
    ])
  })

  it('overwrites a file only with --force', async () => {
    write({'limits.yaml': limits, 'policies.kadm-test.yaml': 'mine'})
    const {status, error} = await runCommand(TestInit, 'limits.yaml')
    expect([status, error?.message, error?.suggestions]).to.deep.equal([2, '"policies.kadm-test.yaml" exists', ['choose another file with -o', '--force overwrites it']])
    expect(readFileSync('policies.kadm-test.yaml', 'utf8')).to.equal('mine')
    expect((await runCommand(TestInit, 'limits.yaml', '--force')).status).to.equal(0)
    expect(readFileSync('policies.kadm-test.yaml', 'utf8')).to.match(/^# Written by "kadm test init"/)
  })

  it('prints the tests with -o -, for objects in a namespace', async () => {
    write({'limits.yaml': limits})
    const {stdout, stderr} = await runCommand(TestInit, 'limits.yaml', '-o', '-', '-n', 'dev')
    expect(stdout).to.contain('kind: Suite\nnamespace: dev\npolicies:\n  - limits.yaml\n')
    expect(stderr).to.equal('')
  })

  it('lists bounds for which it finds no test', async () => {
    write({'quota.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: 1, count/widgets.example.com: 1}}\n'})
    const {stdout, stderr} = await runCommand(TestInit, 'quota.yaml', '-o', '-')
    expect(stdout).to.contain('# No test was found for:\n# - ResourceQuota q: hard.count/widgets.example.com 1\n')
    expect(stderr).to.equal('No test was found for ResourceQuota q: hard.count/widgets.example.com 1\n')
  })

  it('rejects policies that the tests could not read', async () => {
    write({'a/limits.yaml': limits, 'b/README.md': ''})
    process.chdir('b')
    const {status, error} = await runCommand(TestInit, '../a')
    process.chdir('..')
    expect([status, error?.message]).to.deep.equal([2, '"../a/limits.yaml" is outside of the folder or repository of the test file: kadm test does not read it'])
  })

  it('writes tests for limits of events, which pass and kill the mutants of their numbers', async () => {
    write({'events.yaml': 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits:\n  - {type: Server, qps: 50, burst: 40}\n  - {type: User, qps: 3, burst: 5}\n'})
    const {status, stderr} = await runCommand(TestInit, 'events.yaml')
    expect([status, stderr]).to.deep.equal([0, 'Wrote 2 tests to policies.kadm-test.yaml. Check what they expect, and run them with: kadm test policies.kadm-test.yaml\n'])
    const {status: tested, stdout} = await runCommand(Test, '--mutate', '--no-times')
    expect(tested).to.equal(0)
    expect(stdout).to.contain('2 tests: 2 passed\n').and.not.to.match(/(?:qps|burst) .*no test notices/)
  })

  it('rejects files without policies', async () => {
    write({'pod.yaml': pod})
    const {status, error} = await runCommand(TestInit, 'pod.yaml')
    expect([status, error?.message]).to.deep.equal([2, 'there is no LimitRange, ResourceQuota, MetadataPolicy or EventRateLimit configuration to test'])
  })
})
