import {expect} from 'chai'
import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

import {pathMatcher} from '../../src/io/path-matcher.js'
import {UsageError} from '../../src/usage-error.js'
import {inFolder} from '../helpers/in-folder.js'

describe('pathMatcher', () => {
  inFolder()
  const files = ['a.yaml', '.b.yaml', 'c/d.yaml', 'c/e/f.yaml', 'cc/g.yaml', 'node_modules/h.yaml', '../i.yaml', '/j/k.yaml']
  const matching = async (...patterns: string[]): Promise<string[]> => files.filter(await pathMatcher(patterns))
  const here = ['a.yaml', '.b.yaml', 'c/d.yaml', 'c/e/f.yaml', 'cc/g.yaml', 'node_modules/h.yaml']
  const table: [patterns: string[], expected: string[]][] = [
    [[], []], [['x', 'x/**', ''], []],
    [['a.yaml'], ['a.yaml']], [['./a.yaml'], ['a.yaml']], [['x/../a.yaml'], ['a.yaml']],
    [['*.yaml'], ['a.yaml', '.b.yaml']], [['c/*.yaml'], ['c/d.yaml']], [['c*/*.yaml'], ['c/d.yaml', 'cc/g.yaml']],
    [['**'], here], [['**/*.yaml'], here], [['./**'], here], [['**/f.yaml'], ['c/e/f.yaml']], [['c/**//f.yaml'], ['c/e/f.yaml']],
    [['../*.yaml'], ['../i.yaml']], [['../**'], [...here, '../i.yaml']], [['x/../../**'], [...here, '../i.yaml']],
    [['/**'], files], [['/*/k.yaml'], ['/j/k.yaml']], [['/j/**'], ['/j/k.yaml']], [['*/../a.yaml'], []],
    [['{a,c/d}.yaml'], ['a.yaml', 'c/d.yaml']], [['@(a|b).yaml'], ['a.yaml']], [['[a-c]/?.yaml'], ['c/d.yaml']], [['\\a.yaml'], ['a.yaml']],
    [['c*'], []], [['**', '!c*'], ['a.yaml', '.b.yaml', 'node_modules/h.yaml']], [['**', '!c'], ['a.yaml', '.b.yaml', 'cc/g.yaml', 'node_modules/h.yaml']],
    [['!a.yaml'], []], [['!a.yaml', '*.yaml'], ['a.yaml', '.b.yaml']], [['*.yaml', '!(a).yaml'], ['a.yaml', '.b.yaml']],
    [['A.yaml'], []], [['**/c/**/e/**'], ['c/e/f.yaml']], [['**/c/**/**/f.yaml'], ['c/e/f.yaml']], [['**/e/**/d.yaml'], []], [['**/?.yaml/**'], here.filter((path) => path !== '.b.yaml')], [['c/*/*'], ['c/e/f.yaml']], [['c/*/'], []], [['c/*/./*.yaml'], ['c/e/f.yaml']],
  ]
  for (const [patterns, expected] of table) {
    it(`matches ${patterns.join(' ') || 'nothing'} without searching the disk`, async function () {
      if (process.platform === 'win32' && patterns.some((pattern) => pattern.includes('\\'))) return this.skip()
      expect(await matching(...patterns)).to.deep.equal(expected.filter((path) => files.includes(path)))
    })
  }

  it('matches all below a directory, also one whose name looks like a pattern', async () => {
    for (const folder of ['c', 'c[d]', 'e(f)']) mkdirSync(folder)
    writeFileSync('[g].yaml', '')
    const isMatch = await pathMatcher(['c', 'c[d]', 'e(f)/', '[g].yaml'])
    expect(['c/d.yaml', 'c[d]/a.yaml', 'e(f)/b/c.yaml', '[g].yaml', join(process.cwd(), 'c/x')].filter(isMatch)).to.have.length(5)
    expect(['cd/a.yaml', 'ef/b.yaml', 'g.yaml', 'cc/d.yaml', '.', '..'].filter(isMatch)).to.deep.equal([])
    expect(['a', 'b/c', '.'].filter(await pathMatcher(['.']))).to.have.length(3)
    expect(['/', '/a', '.'].filter(await pathMatcher(['/']))).to.have.length(3)
  })

  it('matches a path with many names in a short time', async () => {
    const isMatch = await pathMatcher(['**/a/**/a/**/a/**/b'])
    expect([`${'a/'.repeat(2000)}c`, `${'a/'.repeat(2000)}b`].filter(isMatch)).to.have.length(1)
  })

  it('finds names that begin again within a match', async () => {
    expect(['a/a/b', 'a/b/a/b', 'a/b/a'].filter(await pathMatcher(['**/a/b']))).to.deep.equal(['a/a/b', 'a/b/a/b'])
  })

  it('rejects patterns that would take too long, and groups of folders', async () => {
    for (const pattern of ['*(*(*(a)))', '@(a/b|c).yaml', '{1..100000000}', '**/a/**/a/**/a/**/a/**/a', '!**/a/**/a/**/a/**/a/**/a']) {
      expect(await pathMatcher([pattern]).then(() => undefined, (error: unknown) => error), pattern).to.be.instanceOf(UsageError)
    }
  })
})
