import {expect} from 'chai'
import {mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {resolve} from 'node:path'

import Diff from '../../commands/diff.js'
import {WorkLimit} from '../../src/cluster/work-limit.js'
import {runGitSides} from '../../src/cli/diff/git-sides.js'
import {commit, git} from '../helpers/git.js'
import {inFolder} from '../helpers/in-folder.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

const limitRange = (memory: string): string => `apiVersion: v1
kind: LimitRange
metadata: {name: defaults, namespace: dev}
spec: {limits: [{type: Container, max: {memory: ${memory}}}]}
`

const pod = (name: string, memory = '2Gi'): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: dev}\nspec: {containers: [{name: app, image: i, resources: {limits: {memory: ${memory}}}}]}\n`

const denied = 'LimitRange defaults: max.memory 2Gi → 1Gi (policies/limits.yaml:4): 1 of 2 pods is denied\n'

describe('kadm diff --git with an unusual repository @slow', () => {
  const write = inFolder()
  const run = (...args: string[]): Promise<CommandRun> => runCommand(Diff, '--no-color', ...args)

  beforeEach(() => {
    write({'policies/limits.yaml': limitRange('2Gi'), 'app/a.yaml': pod('a'), 'app/b.yaml': pod('b', '1Gi')})
    git('init', '-q', '-b', 'main')
    commit('first')
  })

  it('reports the removal of a folder with policies', async () => {
    write({'app/a.yaml': pod('a', '3Gi')})
    commit('a pod that is denied')
    rmSync('policies', {recursive: true})
    const {stdout} = await run('--git', 'main', 'policies', 'app')
    expect(stdout).to.contain('  LimitRange defaults is removed: max.memory 2Gi (policies/limits.yaml:4): 1 of 2 pods is admitted\n    Pod/a: admitted\n')
  })

  it('reports a policy in a file that moves and changes', async () => {
    git('mv', 'policies/limits.yaml', 'policies/moved.yaml')
    write({'policies/moved.yaml': limitRange('1Gi')})
    expect((await run('--git', 'main')).stdout).to.contain(denied.replace('limits.yaml', 'moved.yaml'))
  })

  it('warns about the pointers of Git LFS in a revision', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n'
    write(Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((name) => [`app/${name}.yaml`, pointer])))
    commit('pointers')
    write({'app/1.yaml': pod('c')})
    const {stdout, stderr} = await run('--git', 'main')
    expect(stdout).to.contain('Pod/c: new, admitted')
    expect(stderr).to.contain('Warning: main: Git LFS has the content of app/1.yaml, app/2.yaml, app/3.yaml, app/4.yaml, app/5.yaml and 1 more, which is not read\n')
  })

  it('proposes to fetch the history of a shallow clone', async () => {
    write({'app/c.yaml': pod('c')})
    commit('second')
    const origin = process.cwd()
    git('clone', '-q', '--depth', '1', `file://${origin}`, 'shallow')
    process.chdir('shallow')
    const {status, error} = await run('--git', 'HEAD~1')
    expect([status, error?.message]).to.deep.equal([2, 'git does not know the revision "HEAD~1"'])
    expect(error).to.have.deep.property('suggestions', [
      'fetch the history, of which this clone has only a part: git fetch --unshallow', 'fetch it first, or name a branch, a tag or a commit',
    ])
  })

  it('reports a partial clone that lacks files, and reads it once they are fetched', async () => {
    git('config', 'uploadpack.allowFilter', 'true')
    const origin = process.cwd()
    for (const filter of ['blob:none', 'tree:0']) {
      process.chdir(origin)
      git('clone', '-q', '--no-checkout', `--filter=${filter}`, `file://${origin}`, filter)
      process.chdir(filter)
      const {status, error} = await run('--git', 'HEAD..HEAD')
      expect([status, error?.message]).to.deep.equal([2, 'this partial clone lacks files of the revision, and kadm fetches nothing'])
      expect(error).to.have.deep.property('suggestions', ['fetch all files first: git fetch --refetch --no-filter'])
      git('fetch', '-q', '--refetch', '--no-filter')
      expect((await run('--git', 'HEAD..HEAD')).stdout).to.equal('2 objects compared: no differences; no policy changed\n')
    }
  })

  it('compares what a sparse checkout has, and names the number of other manifests', async () => {
    write({'other/c.yaml': pod('c'), 'other/notes.md': 'text\n'})
    commit('second')
    git('sparse-checkout', 'set', 'policies', 'app')
    write({'policies/limits.yaml': limitRange('1Gi')})
    const {stdout, stderr} = await run('--git', 'main')
    expect(stdout).to.contain(denied)
    expect(stderr).to.equal('Note: main: 1 manifest is not compared, because the checkout of the working tree is sparse\n')
    // A file that exists is compared, also if the index marks it as left out.
    git('sparse-checkout', 'disable')
    git('update-index', '--skip-worktree', 'app/b.yaml', 'other/c.yaml')
    rmSync('other/c.yaml')
    write({'app/b.yaml': pod('b', '2Gi')})
    expect((await run('--git', 'main', '--', 'app', 'policies')).stdout).to.contain('2 of 2 pods are denied')
  })

  it('leaves out what git ignores, unless a path names it', async () => {
    write({'.gitignore': 'build/\n*.local.yaml\n/own/*\n', 'build/c.yaml': pod('c'), 'app/d.local.yaml': pod('d'), 'own/policies/limits.yaml': limitRange('1Gi')})
    commit('ignores')
    expect((await run('--git', 'main')).stdout).to.equal('2 objects compared: no differences; no policy changed\n')
    expect((await run('--git', 'main', 'app', 'build')).stdout).to.contain('Pod/c: new, admitted').and.not.to.contain('Pod/d')
    expect((await run('--git', 'main', 'app/d.local.yaml')).stdout).to.contain('Pod/d: new')
    write({'own/policies/quota.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: dev}\nspec: {hard: {pods: 1}}\n'})
    write({'.kadm.yaml': 'policies: [own/policies]\n', 'own/policies/limits.yaml': limitRange('1Gi')})
    expect((await run('--git', 'main', 'app')).stdout).to.contain('LimitRange defaults is new: max.memory 1Gi (own/policies/limits.yaml:4): 1 of 2 pods is denied')
    expect((await run('--git', 'main', 'app', '--existing', 'build')).stdout).to.contain('Pod/b: denied: pods "b" is forbidden: exceeded quota')
  })

  it('leaves out ignored folders with names like patterns, seen from another folder', async () => {
    write({'.gitignore': 'b[[]1]\n', 'b[1]/c.yaml': pod('c'), 'b1/e.yaml': pod('e')})
    commit('ignores')
    process.chdir('app')
    expect((await run('--git', 'main', '..')).stdout).to.equal('3 objects compared: no differences; no policy changed\n')
  })

  it('compares in a folder that the revision does not have, and with absolute paths', async () => {
    write({'policies/limits.yaml': limitRange('1Gi'), 'fresh/c.yaml': pod('c', '1Gi')})
    const [policies, app] = [resolve('policies'), resolve('app')]
    process.chdir('fresh')
    expect((await run('--git', 'main')).stdout).to.contain('Pod/c: new, admitted')
    expect((await run('--git', 'main', app, '-p', policies)).stdout).to.contain(denied.replace('(', '(../'))
  })

  it('reads policies from standard input for both sides', async () => {
    const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
    for (const flags of [['-p', '-'], ['-p', 'policies', '--existing', '-']]) {
      Object.defineProperty(process, 'stdin', {configurable: true, value: (async function* () { yield await Promise.resolve(Buffer.from(limitRange('1Gi'))) })()})
      try {
        write({'app/a.yaml': pod('a', '3Gi')})
        const {stdout, error} = await run('--git', 'main', 'app', ...flags)
        expect([error, stdout.includes('Pod/a: spec.containers')], flags.join(' ')).to.deep.equal([undefined, false])
      } finally {
        Object.defineProperty(process, 'stdin', stdin)
      }
    }
  })

  it('names the side on which the API server does not start, and repeats warnings about its files', async () => {
    write({'rates.yaml': 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 0, burst: 1}]\n'})
    commit('wrong')
    write({'rates.yaml': 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 1, burst: 1}]\n'})
    expect((await run('--git', 'main', 'app', '--admission-config', 'rates.yaml')).error?.message).to.match(/^main: /)
  })

  it('finds a commit by its message, and by the name of a tag', async () => {
    write({'policies/limits.yaml': limitRange('1Gi')})
    commit('second')
    git('tag', '-a', 'v1', '-m', 'annotated', 'HEAD~1')
    for (const revision of [':/first', 'v1', 'v1..main', 'main^{/first}', '@~1', 'v1...main']) expect((await run('--git', revision)).stdout, revision).to.contain(denied)
  })

  it('reports two branches without a common commit', async () => {
    git('checkout', '-q', '--orphan', 'other')
    commit('other')
    const {status, error} = await run('--git', 'main...other')
    expect([status, error?.message]).to.deep.equal([2, 'main and other have no common commit'])
    expect(error).to.have.deep.property('suggestions', ['compare them as they are: --git main..other'])
  })

  it('reports a branch without a commit', async () => {
    rmSync('.git', {recursive: true})
    git('init', '-q', '-b', 'main')
    for (const revision of ['main', 'HEAD', '..']) {
      expect(await run('--git', revision)).to.include({status: 2}).and.to.have.nested.property('error.message', 'the current branch has no commit to compare with')
    }
  })

  it('reports a bare repository', async () => {
    git('clone', '-q', '--bare', '.', 'bare.git')
    process.chdir('bare.git')
    expect(await run('--git', 'main')).to.include({status: 2})
      .and.to.have.nested.property('error.message', 'this repository is bare, and has no folder in which paths could be found')
  })

  it('compares with a detached HEAD, in a second working tree, and the sides of a range that are left out', async () => {
    write({'policies/limits.yaml': limitRange('1Gi')})
    commit('second')
    git('checkout', '-q', 'HEAD~1')
    expect((await run('--git', '..main')).stdout).to.contain(denied)
    expect((await run('--git', '...main')).stdout).to.contain(denied)
    expect((await run('--git', 'main...')).stdout).to.contain('no differences')
    git('worktree', 'add', '-q', 'second', 'main')
    process.chdir('second')
    expect((await run('--git', 'main~1')).stdout).to.contain(denied)
  })

  it('reports a file with the conflict of a merge', async () => {
    git('checkout', '-q', '-b', 'feature')
    write({'policies/limits.yaml': limitRange('3Gi')})
    commit('theirs')
    git('checkout', '-q', 'main')
    write({'policies/limits.yaml': limitRange('1Gi')})
    commit('ours')
    expect(() => git('merge', 'feature')).to.throw()
    const {status, stderr} = await run('--git', 'main')
    expect(status).to.equal(2)
    expect(stderr).to.contain('policies/limits.yaml:4: a conflict of a merge is left in the file')
  })

  it('warns about a file of a revision whose name is not UTF-8', async function () {
    if (process.platform !== 'linux') this.skip()
    writeFileSync(Buffer.from('app/\u00ff.yaml', 'latin1'), pod('c'))
    commit('odd name')
    rmSync(Buffer.from('app/\u00ff.yaml', 'latin1'))
    const {status, stderr} = await run('--git', 'main')
    expect(status).to.equal(0)
    expect(stderr).to.equal('Warning: main: 1 file is not read, because this system has no such names\n')
  })

  it('reads files with odd names in both sides', async function () {
    if (process.platform === 'win32') this.skip()
    const names = ['app/a "quoted"\nname.yaml', '-dash.yaml', 'app/--output=x.yaml', 'app/with space.yaml', 'app/glob[1]*.yaml', 'app/back\\slash.yaml', 'app/tab\t.yaml', 'app/:(top)ü.yaml']
    write(Object.fromEntries(names.map((name, i) => [name, pod(`odd-${i}`)])))
    commit('odd names')
    expect((await run('--git', 'main')).stdout).to.equal('10 objects compared: no differences; no policy changed\n')
    write({'policies/limits.yaml': limitRange('1Gi')})
    const {stdout} = await run('--git', 'main')
    expect(stdout).to.contain('9 of 10 pods are denied\n').and.to.contain('(app/a "quoted"\\nname.yaml:1)')
    for (const [i, name] of names.entries()) expect((await run('--git', 'main', 'policies', `./${name}`)).stdout, name).to.contain(`Pod/odd-${i}: denied`)
  })

  it('has a complete result if a link leads out of the repository', async () => {
    symlinkSync('/etc/passwd', 'app/link.yaml')
    const {status, stdout, stderr} = await run('--git', 'main')
    expect([status, stdout]).to.deep.equal([0, '2 objects compared: no differences; no policy changed\n'])
    expect(stderr).to.equal('1 file skipped: 1 link that leads outside\n')
  })

  it('reports a repository of another user in the words of git', async () => {
    process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER'] = '1'
    try {
      const {status, error} = await run('--git', 'main')
      expect(status).to.equal(2)
      expect(error?.message).to.contain('detected dubious ownership').and.to.contain('  git config --global --add safe.directory')
    } finally {
      delete process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER']
    }
  })

  it('removes the files of revisions before it simulates, so that a signal ends it at once', async () => {
    const [before, own] = [process.env['TMPDIR'], resolve('.git/temporary')]
    mkdirSync(own)
    process.env['TMPDIR'] = own
    const seen: string[][] = []
    const parts: number[] = []
    const onProgress = (done: number): void => {
      seen.push(readdirSync(own))
      parts.push(done)
    }
    try {
      await runGitSides('main', [], {}, {injected: undefined, onProgress, work: new WorkLimit(0)})
    } finally {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    }
    expect(seen.length).to.be.greaterThan(2)
    expect(seen.flat()).to.deep.equal([])
    // Each side is half of the progress.
    expect([parts[0], parts.includes(0.5)]).to.deep.equal([0, true])
    expect(Math.max(...parts)).to.be.lessThanOrEqual(1)
  })
})
