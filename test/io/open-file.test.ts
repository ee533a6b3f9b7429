import {expect} from 'chai'
import {execFileSync} from 'node:child_process'
import {chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs'
import {devNull, tmpdir} from 'node:os'
import {join} from 'node:path'

import {openFile} from '../../src/io/open-file.js'
import {SourceFile} from '../../src/source/source-file.js'

const isWindows = process.platform === 'win32'

describe('openFile', () => {
  let folder = ''
  const at = (name: string): string => join(folder, name)

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-open-')))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  it('reads and decodes a file', () => {
    writeFileSync(at('a'), Buffer.from('\ufeffa: b\n', 'utf16le'))
    expect(openFile(at('a'))).to.deep.equal(new SourceFile(at('a'), 'a: b\n'))
  })

  it('follows symbolic links', function () {
    if (isWindows) this.skip()
    writeFileSync(at('a'), 'x')
    symlinkSync(at('a'), at('b'))
    symlinkSync(at('nothing'), at('c'))
    expect(openFile(at('b'))).to.deep.equal(new SourceFile(at('b'), 'x'))
    expect(openFile(at('c'))).to.deep.equal({operation: 'open', errorNumber: 2})
  })

  it('returns the error number of the system', () => {
    mkdirSync(at('d'))
    expect(openFile(at('a'))).to.deep.equal({operation: 'open', errorNumber: 2})
    expect(openFile(at('d'))).to.deep.equal({operation: 'read', errorNumber: 21})
    expect(openFile('a\0b')).to.deep.equal({operation: 'open', errorNumber: 22})
    expect(openFile('')).to.deep.equal({operation: 'open', errorNumber: 2})
  })

  it('maps error codes to error numbers', function () {
    if (isWindows) this.skip()
    writeFileSync(at('a'), 'x')
    expect(openFile(at('a/b'))).to.deep.equal({operation: 'open', errorNumber: 20})
    symlinkSync(at('loop'), at('loop'))
    expect(openFile(at('loop'))).to.have.property('errorNumber').that.is.above(22)
  })

  it('returns an error for a file without read permission', function () {
    if (isWindows || process.getuid?.() === 0) this.skip()
    writeFileSync(at('a'), 'x')
    chmodSync(at('a'), 0)
    expect(openFile(at('a'))).to.deep.equal({operation: 'open', errorNumber: 13})
  })

  it('rejects devices and pipes', function () {
    if (isWindows) this.skip()
    expect(openFile(devNull)).to.deep.equal({operation: 'read', errorNumber: 22})
    expect(openFile('/dev/zero', true)).to.deep.equal({operation: 'read', errorNumber: 22})
    execFileSync('mkfifo', [at('pipe')])
    expect(openFile(at('pipe'))).to.deep.equal({operation: 'read', errorNumber: 22})
  })

  it('rejects files above the size limit @slow', () => {
    writeFileSync(at('a'), '')
    truncateSync(at('a'), 2 ** 26 + 1)
    expect(openFile(at('a'))).to.deep.equal({operation: 'read', errorNumber: 27})
  })
})
