import {expect} from 'chai'
import {execFileSync} from 'node:child_process'
import {chmodSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync} from 'node:fs'

import Capacity from '../../commands/capacity.js'
import Drift from '../../commands/drift.js'
import Lint from '../../commands/lint.js'
import Replay from '../../commands/replay.js'
import Simulate from '../../commands/simulate.js'
import Test from '../../commands/test.js'
import {record} from '../helpers/event-log.js'
import {inFolder} from '../helpers/in-folder.js'
import {limits} from '../helpers/rule-table.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

describe('files written by commands', () => {
  const writeFiles = inFolder()
  const write = (path: string, text: string): void => writeFiles({[path]: text})
  const read = (path: string): string => readFileSync(path, 'utf8')
  const lint = (...argv: string[]): Promise<CommandRun> => runCommand(Lint, ...argv)
  const errorOf = ({status, error}: CommandRun): string => `${status} ${error?.message ?? ''}`

  const [bad, good] = ['container', 'Container'].map((type) => limits('a', `type: ${type}, max: {cpu: 1}`)) as [string, string]

  describe('--fix', () => {
    it('preserves mode, line endings, byte order mark, symbolic and hard links', async function () {
      if (process.platform === 'win32') return this.skip()
      const dressed = (text: string): string => `\ufeff${text.replaceAll('\n', '\r\n')}`
      write('real/a.yaml', dressed(bad))
      chmodSync('real/a.yaml', 0o640)
      linkSync('real/a.yaml', 'real/backup')
      symlinkSync('real/a.yaml', 'b.yaml')
      const {stderr, status} = await lint('--fix')
      expect([stderr, status]).to.deep.equal(['fixed: 1 place in 1 file\n', 0])
      expect([read('real/a.yaml'), statSync('real/a.yaml').mode & 0o777, lstatSync('b.yaml').isSymbolicLink(), read('real/backup')])
        .to.deep.equal([dressed(good), 0o640, true, dressed(bad)])
      expect(readdirSync('real')).to.deep.equal(['a.yaml', 'backup'])
    })

    it('skips a read-only file, reports its findings, and fixes other files', async () => {
      write('a.yaml', bad)
      write('b.yaml', limits('b', 'type: container, max: {cpu: 1}'))
      chmodSync('a.yaml', 0o444)
      const {status, stdout, stderr} = await lint('--fix')
      expect([status, stderr]).to.deep.equal([1, 'not fixed: a.yaml is read-only, or its folder is\nfixed: 1 place in 1 file\n'])
      expect(stdout).to.contain('a.yaml:6:12')
      expect([read('a.yaml'), read('b.yaml')]).to.deep.equal([bad, limits('b', 'type: Container, max: {cpu: 1}')])
      chmodSync('a.yaml', 0o644)
    })

    it('does not follow links out of the given paths', async function () {
      if (process.platform === 'win32') return this.skip()
      write('mine/c.yaml', bad)
      write('theirs/a.yaml', 'kind: x\n')
      mkdirSync('theirs/in')
      symlinkSync('../../mine/c.yaml', 'theirs/in/b.yaml')
      const note = (path: string): string => `not fixed: ${path} is a link out of the named folders: name its target\nfixed: 0 places in 0 files\n`
      for (const path of ['theirs', 'theirs/in/*.yaml', 'theirs/in/b.yaml']) {
        const {status, stderr} = await lint('--fix', path)
        expect([status, stderr.slice(stderr.indexOf('not fixed')), read('mine/c.yaml')], path).to.deep.equal([1, note('theirs/in/b.yaml'), bad])
      }
      expect([(await lint('--fix', 'theirs/in/b.yaml', 'mine/c.yaml')).status, read('mine/c.yaml')]).to.deep.equal([0, good])
    })
  })

  describe('test --update', () => {
    it('preserves mode and line endings, and changes neither read-only files nor targets of links out of the given paths', async function () {
      if (process.platform === 'win32') return this.skip()
      const suite = (code: number): string =>
        `apiVersion: test.kadm.dev/v1\r\nkind: Suite\r\ntests:\r\n- {name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}, expect: {code: ${code}}}\r\n`
      for (const path of ['mine/c.kadm-test.yaml', 'theirs/own.kadm-test.yaml', 'theirs/locked.kadm-test.yaml']) write(path, suite(404))
      symlinkSync('../mine/c.kadm-test.yaml', 'theirs/link.kadm-test.yaml')
      chmodSync('theirs/own.kadm-test.yaml', 0o640)
      chmodSync('theirs/locked.kadm-test.yaml', 0o444)
      const {status, stderr} = await runCommand(Test, '--update', 'theirs')
      expect([status, stderr.trimEnd().split('\n').sort()]).to.deep.equal([1, [
        'not updated: theirs/link.kadm-test.yaml is a link out of the named folders: name its target',
        'not updated: theirs/locked.kadm-test.yaml is read-only, or its folder is',
        'updated: 1 value in theirs/own.kadm-test.yaml',
      ]])
      expect(['mine/c', 'theirs/locked', 'theirs/own'].map((path) => read(`${path}.kadm-test.yaml`))).to.deep.equal([suite(404), suite(404), suite(201)])
      expect([statSync('theirs/own.kadm-test.yaml').mode & 0o777, readdirSync('theirs').length]).to.deep.equal([0o640, 3])
      chmodSync('theirs/locked.kadm-test.yaml', 0o644)
    })
  })

  describe('--write-baseline', () => {
    it('preserves the file mode', async function () {
      if (process.platform === 'win32') return this.skip()
      write('a.yaml', bad)
      write('known.json', '{"version": 1, "findings": []}')
      chmodSync('known.json', 0o600)
      expect((await lint('--baseline', 'known.json', '--write-baseline')).status).to.equal(0)
      expect([statSync('known.json').mode & 0o777, (JSON.parse(read('known.json')) as {findings: object[]}).findings.length]).to.deep.equal([0o600, 1])
    })

    it('replaces neither read-only files nor files other than baselines', async () => {
      write('a.yaml', bad)
      const old = '{"version": 1, "findings": []}'
      write('known.json', old)
      write('package.json', '{"name": "mine"}')
      chmodSync('known.json', 0o400)
      expect(errorOf(await lint('--baseline', 'known.json', '--write-baseline'))).to.equal('2 cannot write "known.json": it is read-only')
      expect(errorOf(await lint('--baseline', 'package.json', '--write-baseline')))
        .to.equal('2 --write-baseline does not replace "package.json", which is not a baseline: package.json:1:1: a baseline is what --write-baseline writes: {"version": 1, "findings": [...]}')
      expect([read('known.json'), read('package.json')]).to.deep.equal([old, '{"name": "mine"}'])
      chmodSync('known.json', 0o600)
    })
  })

  describe('baseline set in a configuration file', () => {
    it('must be within its folder, unless a flag names it', async function () {
      write('.kadm.yaml', 'exclude: []\n')
      write('repository/.kadm.yaml', 'baseline: ../known.json\n')
      write('repository/a.yaml', bad)
      process.chdir('repository')
      const rejection = `2 .kadm.yaml:1:11: baseline: "../known.json" leads out of the folder of this file`
      for (const argv of [[], ['--write-baseline']]) expect(errorOf(await lint(...argv))).to.equal(rejection)
      expect(readdirSync('..').sort()).to.deep.equal(['.kadm.yaml', 'repository'])
      expect((await lint('--write-baseline', '--baseline', '../known.json')).status).to.equal(0)
      if (process.platform === 'win32') return
      symlinkSync('../new.json', 'link.json')
      write('repository/.kadm.yaml', 'baseline: link.json\n')
      expect(errorOf(await lint('--write-baseline'))).to.equal(rejection.replace('../known', 'link'))
      expect(readdirSync('..').sort()).to.deep.equal(['.kadm.yaml', 'known.json', 'repository'])
    })

    it('must be a regular file', async function () {
      if (process.platform === 'win32') return this.skip()
      write('a.yaml', bad)
      execFileSync('mkfifo', ['fifo'])
      for (const argv of [[], ['--write-baseline']]) {
        expect(errorOf(await lint('--baseline', 'fifo', ...argv))).to.match(/^2 .*cannot read "fifo": it is not a regular file$/)
      }
      write('.kadm.yaml', 'baseline: fifo\n')
      expect(errorOf(await lint())).to.equal('2 .kadm.yaml:1:11: baseline: "fifo" is neither a file nor a directory')
    })
  })

  describe('output files', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b}]}\n'
    const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: default}\nspec: {hard: {pods: "3"}}\n'
    const admission = `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n- name: EventRateLimit
  configuration: {apiVersion: eventratelimit.admission.k8s.io/v1alpha1, kind: Configuration, limits: [{type: Server, qps: 1, burst: 2}]}\n`
    beforeEach(() => {
      for (const [name, text] of Object.entries({'pod.yaml': pod, 'quota.yaml': quota, 'a.log': `${record(0)}\n`, 'admission.yaml': admission})) write(name, text)
      if (process.platform !== 'win32') symlinkSync('pod.yaml', 'link')
    })

    const cases: Readonly<Record<string, readonly [command: Parameters<typeof runCommand>[0], lost: string, ...argv: string[]]>> = {
      'simulate -o rejects an input file': [Simulate, './pod.yaml', 'pod.yaml', '-o', 'json=./pod.yaml'],
      'simulate -o rejects a policy file': [Simulate, 'quota.yaml', 'pod.yaml', '-p', 'quota.yaml', '-o', 'json=quota.yaml'],
      'simulate --usage-out rejects an input file': [Simulate, 'pod.yaml', 'pod.yaml', '-p', 'quota.yaml', '--usage-out', 'pod.yaml'],
      'simulate --usage-out rejects a policy file': [Simulate, 'quota.yaml', 'pod.yaml', '-p', 'quota.yaml', '--usage-out', 'quota.yaml'],
      'simulate --usage-out rejects a file in an input folder': [Simulate, 'pod.yaml', '.', '--usage-out', 'pod.yaml'],
      'lint -o rejects a file in an input folder': [Lint, './pod.yaml', '.', '-o', 'json=./pod.yaml'],
      'drift -o rejects a file in an input folder': [Drift, 'quota.yaml', '-p', '.', '-o', 'json=quota.yaml'],
      'capacity -o rejects a file in an input folder': [Capacity, 'pod.yaml', '.', '-o', 'json=pod.yaml'],
      'capacity -o rejects an input file': [Capacity, 'pod.yaml', 'pod.yaml', '-p', 'quota.yaml', '-o', 'json=pod.yaml'],
      'drift -o rejects a policy file': [Drift, 'quota.yaml', '-p', 'quota.yaml', '-o', 'json=quota.yaml'],
      'replay --decisions rejects an input log': [Replay, 'a.log', 'a.log', '--admission-config', 'admission.yaml', '--decisions', 'a.log'],
      'replay --decisions rejects the limits file': [Replay, 'admission.yaml', 'a.log', '--admission-config', 'admission.yaml', '--decisions', 'admission.yaml'],
      ...process.platform !== 'win32' && {'lint -o rejects a link to an input file': [Lint, 'link', 'pod.yaml', '-o', 'json=link'] as const},
    }
    for (const [title, [command, lost, ...argv]] of Object.entries(cases)) {
      it(title, async () => {
        expect(errorOf(await runCommand(command, ...argv))).to.equal(`2 "${lost}" is an input of this run: kadm does not overwrite it`)
        expect([read('pod.yaml'), read('quota.yaml'), read('a.log'), read('admission.yaml')]).to.deep.equal([pod, quota, `${record(0)}\n`, admission])
      })
    }

    it('accepts the same usage document as input and output', async () => {
      expect((await runCommand(Simulate, 'pod.yaml', '-p', 'quota.yaml', '--usage-out', 'usage.yaml')).status).to.equal(0)
      expect((await runCommand(Simulate, 'pod.yaml', '-p', 'quota.yaml', '-p', 'usage.yaml', '--usage-out', 'usage.yaml')).status).to.equal(0)
      expect(read('usage.yaml')).to.contain("pods: '2'")
    })

    it('keeps the old decisions file if a log cannot be read', async () => {
      write('decisions', 'old')
      const run = await runCommand(Replay, 'a.log', 'missing.log', '--admission-config', 'admission.yaml', '--decisions', 'decisions')
      expect([run.status, read('decisions')]).to.deep.equal([2, 'old'])
    })
  })
})
