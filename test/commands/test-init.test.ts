import {readdirSync, readFileSync} from 'node:fs'

import {expect} from 'chai'

import Test from '../../commands/test.js'
import TestInit from '../../commands/test/init.js'
import {SourceFile} from '../../src/source/source-file.js'
import {readTestFile} from '../../src/test-file/read-test-file.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec:\n  limits:\n    - {type: Container, max: {memory: 1Gi}}\n'

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n    - {name: web, image: nginx}\n'

/** A repository with policies of each kind, which hinder each other. */
const wholeRepository = {
  'policies/limits.yaml': `apiVersion: v1
kind: LimitRange
metadata: {name: limits, namespace: team}
spec:
  limits:
    - {type: Container, min: {cpu: 50m}, max: {cpu: 4, memory: 8Gi}, default: {cpu: 500m, memory: 512Mi}, defaultRequest: {cpu: 100m}, maxLimitRequestRatio: {cpu: 10}}
    - {type: Pod, min: {cpu: 50m}, max: {memory: 12Gi}}
    - {type: PersistentVolumeClaim, min: {storage: 2Gi}, max: {storage: 100Gi}}
`,
  'policies/quotas.yaml': `apiVersion: v1
kind: ResourceQuota
metadata: {name: compute, namespace: team}
spec: {hard: {requests.cpu: 3, limits.cpu: 5, limits.memory: 10Gi, pods: 20, requests.storage: 50Gi, gold.storageclass.storage.k8s.io/persistentvolumeclaims: 2}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: objects, namespace: team}
spec: {hard: {services.loadbalancers: 0, services.nodeports: 2, configmaps: 10, count/deployments.apps: 3, count/poddisruptionbudgets.policy: 1, requests.nvidia.com/gpu: 2, hugepages-2Mi: 100Mi}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: high, namespace: other}
spec: {hard: {pods: 2}, scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [high, critical]}]}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: low, namespace: other}
spec: {hard: {pods: 4}, scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: NotIn, values: [high, critical]}]}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: runs, namespace: third}
spec: {hard: {pods: 3, requests.cpu: 1}, scopes: [NotBestEffort, Terminating]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: claims, namespace: third}
spec: {hard: {requests.storage: 10Gi}, scopeSelector: {matchExpressions: [{scopeName: VolumeAttributesClass, operator: In, values: [gold]}]}}
`,
  'policies/owner.yaml': `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: owner, namespace: team}
spec:
  rules:
    - policyPredicate: {labelSelector: {matchExpressions: [{key: owner, operator: DoesNotExist}]}}
      policyAction: {reject: true}
    - policyPredicate: {labelSelector: {matchLabels: {tier: web}}}
      policyAction: {updatedAnnotations: {note: x}}
`,
  'policies/admission.yaml': `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: ResourceQuota
    configuration:
      apiVersion: apiserver.config.k8s.io/v1
      kind: ResourceQuotaConfiguration
      limitedResources: [{resource: pods, matchContains: [requests.cpu]}]
  - name: EventRateLimit
    configuration:
      apiVersion: eventratelimit.admission.k8s.io/v1alpha1
      kind: Configuration
      limits: [{type: Server, qps: 100, burst: 400}, {type: User, qps: 5, burst: 20, cacheSize: 100}]
`,
  'app/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: nginx}]}}}
`,
}

describe('kadm test init @slow', () => {
  const write = inFolder()

  it('writes a valid test file with paths relative to it', async () => {
    write({'policies/limits.yaml': limits, 'app/pod.yaml': pod, 'tests/README.md': ''})
    const {status, stdout, stderr} = await runCommand(TestInit, 'policies', 'app', '-o', 'tests/limits.kadm-test.yaml')
    expect([status, stdout]).to.deep.equal([0, ''])
    expect(stderr).to.contain('Wrote 3 tests to tests/limits.kadm-test.yaml. Check what they expect, and run them with: kadm test tests/limits.kadm-test.yaml\n')
    const text = readFileSync('tests/limits.kadm-test.yaml', 'utf8')
    expect(text).to.contain('policies:\n  - ../policies/limits.yaml\ntests:\n  - name: \'LimitRange limits: Container max.memory 1Gi admits 1Gi\'\n    object:\n      base: ../app/pod.yaml\n')
    const {test, errors} = readTestFile(new SourceFile('tests/limits.kadm-test.yaml', text))
    expect(errors).to.deep.equal([])
    expect(test?.tests.map(({name}) => name)).to.deep.equal([
      'LimitRange limits: Container max.memory 1Gi admits 1Gi', 'LimitRange limits: Container max.memory 1Gi denies 1025Mi', 'LimitRange limits sets default requests and limits',
    ])
  })

  it('rejects files that cannot be read, and policies that the server rejects, with their places', async () => {
    write({
      'limits.yaml': limits, 'broken.yaml': 'apiVersion: v1\nkind: ResourceQuota\nspec: {hard: {pods: 1}',
      'rejected.yaml': `${limits.trimEnd()}\n---\napiVersion: v1\nkind: LimitRange\nmetadata: {name: other}\nspec: {limits: [{type: Container, max: {cpu: 1}, min: {cpu: 2}}]}\n`,
    })
    const broken = await runCommand(TestInit, 'limits.yaml', 'broken.yaml')
    expect([broken.status, broken.error?.message]).to.deep.equal([2, 'broken.yaml:3:7: the bracket { is never closed'])
    const rejected = await runCommand(TestInit, 'rejected.yaml')
    expect(rejected.status).to.equal(2)
    expect(rejected.error?.message).to.match(/^rejected\.yaml:\d+:1: the API server rejects LimitRange\/other: LimitRange "other" is invalid: .* min value 2 is greater than max value 1/)
    expect(readdirSync('.')).to.not.include('policies.kadm-test.yaml')
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
    write({'quota.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: 0, requests.cpu: 1}}\n'})
    const {stdout, stderr} = await runCommand(TestInit, 'quota.yaml', '-o', '-')
    expect(stdout).to.contain('# No test was found for:\n# - ResourceQuota q: hard.requests.cpu 1\n')
    expect(stderr).to.equal('No test was found for ResourceQuota q: hard.requests.cpu 1\n')
  })

  it('writes the settings of the server into the file, so that the tests pass at once', async () => {
    const limitedResources = '[{resource: pods, matchScopes: [{scopeName: PriorityClass, operator: In, values: [high]}]}]'
    write({
      'limits.yaml': limits, 'tests/README.md': '', '.kadm.yaml': 'kubernetesVersion: "1.35"\n',
      'server/quota.yaml': `apiVersion: apiserver.config.k8s.io/v1\nkind: ResourceQuotaConfiguration\nlimitedResources: ${limitedResources}\n`,
    })
    const flags = ['--admission-config', 'server/quota.yaml', '--disable-admission-plugins', 'LimitRanger']
    const {stderr} = await runCommand(TestInit, 'limits.yaml', ...flags, '-o', 'tests/a.kadm-test.yaml')
    expect(stderr).contains('No test was found for LimitRange limits: max.memory 1Gi\n')
    expect(readFileSync('tests/a.kadm-test.yaml', 'utf8')).contains(
      'policies:\n  - ../limits.yaml\nserver:\n  kubernetesVersion: \'1.35\'\n  disableAdmissionPlugins:\n    - LimitRanger\n  admissionConfig: ../server/quota.yaml\ntests:\n')
    const {status, stdout} = await runCommand(Test, '--no-times')
    expect([status, stdout.split('\n').at(-2)]).eql([0, '2 tests: 2 passed'])
  })

  it('reports a server that does not start', async () => {
    write({'limits.yaml': limits})
    const {status, error} = await runCommand(TestInit, 'limits.yaml', '--enable-admission-plugins', 'LimitRangr')
    expect([status, error?.message.split('\n')[0]]).eql([
      2, 'the API server does not start with this configuration: enable-admission-plugins plugin "LimitRangr" is unknown: write "LimitRanger"',
    ])
  })

  it('writes tests that pass, and that notice every change of the policies', async () => {
    write({...wholeRepository, 'tests/README.md': ''})
    const {stderr} = await runCommand(TestInit, 'policies', 'app', '-o', 'tests/all.kadm-test.yaml')
    expect(stderr).not.contains('No test was found')
    const {status, stdout} = await runCommand(Test, '--no-times', '--coverage', '--mutate', '--min-score', '100')
    expect(stdout).matches(/^Policy coverage: 100 % /m).and.matches(/^Policy mutation score: 100 % /m)
    expect(status).equal(0)
    const text = readFileSync('tests/all.kadm-test.yaml', 'utf8')
    expect(text).contains('base: ../app/web.yaml\n      select: Deployment/web\n      patch:\n        metadata:\n          labels:\n            owner: any\n')
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
    expect([status, error?.message]).to.deep.equal([2, 'there is no LimitRange, ResourceQuota, MetadataPolicy, level of Pod Security or EventRateLimit configuration to test'])
  })

  it('names bounds without a test if no other policies are there', async () => {
    write({'quota.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: quota}\nspec: {hard: {count/sheep.example.com: 1}}\n'})
    const {status, error} = await runCommand(TestInit)
    expect([status, error?.message]).to.deep.equal([2, 'no test was found for ResourceQuota quota: hard.count/sheep.example.com 1'])
  })
})
