import {expect} from 'chai'

import {compareDiagnostics, type Diagnostic, docsUrl} from '../../src/lint/diagnostic.js'
import {SourceFile} from '../../src/source/source-file.js'

const diagnostic = (path: string, start: number, ruleId: string, message: string): Diagnostic =>
  ({file: new SourceFile(path, ''), span: {start, end: start}, ruleId, message, severity: 'error', field: '', related: []})

describe('compareDiagnostics', () => {
  const ordered = [
    diagnostic('B.yaml', 0, 'a/a', 'a'),
    diagnostic('a.yaml', 2, 'a/a', 'a'),
    diagnostic('a.yaml', 10, 'a/a', 'a'),
    diagnostic('a.yaml', 10, 'a/a', 'b'),
    diagnostic('a.yaml', 10, 'a/b', 'a'),
    diagnostic('a/b.yaml', 0, 'a/a', 'a'),
  ]

  it('goes by file, place, rule and message', () => expect([...ordered].reverse().sort(compareDiagnostics)).to.deep.equal(ordered))

  it('takes equal ones for equal', () => expect(compareDiagnostics(diagnostic('a', 1, 'a/a', 'a'), diagnostic('a', 1, 'a/a', 'a'))).to.equal(0))
})

describe('docsUrl', () => {
  it('is made of the id', () => expect(docsUrl('limit-range/type')).to.equal('https://kadm.dev/docs/rules/limit-range/type'))
})
