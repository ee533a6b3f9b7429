import {expect} from 'chai'
import {buildSync} from 'esbuild'
import {execFileSync, spawn} from 'node:child_process'
import {once} from 'node:events'
import fs, {
  chmodSync, chownSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync,
} from 'node:fs'
import {syncBuiltinESMExports} from 'node:module'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {checkWritable, writeFile} from '../../src/io/write-file.js'
import {UsageError} from '../../src/usage-error.js'
import {root} from '../helpers/run-kadm.js'

describe('writeFile @slow', () => {
  let folder = ''
  const path = (name: string): string => join(folder, name)
  const errorOf = (action: () => void): string => {
    try {
      action()
      return ''
    } catch (error) {
      expect(error).to.be.instanceOf(UsageError)
      return (error as Error).message.replaceAll(folder, 'FOLDER').replaceAll('\\\\', '/').replaceAll('\\', '/')
    }
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-write-'))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  it('replaces the old file, and leaves no other files', () => {
    writeFile(path('a'), 'first, and longer')
    writeFile(path('a'), 'second')
    expect(readFileSync(path('a'), 'utf8')).to.equal('second')
    expect(readdirSync(folder)).to.deep.equal(['a'])
  })

  it('writes to the target of a link', function () {
    if (process.platform === 'win32') return this.skip()
    writeFileSync(path('a'), 'old')
    symlinkSync('a', path('link'))
    writeFile(path('link'), 'new')
    expect(readFileSync(path('a'), 'utf8')).to.equal('new')
    expect(lstatSync(path('link')).isSymbolicLink()).to.equal(true)
  })

  it('creates the target of a link, also through linked folders', function () {
    if (process.platform === 'win32') return this.skip()
    mkdirSync(path('deep'))
    mkdirSync(path('deep/er'))
    symlinkSync('deep/er', path('short'))
    symlinkSync('../b', path('short/link'))
    symlinkSync('short/link', path('first'))
    writeFile(path('first'), 'new')
    expect([readdirSync(folder).sort(), readFileSync(path('deep/b'), 'utf8'), readdirSync(path('short'))]).to.deep.equal([['deep', 'first', 'short'], 'new', ['link']])
    expect(lstatSync(path('first')).isSymbolicLink()).to.equal(true)
  })

  it('rejects circular links', function () {
    if (process.platform === 'win32') return this.skip()
    symlinkSync('b', path('a'))
    symlinkSync('a', path('b'))
    expect(errorOf(() => writeFile(path('a'), 'new'))).to.equal('cannot write "FOLDER/a": too many symbolic links')
  })

  it('does not follow a planted link next to the file', function () {
    if (process.platform === 'win32') return this.skip()
    writeFileSync(path('victim'), 'precious')
    symlinkSync('victim', path(`.a.${process.pid}.tmp`))
    writeFile(path('a'), 'new')
    expect([readFileSync(path('a'), 'utf8'), readFileSync(path('victim'), 'utf8'), lstatSync(path('a')).isSymbolicLink()]).to.deep.equal(['new', 'precious', false])
  })

  it('preserves mode, owner and group', function () {
    if (process.platform === 'win32') return this.skip()
    const isRoot = process.getuid?.() === 0
    for (const mode of [0o600, 0o640, 0o666, 0o755]) {
      writeFileSync(path('a'), 'old')
      chmodSync(path('a'), mode)
      if (isRoot) chownSync(path('a'), 1234, 4321)
      writeFile(path('a'), 'new')
      const {mode: kept, uid, gid} = statSync(path('a'))
      expect([kept & 0o7777, ...isRoot ? [uid, gid] : []]).to.deep.equal([mode, ...isRoot ? [1234, 4321] : []])
    }
  })

  it('creates a new file with the mode of the umask', function () {
    if (process.platform === 'win32') return this.skip()
    const mask = process.umask(0o027)
    writeFile(path('a'), 'new')
    process.umask(mask)
    expect(statSync(path('a')).mode & 0o777).to.equal(0o640)
  })

  it('rejects a read-only file, even as root', () => {
    writeFileSync(path('a'), 'old')
    chmodSync(path('a'), 0o444)
    for (const action of [() => writeFile(path('a'), 'new'), () => checkWritable(path('a'))]) {
      expect(errorOf(action)).to.equal('cannot write "FOLDER/a": it is read-only')
    }
    expect(readFileSync(path('a'), 'utf8')).to.equal('old')
    chmodSync(path('a'), 0o644)
  })

  it('rejects a file without write permission', function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip()
    expect(errorOf(() => writeFile('/etc/passwd', 'new'))).to.equal('cannot write "/etc/passwd": permission denied')
  })

  it('does not change the content of other hard links', function () {
    if (process.platform === 'win32') return this.skip()
    writeFileSync(path('a'), 'old')
    linkSync(path('a'), path('b'))
    writeFile(path('a'), 'new')
    expect([readFileSync(path('a'), 'utf8'), readFileSync(path('b'), 'utf8')]).to.deep.equal(['new', 'old'])
  })

  describe('temporary file', () => {
    const original = {...fs}
    const names = ['openSync', 'writeFileSync', 'fchownSync', 'fchmodSync', 'fsyncSync', 'closeSync', 'renameSync'] as const
    afterEach(() => {
      for (const name of names) Object.assign(fs, {[name]: original[name]})
      syncBuiltinESMExports()
    })
    const calls: string[] = []
    const watch = (failing?: string): void => {
      calls.length = 0
      for (const name of names) {
        const call = original[name] as (...args: unknown[]) => unknown
        Object.assign(fs, {[name]: (...args: unknown[]) => {
          calls.push(name)
          if (name === failing) throw Object.assign(new Error('ENOSPC: no space left on device, write'), {code: 'ENOSPC'})
          return call(...args)
        }})
      }
      syncBuiltinESMExports()
    }

    it('is synced to disk before it replaces the old file', () => {
      original.writeFileSync(path('a'), 'old')
      watch()
      writeFile(path('a'), 'new')
      const [open, ...rest] = calls.filter((name) => process.platform !== 'win32' || name !== 'fchownSync')
      expect([open, rest.slice(0, 6)].flat()).to.deep.equal(
        ['openSync', 'writeFileSync', ...process.platform === 'win32' ? [] : ['fchownSync'], 'fchmodSync', 'fsyncSync', 'closeSync', 'renameSync'].slice(0, 7))
      if (process.platform !== 'win32') expect(calls.slice(7), 'the folder').to.deep.equal(['openSync', 'fsyncSync', 'closeSync'])
    })

    for (const failing of ['openSync', 'writeFileSync', 'fchmodSync', 'fsyncSync', 'renameSync']) {
      it(`is removed if ${failing} fails, and the old file is intact`, () => {
        original.writeFileSync(path('a'), 'old')
        watch(failing)
        expect(errorOf(() => writeFile(path('a'), 'new'))).to.equal('cannot write "FOLDER/a": no space left on device')
        expect([original.readFileSync(path('a'), 'utf8'), readdirSync(folder)]).to.deep.equal(['old', ['a']])
      })
    }

    it('is used without owner and folder sync if the system does not support them', () => {
      original.writeFileSync(path('a'), 'old')
      let opened = 0
      Object.assign(fs, {
        fchownSync: () => {
          throw Object.assign(new Error('EPERM: operation not permitted, fchown'), {code: 'EPERM'})
        },
        openSync: (...args: Parameters<typeof fs.openSync>) => {
          if (++opened > 1) throw Object.assign(new Error('EISDIR: illegal operation on a directory, open'), {code: 'EISDIR'})
          return original.openSync(...args)
        },
      })
      syncBuiltinESMExports()
      writeFile(path('a'), 'new')
      expect(original.readFileSync(path('a'), 'utf8')).to.equal('new')
    })
  })

  it('leaves either the old or the new content if kadm is killed', async () => {
    // In one script, which starts in a fraction of the time of the sources.
    const {outputFiles: [{text: bundled} = {text: ''}]} = buildSync({
      stdin: {contents: 'export {writeFile} from "./src/io/write-file.js"', resolveDir: root}, bundle: true, format: 'esm', platform: 'node', write: false,
    })
    const script = `${bundled}
      const texts = ['a', 'b'].map((letter) => letter.repeat(10_000_000))
      process.stdout.write('ready')
      for (let i = 0; ; i++) writeFile(process.argv[1], texts[i % 2])`
    writeFileSync(path('file'), 'a'.repeat(10_000_000))
    for (let i = 0; i < 8; i++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, path('file')], {stdio: ['ignore', 'pipe', 'inherit']})
      await once(child.stdout, 'data')
      await new Promise((resolve) => setTimeout(resolve, 20 + 13 * i))
      child.kill('SIGKILL')
      await once(child, 'exit')
      const bytes = readFileSync(path('file'))
      expect([bytes.length, bytes.equals(Buffer.alloc(10_000_000, bytes[0]))], `after ${i} kills`).to.deep.equal([10_000_000, true])
    }
    for (const left of readdirSync(folder)) expect(left).to.match(/^file$|^\.kadm-[\da-f-]{36}\.tmp$/)
  })

  it('writes to the reader of a pipe', async function () {
    if (process.platform === 'win32') return this.skip()
    execFileSync('mkfifo', [path('pipe')])
    checkWritable(path('pipe'))
    const reader = spawn('cat', [path('pipe')])
    const read: Buffer[] = []
    reader.stdout.on('data', (bytes: Buffer) => read.push(bytes))
    writeFile(path('pipe'), 'a\n'.repeat(100))
    await once(reader, 'close')
    expect([Buffer.concat(read).toString(), lstatSync(path('pipe')).isFIFO()]).to.deep.equal(['a\n'.repeat(100), true])
  })

  it('rejects a pipe from which nothing reads', function () {
    if (process.platform === 'win32') return this.skip()
    execFileSync('mkfifo', [path('pipe')])
    expect(errorOf(() => writeFile(path('pipe'), 'new'))).to.equal('cannot write "FOLDER/pipe": it is a pipe from which nothing reads')
  })

  it('rejects a full device', function () {
    if (process.platform !== 'linux') return this.skip()
    expect(errorOf(() => writeFile('/dev/full', 'new'))).to.equal('cannot write "/dev/full": no space left on device')
  })

  it('writes directly to targets that are not regular files', function () {
    if (process.platform === 'win32') return this.skip()
    writeFile('/dev/null', 'gone')
    expect(lstatSync('/dev/null').isCharacterDevice()).to.equal(true)
  })

  it('rejects invalid paths, before and during the write', () => {
    mkdirSync(path('b'))
    writeFileSync(path('c'), '')
    for (const name of ['b', 'missing/a', 'c/a']) {
      expect(errorOf(() => writeFile(path(name), 'a')), name).to.match(/^cannot write "FOLDER\//)
    }
    expect(errorOf(() => checkWritable(path('b')))).to.equal('cannot write "FOLDER/b": it is a directory')
    expect(errorOf(() => checkWritable(path('missing/a')))).to.equal('cannot write "FOLDER/missing/a": there is no directory "FOLDER/missing"')
    expect(errorOf(() => checkWritable(path('a')))).to.equal('')
    expect(readdirSync(folder).sort()).to.deep.equal(['b', 'c'])
  })

  it('rejects a folder without write permission', function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip()
    chmodSync(folder, 0o500)
    expect(errorOf(() => checkWritable(path('a')))).to.equal('cannot write "FOLDER/a": no file can be created in "FOLDER": permission denied')
    chmodSync(folder, 0o700)
  })
})
