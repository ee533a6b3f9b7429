import {expect} from 'chai'
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {findLogs} from '../../src/io/log-paths.js'
import {openOutput} from '../../src/io/text-output.js'
import {UsageError} from '../../src/usage-error.js'

describe('long outputs', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-output-'))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  it('are written bit by bit', async () => {
    const path = join(folder, 'out')
    const output = openOutput(path)
    for (let i = 0; i < 20_000; i++) output.write(`line ${i} é\n`)
    expect(await output.ready()).to.equal(true)
    expect(readFileSync(path, 'utf8')).to.match(/^line 0 é\n/)
    output.close()
    expect(readFileSync(path, 'utf8').split('\n')).to.have.length(20_001)
  })

  describe('to standard output', () => {
    const {stdout} = process
    afterEach(() => void Reflect.deleteProperty(stdout, 'writableNeedDrain'))
    const full = (): unknown => Object.defineProperty(stdout, 'writableNeedDrain', {value: true, configurable: true})

    it('wait until there is room', async () => {
      const output = openOutput('-')
      expect(await output.ready()).to.equal(true)
      full()
      const ready = output.ready()
      stdout.emit('drain')
      expect(await ready).to.equal(true)
      output.close()
    })

    it('end when nobody reads them any more', async () => {
      const listeners = stdout.listenerCount('drain')
      const output = openOutput('-')
      full()
      const ready = output.ready()
      stdout.emit('error', Object.assign(new Error('write EPIPE'), {code: 'EPIPE'}))
      expect(await ready).to.equal(false)
      expect(await output.ready(), 'though it needs a drain for ever').to.equal(false)
      output.close()
      expect(stdout.listenerCount('drain')).to.equal(listeners)
    })
  })

  it('go to files that can be written', () => {
    expect(() => openOutput(join(folder, 'nowhere', 'out'))).to.throw(UsageError, /^cannot write ".*out": no such file or directory$/)
  })

  it('are not read from folders', async () => {
    let message = ''
    await findLogs([folder]).catch((error: unknown) => message = String(error))
    expect(message).to.match(/^UsageError: ".*" is a directory: name the logs in it, or give a glob such as ".*\/\*\.log"$/)
  })
})

describe('logs', () => {
  it('are found once each, with their size', async () => {
    expect(await findLogs(['package.json', 'packag?.json'])).to.deep.equal({paths: ['package.json'], size: readFileSync('package.json').length})
    expect(await findLogs(['-', 'package.json'])).to.deep.equal({paths: ['-', 'package.json'], size: undefined})
  })

  it('come from standard input once', async () => {
    let message = ''
    await findLogs(['-', '-']).catch((error: unknown) => message = String(error))
    expect(message).to.contain('standard input can be read only once')
  })
})
