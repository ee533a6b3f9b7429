import {expect} from 'chai'

import {fixesDiff} from '../../../src/report/lint/diff.js'
import {SourceFile} from '../../../src/source/source-file.js'

const diff = (before: string, after: string): string =>
  fixesDiff([{before: new SourceFile('a.yaml', before), after: new SourceFile('a.yaml', after), fixes: 1}]).replace(/^--- a\/a.yaml\n\+\+\+ b\/a.yaml\n/, '')

const filler = (first: number, last: number): string => Array.from({length: last - first + 1}, (_, i) => `l${first + i}\n`).join('')

describe('fixesDiff: lines', () => {
  it('shows added lines', () => {
    expect(diff(`id: a\n${filler(1, 9)}`, `metadata:\n  name: a\n${filler(1, 9)}`)).to.equal('@@ -1,4 +1,5 @@\n-id: a\n+metadata:\n+  name: a\n l1\n l2\n l3\n')
  })

  it('shows distant removed lines in separate hunks', () => {
    expect(diff(`${filler(1, 5)}x\n${filler(6, 15)}y\n`, `${filler(1, 5)}${filler(6, 15)}`)).to.equal(
      '@@ -3,7 +3,6 @@\n l3\n l4\n l5\n-x\n l6\n l7\n l8\n@@ -14,4 +13,3 @@\n l13\n l14\n l15\n-y\n',
    )
  })

  it('shows changed lines', () => expect(diff('a\nb\nc\n', 'a\nB\nc\n')).to.equal('@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n'))

  it('limits the number of compared lines', () => {
    const lines = Array.from({length: 3000}, (_, i) => `l${i}\n`)
    expect(diff(lines.join(''), `${lines.toReversed().join('')}x\n`)).to.match(/^@@ -1,3000 \+1,3001 @@\n-l0\n/)
  })
})
