import {expect} from 'chai'
import {mkdtempSync, rmSync, truncateSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {readFile, readSources} from '../../src/io/read-sources.js'
import {defaultLimits} from '../../src/source/source-limits.js'
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

  it('takes no more of a file than is needed to refuse it', () => {
    writeFileSync(at('large.yaml'), 'a: 1\n')
    truncateSync(at('large.yaml'), 700_000_000)
    const {text} = readFile(at('large.yaml'))
    expect([text.startsWith('a: 1\n'), text.length > defaultLimits.maxSize, text.length < 300_000_000]).to.deep.equal([true, true, true])
  })
})
