import {expect} from 'chai'
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {CodeCache} from '../../src/start/code-cache.js'
import type {LoadedScript} from '../../src/start/program.js'

const text = '//0123456789abcdef\nexports.a = 1\n'

const script = (data: string, of = text): LoadedScript => ({name: './main.cjs', text: of, exports: {}, isCached: true, compiled: () => Buffer.from(data)})

describe('CodeCache', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-cache-'))
  })
  afterEach(() => rmSync(folder, {recursive: true}))

  const cache = (command = 'lint'): CodeCache => new CodeCache(join(folder, 'cache'), command)
  const file = (): string => join(folder, 'cache', readdirSync(join(folder, 'cache'))[0] ?? '')
  const read = (of = text, command = 'lint'): string | undefined => cache(command).read('./main.cjs', of)?.toString()

  it('stores compiled code under a name with the Node.js version', () => {
    expect(read()).to.equal(undefined)
    cache().keep([script('compiled')])
    expect(read()).to.equal('compiled')
    expect(readdirSync(join(folder, 'cache'))).to.have.length(1)
    expect(file()).to.include(`kadm-main-${process.version}-${process.platform}-${process.arch}-`)
  })

  it('does not return code of another build of the same length', () => {
    cache().keep([script('compiled')])
    expect(read(text.replace('0', '1'))).to.equal(undefined)
  })

  it('does not return code of a damaged file', () => {
    cache().keep([script('compiled')])
    const whole = readFileSync(file(), 'latin1')
    for (const damaged of [whole.replace('compiled', 'compjled'), whole.slice(0, -1), whole.slice(0, 10), '', '\n']) {
      writeFileSync(file(), damaged, 'latin1')
      expect(read(), JSON.stringify(damaged)).to.equal(undefined)
    }
  })

  it('updates the code once for each command', () => {
    cache().keep([script('of lint')])
    const other = cache('simulate')
    expect(other.read('./main.cjs', text)?.toString()).to.equal('of lint')
    other.keep([script('of both')])
    for (const command of ['lint', 'simulate']) {
      const again = cache(command)
      expect(again.read('./main.cjs', text)?.toString()).to.equal('of both')
      again.keep([script('again')])
    }
    expect(read()).to.equal('of both')
  })

  it('keeps its code if the run of another command has less, as V8 drops code in a long run', () => {
    cache().keep([script('the code of lint')])
    const other = cache('replay')
    other.read('./main.cjs', text)
    other.keep([script('of replay')])
    expect(read()).to.equal('the code of lint')
    const again = cache('replay')
    again.read('./main.cjs', text)
    again.keep([script('the code of lint and replay')])
    expect(read()).to.equal('the code of lint and replay')
  })

  it('keeps its code, for the other command, too, if the run of that has a few bytes less', () => {
    const known = 'the code of lint and of all other commands'.repeat(5)
    cache().keep([script(known)])
    const other = cache('rules')
    other.read('./main.cjs', text)
    other.keep([script(known.slice(2))])
    expect(read()).to.equal(known)
    expect(readFileSync(file(), 'latin1').split('\n')[0]).to.match(/ lint,rules$/)
  })

  it('replaces code that V8 rejected', () => {
    cache().keep([script('rejected')])
    const again = cache()
    again.read('./main.cjs', text)
    again.keep([{...script('compiled'), isCached: false}])
    expect(read()).to.equal('compiled')
  })

  it('does not throw if nothing can be written', () => {
    writeFileSync(join(folder, 'cache'), 'a file')
    cache().keep([script('compiled')])
    expect(readdirSync(folder)).to.deep.equal(['cache'])
    expect(read()).to.equal(undefined)
  })

  it('leaves no temporary file behind', () => {
    cache().keep([script('compiled')])
    const name = file()
    rmSync(name)
    mkdirSync(join(name, 'in the way'), {recursive: true})
    cache().keep([script('compiled')])
    expect(readdirSync(join(folder, 'cache'))).to.have.length(1)
  })

  it('uses NODE_COMPILE_CACHE, unless NODE_DISABLE_COMPILE_CACHE is set', () => {
    const other = join(folder, 'other')
    CodeCache.of({NODE_COMPILE_CACHE: other}, join(folder, 'cache'), 'lint')?.keep([script('compiled')])
    expect(readdirSync(other)).to.have.length(1)
    expect(existsSync(join(folder, 'cache'))).to.equal(false)
    expect(CodeCache.of({NODE_COMPILE_CACHE: other, NODE_DISABLE_COMPILE_CACHE: '1'}, folder, 'lint')).to.equal(undefined)
    expect(CodeCache.of({NODE_DISABLE_COMPILE_CACHE: ''}, folder, 'lint')).to.be.instanceOf(CodeCache)
  })
})
