import {expect} from 'chai'
import {mkdirSync, symlinkSync} from 'node:fs'

import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import Test from '../../commands/test.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'
const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nbogus: hunter2\n'

describe('symbolic links that lead out of the repository', () => {
  const write = inFolder()
  beforeEach(function () {
    if (process.platform === 'win32') this.skip()
    write({'repo/a/a.yaml': configMap, 'repo/b.yaml': configMap.replace('name: a', 'name: b'), 'secret.yaml': secret, 'outside/c.yaml': secret})
    mkdirSync('repo/.git')
    symlinkSync('../../secret.yaml', 'repo/a/link.yaml')
    symlinkSync('../../outside', 'repo/a/folder')
    symlinkSync('../b.yaml', 'repo/a/inside.yaml')
  })

  for (const path of ['repo', 'repo/a', 'repo/a/*.yaml', 'repo/**/link.yaml']) {
    it(`are skipped when kadm reads ${path}`, async () => {
      const {stdout, stderr} = await runCommand(Lint, path, '--verbose')
      expect(stdout + stderr).to.not.match(/hunter2|bogus/)
      expect(stdout).to.contain('skipped repo/a/link.yaml: link that leads outside (its target is not in the repository: name the link itself to read it)\n')
    })
  }

  it('are skipped with --strict and among policies', async () => {
    expect((await runCommand(Lint, 'repo', '--strict', '--verbose')).stdout).to.match(/skipped repo\/a\/link\.yaml/).and.not.match(/bogus/)
    const {stdout, stderr, error} = await runCommand(Simulate, 'repo/b.yaml', '-p', 'repo', '--verbose')
    expect(`${stdout}${stderr}${String(error)}`).to.match(/skipped repo\/a\/link\.yaml/).and.not.match(/bogus/)
  })

  it('are listed as skipped in the JSON report', async () => {
    const {skipped} = JSON.parse((await runCommand(Lint, 'repo', '-o', 'json')).stdout) as {skipped: unknown[]}
    expect(skipped).to.deep.include({path: 'repo/a/link.yaml', reason: 'link-outside', detail: 'its target is not in the repository: name the link itself to read it'})
  })

  it('are followed if they are named, or if they stay within the repository', async () => {
    expect((await runCommand(Lint, 'repo/a/link.yaml')).stdout).to.contain('bogus')
    expect((await runCommand(Lint, 'repo/a')).stdout).to.match(/^2 objects in 2 files: nothing wrong\n/)
  })
})

describe('paths in a test file', () => {
  const write = inFolder()
  const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: b}]}\n'
  const suiteOf = (settings: string, object = 'pod.yaml'): string =>
    `apiVersion: test.kadm.dev/v1\nkind: Suite\n${settings}\ntests:\n- name: one\n  object: ${object}\n`
  const configurationWith = (path: string): string =>
    `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: [{name: PodSecurity, path: ${path}}]\n`
  beforeEach(function () {
    if (process.platform === 'win32') this.skip()
    write({'secret.yaml': secret, 'outside/c.yaml': secret, 'repo/t/pod.yaml': pod})
    mkdirSync('repo/.git')
    symlinkSync('../../secret.yaml', 'repo/t/link.yaml')
    symlinkSync('../../outside', 'repo/t/folder')
  })
  /** Runs the test from the folder above the repository. */
  const outputOf = async (suite: string): Promise<string> => {
    write({'repo/t/a.kadm-test.yaml': suite})
    const {stdout, stderr, status, error} = await runCommand(Test, 'repo/t/a.kadm-test.yaml', '--no-times')
    expect(status).to.equal(2)
    const output = `${stdout}${stderr}${String(error)}`
    expect(output).to.not.match(/hunter2|bogus/)
    return output
  }

  for (const path of ['../../secret.yaml', 'link.yaml', 'folder', 'folder/c.yaml', '"folder/*.yaml"', '"../../*.yaml"', '/etc/hosts', '"**/../../../outside/*"']) {
    it(`cannot lead out of the repository: ${path}`, async () => {
      const message = 'leads out of the repository of this file, and out of its folder'
      expect(await outputOf(suiteOf('namespace: dev', path))).to.contain(`repo/t/a.kadm-test.yaml:6:11: ${path.replaceAll('"', '')} ${message}\n`)
      expect(await outputOf(suiteOf(`policies: [${path}]`))).to.contain(`repo/t/a.kadm-test.yaml:3:12: ${path.replaceAll('"', '')} ${message}\n`)
    })
  }

  for (const path of ['../../secret.yaml', 'link.yaml', 'folder/c.yaml', '/etc/hosts']) {
    it(`cannot lead out of the repository by an AdmissionConfiguration: ${path}`, async () => {
      write({'repo/t/admission.yaml': configurationWith(path)})
      const message = /repo\/t\/admission\.yaml: \S+ is not read: it is outside the repository of the given files/
      expect(await outputOf(suiteOf('server: {admissionConfig: admission.yaml}'))).to.match(message)
      expect(await outputOf(suiteOf('policies: [admission.yaml]'))).to.match(message)
    })
  }
})

