import {expect} from 'chai'
import {execFileSync, spawnSync} from 'node:child_process'
import {cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {devNull, tmpdir} from 'node:os'
import {delimiter, dirname, join} from 'node:path'
import {pathToFileURL} from 'node:url'

import {plainEnv, root, type Run} from '../helpers/run-kadm.js'

const isThere = (program: string): boolean => spawnSync(program, ['--version'], {shell: process.platform === 'win32'}).status === 0

const limitRange = (name: string, item: string): string =>
  `apiVersion: v1\nkind: LimitRange\nmetadata: {name: ${name}, namespace: dev}\nspec:\n  limits:\n    - ${item}\n`

describe('pre-commit hooks', function () {
  this.timeout(900_000)
  let folder = ''
  let env: NodeJS.ProcessEnv = {}
  const inUse = (): string => join(folder, 'user')
  const git = (cwd: string, ...args: string[]): string => execFileSync('git', args, {cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']})

  /** A clone of this repository at its last commit; what has changed since is one more commit. */
  function cloned(): {readonly path: string, readonly revision: string} {
    const path = join(folder, 'kadm')
    git(folder, 'clone', '--quiet', '--depth', '1', pathToFileURL(root).href, path)
    for (const name of readdirSync(path)) if (name !== '.git') rmSync(join(path, name), {recursive: true})
    for (const file of git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')) {
      if (file === '' || !existsSync(join(root, file))) continue
      mkdirSync(dirname(join(path, file)), {recursive: true})
      cpSync(join(root, file), join(path, file))
    }
    git(path, 'add', '--all')
    if (git(path, 'status', '--porcelain') !== '') git(path, 'commit', '--quiet', '--message', 'Working tree')
    return {path, revision: git(path, 'rev-parse', 'HEAD').trim()}
  }

  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(inUse(), name)), {recursive: true})
    writeFileSync(join(inUse(), name), text)
    git(inUse(), 'add', name)
  }

  const run = (hook = 'kadm-lint'): Run => spawnSync('pre-commit', ['run', '--color', 'never', hook], {cwd: inUse(), env, encoding: 'utf8'})

  before(function () {
    if (!isThere('pre-commit') || !isThere('git') || !existsSync(join(root, '.git'))) {
      process.stderr.write('    pre-commit or git is not installed: the hook is not tested\n')
      this.skip()
    }
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-pre-commit-')))
    env = {
      ...Object.fromEntries(Object.entries(plainEnv).filter(([name]) => !name.startsWith('GIT_'))),
      PRE_COMMIT_HOME: join(folder, 'home'), GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com',
    }
    const {path, revision} = cloned()
    mkdirSync(inUse())
    git(inUse(), 'init', '--quiet')
    write('.pre-commit-config.yaml', `repos:\n  - repo: ${path}\n    rev: ${revision}\n    hooks:\n      - id: kadm-lint\n        args: [policies]\n`
      + '      - id: kadm-fix\n        args: [policies]\n      - id: kadm-simulate\n        args: [apps, -p, policies, -n, dev]\n      - id: kadm-lint-system\n        args: [policies]\n')
  })
  after(() => {
    if (folder !== '') rmSync(folder, {recursive: true, force: true})
  })

  it('are installed from a clone, and pass for valid policies', () => {
    write('policies/low.yaml', limitRange('low', '{type: Container, min: {cpu: "2"}}'))
    const {status, stdout} = run()
    expect(stdout).to.match(/^kadm lint\.+Passed$/m)
    expect(status).to.equal(0)
  })

  it('check policies outside the commit, too', () => {
    git(inUse(), 'commit', '--quiet', '--message', 'Low')
    write('policies/high.yaml', limitRange('high', '{type: Container, max: {cpu: "1"}}'))
    const {status, stdout} = run()
    expect(stdout).to.match(/^kadm lint\.+Failed\n- hook id: kadm-lint\n- exit code: 1\n/m)
    expect(stdout).to.match(/^policies\/low\.yaml:6:\d+ {2}error {2}.*limit-range\/contradiction\n {2}see: policies\/high\.yaml:6:\d+/m)
    expect(status).to.equal(1)
    git(inUse(), 'rm', '--quiet', '--force', 'policies/high.yaml')
  })

  it('run an installed kadm with the system hook', () => {
    const program = join(folder, 'kadm-program')
    mkdirSync(program)
    writeFileSync(join(program, 'kadm'), `#!/bin/sh\necho installed "$@"\nexit 1\n`, {mode: 0o755})
    write('policies/other.yaml', limitRange('other', '{type: Container, min: {cpu: "1"}}'))
    const before = env
    env = {...env, PATH: `${program}${delimiter}${env['PATH'] ?? ''}`}
    expect(run('kadm-lint-system').stdout).to.match(/^kadm lint\.+Failed\n- hook id: kadm-lint-system\n- exit code: 1\n\ninstalled lint policies$/m)
    env = before
    git(inUse(), 'rm', '--quiet', '--force', 'policies/other.yaml')
  })

  it('are skipped if no manifest changes', () => {
    write('README.md', 'text\n')
    expect(run().stdout).to.match(/^kadm lint\.+\(no files to check\)Skipped$/m)
  })

  it('fix unambiguous problems, and fail because the file changed', () => {
    write('policies/fixable.yaml', limitRange('fixable', '{type: container, max: {memory: 1gi}}'))
    const first = run('kadm-fix')
    expect(first.stdout).to.match(/^kadm fix\.+Failed\n- hook id: kadm-fix\n(?:- exit code: \d\n)?- files were modified by this hook\n/m)
    expect(first.status).to.equal(1)
    expect(readFileSync(join(inUse(), 'policies/fixable.yaml'), 'utf8')).to.equal(limitRange('fixable', '{type: Container, max: {memory: 1Gi}}'))
    git(inUse(), 'add', 'policies/fixable.yaml')
    expect(run('kadm-fix').stdout).to.match(/^kadm fix\.+Passed$/m)
  })

  it('simulate all objects under all policies if either changes', () => {
    const pod = (memory: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n    - {name: web, image: nginx, resources: {limits: {cpu: 3, memory: ${memory}}}}\n`
    write('apps/web.yaml', pod('1Gi'))
    expect(run('kadm-simulate').stdout).to.match(/^kadm simulate\.+Passed$/m)
    git(inUse(), 'commit', '--quiet', '--no-verify', '--message', 'Web')
    write('policies/fixable.yaml', limitRange('fixable', '{type: Container, max: {memory: 512Mi}}'))
    const {status, stdout} = run('kadm-simulate')
    expect(status).to.equal(1)
    expect(stdout).to.match(/^kadm simulate\.+Failed\n- hook id: kadm-simulate\n- exit code: 1\n/m)
    expect(stdout).to.contain('pods "web" is forbidden: maximum memory usage per Container is 512Mi, but limit is 1Gi')
  })
})
