import {expect} from 'chai'
import {execFileSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import Capacity from '../../commands/capacity.js'
import DescribeLimits from '../../commands/describe/limits.js'
import Diff from '../../commands/diff.js'
import Drift from '../../commands/drift.js'
import Events from '../../commands/events.js'
import Export from '../../commands/export.js'
import Lint from '../../commands/lint.js'
import Replay from '../../commands/replay.js'
import Simulate from '../../commands/simulate.js'
import Test from '../../commands/test.js'
import Tune from '../../commands/tune.js'
import {record} from '../helpers/event-log.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'
import {runKadm} from '../helpers/run-kadm.js'

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: dev}\nspec: {containers: [{name: a, image: b}]}\n'
const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits, namespace: dev}\nspec: {limits: [{type: Pod, min: {cpu: 2}, max: {cpu: 1}}]}\n'
const reason = 'the file cannot be read: no such file or directory'

describe('unreadable file @slow', () => {
  const write = inFolder()

  beforeEach(function () {
    if (process.platform === 'win32') this.skip()
    write({'app/a.yaml': limits, 'app/c.yaml': pod})
    symlinkSync('gone.yaml', 'app/b.yaml')
  })

  it('is a finding of lint among others', async () => {
    const {stdout, status} = await runCommand(Lint, 'app', '--no-color')
    expect(status).to.equal(2)
    expect(stdout).to.match(/^app\/a\.yaml:4:\d+ {2}error/).and.to.contain(`app/b.yaml:1:1  error  ${reason}  source/unreadable\n`)
    expect(stdout).to.match(/\n2 objects in 3 files: 2 errors, 0 warnings\nThe report is incomplete: 1 file cannot be read\.\n$/)
    expect(JSON.parse((await runCommand(Lint, 'app', '-o', 'json')).stdout)).to.deep.include({incomplete: ['1 file cannot be read']})
    expect((await runCommand(Lint, 'app', '-o', 'markdown')).stdout).to.contain('**The report is incomplete: 1 file cannot be read.**')
    expect(await runCommand(Lint, 'app', '--fail-on', 'none')).to.include({status: 2})
    expect(await runCommand(Lint, 'app/c.yaml')).to.include({status: 0})
    expect(await runCommand(Lint, 'app', '--exclude', 'app/[ab].yaml')).to.include({status: 0})
  })

  it('does not prevent other files from being sent', async () => {
    const {stdout, status} = await runCommand(Simulate, 'app', '--exclude', 'app/a.yaml', '--no-color')
    expect(status).to.equal(2)
    expect(stdout).to.contain(`app/b.yaml:1:1  error  ${reason}`).and.to.contain('1 object: 1 admitted, 0 denied, 1 unreadable\n')
    expect(stdout).to.match(/Note: the result is incomplete: 1 file cannot be read\n$/)
  })

  it('makes every command exit with 2', async () => {
    const capacity = await runCommand(Capacity, 'app')
    expect(capacity).to.include({status: 2})
    expect(capacity.stderr).to.contain(`app/b.yaml:1: ${reason}\n`).and.to.contain('Note: the result is incomplete: 1 file cannot be read, 1 policy is rejected\n')
    for (const run of [await runCommand(Drift, '-p', 'app'), await runCommand(DescribeLimits, '-n', 'dev', '-p', 'app'), await runCommand(Export, 'app')]) {
      expect(run.status).to.equal(2)
      expect(run.stderr).to.contain(reason)
    }
  })

  it('counts for simulate in a folder read by default, but not for describe', async () => {
    expect(await runCommand(Simulate, 'app/c.yaml', '-o', 'yaml')).to.include({status: 2})
    expect(await runCommand(DescribeLimits, 'x')).to.include({stderr: 'Error from server (NotFound): limitranges "x" not found\n'})
  })

  it('can be a pipe, which kadm does not wait for', async () => {
    execFileSync('mkfifo', ['app/pipe.yaml'])
    const {stdout, status} = await runCommand(Lint, 'app')
    expect(status).to.equal(2)
    expect(stdout).to.contain('app/pipe.yaml:1:1  error  the file cannot be read: it is a pipe, a socket or a device').and.to.contain('2 files cannot be read')
  })

  it('is a usage error if the path does not exist', async () => {
    expect((await runCommand(Lint, 'app', 'nowhere.yaml')).error?.message).to.equal('the path "nowhere.yaml" does not exist')
  })

  it('is named with the report if no report is printed', async () => {
    const problem = `app/b.yaml:1: ${reason}\n`
    const end = 'Note: the report of this incomplete result is in r.html, r.json\n'
    for (const run of [
      [Lint, 'app'], [Simulate, 'app', '--exclude', 'app/a.yaml'], [Capacity, 'app', '--exclude', 'app/a.yaml'], [Diff, '--before', 'app/c.yaml', '--after', 'app'], [Drift, '-p', 'app'],
    ] as const) {
      const [command, ...args] = run
      const {stdout, stderr, status} = await runCommand(command, ...args, '-o', 'html=r.html', '-o', 'json=r.json')
      expect([stdout, status], command.name).to.deep.equal(['', 2])
      expect(stderr, command.name).to.contain(problem).and.to.match(/^Note: the result is incomplete: 1 file cannot be read/m)
      expect(stderr.endsWith(end), command.name).to.equal(true)
      expect(stderr.split(problem), command.name).to.have.length(2)
      expect((await runCommand(command, ...args, '-o', 'json', '-o', 'html=r.html')).stderr, command.name).not.to.contain(end.slice(0, 20))
    }
  })

  it('is named once for several environments, whose report is in a file', async () => {
    write({'.kadm.yaml': 'environments: {a: {files: [app]}, b: {files: [app/c.yaml]}}\n'})
    const {stderr, status} = await runCommand(Simulate, '--env', 'all', '--exclude', 'app/a.yaml', '-o', 'html=r.html')
    expect(status).to.equal(2)
    expect(stderr).to.match(/\nNote: the report of this incomplete result is in r\.html\n$/)
    expect(stderr.match(/the report of/g)).to.have.length(1)
  })

  it('is not noted with a report in a file if nothing is missing', async () => {
    for (const [command, ...args] of [[Lint, 'app/a.yaml'], [Simulate, 'app/c.yaml', '-p', 'app/c.yaml']] as const) {
      expect((await runCommand(command, ...args, '-o', 'html=r.html')).stderr, command.name).to.equal('')
    }
  })
})

