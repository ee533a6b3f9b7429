import {expect} from 'chai'

import {oneLine, printable} from '../../src/machinery/printable.js'

describe('printable', () => {
  it('leaves texts as they are', () => {
    for (const text of ['', 'plain', 'two\nlines', 'Grüße, 世界 😀', 'a\u00a0b', '~\u00a1']) expect(printable(text)).to.equal(text)
  })

  it('shows what would steer a terminal, or reorder what it shows', () => {
    const texts: Record<string, string> = {
      '\u001b[31mred': '\\u001b[31mred', 'a\rb': 'a\\u000db', 'a\tb': 'a\\tb', '\u0000\u0007\u001f': '\\u0000\\u0007\\u001f', '\u007f\u0080\u009b\u009f': '\\u007f\\u0080\\u009b\\u009f',
      'a\u202eb\u202c': 'a\\u202eb\\u202c', '\u061c': '\\u061c', '\u2066\u2069\u200e\u200f': '\\u2066\\u2069\\u200e\\u200f', '\u2028\u2029\ufeff': '\\u2028\\u2029\\ufeff',
    }
    for (const [text, shown] of Object.entries(texts)) expect(printable(text)).to.equal(shown)
  })
})

describe('printable, in the log of a CI job', () => {
  it('shows what would be taken for a command', () => {
    const texts: Record<string, string> = {
      '::error::x': '\\u003a:error::x', 'a\n  ::set-env name=a::b': 'a\n  \\u003a:set-env name=a::b', 'a ##[error]b': 'a #\\u0023[error]b', '##vso[task.complete]': '#\\u0023vso[task.complete]',
    }
    for (const [text, shown] of Object.entries(texts)) expect(printable(text)).to.equal(shown)
  })

  it('leaves what would not', () => {
    for (const text of ['a::b', 'a\n:b', '# # [a]', '#[derive]', '## a']) expect(printable(text)).to.equal(text)
  })
})

describe('oneLine', () => {
  it('shows line breaks too', () => expect(oneLine('a\nb\r\n\u001bc')).to.equal('a\\nb\\u000d\\n\\u001bc'))
})
