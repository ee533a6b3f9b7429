import {expect} from 'chai'
import type {Diagnostic} from '../../src/lint/diagnostic.js'
import {firstFindings, limitFindings, maxFindings, tooManyFindings} from '../../src/lint/finding-limit.js'
import {charactersOfItem} from '../../src/machinery/output/text-weight.js'
import {SourceFile} from '../../src/source/source-file.js'

const [file, other] = [new SourceFile('a.yaml', ''), new SourceFile('b.yaml', '')]

const findings = (count: number, message = 'm', of = file): Diagnostic[] =>
  Array.from({length: count}, (): Diagnostic => ({ruleId: 'metadata/name', severity: 'error', message, field: '', file: of, span: {start: 0, end: 0}, related: []}))

const long = 'm'.repeat(charactersOfItem)

describe('limitFindings', () => {
  it('keeps 20,000 findings of each file, and reports the file with more', () => {
    const all = [...findings(maxFindings), ...findings(maxFindings, 'm', other)]
    expect(limitFindings(all)).to.deep.equal(all)
    expect(limitFindings([...all, ...findings(2)])).to.deep.equal([...all, tooManyFindings(file)])
  })

  it('counts each 1,000 characters of a message as another finding', () => {
    const half = findings(maxFindings / 2, long)
    expect(limitFindings(half)).to.deep.equal(half)
    expect(limitFindings([...half, ...findings(2, long)])).to.deep.equal([...half, tooManyFindings(file)])
  })

  it('keeps the first finding of any length', () => {
    const [first, ...others] = findings(3, 'm'.repeat(maxFindings * charactersOfItem))
    expect(limitFindings([first, ...others] as Diagnostic[])).to.deep.equal([first, tooManyFindings(file)])
  })

  it('reports a file once, if it is reported already', () => {
    const all = [tooManyFindings(file), ...findings(maxFindings - 1)]
    expect(limitFindings([...all, ...findings(5)])).to.deep.equal(all)
  })
})

describe('firstFindings', () => {
  it('keeps one item more than there may be findings', () => {
    const short = Array.from({length: maxFindings + 1}, () => 'm')
    expect(firstFindings(short, String)).to.equal(short)
    expect(firstFindings([...short, 'm'], String)).to.have.length(maxFindings + 1)
    expect(firstFindings(Array.from({length: maxFindings}, () => long), String)).to.have.length(maxFindings / 2 + 1)
  })
})
