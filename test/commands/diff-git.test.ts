import {expect} from 'chai'
import {chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync} from 'node:fs'
import {resolve} from 'node:path'

import Diff from '../../commands/diff.js'
import {inFolder} from '../helpers/in-folder.js'
import {commit, git} from '../helpers/git.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

const limitRange = (memory: string): string => `apiVersion: v1
kind: LimitRange
metadata: {name: defaults, namespace: dev}
spec: {limits: [{type: Container, max: {memory: ${memory}}}]}
`

const pod = (name: string, memory = '2Gi'): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: dev}\nspec: {containers: [{name: app, image: i, resources: {limits: {memory: ${memory}}}}]}\n`

describe('kadm diff --git @slow', () => {
  const write = inFolder()
  const run = (...args: string[]): Promise<CommandRun> => runCommand(Diff, '--no-color', ...args)

  beforeEach(() => {
    write({'policies/limits.yaml': limitRange('2Gi'), 'app/a.yaml': pod('a'), 'app/b.yaml': pod('b', '1Gi'), 'README.md': 'text\n'})
    git('init', '-q', '-b', 'main')
    commit('first')
  })

  it('compares the working tree with a revision, and changes neither', async () => {
    write({'policies/limits.yaml': limitRange('1Gi')})
    const [before, outer, own] = [git('status', '--porcelain'), process.env['TMPDIR'], resolve('.git/temporary')]
    mkdirSync(own)
    process.env['TMPDIR'] = own
    const {status, stdout, stderr} = await run('--git', 'main').finally(() => {
      if (outer === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = outer
    })
    expect([status, stderr]).to.deep.equal([1, ''])
    expect(stdout).to.match(/^Namespace dev\n {2}LimitRange defaults: max\.memory 2Gi → 1Gi \(policies\/limits\.yaml:4\): 1 of 2 pods is denied\n/)
    expect(git('status', '--porcelain')).to.equal(before)
    expect(readdirSync(own)).to.deep.equal([])
  })

  it('reads no configuration file above the files of a revision', async () => {
    write({'.git/temporary/.kadm.yaml': 'namespace: [\n'})
    const outer = process.env['TMPDIR']
    process.env['TMPDIR'] = resolve('.git/temporary')
    const {status, stderr} = await run('--git', 'HEAD..HEAD').finally(() => {
      if (outer === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = outer
    })
    expect([status, stderr]).to.deep.equal([0, ''])
  })

  it('compares two revisions, not the working tree', async () => {
    write({'policies/limits.yaml': limitRange('1Gi')})
    commit('second')
    write({'policies/limits.yaml': 'broken: ['})
    const {status, stdout} = await run('--git', 'HEAD~1..HEAD', 'policies', 'app')
    expect(status).to.equal(1)
    expect(stdout).to.contain('LimitRange defaults: max.memory 2Gi → 1Gi (policies/limits.yaml:4)')
    expect((await run('--git', 'HEAD..', 'app')).stdout).to.contain('no differences')
  })

  it('compares what a branch changed since it left another', async () => {
    git('checkout', '-q', '-b', 'feature')
    write({'app/c.yaml': pod('c', '1Gi')})
    commit('on the branch')
    git('checkout', '-q', 'main')
    write({'app/d.yaml': pod('d', '1Gi')})
    commit('on main')
    const {stdout} = await run('--git', 'main...feature')
    expect(stdout).to.contain('Pod/c: new, admitted').and.not.to.contain('Pod/d')
  })

  it('works in a subfolder, with paths relative to it', async () => {
    write({'policies/limits.yaml': limitRange('1Gi')})
    process.chdir('app')
    const {stdout} = await run('--git', 'main', '../policies', '.')
    expect(stdout).to.contain('max.memory 2Gi → 1Gi (../policies/limits.yaml:4): 1 of 2 pods is denied')
    expect(process.cwd()).to.match(/app$/)
  })

  it('reads the policies beside the files that a glob matches, at both revisions', async () => {
    git('mv', 'policies/limits.yaml', 'app/limits.yaml')
    commit('policies beside the objects')
    write({'app/limits.yaml': limitRange('1Gi')})
    const {status, stdout} = await run('--git', 'main', 'ap*/a.yaml')
    expect(status, stdout).to.equal(1)
    expect(stdout).to.contain('LimitRange defaults: max.memory 2Gi → 1Gi (app/limits.yaml:4): 1 of 1 pod is denied\n')
    git('mv', 'app', 'newer')
    expect((await run('--git', 'main', '{app,newer}/a.yaml')).stdout).to.contain('LimitRange defaults: max.memory 2Gi → 1Gi (newer/limits.yaml:4): 1 of 1 pod is denied\n')
  })

  it('reads the policies and the configuration file of each revision', async () => {
    write({'.kadm.yaml': 'policies: [rules]\n', 'rules/limits.yaml': limitRange('1Gi')})
    rmSync('policies', {recursive: true})
    commit('second')
    write({'.kadm.yaml': 'policies: [new]\n', 'new/limits.yaml': limitRange('3Gi')})
    rmSync('rules', {recursive: true})
    const {stdout, status} = await run('--git', 'main', 'app')
    expect(status, stdout).to.equal(0)
    expect(stdout).to.contain('LimitRange defaults: max.memory 1Gi → 3Gi (new/limits.yaml:4): 1 of 2 pods is admitted\n')
  })

  it('reports no difference for a file that moves', async () => {
    renameSync('app/a.yaml', 'app/moved.yaml')
    expect(await run('--git', 'main', '--fail-on', 'changed')).to.include({status: 0, stdout: '2 objects compared: no differences; no policy changed\n'})
  })

  it('reports the objects of a file that is deleted, and of a folder that is new', async () => {
    rmSync('app/a.yaml')
    write({'extra/c.yaml': pod('c', '1Gi')})
    const {stdout} = await run('--git', 'main', 'app', 'extra', 'policies')
    expect(stdout).to.contain('Pod/c: new, admitted').and.to.contain('Pod/a: removed')
    expect((await run('--git', 'main', 'app/a.yaml')).stdout).to.contain('Pod/a: removed')
    expect((await run('--git', 'main', 'ex*/c.yaml')).stdout).to.contain('Pod/c: new')
  })

  it('reports a file that is broken on one side', async () => {
    write({'app/a.yaml': 'kind: Pod\na: [\n'})
    const now = await run('--git', 'main')
    expect(now.status).to.equal(2)
    expect(now.stderr).to.contain('app/a.yaml:')
    commit('broken')
    write({'app/a.yaml': pod('a')})
    const earlier = await run('--git', 'main')
    expect(earlier.status).to.equal(0)
    expect(earlier.stdout).to.contain('before the change, 1 file has documents that cannot be used')
  })

  it('leaves out submodules on both sides', async () => {
    write({'other/sub.yaml': pod('sub')})
    process.chdir('other')
    git('init', '-q')
    commit('other')
    process.chdir('..')
    git('submodule', '--quiet', 'add', './other', 'modules/other')
    git('submodule', '--quiet', 'add', './other', 'modules/[o]{1}')
    rmSync('other', {recursive: true})
    commit('with a submodule')
    expect(existsSync('modules/other/sub.yaml')).to.equal(true)
    const {stdout, stderr} = await run('--git', 'main')
    expect(stdout).to.contain('no differences')
    expect(stderr).to.contain('Note: main: submodules are not read: modules/[o]{1}, modules/other\n')
  })

  it('follows links within a revision, and none that lead out of it', async () => {
    const outside = `${process.cwd()}-outside`
    mkdirSync(outside)
    try {
      write({[`../${outside.split('/').at(-1)}/secret.yaml`]: pod('secret')})
      symlinkSync(outside, 'escape')
      symlinkSync(`${outside}/secret.yaml`, 'app/secret.yaml')
      symlinkSync('../app/a.yaml', 'policies/linked.yaml')
      symlinkSync('app', 'apps')
      commit('links')
      rmSync('escape')
      const {stdout, stderr} = await run('--git', 'main', 'escape', 'apps', 'policies').then((result) => result, () => ({stdout: '', stderr: ''}))
      expect(stdout + stderr).not.to.contain('secret')
      expect((await run('--git', 'main', 'escape')).error?.message).to.equal('the path "escape" exists neither in main nor in the working tree')
      rmSync('apps')
      expect((await run('--git', 'main', 'apps')).stdout).to.contain('Pod/a: removed').and.to.contain('Pod/b: removed')
    } finally {
      rmSync(outside, {recursive: true})
    }
  })

  it('runs no program that the repository names', async () => {
    write({'run.sh': '#!/bin/sh\ntouch pwned\ncat\n', '.gitattributes': '*.yaml filter=evil diff=evil\n'})
    chmodSync('run.sh', 0o755)
    commit('attributes')
    for (const [name, value] of [
      ['core.hooksPath', '.'], ['core.fsmonitor', './run.sh'], ['filter.evil.smudge', './run.sh'], ['filter.evil.clean', './run.sh'], ['diff.evil.textconv', './run.sh'],
      ['diff.external', './run.sh'], ['core.pager', './run.sh'], ['core.sshCommand', './run.sh'], ['alias.rev-parse', '!./run.sh'], ['alias.ls-tree', '!./run.sh'],
    ] as const) git('config', name, value)
    rmSync('pwned', {force: true})
    write({'policies/limits.yaml': limitRange('1Gi')})
    expect((await run('--git', 'main')).stdout).to.contain('max.memory 2Gi → 1Gi')
    expect(existsSync('pwned')).to.equal(false)
  })

  it('reads existing objects from the disk on both sides', async () => {
    write({
      'policies/limits.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: dev}\nspec: {hard: {pods: "1"}}\n',
      'cluster.yaml': pod('running'),
    })
    const {stdout} = await run('--git', 'main', 'policies', 'app/b.yaml', '--existing', 'cluster.yaml')
    expect(stdout).to.contain('ResourceQuota q is new: pods 1 (policies/limits.yaml:4): 1 of 1 pod is denied\n')
  })

  const mistakes: Readonly<Record<string, readonly [argv: readonly string[], message: RegExp]>> = {
    'an unknown revision': [['--git', 'nowhere'], /^git does not know the revision "nowhere"$/],
    'an unknown end of a range': [['--git', 'main..nowhere'], /^git does not know the revision "nowhere"$/],
    'a revision that looks like an option': [['--git=--upload-pack=./run.sh'], /^"--upload-pack=\.\/run\.sh" is not a revision$/],
    'an option in a range': [['--git', 'main..--output=x'], /^"--output=x" is not a revision$/],
    'two ranges': [['--git', 'main..b..c'], /^"b\.\.c" is not a revision$/],
    'a search without a result': [['--git', ':/no such message'], /^git does not know the revision ":\/no such message"$/],
    'a file of a revision': [['--git', 'main:app'], /^git does not know the revision "main:app"$/],
    'an empty revision': [['--git', ''], /^"" is not a revision$/],
    'a path on neither side': [['--git', 'main', 'nothing'], /^the path "nothing" exists neither in main nor in the working tree$/],
    'a path outside the repository': [['--git', 'main', '..'], /^"\.\." is not in the repository /],
    'standard input': [['--git', 'main', '-'], /^--git compares paths of the repository, not standard input$/],
  }
  for (const [what, [argv, message]] of Object.entries(mistakes)) {
    it(`rejects ${what}`, async () => {
      const {status, error} = await run(...argv)
      expect(status).to.equal(2)
      expect(error?.message).to.match(message)
    })
  }

  it('names the side whose configuration is wrong', async () => {
    write({'.kadm.yaml': 'polices: []\n'})
    commit('wrong')
    rmSync('.kadm.yaml')
    expect((await run('--git', 'main')).error?.message).to.match(/^main: \.kadm\.yaml:1:1: /)
  })

  it('reports a folder that is in no repository', async () => {
    rmSync('.git', {recursive: true})
    const {status, error} = await run('--git', 'main')
    expect(status).to.equal(2)
    expect(error?.message).to.match(/^"git rev-parse --show-toplevel --show-prefix" failed \(exit status 128\):\nfatal: not a git repository/)
  })

  it('reports a machine without git', async () => {
    const path = process.env['PATH']
    process.env['PATH'] = process.cwd()
    try {
      expect(await run('--git', 'main')).to.include({status: 2}).and.to.have.nested.property('error.message', '--git needs git, which is not on the PATH')
    } finally {
      process.env['PATH'] = path
    }
  })
})
