import {expect} from 'chai'
import stringWidth from 'string-width'

import {shortCause} from '../../../src/report/lint/terminal-finding.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {finding, hostileFinding, hostileTexts, reported} from '../../helpers/findings.js'

const words = 'metadata.name: Invalid value: "a: b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters'

describe('finding on a terminal', () => {
  const lines = async (columns: number, parts: Parameters<typeof finding>[0] = {}): Promise<string[]> => {
    const text = await reported('table', [finding(parts)], {columns})
    return text.split('\n').slice(0, -3)
  }

  it('fits on one line, followed by the source line and the hint', async () => {
    expect(await lines(80, {hint: 'write less'})).to.deep.equal([
      'a.yaml:2:3  error  min is above max  limit-range/min-not-above-max',
      '  2 | abcdefghi',
      '        ^^^',
      '  hint: write less',
    ])
  })

  it('prints the message below the position if it does not fit on one line', async () => {
    expect(await lines(60)).to.deep.equal([
      'a.yaml:2:3  error  limit-range/min-not-above-max',
      '  min is above max',
      '  2 | abcdefghi',
      '        ^^^',
    ])
  })

  it('prints the cause first, and the wrapped message of the server last', async () => {
    expect(await lines(70, {message: words, ruleId: 'metadata/name'})).to.deep.equal([
      'a.yaml:2:3  error  metadata.name: Invalid value: "a: b"  metadata/name',
      '  2 | abcdefghi',
      '        ^^^',
      '  metadata.name: Invalid value: "a: b": a lowercase RFC 1123',
      '    subdomain must consist of lower case alphanumeric characters',
    ])
  })

  it('wraps hints and related positions', async () => {
    const related = [{file: new SourceFile('b.yaml', 'max: 1\n'), span: {start: 0, end: 3}, message: 'max is 1 here, and nobody has changed it for years'}]
    expect((await lines(50, {related, hint: 'write a smaller number in the field min, or a larger one in max'})).slice(4)).to.deep.equal([
      '  see: b.yaml:1:1: max is 1 here, and nobody has',
      '    changed it for years',
      '  hint: write a smaller number in the field min,',
      '    or a larger one in max',
    ])
  })

  it('shows the relevant part of a long source line, with a mark below', async () => {
    const file = new SourceFile('a.json', `${'x'.repeat(100)}HERE${'y'.repeat(100)}\n`)
    const [, , line = '', mark = ''] = await lines(50, {file, span: {start: 100, end: 104}})
    expect(stringWidth(line)).to.equal(50)
    expect(line).to.match(/^ {2}1 \| …x+HEREy+…$/)
    expect(mark).to.equal(`${' '.repeat(line.indexOf('HERE'))}^^^^`)
    const [, , end = ''] = await lines(50, {file, span: {start: 203, end: 204}})
    expect(end).to.match(/^ {2}1 \| …y+$/)
    const [, , start = '', startMark = ''] = await lines(50, {file, span: {start: 0, end: 204}})
    expect(start).to.match(/^ {2}1 \| x+…$/)
    expect(startMark).to.match(/^ {6}\^+$/)
    expect(stringWidth(startMark)).to.be.at.most(50)
  })

  it('escapes control characters, and exceeds the width only for single words', async () => {
    for (const text of hostileTexts) {
      const printed = await reported('table', [hostileFinding(text)], {columns: 40})
      expect(printed, JSON.stringify(text)).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u)
    }
    const long = await lines(40, {message: words})
    for (const line of long.slice(1)) expect(stringWidth(line), line).to.be.at.most(40)
  })
})

describe('shortCause', () => {
  const cases: Readonly<Record<string, readonly [room: number, cause: string]>> = {
    'the whole message if it fits': [words.length, words],
    'as many clauses as fit': [words.length - 1, 'metadata.name: Invalid value: "a: b"'],
    'a clause without a truncated quoted value': [33, 'metadata.name: Invalid value'],
    'empty if only a short clause fits': [20, ''],
  }
  for (const [what, [room, cause]] of Object.entries(cases)) {
    it(`is ${what}`, () => expect(shortCause(words, room)).to.equal(cause))
  }
})
