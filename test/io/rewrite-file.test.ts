import {expect} from 'chai'
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
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

  it('writes in the encoding and with the mode that the file has', () => {
    writeFileSync(path, Buffer.from('\ufeffa: é\r\n', 'utf16le'), {mode: 0o640})
    const before = readFile(path)
    expect(rewriteFile(before, 'a: ü\r\n')).to.equal(undefined)
    expect(readFileSync(path)).to.deep.equal(Buffer.from('\ufeffa: ü\r\n', 'utf16le'))
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).to.equal(0o640)
  })

  it('leaves alone what has changed since it was read', () => {
    writeFileSync(path, 'a: 1\n')
    const before = readFile(path)
    writeFileSync(path, 'a: 2\n')
    expect(rewriteFile(before, 'a: 3\n')).to.equal('changed')
    expect(readFileSync(path, 'utf8')).to.equal('a: 2\n')
  })

  it('leaves alone what is not valid in its encoding', () => {
    writeFileSync(path, Buffer.from('613a20ff', 'hex'))
    expect(rewriteFile(readFile(path), 'a: b')).to.equal('not valid')
    expect(readFileSync(path)).to.deep.equal(Buffer.from('613a20ff', 'hex'))
  })

  it('says why a file cannot be written', () => {
    writeFileSync(path, 'a: 1\n')
    const before = readFile(path)
    rmSync(path)
    expect(() => rewriteFile(before, 'b')).to.throw(UsageError, /^cannot fix ".*a\.yaml": no such file or directory$/)
  })
})