describe('default paths that are symbolic links', () => {
  const write = inFolder()
  beforeEach(function () {
    if (process.platform === 'win32') this.skip()
    write({'outside/secret.yaml': secret, 'outside/settings': 'failOn: none\nhunter2: 1\n', 'repo/a.yaml': configMap, 'repo/shared/.kadm.yaml': 'order: files\n'})
    mkdirSync('repo/.git')
    process.chdir('repo')
  })

  it('rejects ./manifests if it leads out of the repository', async () => {
    symlinkSync('../outside', 'manifests')
    const {status, error, stdout, stderr} = await runCommand(Simulate, 'a.yaml')
    expect([status, error?.message, error?.suggestions]).to.deep.equal([
      2, '"./manifests" is a link that leads out of the repository', ['name the policies, with -p ./manifests or -p another path'],
    ])
    expect(stdout + stderr).to.not.match(/hunter2|bogus/)
    expect((await runCommand(Simulate, 'a.yaml', '-p', 'a.yaml')).status).to.equal(0)
  })

  it('rejects a .kadm.yaml that leads out of the repository', async () => {
    symlinkSync('../outside/settings', '.kadm.yaml')
    const {status, error} = await runCommand(Lint, 'a.yaml')
    expect([status, error?.message, error?.suggestions]).to.deep.equal([
      2, '.kadm.yaml is a link that leads out of the repository: kadm does not read it', ['put a copy of the file in its place'],
    ])
  })

  it('follows links within the repository', async () => {
    symlinkSync('shared/.kadm.yaml', '.kadm.yaml')
    symlinkSync('shared', 'manifests')
    expect((await runCommand(Simulate, 'a.yaml')).status).to.equal(0)
  })
})

describe('path patterns in a configuration file', () => {
  const write = inFolder()
  const rejection = async (setting: string): Promise<unknown> => {
    write({'repo/.kadm.yaml': setting, 'repo/a.yaml': configMap, 'secret.yaml': secret})
    process.chdir('repo')
    const {status, error} = await runCommand(Lint, '.')
    expect(status).to.equal(2)
    return error?.message
  }
  const tooManyBraces = 'has braces that expand to more than 100 patterns'
  const outside = 'leads out of the folder of this file'
  const settings: [setting: string, message: string][] = [
    ['exclude: ["{1..100000000}"]\n', `.kadm.yaml:1:11: the pattern "{1..100000000}" ${tooManyBraces}`],
    [`policies:\n- "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"\n`, `.kadm.yaml:2:3: the pattern "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}..." ${tooManyBraces}`],
    ['environments: {dev: {files: ["*(*(*(a)))"]}}\n', '.kadm.yaml:1:30: the pattern "*(*(*(a)))" has a group that repeats or holds wildcards or other groups: write @(a|b), ?(a|b) or !(a|b) with plain names'],
    ['overrides: [{paths: ["**/a/**/a/**/a/**/a/**/a"], rules: {}}]\n', '.kadm.yaml:1:22: the pattern "**/a/**/a/**/a/**/a/**/a" has too many wildcards: beyond one "*" in each name and one "**", at most 3'],
    ['exclude: ["../**"]\n', `.kadm.yaml:1:11: exclude: "../**" ${outside}`],
    ['existing: ["/**/*.yaml"]\n', `.kadm.yaml:1:12: existing: "/**/*.yaml" ${outside}`],
  ]
  for (const [setting, message] of settings) it(`rejects ${setting.trim()}`, async () => expect(await rejection(setting)).to.equal(message))

  it('limits patterns of arguments, too', async () => {
    write({'a.yaml': configMap})
    for (const argv of [['*(*(*(a)))'], ['.', '--exclude', '{1..100000000}']]) {
      const {status, error} = await runCommand(Lint, ...argv)
      expect(status).to.equal(2)
      expect(error?.message).to.match(/^the pattern "[^"]+" has /)
    }
  })

  it('matches braces in settings and arguments', async () => {
    write({'.kadm.yaml': 'exclude: ["{b,c}*.{yaml,yml}"]\n', 'a.yaml': configMap, 'b.yaml': secret, 'c1.yml': secret})
    expect((await runCommand(Lint, '.')).stdout).to.equal('1 object in 1 file: nothing wrong\n')
    expect((await runCommand(Lint, '{a,x}.yaml')).stdout).to.equal('1 object in 1 file: nothing wrong\n')
  })
})
