import {expect} from 'chai'
import {problemsOf, readText} from './read-text.js'

/** Texts with problems, which kubectl rejects. It accepts the texts in `fine`. */
describe('problems in YAML', () => {
  const groups: Record<string, [text: string, problem: string][]> = {
    'quotes and brackets': [
      ['a: 1\nb: "c\nd: e\n', '2:4-3:5 yaml/syntax the quote " is never closed'],
      ["a: 'b\n", "1:4-1:6 yaml/syntax the quote ' is never closed"],
      ['a: {b: c\nd: e\n', '1:4-2:5 yaml/syntax the bracket { is never closed'],
      ['a: [b, {c: [d]\n', '1:8-1:15 yaml/syntax the bracket { is never closed'],
      ['a: ["b]\n', '1:5-1:8 yaml/syntax the quote " is never closed'],
      ['a: "b" c\n', '1:8-1:9 yaml/syntax nothing can follow the closing quote'],
      ['a: "b\nc: "d\n', '2:5-2:6 yaml/syntax nothing can follow the closing quote, which opens on an earlier line'],
      ['a: {b: c} d\n', '1:11-1:12 yaml/syntax nothing can follow the closing bracket'],
      ['a: {b: c}}\n', '1:10-1:11 yaml/syntax nothing can follow the closing bracket'],
      ['# c\n{a: 1} @\n', '2:8-2:9 yaml/syntax a text cannot start with @ unless it is quoted'],
      ['# c\n{a: 1} - b\n', '2:8-2:11 yaml/syntax nothing can follow the closing bracket'],
      ['# c\n{a: 1} b: c\n', '2:8-2:12 yaml/syntax nothing can follow the closing bracket'],
      ['# c\n{a: 1} "b\n', '2:8-2:10 yaml/syntax the quote " is never closed'],
      ['a: ]\n', '1:4-1:5 yaml/syntax no bracket is open that ] could close'],
      ['a: {b: c d: e}\n', '1:11-1:12 yaml/syntax a comma or closing bracket is missing before this'],
      ['a: [b, , c]\n', '1:8-1:9 yaml/syntax a value is missing before this comma'],
      ['a: "\\q"\n', '1:5-1:7 yaml/syntax YAML does not know this escape'],
      ['a: "x\\u12"\n', '1:6-1:11 yaml/syntax YAML does not know this escape'],
      ['a: "\\/"\n', '1:5-1:7 yaml/syntax \\/ is not an escape of YAML'],
      ['a: "\\ud83d\\ude80"\n', '1:5-1:11 yaml/syntax \\ud83d is not an escape of YAML'],
      ['a: "\\UFFFFFFFF"\n', '1:5-1:15 yaml/syntax \\UFFFFFFFF is not an escape of YAML'],
      ['a: [b?c]\n', '1:5-1:8 yaml/syntax inside [ ] and { }, a text with ? must be quoted'],
      ['a: [:80]\n', '1:5-1:8 yaml/syntax inside [ ] and { }, a text with : must be quoted'],
      ['a: {b:[c]}\n', '1:5-1:6 yaml/syntax a space must follow the colon after an unquoted key'],
      ['a: {b\n  : c}\n', '1:5-2:3 yaml/syntax a key and its colon must be on one line'],
    ],
    indentation: [
      ['a:\n    b: c\n  d: e\n', '3:3-3:7 yaml/syntax the indentation of this line, 2 spaces, fits nothing above it'],
      ['a:\n  - b\n - c\n', '3:2-3:5 yaml/syntax the indentation of this line, 1 space, fits nothing above it'],
      ['a:\n  b: c\n    d: e\n', '3:5-3:9 yaml/syntax this line is indented so deep that it continues the text above it'],
      ['a: |\n    b\n  c\n', '3:3-3:4 yaml/syntax the indentation of this line, 2 spaces, fits nothing above it'],
      ['a:\n\tb: c\n', '2:1-2:2 yaml/syntax a tab cannot be part of the indentation'],
      ['a:\n  b: c\n \td: e\n', '3:2-3:3 yaml/syntax a tab cannot be part of the indentation'],
      ['a:\n-\tb: c\n', '2:2-2:3 yaml/syntax a tab is not allowed where a key or a list item can start'],
      ['a: b\n\t\nc: d\n', '2:1-2:2 yaml/syntax a tab is not allowed where a key or a list item can start'],
      ['a:\n\t# b\n  c: d\n', '2:1-2:2 yaml/syntax a tab is not allowed where a key or a list item can start'],
      ['a: |\n  \tb\n', '2:3-2:4 yaml/syntax a tab is not allowed where a key or a list item can start'],
      ['a: "b"\n\t', '2:1-2:2 yaml/syntax a tab is not allowed where a key or a list item can start'],
      ['\t\n', '1:1-1:2 yaml/syntax a tab is not allowed where a key or a list item can start'],
      ['a: {b: c\n\t}\n', '2:1-2:2 yaml/syntax a tab is not allowed where a key or a list item can start'],
      ['? a\n:\tb\n', '2:2-2:3 yaml/syntax a tab is not allowed where a key or a list item can start'],
    ],
    'keys and colons': [
      ['a: b\nc\nd: e\n', '2:1-2:2 yaml/syntax a colon and a space must follow the key'],
      ['a: b\nkind:Pod\nd: e\n', '2:1-2:9 yaml/syntax a colon and a space must follow the key'],
      ['a: b\nlast\n', '2:1-2:5 yaml/syntax a colon and a space must follow the key'],
      ['a: b: c\n', '1:5-1:6 yaml/syntax a second colon on a line would start a map within a map'],
      ['a: &x b: c\n', '1:4-1:11 yaml/syntax a map that is the value of a key must start on a new line'],
      ['a: - b\n', '1:4-1:5 yaml/syntax a list cannot start on the line of its key'],
      ['a: @b\n', '1:4-1:5 yaml/syntax a text cannot start with @ unless it is quoted'],
      ['a: `b`\n', '1:4-1:5 yaml/syntax a text cannot start with ` unless it is quoted'],
      ['a: %b\n', '1:4-1:5 yaml/syntax a text cannot start with % unless it is quoted'],
      [`${'k'.repeat(1025)}: v\n`, '1:1-1:1026 yaml/syntax a key may have at most 1024 characters'],
      ['null: a\n', '1:1-1:5 yaml/key a key of a map must be a string, but this one is null'],
      ['a:\n  : b\n', '2:3-2:3 yaml/key a key of a map must be a string, but this one is empty'],
      ['[a]: b\n', '1:1-1:4 yaml/key a key of a map must be a string, but this one is a list'],
      ['# c\n{a: b}: c\n', '2:1-2:7 yaml/key a key of a map must be a string, but this one is a map'],
      ['18446744073709551615: a\n', '1:1-1:21 yaml/key a key of a map must be a string, but this one is a number beyond 64 bits'],
    ],
    'anchors, tags and merges': [
      ['a: *b\n', '1:4-1:6 yaml/alias no anchor "b" comes before this alias in the document'],
      ['a: &b 1\n---\nc: *b\n', '3:4-3:6 yaml/alias no anchor "b" comes before this alias in the document'],
      ['a: &a\n  b: *a\n', '2:6-2:8 yaml/alias the anchor "a" would contain itself'],
      ['a: &a\n  <<: *a\n', '2:7-2:9 yaml/alias the anchor "a" would contain itself'],
      ['a: &a.b c\n', '1:4-1:8 yaml/alias the name of an anchor holds only letters, digits, "-" and "_", not "a.b"'],
      ['a: *.txt\n', '1:4-1:9 yaml/alias the name of an anchor holds only letters, digits, "-" and "_", not ".txt"'],
      ['a: *\n', '1:4-1:5 yaml/syntax a name must follow *'],
      ['a: & b\n', '1:6-1:7 yaml/syntax a name must follow &'],
      ['a: &b &c d\n', '1:7-1:8 yaml/syntax a value can have only one anchor'],
      ['<<: a\n', '1:5-1:6 yaml/merge the merge key << takes a map or a list of maps'],
      ['a: &a [b]\nc: {<<: *a}\n', '2:9-2:11 yaml/merge the merge key << takes a map or a list of maps'],
      ['<<: [{a: b}, c]\n', '1:14-1:15 yaml/merge the merge key << takes a map or a list of maps'],
      ['a: !!int b\n', '1:4-1:9 yaml/tag "b" does not fit the tag !!int'],
      ['a: !!binary "%%"\n', '1:4-1:12 yaml/tag "%%" does not fit the tag !!binary'],
      ['a: [!!str, b]\n', '1:5-1:10 yaml/tag a space must follow the tag "!!str"'],
      ['a: !! b\n', '1:4-1:6 yaml/tag "!!" is not a tag'],
      ['a: !b!c d\n', '1:4-1:8 yaml/tag this is not a tag'],
      ['a: .inf\n', '1:4-1:8 yaml/number JSON has no number .inf, so kubectl cannot send it'],
      ['a: [-.Inf, .nan]\n', '1:5-1:10 yaml/number JSON has no number -.Inf, so kubectl cannot send it'],
    ],
    'documents': [
      ['--- a\n', '1:1-1:6 yaml/document-separator only a comment may follow the document separator --- on its line'],
      ['a: b\n----\n', '2:1-2:5 yaml/document-separator only a comment may follow the document separator --- on its line'],
      ['%YAML 1.1\n---\na: b\n', '1:1-1:10 yaml/syntax kubectl reads no YAML directives'],
      ['# c\n...\na: b\n', '2:1-2:4 yaml/syntax ... ends a document, but none has begun'],
      ['  ---\na: b\n', '1:3-1:6 yaml/syntax the document separator --- must be at the start of its line'],
      ['a: {b: c}\n ---\nc: d\n', '2:2-2:5 yaml/syntax the document separator --- must be at the start of its line'],
      ['a: b\n---\nc: d\n---\n\te: f\n', '5:1-5:2 yaml/syntax a tab cannot be part of the indentation'],
      ['a: b\n<<<<<<< HEAD\nc: d\n=======\n', '2:1-2:13 yaml/syntax a conflict of a merge is left in the file'],
    ],
    'block scalars': [
      ['a: |x\n  b\n', '1:5-1:6 yaml/syntax only + or -, a number and a comment may follow | or > on its line'],
      ['a: |+-\n  b\n', '1:6-1:7 yaml/syntax the header of a block text has two of + and -'],
      ['a: |11\n  b\n', '1:6-1:7 yaml/syntax the header of a block text has two numbers'],
      ['a: |0\n  b\n', '1:5-1:6 yaml/syntax the indentation in the header of a block text must be 1 to 9'],
    ],
    'templates': [
      ['a: {{ .Values.a }}\n', '1:4-1:19 yaml/syntax this is a template, not yet YAML'],
      ['a:\n  {{- range .l }}\n  - b\n  {{- end }}\n', '2:3-2:5 yaml/syntax this is a template, not yet YAML'],
      ['a: b\n{{- if .x }}\nc: d\n{{- end }}\n', '2:1-2:3 yaml/syntax this is a template, not yet YAML'],
      ['a: b\n\n{{ include "x" . }}\nc: d\n', '3:1-3:3 yaml/syntax this is a template, not yet YAML'],
      ['a: "{{ b }}" c\n', '1:14-1:15 yaml/syntax nothing can follow the closing quote'],
    ],
    characters: [
      ['a: b\0\n', '1:5-1:6 source/control-character YAML does not allow the control character U+0000'],
      ['a: b\n# \u001b[31m\n', '2:3-2:4 source/control-character YAML does not allow the control character U+001B'],
      ['a: "\u007f"\n', '1:5-1:6 source/control-character YAML does not allow the control character U+007F'],
      ['a: \u0080\n', '1:4-1:5 source/control-character YAML does not allow the control character U+0080'],
      ['a: \ufffe\n', '1:4-1:5 source/control-character YAML does not allow the control character U+FFFE'],
      ['a: b\u2028c\n', '1:5-1:6 yaml/syntax the invisible character U+2028 breaks the line'],
      ['a: b\u0085c\nd: e\n', '1:5-1:6 yaml/syntax the invisible character U+0085 breaks the line'],
    ],
  }

  for (const [group, table] of Object.entries(groups)) {
    describe(group, () => {
      for (const [text, problem] of table) {
        it(`are reported for ${JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text)}`, () => expect(problemsOf(text)[0]).to.equal(problem))
      }
    })
  }

  const fine = [
    'a: b#c\n', 'a: b:c\n', 'a: -b\n', 'a: ?b\n', 'a: :b\n', "a: it's\n", 'a: b"c\n', 'a: {b: c d}\n', 'a: [b:c]\n', 'a: |\n  b\n   \tc\n', 'a: |2\n  \tb\n', 'a: b\n  \tc\n', 'a:\t"b"\t# c\n',
    'a: b\n  \t\nc: d\n', 'a: {\n\tb: c\n}\n', 'a: |+2\n   b\n', 'a: |2+\n   b\n', 'a: !foo b\n', 'a: !<tag:yaml.org,2002:int> 1\n', '? a\n: b\n', '? |\n  a\n: b\n', 'a:\n- b\n- c\n', '- - a\n  - b\n',
    '"a": b\n', '{a: b, }\n', 'a: "\\x41\\U0001F680\\N\\_\\L\\P\\e\\0"\n', '{.inf: a}\n', 'a: |\n  {{ b }}\n', '# {{ c }}\na: "{{ b }}"\n', 'a: =======\n',
  ]
  for (const text of fine) it(`are not reported for ${JSON.stringify(text)}`, () => expect(problemsOf(text)).to.deep.equal([]))

  it('have a hint if the correction is certain', () => {
    const hint = (text: string): string | undefined => readText(text)[0]?.problems[0]?.hint
    expect(hint('kind:Pod\na: b\n')).to.equal('write "kind: Pod"')
    expect(hint('a: {{ b }}\n')).to.equal('render it first: helm template . | kadm lint -')
    expect(hint('{{- if .a }}\nb: c\n')).to.equal('render it first: helm template . | kadm lint -')
    expect(hint('a: [b?c]\n')).to.equal('write "b?c"')
    expect(hint('a:\n\tb: c\n')).to.equal('indent with spaces')
    expect(hint('a: "b\n')).to.equal(undefined)
  })

  it('quote only the start of long texts', () => {
    expect(problemsOf(`a: !!int ${'x'.repeat(100)}\n`)).to.deep.equal([`1:4-1:9 yaml/tag "${'x'.repeat(40)}..." does not fit the tag !!int`])
  })
})
