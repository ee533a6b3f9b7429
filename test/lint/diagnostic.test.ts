import {expect} from 'chai'

import {compareDiagnostics, type Diagnostic, type FindingId} from '../../src/lint/diagnostic.js'
import {SourceFile} from '../../src/source/source-file.js'

const diagnostic = (path: string, start: number, ruleId: FindingId, message: string): Diagnostic =>
  ({file: new SourceFile(path, ''), span: {start, end: start}, ruleId, message, severity: 'error', field: '', related: []})

describe('compareDiagnostics', () => {
  const ordered = [
    diagnostic('B.yaml', 0, 'metadata/labels', 'a'),
    diagnostic('a.yaml', 2, 'metadata/labels', 'a'),
    diagnostic('a.yaml', 10, 'metadata/labels', 'a'),
    diagnostic('a.yaml', 10, 'metadata/labels', 'b'),
    diagnostic('a.yaml', 10, 'metadata/name', 'a'),
    diagnostic('a/b.yaml', 0, 'metadata/labels', 'a'),
  ]

  it('sorts by file, position, rule and message', () => expect([...ordered].reverse().sort(compareDiagnostics)).to.deep.equal(ordered))

  it('returns 0 for equal diagnostics', () => expect(compareDiagnostics(diagnostic('a', 1, 'metadata/labels', 'a'), diagnostic('a', 1, 'metadata/labels', 'a'))).to.equal(0))
})
