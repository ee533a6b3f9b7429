import {expect} from 'chai'
import {execFileSync, spawnSync} from 'node:child_process'
import {closeSync, mkdtempSync, openSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {limits} from '../helpers/rule-table.js'
import {ended, plainEnv, root, startKadm} from '../helpers/run-kadm.js'

const program = join(root, 'bin/run.js')

describe('written files', function () {
  let folder = ''
  const path = (name: string): string => join(folder, name)
  beforeEach(function () {
    if (process.platform === 'win32') return this.skip()
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-writing-')))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  const bad = limits('a', 'type: container, max: {cpu: 1}')
  const large = `${bad}${'# a comment that takes room on the disk\n'.repeat(50_000)}`

  /** Runs kadm in a shell that limits files to one block. */
  const withoutRoom = (...args: string[]): {readonly status: number | null, readonly stderr: string} =>
    spawnSync('sh', ['-c', 'ulimit -f 64 && exec "$@"', 'sh', process.execPath, program, ...args], {cwd: folder, env: plainEnv, encoding: 'utf8'})

  it('keep the old manifest if there is no room for the fixed one', () => {
    writeFileSync(path('a.yaml'), large)
    const run = withoutRoom('lint', '--fix', 'a.yaml')
    expect([run.status, run.stderr]).to.deep.equal([2, ' ›   Error: cannot fix "a.yaml": file too large\n'])
    expect(readFileSync(path('a.yaml'), 'utf8') === large, 'as it was').to.equal(true)
    expect(readdirSync(folder)).to.deep.equal(['a.yaml'])
  })

  it('keep the old report if there is no room for the new one', () => {
    writeFileSync(path('a.yaml'), Array.from({length: 200}, (_, i) => limits(`a${i}`, 'type: container, max: {cpu: 1}')).join('---\n'))
    writeFileSync(path('report'), 'old')
    const run = withoutRoom('lint', 'a.yaml', '-o', 'json=report')
    expect([run.status, readFileSync(path('report'), 'utf8'), readdirSync(folder).sort()]).to.deep.equal([2, 'old', ['a.yaml', 'report']])
    expect(run.stderr).to.contain('cannot write "report": file too large')
  })

  it('are not created in part if there is no room', () => {
    writeFileSync(path('a.yaml'), Array.from({length: 40}, (_, i) => limits(`a, namespace: n${i}`, 'type: Container, max: {cpu: 1}')).join('---\n'))
    const run = withoutRoom('test', 'init', 'a.yaml', '-o', 'a.kadm-test.yaml')
    expect([run.status, readdirSync(folder)]).to.deep.equal([2, ['a.yaml']])
    expect(run.stderr).to.contain('cannot write "a.kadm-test.yaml": file too large')
  })

  it('contain the old or the fixed manifest if --fix is killed', async () => {
    const fixed = large.replace('container', 'Container')
    for (let delay = 150; delay <= 950; delay += 80) {
      writeFileSync(path('a.yaml'), large)
      const child = startKadm(['lint', '--fix', 'a.yaml'], {cwd: folder})
      const timer = setTimeout(() => child.kill('SIGKILL'), delay)
      await ended(child)
      clearTimeout(timer)
      const text = readFileSync(path('a.yaml'), 'utf8')
      expect(text === large || text === fixed, `after ${delay} ms`).to.equal(true)
    }
  })

  it('are appended to if /dev/stdout is a file', async () => {
    writeFileSync(path('a.yaml'), bad)
    writeFileSync(path('log'), 'before\n')
    const log = openSync(path('log'), 'a')
    const {status} = await ended(startKadm(['lint', 'a.yaml', '-o', 'compact', '-o', 'json=/dev/stdout'], {cwd: folder, stdio: ['ignore', log, 'pipe']}))
    closeSync(log)
    const text = readFileSync(path('log'), 'utf8')
    expect([status, text.slice(0, 9), text.split('\n').at(-2)]).to.deep.equal([1, 'before\n{\n', text.trimEnd().split('\n').at(-1)])
    expect(text).to.match(/\n\}\na\.yaml:6:12: error: .*\n$/)
  })

  it('can be a socket or pipe, /dev/stdout or /dev/fd/3, for large reports', async () => {
    writeFileSync(path('a.yaml'), Array.from({length: 400}, (_, i) => limits(`a${i}`, 'type: container, max: {cpu: 1}')).join('---\n'))
    const whole = (await ended(startKadm(['lint', 'a.yaml', '-o', 'json'], {cwd: folder}))).stdout
    expect(whole.length).to.be.greaterThan(2 * 65_536)
    for (const output of ['/dev/stdout', '/proc/self/fd/1', '/dev/fd/1']) {
      if (process.platform !== 'linux' && output.startsWith('/proc')) continue
      const {status, stdout} = await ended(startKadm(['lint', 'a.yaml', '-o', `json=${output}`], {cwd: folder}))
      expect([status, stdout === whole], output).to.deep.equal([1, true])
    }
    const piped = execFileSync('sh', ['-c', '{ "$@" 3>&1 >/dev/null || true; } | cat', 'sh', process.execPath, program, 'lint', 'a.yaml', '-o', 'json=/dev/fd/3'], {
      cwd: folder, env: plainEnv, encoding: 'utf8', maxBuffer: 1 << 26,
    })
    expect(piped === whole).to.equal(true)
  })

  it('report a full device', async () => {
    if (process.platform !== 'linux') return
    writeFileSync(path('a.yaml'), bad)
    const {status, stderr} = await ended(startKadm(['lint', 'a.yaml', '-o', 'json=/dev/full'], {cwd: folder}))
    expect([status, stderr]).to.deep.equal([2, ' ›   Error: cannot write "/dev/full": no space left on device\n'])
  })
})
