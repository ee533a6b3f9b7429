import {expect} from 'chai'
import {chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {checkWritable, writeFile} from '../../src/io/write-file.js'
import {UsageError} from '../../src/usage-error.js'

describe('writing a file', () => {
  let folder = ''
  const path = (name: string): string => join(folder, name)
  const faultOf = (action: () => void): string => {
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

  it('takes the place of what was there, and leaves nothing beside it', () => {
    writeFile(path('a'), 'first, and longer')
    writeFile(path('a'), 'second')
    expect(readFileSync(path('a'), 'utf8')).to.equal('second')
    expect(readdirSync(folder)).to.deep.equal(['a'])
  })

  it('writes where a link leads', function () {
    if (process.platform === 'win32') return this.skip()
    writeFileSync(path('a'), 'old')
    symlinkSync('a', path('link'))
    writeFile(path('link'), 'new')
    expect(readFileSync(path('a'), 'utf8')).to.equal('new')
    expect(lstatSync(path('link')).isSymbolicLink()).to.equal(true)
  })

  it('writes to what is no file as it is', function () {
    if (process.platform === 'win32') return this.skip()
    writeFile('/dev/null', 'gone')
    expect(lstatSync('/dev/null').isCharacterDevice()).to.equal(true)
  })

  it('is refused where it cannot be done, before and when it is', () => {
    mkdirSync(path('b'))
    writeFileSync(path('c'), '')
    for (const name of ['b', 'missing/a', 'c/a']) {
      expect(faultOf(() => writeFile(path(name), 'a')), name).to.match(/^cannot write "FOLDER\//)
    }
    expect(faultOf(() => checkWritable(path('b')))).to.equal('cannot write "FOLDER/b": it is a directory')
    expect(faultOf(() => checkWritable(path('missing/a')))).to.equal('cannot write "FOLDER/missing/a": there is no directory "FOLDER/missing"')
    expect(faultOf(() => checkWritable(path('a')))).to.equal('')
    expect(readdirSync(folder).sort()).to.deep.equal(['b', 'c'])
  })

  it('is refused in a folder that must not be written to', function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip()
    chmodSync(folder, 0o500)
    expect(faultOf(() => checkWritable(path('a')))).to.equal('cannot write "FOLDER/a": permission denied')
    chmodSync(folder, 0o700)
  })
})