describe('broken test file', () => {
  const write = inFolder()

  it('is named with the report if no report is printed', async () => {
    write({'a.kadm-test.yaml': 'apiVersion: test.kadm.dev/v1\nkind: Suite\ntest: []\n'})
    const {stderr, status} = await runCommand(Test, '-o', 'html=r.html')
    expect(status).to.equal(2)
    expect(stderr).to.match(/^a\.kadm-test\.yaml:\d: .*test.*\n/).and.to.contain('Note: the result is incomplete: 1 test file has errors\nNote: the report of this incomplete result is in r.html\n')
  })
})

describe('test file that cannot be read', () => {
  const write = inFolder()
  const suite = 'apiVersion: test.kadm.dev/v1\nkind: Suite\ntests: [{name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}]\n'
  const makers: Readonly<Record<string, readonly [error: string, make: () => void]>> = {
    'a pipe': ['app/bad.kadm-test.yaml:1:1: the file cannot be read: it is a pipe, a socket or a device', () => execFileSync('mkfifo', ['app/bad.kadm-test.yaml'])],
    'a dangling link': [`app/bad.kadm-test.yaml:1:1: ${reason}`, () => symlinkSync('gone.yaml', 'app/bad.kadm-test.yaml')],
    'a folder that cannot be listed': [`app/dir\ufffd:1:1: the file cannot be read: its name is not valid UTF-8: rename it`, () => mkdirSync(Buffer.from([...Buffer.from('app/dir'), 0xfe]))],
  }

  beforeEach(function () {
    if (process.platform !== 'linux') this.skip()
    write({'app/good.kadm-test.yaml': suite, 'app/readme.txt': 'not a test file'})
  })

  for (const [what, [error, make]] of Object.entries(makers)) {
    for (const path of ['app', 'app/**']) {
      it(`is an error of kadm test ${path} beside other tests: ${what}`, async () => {
        make()
        const {status, stdout} = await runCommand(Test, path, '--no-times')
        expect(stdout).to.contain(`  ERROR  ${error}\n`).and.to.contain('\n  ok     a\n').and.to.contain('2 tests: 1 passed, 1 cannot run\n')
        expect(status).to.equal(2)
      })
    }
  }

  it('is not run, with a note, if it is a link out of the repository', async () => {
    mkdirSync('app/.git')
    write({'outside.yaml': suite})
    symlinkSync('../outside.yaml', 'app/link.kadm-test.yaml')
    const note = 'app/link.kadm-test.yaml is not run: it is a link that leads outside the repository. Name it to run it.\n'
    expect(await runCommand(Test, 'app', '--no-times')).to.deep.include({status: 0, stderr: note, stdout: 'app/good.kadm-test.yaml\n  ok     a\n\n1 test: 1 passed\n'})
    expect(await runCommand(Test, 'app/link.kadm-test.yaml', '--no-times')).to.deep.include({status: 0, stderr: ''})
  })
})

