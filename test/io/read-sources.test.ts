import {expect} from 'chai'
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {readFile, readSources} from '../../src/io/read-sources.js'
import {UsageError} from '../../src/usage-error.js'

describe('reading sources', () => {
  let folder = ''
  const at = (name: string): string => join(folder, name)

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-sources-'))
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  it('gives their texts, in order', async () => {
    writeFileSync(at('a.yaml'), '\ufeffa: 1\n')
    writeFileSync(at('b.yaml'), '')
    expect((await readSources([at('b.yaml'), at('a.yaml')])).map(({path, text}) => [path, text])).to.deep.equal([[at('b.yaml'), ''], [at('a.yaml'), 'a: 1\n']])
  })

  it('refuses what cannot be read', () => {
    expect(() => readFile(folder)).to.throw(UsageError, /^cannot read ".*": illegal operation on a directory$/)
    expect(() => readFile(at('none.yaml'))).to.throw(UsageError, /^cannot read ".*none\.yaml": no such file or directory$/)
  })

  it('reads files of any size whole, and none of them changes what was read before', () => {
    const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000]
    const texts = sizes.map((size) => Array.from({length: size}, (_, i) => String.fromCharCode(97 + i % 26)).join(''))
    texts.forEach((text, i) => writeFileSync(at(`${i}.yaml`), text))
    const sources = sizes.map((_, i) => readFile(at(`${i}.yaml`)))
    expect(sources.map(({text}, i) => text === texts[i])).to.deep.equal(sizes.map(() => true))
  })

  it('takes no more of a file than is needed to refuse it', () => {
    writeFileSync(at('large.yaml'), 'a: 1\nb: 2\n')
    expect([4, 10, 11].map((most) => readFile(at('large.yaml'), most).text)).to.deep.equal(['a: 1', 'a: 1\nb: 2\n', 'a: 1\nb: 2\n'])
  })

  it('reads no more of a file without an end', function () {
    if (!existsSync('/dev/zero')) this.skip()
    expect(readFile('/dev/zero', 100_000).text).to.have.length(100_000)
  })
})
