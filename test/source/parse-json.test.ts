import {expect} from 'chai'
import fc from 'fast-check'
import {problemsOf, valuesOf} from './read-text.js'

describe('JSON documents', () => {
  const table: [name: string, text: string, values: unknown[]][] = [
    ['reads an object', '{"a": [1, -2.5e1, true, false, null, "x", {}, []]}', [{a: [1, -25, true, false, null, 'x', {}, []]}]],
    ['accepts all white space', ' \t\r\n{ \n"a"\t:\r1 , "b" : [ 1 , 2 ] } \n', [{a: 1, b: [1, 2]}]],
    ['decodes escapes', '{"a": "\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude80"}', [{a: '"\\/\b\f\n\r\té🚀'}]],
    ['replaces unpaired surrogates', '{"a": "\\ud83d", "b": "x\\ude80y", "c": "\\ud83d\\u0041"}', [{a: '\ufffd', b: 'x\ufffdy', c: '\ufffdA'}]],
    ['accepts control characters above U+001F', '{"a": "\u007f\u0085"}', [{a: '\u007f\u0085'}]],
    ['uses the last of repeated keys', '{"a": 1, "a": 2}', [{a: 2}]],
    ['does not resolve keys', '{"on": 1, "0x10": 2}', [{on: 1, '0x10': 2}]],
    ['parses 1.0 and 1e3 as integers', '{"a": 1.0, "b": 1e3}', [{a: 1, b: 1000}]],
    ['keeps 64-bit integers', '{"a": 9007199254740993, "b": -9223372036854775808}', [{a: 9007199254740993n, b: -9223372036854775808n}]],
    ['rounds larger ones', '{"a": 9223372036854775808, "b": 123456789012345678901234567890}', [{a: 9223372036854776000, b: 1.2345678901234568e29}]],
    ['reads several objects', '{"a":1}{"b":2}\n{"c":3}', [{a: 1}, {b: 2}, {c: 3}]],
    ['reads other values after an object', '{"a":1} 5 "x" [true] null 1 2', [{a: 1}, 5, 'x', [true], 1, 2]],
    ['accepts comments, single quotes, bare keys and trailing commas, as YAML', "{'a': 1, b: 0x10, # c\n \"c\": [1,],}\n", [{a: 1, b: 16, c: [1]}]],
    ['reads YAML after an object and a separator', '{"a":1}\n---\nb: 2\n---\n{"c": 3}', [{a: 1}, {b: 2}, {c: 3}]],
    ['reads YAML on the line after an object', '{"a":1}\nb: 2\n', [{a: 1}, {b: 2}]],
    ['reads YAML after an object with a comment', '{"a":1} # c\nb: 2\n', [{a: 1}, {b: 2}]],
    ['reads indented YAML after an object as if it were not indented', '{"a":1}  b: 2\nc: 3\n', [{a: 1}, {b: 2, c: 3}]],
    ['accepts a separator on the line after an object', '{"a":1}\n---', [{a: 1}]],
    ['parses octal numbers as YAML', '{"a": 010}', [{a: 8}]],
    ['reads YAML that starts with a brace', '{a: 1}\n---\nb: 2\n', [{a: 1}, {b: 2}]],
    ['parses a raw line break in a string as YAML', '{"a": "b\nc"}', [{a: 'b c'}]],
    ['does not detect JSON after more than 4096 spaces', `${' '.repeat(4097)}{"a": 1}{"b": 2}`, [{a: 1}]],
  ]
  for (const [name, text, values] of table) it(name, () => expect(valuesOf(text)).to.deep.equal(values))

  const problems: [text: string, problem: string][] = [
    ['{"a" "b"}', '1:6-1:7 json/syntax a colon is required between a key and its value'],
    ['{"a": 1 "b": 2}', '1:9-1:10 json/syntax a comma or } is required here'],
    ['{"a": ["x" "b"]}', '1:12-1:13 json/syntax a comma or ] is required here'],
    ['{"a": 1,\n "b" 2,, }', '2:6-2:7 json/syntax a colon is required between a key and its value'],
    ['{"a": *}', '1:7-1:8 json/syntax a value is required here'],
    ['{"a": tru, "b" 1}', '1:7-1:8 json/syntax a value is required here'],
    ['{"a": 1., "b" 1}', '1:8-1:9 json/syntax this number is not complete'],
    ['{"a": "\\q"}', '1:8-1:10 json/syntax this is not an escape of JSON'],
    ['{"a": "\\u12"}', '1:8-1:10 json/syntax this is not an escape of JSON'],
    ['{"a": "b\tc" d}', '1:9-1:10 json/syntax a string cannot hold line breaks, tabs or other control characters: write \\n or \\t'],
    ['{\n  "a": {"b": 1\n', '2:8-3:1 json/syntax the file ends before this is complete'],
    ['{"a": "b', '1:7-1:9 json/syntax the file ends before this is complete'],
    ['{"a": [1, 2', '1:7-1:12 json/syntax the file ends before this is complete'],
    ['{"a":', '1:1-1:6 json/syntax the file ends before this is complete'],
    ['{"a": 1e400}', '1:7-1:12 json/number the number "1e400" is too large'],
    ['{"a":1},\n{"b":2}', '1:8-1:9 json/syntax a value is required here'],
    ['{"a":1}{"b":2}\nx\n', '2:1-2:2 json/syntax a value is required here'],
    ['{"a":1}---', '1:8-1:9 json/syntax a value is required here'],
    ['{"a":1}\ufffd---\nb: 1\n', '1:8-1:9 json/syntax a value is required here'],
    ['{"a":1} x', '1:9-1:10 json/syntax a value is required here'],
    ['{{- if .Values.a }}\na: 1\n{{- end }}\n', '1:1-1:3 yaml/syntax this is a template, not yet YAML'],
  ]
  for (const [text, problem] of problems) it(`reports the problem in ${JSON.stringify(text)}`, () => expect(problemsOf(text)).to.deep.equal([problem]))

  it('continues at the next separator', () => {
    expect(valuesOf('{"a":1}{"b":2}{"c"\n---\nd: 4\n')).to.deep.equal([{a: 1}, {b: 2}, undefined, {d: 4}])
  })

  it('equal the result of JSON.parse (property)', () => {
    const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, (_, item: unknown) => typeof item === 'bigint' ? Number(item) : item))
    fc.assert(fc.property(fc.jsonValue({maxDepth: 5}), fc.integer({min: 0, max: 3}), (value, indent) => {
      const text = JSON.stringify({value}, undefined, indent)
      expect(plain(valuesOf(text)[0])).to.deep.equal(JSON.parse(text))
    }))
  })
})
