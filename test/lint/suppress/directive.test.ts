import {expect} from 'chai'

import {isPattern, parseDirective, parseRules, patternsFor} from '../../../src/lint/suppress/directive.js'
import {within} from '../../helpers/cpu-time.js'

/** A directive in a comment, in short form. */
function reading(text: string, isOwnLine = true): string | undefined {
  const directive = parseDirective(text, isOwnLine)
  if (directive === undefined) return undefined
  if ('message' in directive) return `! ${directive.message} (${directive.hint})`
  return `${directive.reach}: ${directive.rules.map(({pattern, start, end}) => `${pattern}@${start}-${end}`).join(' ')}`
}

const form = 'write "# kadm-disable-next-line RULE, RULE -- reason"'

describe('parseDirective', () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    'kadm-disable a/b': 'document: a/b@13-16',
    'kadm-disable-line a/b': 'line: a/b@18-21',
    'kadm-disable-next-line a/b,c/*,  * -- why, and how': 'next-line: a/b@23-26 c/*@27-30 *@33-34',
    'kadm-disable-next-line   a/b   ': 'next-line: a/b@25-28',
    'kadm-disable a/b--c': 'document: a/b--c@13-19',
    'kadm-disable a/b --': 'document: a/b@13-16',
    'kadm-disable a/b -- c -- d/e': 'document: a/b@13-16',
    'kadm-disable': `! a rule is missing here (${form})`,
    'kadm-disable -- why': `! a rule is missing here (${form})`,
    'kadm-disable a/b,': `! a rule is missing here (${form})`,
    'kadm-disable , a/b': `! a rule is missing here (${form})`,
    'kadm-disable a/b c/d': `! "a/b c/d" is not the id of a rule (${form}: commas between rules, and -- before the reason)`,
    'kadm-disable a/b - why': `! "a/b - why" is not the id of a rule (${form}: commas between rules, and -- before the reason)`,
    'kadm-disable limits': `! "limits" is not the id of a rule (${form})`,
    'kadm-disable */b': `! "*/b" is not the id of a rule (${form})`,
    'kadm-disable-nextline a/b': '! there is no comment "kadm-disable-nextline" (write "kadm-disable-next-line")',
    'kadm-enable a/b': '! there is no comment "kadm-enable" (write "kadm-disable")',
    'KADM-disable a/b': '! there is no comment "KADM-disable" (write "kadm-disable")',
    'kadm-config is a folder': undefined,
    'kadm-': undefined,
  }
  for (const [text, expected] of Object.entries(cases)) it(`parses: ${text}`, () => expect(reading(text)).to.equal(expected))

  it('accepts only kadm-disable-line after other content', () => {
    expect(reading('kadm-disable-line a/b', false)).to.equal('line: a/b@18-21')
    for (const word of ['kadm-disable', 'kadm-disable-next-line']) {
      expect(reading(`${word} a/b`, false)).to.equal(`! "${word}" has a line of its own (for the line that the comment ends, write "kadm-disable-line")`)
    }
  })

  it('parses the rules of an annotation without a keyword', () => {
    expect(parseRules('a/b, c/d -- why')).to.deep.equal([{pattern: 'a/b', start: 0, end: 3}, {pattern: 'c/d', start: 5, end: 8}])
    expect(parseRules('')).to.deep.equal({message: 'a rule is missing here', hint: form})
  })

  it('parses long comments in linear time', within(5, () => {
    expect(reading(`kadm-disable ${'a/b, '.repeat(100_000)}c/d`)).to.match(/ c\/d@/)
    expect(reading(`kadm-disable ${' '.repeat(200_000)}x`)).to.match(/^! /)
    expect(reading(`kadm-disable ${'-- '.repeat(200_000)}`)).to.match(/^! /)
  }))
})

describe('rule patterns', () => {
  it('are rule ids or wildcards', () => {
    expect(['a/b', 'limit-range/*', '*'].map(isPattern)).to.deep.equal([true, true, true])
    expect(['', 'a', 'a/', '/b', '*/*', 'a/b/c', 'a/b*', '**', 'a/b\n', `a/${'b'.repeat(100)}`].map(isPattern)).to.deep.equal(Array.from({length: 10}, () => false))
  })

  it('are matched from the rule id to the wildcard', () => expect(patternsFor('limit-range/type')).to.deep.equal(['limit-range/type', 'limit-range/*', '*']))
})
