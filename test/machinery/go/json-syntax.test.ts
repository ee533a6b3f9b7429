import {expect} from 'chai'
import {jsonObjectError} from '../../../src/machinery/go/json-syntax.js'

const errorOf = (text: string): string | undefined => jsonObjectError(Buffer.from(text))

const end = 'unexpected end of JSON input'

const type = (found: string): string => `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`

describe('jsonObjectError', () => {
  const accepted = [
    '{}', ' {\t}\r\n', 'null', '{"a":1}', '{"a":{"b":[1,-2,0,0.5,1e5,1E-5,1.25e+10]},"c":"\\u00e4\\n\\\\\\/\\"","d":[true,false,null,[],{}]}', '{"a":"ä"}',
    '{"a":1e400}', `{"a":${'['.repeat(9999)}${']'.repeat(9999)}}`,
  ]

  for (const text of accepted) it(`accepts ${text.slice(0, 40)}`, () => expect(errorOf(text)).to.equal(undefined))

  const rejected: Record<string, string> = {
    '': end, '{"a":': end, '{': end, '[': end, '{"a"': end, '{"a":1': end, '{"a': end, '[1,': end, '  ': end,
    '[]': type('array'), ' ["a"]': type('array'), '"x"': type('string'), '12': type('number'), '-0.5e-3': type('number'), 'true': type('bool'), 'false': type('bool'),
    'x': "invalid character 'x' looking for beginning of value",
    "'": "invalid character '\\'' looking for beginning of value",
    'ä': "invalid character 'Ã' looking for beginning of value",
    '\u0000': "invalid character '\\x00' looking for beginning of value",
    '[,]': "invalid character ',' looking for beginning of value",
    '[1,]': "invalid character ']' looking for beginning of value",
    '{"a":}': "invalid character '}' looking for beginning of value",
    '{a': "invalid character 'a' looking for beginning of object key string",
    '{"a":1,}': "invalid character '}' looking for beginning of object key string",
    '{,}': "invalid character ',' looking for beginning of object key string",
    '{"a" 1}': "invalid character '1' after object key",
    '{"a":1 "b"}': "invalid character '\"' after object key:value pair",
    '[1 2]': "invalid character '2' after array element",
    '[1}': "invalid character '}' after array element",
    '{} x': "invalid character 'x' after top-level value",
    '12 3': "invalid character '3' after top-level value",
    '0123': "invalid character '1' after top-level value",
    '{"a\t': "invalid character '\\t' in string literal",
    '"\\x': "invalid character 'x' in string escape code",
    '"\\': "invalid character ' ' in string escape code",
    '"\\u12g4"': "invalid character 'g' in \\u hexadecimal character escape",
    '-': "invalid character ' ' in numeric literal",
    '-x': "invalid character 'x' in numeric literal",
    '1.': "invalid character ' ' after decimal point in numeric literal",
    '1.x': "invalid character 'x' after decimal point in numeric literal",
    '1e': "invalid character ' ' in exponent of numeric literal",
    '1e+x': "invalid character 'x' in exponent of numeric literal",
    'tru': "invalid character ' ' in literal true (expecting 'e')",
    'falze': "invalid character 'z' in literal false (expecting 's')",
    'nil': "invalid character 'i' in literal null (expecting 'u')",
  }

  for (const [text, error] of Object.entries(rejected)) it(`rejects ${JSON.stringify(text)}`, () => expect(errorOf(text)).to.equal(error))

  it('limits the depth like Go', () => expect(errorOf('['.repeat(10001))).to.equal("invalid character '[' exceeded max depth"))
})