describe('log that cannot be read', () => {
  const write = inFolder()

  it('is an error if a glob matches it among others, even a pipe', async function () {
    if (process.platform === 'win32') return this.skip()
    write({'logs/a.log': `${record(0)}\n`, 'limits.yaml': 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 5, burst: 10}]\n'})
    const errors = async (): Promise<readonly unknown[]> => {
      const runs = [await runCommand(Replay, 'logs/*', '--admission-config', 'limits.yaml'), await runCommand(Tune, 'logs/*'), await runCommand(Events, 'logs/*')]
      return runs.map(({status, error}) => `${status} ${error?.message ?? ''}`)
    }
    symlinkSync('gone', 'logs/b.log')
    expect(await errors()).to.deep.equal(Array(3).fill('2 cannot read "logs/b.log": no such file or directory'))
    rmSync('logs/b.log')
    execFileSync('mkfifo', ['logs/b.log'])
    expect(await errors()).to.deep.equal(Array(3).fill('2 cannot read "logs/b.log": it is a pipe, a socket or a device'))
  })
})

describe('empty input @slow', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kadm-empty-'))
  after(() => rmSync(folder, {recursive: true, force: true}))
  const kadm = (...args: string[]): ReturnType<typeof runKadm> => runKadm(args, {cwd: folder, input: ''})

  it('is reported for standard input', async () => {
    writeFileSync(join(folder, 'pod.yaml'), pod)
    const warning = 'Warning: standard input is empty: nothing was read\n'
    expect(await kadm('lint', '-')).to.include({status: 0, stderr: warning})
    expect((await kadm('simulate', 'pod.yaml', '-p', '-')).stderr).to.contain(warning)
    expect((await kadm('export', '-')).stderr).to.contain(warning)
    expect((await kadm('tune', '-')).stderr).to.contain('The log is empty: nothing was read\n')
  })

  it('fails like kubectl if there are no objects to send', async () => {
    const run = await kadm('simulate', '-', '--operation', 'apply')
    expect(run.status).to.equal(2)
    expect(run.stderr).to.contain('error: no objects passed to apply\nHint: --allow-empty accepts files without any object.\n')
    expect(await kadm('simulate', '-', '--allow-empty')).to.include({status: 0})
    expect(await kadm('capacity', '-')).to.include({status: 2})
  })
})

describe('file name with invalid UTF-8 @slow', () => {
  const write = inFolder()
  const lost = 'the file cannot be read: its name is not valid UTF-8: rename it'

  beforeEach(function () {
    if (process.platform !== 'linux') this.skip()
    write({'app/fine.yaml': pod})
    writeFileSync(Buffer.from([...Buffer.from('app/bad'), 0xff, ...Buffer.from('.yaml')]), pod)
    mkdirSync(Buffer.from([...Buffer.from('app/dir'), 0xfe]))
  })

  for (const argv of [['app'], ['app/**'], ['app/*.yaml'], ['app/bad\ufffd.yaml', 'app/fine.yaml']]) {
    it(`is a finding among others: ${argv.join(' ')}`, async () => {
      const {stdout, status} = await runCommand(Lint, ...argv, '--no-color')
      expect(status).to.equal(2)
      expect(stdout).to.contain(`app/bad\ufffd.yaml:1:1  error  ${lost}`).and.to.match(/^1 object in \d files/m)
      if (argv[0] === 'app' || argv[0] === 'app/**') expect(stdout).to.contain(`app/dir\ufffd:1:1  error  ${lost}`)
    })
  }
})
