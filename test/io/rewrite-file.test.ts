import {expect} from 'chai'
import fs, {chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs'
import {syncBuiltinESMExports} from 'node:module'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {readFile} from '../../src/io/read-sources.js'
import {rewriteFile} from '../../src/io/rewrite-file.js'
import {UsageError} from '../../src/usage-error.js'

describe('rewriteFile', () => {
  let folder = ''
  let path = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-rewrite-'))
    path = join(folder, 'a.yaml')
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  it('preserves encoding and mode', () => {
    writeFileSync(path, Buffer.from('\ufeffa: é\r\n', 'utf16le'), {mode: 0o640})
    const before = readFile(path)
    expect(rewriteFile(before, 'a: ü\r\n', [folder])).to.equal(undefined)
    expect(readFileSync(path)).to.deep.equal(Buffer.from('\ufeffa: ü\r\n', 'utf16le'))
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).to.equal(0o640)
  })

  it('skips a file that changed since it was read', () => {
    writeFileSync(path, 'a: 1\n')
    const before = readFile(path)
    writeFileSync(path, 'a: 2\n')
    expect(rewriteFile(before, 'a: 3\n', [folder])).to.equal('changed')
    expect(readFileSync(path, 'utf8')).to.equal('a: 2\n')
  })

  it('skips a file with invalid encoding', () => {
    writeFileSync(path, Buffer.from('613a20ff', 'hex'))
    expect(rewriteFile(readFile(path), 'a: b', [folder])).to.equal('not valid')
    expect(readFileSync(path)).to.deep.equal(Buffer.from('613a20ff', 'hex'))
  })

  it('reports why a file cannot be written', () => {
    writeFileSync(path, 'a: 1\n')
    const before = readFile(path)
    rmSync(path)
    expect(() => rewriteFile(before, 'b', [folder])).to.throw(UsageError, /^cannot fix ".*a\.yaml": no such file or directory$/)
  })

  it('does not replace a file that changes during the write', () => {
    writeFileSync(path, 'a: 1\n')
    const {fsyncSync} = fs
    fs.fsyncSync = (file) => {
      fsyncSync(file)
      writeFileSync(path, 'a: 2\n')
    }
    syncBuiltinESMExports()
    try {
      expect(rewriteFile(readFile(path), 'a: 3\n', [folder])).to.equal('changed')
    } finally {
      fs.fsyncSync = fsyncSync
      syncBuiltinESMExports()
    }
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).to.deep.equal(['a: 2\n', ['a.yaml']])
  })

  it('does not replace a read-only file, even as root', () => {
    writeFileSync(path, 'a: 1\n')
    chmodSync(path, 0o444)
    expect(rewriteFile(readFile(path), 'a: 2\n', [folder])).to.equal('read-only')
    expect(readFileSync(path, 'utf8')).to.equal('a: 1\n')
    chmodSync(path, 0o644)
  })

  it('does not replace a file in a folder without write permission', function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip()
    writeFileSync(path, 'a: 1\n')
    chmodSync(folder, 0o500)
    expect(rewriteFile(readFile(path), 'a: 2\n', [folder])).to.equal('read-only')
    chmodSync(folder, 0o700)
    expect(readFileSync(path, 'utf8')).to.equal('a: 1\n')
  })

  it('follows links within the folders, but not out of them', function () {
    if (process.platform === 'win32') return this.skip()
    const [inside, link] = [join(folder, 'inside'), join(folder, 'inside', 'link.yaml')]
    mkdirSync(inside)
    writeFileSync(path, 'a: 1\n')
    symlinkSync(join('..', 'a.yaml'), link)
    expect(rewriteFile(readFile(link), 'a: 2\n', [inside])).to.equal('elsewhere')
    expect(readFileSync(path, 'utf8')).to.equal('a: 1\n')
    expect(rewriteFile(readFile(link), 'a: 2\n', [inside, folder])).to.equal(undefined)
    expect([readFileSync(path, 'utf8'), lstatSync(link).isSymbolicLink()]).to.deep.equal(['a: 2\n', true])
  })
})
