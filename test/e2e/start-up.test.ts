import {expect} from 'chai'
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {runKadm} from '../helpers/run-kadm.js'

const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\nspec: {hard: {pods: 1}}\n'

describe('start of kadm', function () {
  let folder = ''
  let cache = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-start-'))
    cache = join(folder, 'cache')
    writeFileSync(join(folder, 'quota.yaml'), quota)
  })
  after(() => rmSync(folder, {recursive: true}))

  const lint = (env: Readonly<Record<string, string>>, ...args: string[]): ReturnType<typeof runKadm> =>
    runKadm(['lint', 'quota.yaml', ...args], {cwd: folder, env})
  /** The code cache files of kadm in a folder, next to those of Node.js. */
  const files = (path: string): string[] => existsSync(path) ? readdirSync(path).filter((name) => name.startsWith('kadm-')).sort() : []
  const good = {status: 0, stderr: '', stdout: '1 object in 1 file: nothing wrong\n'}

  it('caches compiled code for later runs and other commands', async () => {
    expect(await lint({NODE_COMPILE_CACHE: cache})).to.include(good)
    const names = files(cache)
    expect(names.map((name) => name.split('-')[1])).to.deep.equal(['engine', 'kadm', 'main', 'views'])
    const times = names.map((name) => statSync(join(cache, name)).mtimeMs)
    expect(await lint({NODE_COMPILE_CACHE: cache})).to.include(good)
    expect(names.map((name) => statSync(join(cache, name)).mtimeMs)).to.deep.equal(times)
    expect(await runKadm(['rules'], {env: {NODE_COMPILE_CACHE: cache}})).to.include({status: 0, stderr: ''})
    expect(files(cache)).to.deep.equal(names)
    expect(names.map((name) => readFileSync(join(cache, name), 'latin1').split('\n')[0]?.split(' ')[2])).to.deep.equal(names.map(() => 'lint,rules'))
  })

  it('ignores damaged cache files', async () => {
    for (const name of files(cache)) {
      const bytes = readFileSync(join(cache, name))
      bytes[bytes.length >> 1] = ~(bytes[bytes.length >> 1] ?? 0)
      writeFileSync(join(cache, name), bytes)
    }
    expect(await lint({NODE_COMPILE_CACHE: cache})).to.include(good)
  })

  it('writes no cache after a failed run, or if Node.js disables it', async () => {
    const none = join(folder, 'none')
    expect(await lint({NODE_COMPILE_CACHE: none}, '--no-such-flag')).to.include({status: 2})
    expect(await lint({NODE_COMPILE_CACHE: none, NODE_DISABLE_COMPILE_CACHE: '1'})).to.include(good)
    expect(files(none)).to.deep.equal([])
  })

  it('shows source positions of a defect with --enable-source-maps, or else script positions', async function () {
    const preload = join(folder, 'defect.cjs')
    writeFileSync(preload, 'process.stdout.write = () => { throw new TypeError("planted") }\n')
    const required = `--require ${JSON.stringify(preload)}`
    const defect = {DEBUG: 'oclif:error', NODE_COMPILE_CACHE: cache}
    expect((await lint({...defect, NODE_OPTIONS: required})).stderr).to.match(/at \w+\.print \(.*dist[\\/]program[\\/]kadm\.cjs:\d+:\d+\)/)
    // The package has no source maps.
    if (process.env['KADM_PACKAGE'] !== undefined) return this.skip()
    expect((await lint({...defect, NODE_OPTIONS: `${required} --enable-source-maps`})).stderr).to.match(/at \w+\.print \(.*src[\\/]cli[\\/]base-command\.ts:\d+:\d+\)/)
  })

  it('gives its main thread priority over those of V8, on Linux', async function () {
    if (process.platform !== 'linux') this.skip()
    const script = join(folder, 'niceness.cjs')
    writeFileSync(script, `process.on('exit', () => {
      const {readdirSync, readFileSync} = require('node:fs')
      const niceness = (thread) => Number(readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').replace(/^.*\\) /, '').split(' ')[16])
      const main = niceness(process.pid)
      console.error(readdirSync('/proc/self/task').filter((thread) => niceness(thread) > main).length >= 4)
    })`)
    expect(await lint({NODE_OPTIONS: `--require ${script}`})).to.include({...good, stderr: 'true\n'})
  })
})
