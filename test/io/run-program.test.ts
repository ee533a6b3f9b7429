import {expect} from 'chai'
import {chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {findProgram} from '../../src/io/find-program.js'
import {runProgram} from '../../src/io/run-program.js'
import {UsageError} from '../../src/usage-error.js'

const run = (script: string, limits?: {maxOutput: number, seconds: number}): Promise<string> =>
  runProgram({file: process.execPath, args: ['-e', script], title: 'tool build x'}, limits)

async function failure(outcome: Promise<string>): Promise<string> {
  try {
    await outcome
  } catch (error) {
    expect(error).to.be.instanceOf(UsageError)
    return (error as Error).message
  }
  throw new Error('it has not failed')
}

describe('runProgram', () => {
  it('returns the standard output', async () => {
    expect(await run('process.stdout.write("gr\\u00fc\\u00df\\n")')).to.equal('gr\u00fc\u00df\n')
  })

  it('provides empty standard input', async () => {
    expect(await run('process.stdin.on("end", () => console.log("end")).resume()')).to.equal('end\n')
  })

  it('rejects with the exit status or signal and the standard error', async () => {
    expect(await failure(run('console.error("no such base"); process.exitCode = 3'))).to.equal('"tool build x" failed (exit status 3):\nno such base')
    expect(await failure(run('process.exitCode = 1'))).to.equal('"tool build x" failed (exit status 1)')
    expect(await failure(run('process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 9999)'))).to.equal('"tool build x" failed (signal SIGTERM)')
  })

  it('removes timestamp and process id from kubectl errors', async () => {
    const text = String.raw`E1122 15:38:53.039255   16247 run.go:72] \"command failed\" err=\"x\"`
    expect(await failure(run(`console.error("${text}"); process.exitCode = 1`))).to.equal('"tool build x" failed (exit status 1):\n"command failed" err="x"')
  })

  it('truncates long errors', async () => {
    expect(await failure(run('console.error("x".repeat(50000)); process.exitCode = 1'))).to.equal(`"tool build x" failed (exit status 1):\n${'x'.repeat(4000)} ...`)
  })

  it('stops a program that prints too much', async () => {
    const endless = 'const go = () => process.stdout.write("x".repeat(65536), go); go()'
    expect(await failure(run(endless, {maxOutput: 100_000, seconds: 60}))).to.equal('"tool build x" was stopped: it printed more than 100000 bytes')
  })

  it('stops a program that takes too long @slow', async () => {
    const stubborn = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'
    expect(await failure(run(stubborn, {maxOutput: 1000, seconds: 0.5}))).to.equal('"tool build x" was stopped: it took longer than 0.5 seconds')
  })

  it('rejects a missing program', async () => {
    const outcome = runProgram({file: join(tmpdir(), 'no-such-program'), args: [], title: 'tool'})
    expect(await failure(outcome)).to.equal('"tool" cannot be run: ENOENT')
  })
})

describe('findProgram', () => {
  const [before, cwd] = [process.env['PATH'], process.cwd()]
  let folder = ''

  beforeEach(function () {
    if (process.platform === 'win32') this.skip()
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-path-')))
    for (const name of ['a', 'b', 'here']) mkdirSync(join(folder, name))
    for (const path of ['b/tool', 'here/local', 'here/tool']) {
      writeFileSync(join(folder, path), '')
      chmodSync(join(folder, path), 0o755)
    }
    // Neither a folder nor a file without execute permission is a program.
    mkdirSync(join(folder, 'a', 'tool'))
    writeFileSync(join(folder, 'a', 'text'), '')
    process.chdir(join(folder, 'here'))
  })
  afterEach(() => {
    process.chdir(cwd)
    process.env['PATH'] = before
    rmSync(folder, {recursive: true, force: true})
  })

  it('returns the first executable on the PATH', () => {
    process.env['PATH'] = `${folder}/a:${folder}/b`
    expect(['tool', 'text', 'other'].map(findProgram)).to.deep.equal([join(folder, 'b', 'tool'), undefined, undefined])
  })

  it('ignores relative entries of the PATH', () => {
    process.env['PATH'] = `:.:../here:${folder}/b`
    expect(['local', 'tool'].map(findProgram)).to.deep.equal([undefined, join(folder, 'b', 'tool')])
  })
})
