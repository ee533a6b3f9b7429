import {expect} from 'chai'

import {oneLine, printable} from '../../../src/machinery/output/printable.js'

describe('printable', () => {
  it('keeps ordinary text unchanged', () => {
    for (const text of ['', 'plain', 'two\nlines', 'Grüße, 世界 😀', 'a\u00a0b', '~\u00a1', '\u2764\ufe0f', 'ไทย हिन्दी عربي']) expect(printable(text)).to.equal(text)
  })

  it('escapes characters that control a terminal or reorder text', () => {
    const texts: Record<string, string> = {
      '\u001b[31mred': '\\u001b[31mred', 'a\rb': 'a\\u000db', 'a\tb': 'a\\tb', '\u0000\u0007\u001f': '\\u0000\\u0007\\u001f', '\u007f\u0080\u009b\u009f': '\\u007f\\u0080\\u009b\\u009f',
      'a\u202eb\u202c': 'a\\u202eb\\u202c', '\u061c': '\\u061c', '\u2066\u2069\u200e\u200f': '\\u2066\\u2069\\u200e\\u200f', '\u2028\u2029\ufeff': '\\u2028\\u2029\\ufeff',
    }
    for (const [text, shown] of Object.entries(texts)) expect(printable(text)).to.equal(shown)
  })

  it('escapes invisible characters', () => {
    const characters = ['\u00ad', '\u034f', '\u115f', '\u180e', '\u200b', '\u200c', '\u200d', '\u2060', '\u2064', '\u206f', '\u3164', '\ufe00', '\ufe0f', '\uffa0', '\ufff9']
    for (const character of characters) expect(printable(`a${character}b`)).to.equal(`a\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}b`)
    expect(printable('\u{e0041}\u{e0101}\u{1d173}')).to.equal('\\udb40\\udc41\\udb40\\udd01\\ud834\\udd73')
    expect(printable('\u2764\ufe0f\ufe0f')).to.equal('\u2764\ufe0f\\ufe0f')
  })

  it('writes escapes that JSON decodes', () => {
    for (const text of ['\u200b\u{e0041}\u001b', '##teamcity[x]', '\t\u2028']) expect(JSON.parse(printable(JSON.stringify(text)))).to.equal(text)
  })
})

describe('printable in the log of a CI job', () => {
  it('escapes text that would be read as a command', () => {
    const texts: Record<string, string> = {
      '::error::x': '\\u003a:error::x', 'a\n  ::set-env name=a::b': 'a\n  \\u003a:set-env name=a::b', 'a ##[error]b': 'a #\\u0023[error]b', '##vso[task.complete]': '#\\u0023vso[task.complete]',
      'a ##teamcity[buildStop]': 'a #\\u0023teamcity[buildStop]', '##VSO[x]##TeamCity[y]': '#\\u0023VSO[x]#\\u0023TeamCity[y]', '###[x]': '##\\u0023[x]',
    }
    for (const [text, shown] of Object.entries(texts)) expect(printable(text)).to.equal(shown)
  })

  it('keeps similar text that is not a command', () => {
    for (const text of ['a::b', 'a\n:b', '# # [a]', '#[derive]', '## a']) expect(printable(text)).to.equal(text)
  })
})

describe('oneLine', () => {
  it('escapes line breaks, too', () => expect(oneLine('a\nb\r\n\u001bc')).to.equal('a\\nb\\u000d\\n\\u001bc'))
})
