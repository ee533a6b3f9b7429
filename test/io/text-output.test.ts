import {expect} from 'chai'
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {findLogs} from '../../src/io/log-paths.js'
import {openOutput} from '../../src/io/text-output.js'
import {UsageError} from '../../src/usage-error.js'

describe('openOutput', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-output-'))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  it('writes long outputs in pieces', async () => {
    const path = join(folder, 'out')
    const output = openOutput(path)
    for (let i = 0; i < 20_000; i++) output.write(`line ${i} é\n`)
    expect(await output.ready()).to.equal(true)
    const [temporary] = readdirSync(folder)
    expect(readFileSync(join(folder, temporary ?? ''), 'utf8')).to.match(/^line 0 é\n/)
    output.close()
    expect(readFileSync(path, 'utf8').split('\n')).to.have.length(20_001)
  })

  for (const [title, end, expected] of [['replaces the file when it is closed', 'close', 'new'], ['keeps the old file when it is discarded', 'discard', 'old']] as const) {
    it(title, () => {
      const path = join(folder, 'out')
      writeFileSync(path, 'old')
      const listeners = process.listenerCount('SIGINT')
      const output = openOutput(path)
      output.write('new')
      expect(readFileSync(path, 'utf8')).to.equal('old')
      output[end]()
      expect([readFileSync(path, 'utf8'), readdirSync(folder), process.listenerCount('SIGINT')]).to.deep.equal([expected, ['out'], listeners])
    })
  }

  it('removes temporary files on a signal', async function () {
    if (process.platform === 'win32') return this.skip()
    const module = new URL('../../src/io/text-output.ts', import.meta.url).href
    const script = `const {openOutput} = await import(${JSON.stringify(module)})
      openOutput(process.argv[1]).write('new')
      process.stdout.write('ready')
      setInterval(() => undefined, 1000)`
    writeFileSync(join(folder, 'out'), 'old')
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, join(folder, 'out')], {stdio: ['ignore', 'pipe', 'inherit']})
    child.stdout.once('data', () => child.kill('SIGINT'))
    const [, signal] = await once(child, 'exit') as [number | null, string | null]
    expect([signal, readdirSync(folder), readFileSync(join(folder, 'out'), 'utf8')]).to.deep.equal(['SIGINT', ['out'], 'old'])
  })

  describe('standard output', () => {
    const {stdout} = process
    afterEach(() => void Reflect.deleteProperty(stdout, 'writableNeedDrain'))
    const full = (): unknown => Object.defineProperty(stdout, 'writableNeedDrain', {value: true, configurable: true})

    it('waits until there is room', async () => {
      const output = openOutput('-')
      expect(await output.ready()).to.equal(true)
      full()
      const ready = output.ready()
      stdout.emit('drain')
      expect(await ready).to.equal(true)
      output.close()
    })

    it('stops if the reader closes the pipe', async () => {
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

  it('rejects paths that cannot be written', () => {
    expect(() => openOutput(join(folder, 'nowhere', 'out'))).to.throw(UsageError, /^cannot write ".*out": there is no directory ".*nowhere"$/)
  })

  it('is not used for directories, which findLogs rejects', async () => {
    let message = ''
    await findLogs([folder]).catch((error: unknown) => message = String(error))
    expect(message).to.match(/^UsageError: ".*" is a directory: name the logs in it, or give a glob such as ".*\/\*\.log"$/)
  })
})

describe('findLogs', () => {
  it('returns each log once, with the total size', async () => {
    expect(await findLogs(['package.json', 'packag?.json'])).to.deep.equal({paths: ['package.json'], size: readFileSync('package.json').length})
    expect(await findLogs(['-', 'package.json'])).to.deep.equal({paths: ['-', 'package.json'], size: undefined})
  })

  it('rejects standard input twice', async () => {
    let message = ''
    await findLogs(['-', '-']).catch((error: unknown) => message = String(error))
    expect(message).to.contain('standard input can be read only once')
  })
})
