import {expect} from 'chai'

import {fixesDiff} from '../../src/report/lint/diff.js'
import {SourceFile} from '../../src/source/source-file.js'

const diff = (before: string, after: string, path = 'a.yaml'): string => fixesDiff([{before: new SourceFile(path, before), after: new SourceFile(path, after), fixes: 1}])

const numbered = (count: number): string => Array.from({length: count}, (_, i) => `${i + 1}\n`).join('')

describe('fixesDiff', () => {
  it('shows each change with three lines of context', () => {
    expect(diff(numbered(20), numbered(20).replace('10\n', 'x\n'))).to.equal('--- a/a.yaml\n+++ b/a.yaml\n@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+x\n 11\n 12\n 13\n')
  })

  it('merges close changes into one hunk', () => {
    const at = (...lines: number[]): string[] => diff(numbered(40), lines.reduce((text, line) => text.replace(`\n${line}\n`, `\nx${line}\n`), numbered(40))).match(/@@.*@@/g) ?? []
    expect(at(10, 18)).to.deep.equal(['@@ -7,7 +7,7 @@', '@@ -15,7 +15,7 @@'])
    expect(at(10, 17)).to.deep.equal(['@@ -7,14 +7,14 @@'])
    expect(at(2, 39)).to.deep.equal(['@@ -1,5 +1,5 @@', '@@ -36,5 +36,5 @@'])
  })

  it('puts removed lines before added lines', () => {
    expect(diff('a\nb\nc\n', 'x\ny\nc\n')).to.equal('--- a/a.yaml\n+++ b/a.yaml\n@@ -1,3 +1,3 @@\n-a\n-b\n+x\n+y\n c\n')
  })

  it('keeps line endings, and marks a missing newline at the end', () => {
    expect(diff('a\r\nb', 'x\r\nb')).to.equal('--- a/a.yaml\n+++ b/a.yaml\n@@ -1,2 +1,2 @@\n-a\r\n+x\r\n b\n\\ No newline at end of file\n')
    expect(diff('a\tb', 'x\tb')).to.equal('--- a/a.yaml\n+++ b/a.yaml\n@@ -1,1 +1,1 @@\n-a\tb\n\\ No newline at end of file\n+x\tb\n\\ No newline at end of file\n')
  })

  it('prints paths that patch accepts, and escapes control characters', () => {
    expect(diff('a\n', 'b\n', '/tmp/x/a.yaml')).to.match(/^--- a\/tmp\/x\/a\.yaml\n\+\+\+ b\/tmp/)
    expect(diff('a\n', 'b\n', './a\n.yaml')).to.match(/^--- a\/a\\n\.yaml\n/)
    expect(diff('\u001b[31ma\n', '\u001b[31mb\n')).to.match(/\n-\\u001b\[31ma\n\+\\u001b\[31mb\n$/)
  })

  it('is empty without changes, and concatenates the diffs of files', () => {
    expect(fixesDiff([])).to.equal('')
    expect(diff('a\n', 'b\n') + diff('c\n', 'd\n', 'b.yaml')).to.equal(fixesDiff([['a', 'b', 'a.yaml'], ['c', 'd', 'b.yaml']].map(([before, after, path = '']) =>
      ({before: new SourceFile(path, `${before}\n`), after: new SourceFile(path, `${after}\n`), fixes: 1}))))
  })
})
