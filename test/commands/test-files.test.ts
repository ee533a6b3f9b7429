import {expect} from 'chai'

import Capacity from '../../commands/capacity.js'
import Explain from '../../commands/explain.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import Limits from '../../commands/suggest/limits.js'
import Test from '../../commands/test.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const suite = 'apiVersion: test.kadm.dev/v1\nkind: Suite\ntests:\n'
const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: a}]}\n'

describe('files of kadm test', () => {
  const write = inFolder()

  it('are checked by kadm lint in folders, with the place of each error', async () => {
    write({
      'app/pod.yaml': pod,
      'app/a.kadm-test.yaml': `${suite}- name: large\n  object: pod.yaml\n  expect: {alowed: false}\n- name: small\n  object: pod.yaml\n  operation: creat\n`,
      'app/b.kadm-test.yaml': `${suite}- [\n`,
      'app/c.kadm-test.yaml': `${suite}- {name: fine, object: pod.yaml}\n`,
    })
    const {stdout, status} = await runCommand(Lint, 'app', '-o', 'compact')
    expect(stdout.split('\n')).eql([
      'app/a.kadm-test.yaml:6:12: error: unknown field "alowed" [policy-test/unknown-field]',
      'app/a.kadm-test.yaml:9:14: error: operation must be one of create, update, apply, delete, patch, scale [policy-test/invalid-value]',
      'app/b.kadm-test.yaml:4:3: error: the bracket [ is never closed [policy-test/document]',
      '',
    ])
    expect(status).equal(1)
  })

  it('are fixed by kadm lint --fix where the fix is unambiguous', async () => {
    write({'a.kadm-test.yaml': `${suite}- name: large # keeps comments\n  object: pod.yaml\n  expect: {alowed: false}\n`})
    const {stdout} = await runCommand(Lint, '.', '--fix', '--dry-run')
    expect(stdout).contains('-  expect: {alowed: false}\n+  expect: {allowed: false}\n')
  })

  it('can have suppressions', async () => {
    write({'a.kadm-test.yaml': `# kadm-disable policy-test/unknown-field -- a newer version has it\n${suite}- {name: large, object: pod.yaml, later: 1}\n`})
    const {stdout, status} = await runCommand(Lint, '.')
    expect(stdout).equal('0 objects in 1 file: nothing wrong (1 suppressed)\n')
    expect(status).equal(0)
  })

  it('are skipped by kadm simulate in folders', async () => {
    write({'app/pod.yaml': pod, 'app/a.kadm-test.yaml': `${suite}- {name: fine, object: pod.yaml}\n`, 'app/b.kadm-test.yaml': 'tests: [\n'})
    const {stdout, stderr, status} = await runCommand(Simulate, 'app', '--verbose')
    expect(stdout).contains('1 object').not.contains('Suite')
    expect(stderr).contains('app/a.kadm-test.yaml').contains('kadm test')
    expect(status).equal(0)
  })

  for (const command of [Capacity, Explain, Simulate, Limits]) {
    it(`are not sent by kadm ${command.name.toLowerCase()} if they are named`, async () => {
      write({'pod.yaml': pod, 'a.kadm-test.yaml': `${suite}- {name: fine, object: pod.yaml}\n`, 'other.yaml': `${suite}- {name: fine, object: pod.yaml}\n`})
      const warnings = ['a.kadm-test.yaml', 'other.yaml'].map((path) => `Warning: ${path} is a test file, which has no objects: kadm test runs it\n`)
      const single = await runCommand(command, 'a.kadm-test.yaml', 'other.yaml')
      expect(single.stderr).contains(warnings.join(''))
      expect(single.stdout).not.contains('Suite')
      expect(single.status).equal(2)
      const others = await runCommand(command, 'pod.yaml', 'a.kadm-test.yaml')
      expect(others.stderr).contains(warnings[0])
      expect(others.stdout).not.contains('Suite')
      expect(others.status).equal(0)
    })
  }

  it('are objects with --strict, and are not warned about by kadm lint', async () => {
    write({'a.kadm-test.yaml': `${suite}- {name: fine, object: {apiVersion: v1, kind: Pod, metadata: {name: a}}}\n`})
    expect((await runCommand(Simulate, 'a.kadm-test.yaml', '--strict')).stdout).contains('Suite')
    expect((await runCommand(Lint, 'a.kadm-test.yaml')).stderr).equal('')
  })

  it('have the API server of a kubeadm configuration in a folder of policies, as kadm simulate has', async () => {
    const large = pod.replace('image: a}', 'image: a, resources: {limits: {cpu: 2}}}')
    write({
      'pod.yaml': large, 'policies/limits.yaml': 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec: {limits: [{type: Container, max: {cpu: 1}}]}\n',
      'policies/kubeadm.yaml': 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\napiServer: {extraArgs: [{name: disable-admission-plugins, value: LimitRanger}]}\n',
      'a.kadm-test.yaml': 'apiVersion: test.kadm.dev/v1\nkind: Suite\npolicies: [policies]\ntests: [{name: large, object: pod.yaml}]\n',
    })
    expect((await runCommand(Simulate, 'pod.yaml', '-p', 'policies')).status).equal(0)
    const {stdout, status} = await runCommand(Test, '--no-times')
    expect(stdout).contains('1 test: 1 passed\n')
    expect(status).equal(0)
  })
})
