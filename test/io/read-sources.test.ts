import {expect} from 'chai'
import {execFileSync, spawn} from 'node:child_process'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {readFile, readRegularFile, readSources} from '../../src/io/read-sources.js'
import {RunBudget} from '../../src/source/run-budget.js'
import {UsageError} from '../../src/usage-error.js'

describe('readSources @slow', () => {
  let folder = ''
  const at = (name: string): string => join(folder, name)

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-sources-'))
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  it('returns the texts in the given order', async () => {
    writeFileSync(at('a.yaml'), '\ufeffa: 1\n')
    writeFileSync(at('b.yaml'), '')
    expect((await readSources([at('b.yaml'), at('a.yaml')])).map(({path, text}) => [path, text])).to.deep.equal([[at('b.yaml'), ''], [at('a.yaml'), 'a: 1\n']])
  })

  it('holds no more text than the budget of the run allows, and reads smaller files after one that does not fit', async () => {
    const texts = ['a: 1\n', `b: ${'x'.repeat(5000)}\n`, 'c: \u20ac\n', 'd: 1\n']
    const paths = texts.map((text, i) => {
      writeFileSync(at(`${i}.yaml`), text)
      return at(`${i}.yaml`)
    })
    const budget = new RunBudget({maxRead: 12, maxSize: 100, maxNodes: 100})
    const tooMuch = 'with it, the files of this run have more than 12 characters, manifests or not: check fewer files at a time'
    expect((await readSources(paths, budget)).map(({text, unreadable}) => unreadable ?? text)).to.deep.equal(['a: 1\n', tooMuch, 'c: \u20ac\n', tooMuch])
    expect((await readSources(paths.slice(0, 1), budget)).map(({unreadable}) => unreadable)).to.deep.equal([tooMuch])
  })

  it('rejects directories and missing files', () => {
    expect(() => readFile(folder)).to.throw(UsageError, /^cannot read ".*": illegal operation on a directory$/)
    expect(() => readFile(at('none.yaml'))).to.throw(UsageError, /^cannot read ".*none\.yaml": no such file or directory$/)
  })

  it('reads files of any size without reusing their buffers', () => {
    const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000]
    const texts = sizes.map((size) => Array.from({length: size}, (_, i) => String.fromCharCode(97 + i % 26)).join(''))
    texts.forEach((text, i) => writeFileSync(at(`${i}.yaml`), text))
    const sources = sizes.map((_, i) => readFile(at(`${i}.yaml`)))
    expect(sources.map(({text}, i) => text === texts[i])).to.deep.equal(sizes.map(() => true))
  })

  it('reads at most the given number of bytes', () => {
    writeFileSync(at('large.yaml'), 'a: 1\nb: 2\n')
    expect([4, 10, 11].map((maximum) => readFile(at('large.yaml'), maximum).text)).to.deep.equal(['a: 1', 'a: 1\nb: 2\n', 'a: 1\nb: 2\n'])
  })

  describe('special files', () => {
    const rejection = /^cannot read ".*": (.*)$/
    const errorOf = (read: () => unknown): string | undefined => {
      try {
        read()
      } catch (error) {
        return rejection.exec((error as Error).message)?.[1]
      }
      return undefined
    }
    const pipe = (): string => {
      rmSync(at('pipe'), {force: true})
      execFileSync('mkfifo', [at('pipe')])
      return at('pipe')
    }
    /** Output of a process to a pipe while it is read. */
    async function textFrom(script: string): Promise<string> {
      const path = pipe()
      const writer = spawn('sh', ['-c', script, path])
      const [source] = await readSources([path])
      writer.kill()
      return source?.unreadable ?? source?.text ?? ''
    }
    before(function () {
      if (process.platform === 'win32') this.skip()
    })

    it('rejects devices, except /dev/null', () => {
      for (const path of ['/dev/zero', '/dev/urandom']) expect(errorOf(() => readFile(path))).to.equal('it is a socket or a device')
      expect(readFile('/dev/null').text).to.equal('')
    })

    it('does not wait for a pipe without a writer', async () => {
      expect(errorOf(() => readFile(pipe()))).to.equal('it is a pipe to which nothing writes')
      expect((await readSources([at('pipe')]))[0]).to.include({text: '', unreadable: 'it is a pipe to which nothing writes'})
      expect(errorOf(() => readRegularFile(at('pipe')))).to.equal('it is not a regular file')
    })

    it('reads a slow pipe to its end', async () => {
      expect(await textFrom('printf "a: 1" > "$0"')).to.equal('a: 1')
      expect(await textFrom('(printf a; sleep 0.2; printf ": 1") > "$0"')).to.equal('a: 1')
      expect(await textFrom('(sleep 2.3; printf "a: 1") > "$0"')).to.equal('a: 1')
      expect(await textFrom(': > "$0"; sleep 3')).to.be.oneOf(['', 'it is a pipe to which nothing writes'])
    })
  })
})
