import {expect} from 'chai'

import {isUnreadable, readDocument} from '../../../src/configuration/document.js'
import {goYamlError} from '../../../src/source/go-yaml/parser.js'
import {SourceFile} from '../../../src/source/source-file.js'

/** Texts that the server rejects, with the messages of kube-apiserver 1.36.3. */
const errors: readonly (readonly [text: string, message: string])[] = [
  ['...\n', 'yaml: did not find expected node content'],
  ['%YAML 1.2\n---\na\n', 'yaml: found incompatible YAML document'],
  ['%YAML 1.1\n%YAML 1.1\n---\n', 'yaml: line 1: found duplicate %YAML directive'],
  ['%TAG !a! b\n%TAG !a! b\n---\n', 'yaml: line 1: found duplicate %TAG directive'],
  ['%YAML 1.1\na: b\n', 'yaml: line 1: did not find expected <document start>'],
  ['%YAML\n---\n', 'yaml: did not find expected version number'],
  ['%YAML x\n', 'yaml: did not find expected version number'],
  ['%YAML 1\n', "yaml: did not find expected digit or '.' character"],
  ['%YAML 1.\n', 'yaml: did not find expected version number'],
  ['%YAML 100.1\n', 'yaml: found extremely long version number'],
  ['%YAML 1.1x\n---\n', 'yaml: did not find expected comment or line break'],
  ['%FOO bar\n---\n', 'yaml: found unknown directive name'],
  ['%\n', 'yaml: could not find expected directive name'],
  ['%YAML! 1\n', 'yaml: found unexpected non-alphabetical character'],
  ['%TAG\n', "yaml: did not find expected '!'"],
  ['%TAG a\n', "yaml: did not find expected '!'"],
  ['%TAG !a b\n', "yaml: did not find expected '!'"],
  ['%TAG !a!b\n', 'yaml: did not find expected whitespace'],
  ['%TAG !a! \n', 'yaml: did not find expected tag URI'],
  ['%TAG !a! b\u00e9\n', 'yaml: did not find expected whitespace or line break'],
  ['%TAG !a! %zz\n', 'yaml: did not find URI escaped octet'],
  ['a: &\n', 'yaml: did not find expected alphabetic or numeric character'],
  ['a: &x*\n', 'yaml: did not find expected alphabetic or numeric character'],
  ['a: *x\n', "yaml: unknown anchor 'x' referenced"],
  ['a: *\n', 'yaml: did not find expected alphabetic or numeric character'],
  ['a: *x!\n', 'yaml: did not find expected alphabetic or numeric character'],
  ['a: &x &y z\n', 'yaml: did not find expected key'],
  ['a: !x !y z\n', 'yaml: did not find expected key'],
  ['a: !<x b\n', "yaml: did not find the expected '>'"],
  ['a: !<> b\n', 'yaml: did not find expected tag URI'],
  ['a: !t{ b\n', 'yaml: did not find expected whitespace or line break'],
  ['a: !e!t b\n', 'yaml: found undefined tag handle'],
  ['a: !! b\n', 'yaml: did not find expected tag URI'],
  ['a: !!\n', 'yaml: did not find expected tag URI'],
  ['a: !%FF b\n', 'yaml: found an incorrect leading UTF-8 octet'],
  ['a: !%C3%41 b\n', 'yaml: found an incorrect trailing UTF-8 octet'],
  ['a: !%4 b\n', 'yaml: did not find URI escaped octet'],
  ['a: !%C3 b\n', 'yaml: did not find URI escaped octet'],
  ['a: "\\x41\\u00e9\\U0001F600\\n\\/\\ \\\n  b"\n', 'yaml: found unknown escape character'],
  ['a: "\\q"\n', 'yaml: found unknown escape character'],
  ['a: "\\x4g"\n', 'yaml: did not find expected hexdecimal number'],
  ['a: "\\ud800"\n', 'yaml: found invalid Unicode character escape code'],
  ['a: "\\U00110000"\n', 'yaml: found invalid Unicode character escape code'],
  ['a: "b\n', 'yaml: line 2: found unexpected end of stream'],
  ["a: 'b\n", 'yaml: line 2: found unexpected end of stream'],
  ['a: "b\n---\n', 'yaml: line 2: found unexpected document indicator'],
  ['a: "b\\\n', 'yaml: line 2: found unexpected end of stream'],
  ['a: |0\n', 'yaml: found an indentation indicator equal to 0'],
  ['a: | b\n', 'yaml: did not find expected comment or line break'],
  ['a: |\n\tb\n', 'yaml: line 2: found a tab character where an indentation space is expected'],
  ['a: |\n   \n  b\n', 'yaml: line 2: did not find expected key'],
  ['a: |\n  b\n c\n', 'yaml: line 2: did not find expected key'],
  ['a: |+x\n', 'yaml: did not find expected comment or line break'],
  ['a: b: c\n', 'yaml: mapping values are not allowed in this context'],
  ['a: b\n c: d\n', 'yaml: line 2: mapping values are not allowed in this context'],
  ['a:\n\t- b\n', 'yaml: line 2: found character that cannot start any token'],
  ['\ta: b\n', 'yaml: found character that cannot start any token'],
  ['a: b\n\t\n', 'yaml: line 2: found a tab character that violates indentation'],
  ['a:\n  b\n\tc\n', 'yaml: line 3: found a tab character that violates indentation'],
  ['a: b\n\tc\n', 'yaml: line 2: found a tab character that violates indentation'],
  ['- a\nb\n', "yaml: line 3: could not find expected ':'"],
  ['a:\n- b\nc\n', "yaml: line 4: could not find expected ':'"],
  ['a: b\nc\n', "yaml: line 3: could not find expected ':'"],
  ['a: b\nc', "yaml: line 3: could not find expected ':'"],
  ['a: b\n"c"\n', "yaml: line 3: could not find expected ':'"],
  ['a: b\n[]\n', 'yaml: line 1: did not find expected key'],
  ['- a\n[]\n', "yaml: line 1: did not find expected '-' indicator"],
  ['a: b\n{', "yaml: line 3: could not find expected ':'"],
  ['- - a\n  - b\n - c\n', "yaml: line 2: did not find expected '-' indicator"],
  ['a:\n  b: c\n d: e\n', 'yaml: line 2: did not find expected key'],
  ['? - a\n: b\n', 'yaml: invalid map key: []interface {}{"a"}'],
  ['? a: b\n: c\n', 'yaml: invalid map key: map[interface {}]interface {}{"a":"b"}'],
  ['a: - b\n', 'yaml: block sequence entries are not allowed in this context'],
  [': a\n', 'yaml: did not find expected key'],
  ['- : a\n', 'yaml: did not find expected key'],
  ['a: ? b\n', 'yaml: mapping keys are not allowed in this context'],
  ['@a\n', 'yaml: found character that cannot start any token'],
  ['a: @b\n', 'yaml: found character that cannot start any token'],
  ['`\n', 'yaml: found character that cannot start any token'],
  ['a: %b\n', 'yaml: found character that cannot start any token'],
  ['%a: b\n', 'yaml: found unexpected non-alphabetical character'],
  ['[a, b\n', "yaml: line 1: did not find expected ',' or ']'"],
  ['[? ]\n', "yaml: line 1: did not find expected ',' or ']'"],
  ['[: b]\n', 'yaml: did not find expected node content'],
  ['[, ]\n', 'yaml: did not find expected node content'],
  ['[a,, b]\n', 'yaml: did not find expected node content'],
  ['[a]: b\n', 'yaml: invalid map key: []interface {}{"a"}'],
  ['---\n{a: b}: c\n', 'yaml: invalid map key: map[interface {}]interface {}{"a":"b"}'],
  ['---\n{a: b\n', "yaml: line 2: did not find expected ',' or '}'"],
  ['---\n{a: b c: d}\n', "yaml: line 1: did not find expected ',' or '}'"],
  ['---\n{? }\n', 'unsupported map key of type: %!s(<nil>), key: <nil>, value: <nil>'],
  ['---\n{: b}\n', 'yaml: line 1: did not find expected node content'],
  ['---\n{: }\n', 'yaml: line 1: did not find expected node content'],
  ['---\n{, }\n', 'yaml: line 1: did not find expected node content'],
  ['---\n{a: b,, c: d}\n', 'yaml: line 1: did not find expected node content'],
  [']\n', 'yaml: did not find expected node content'],
  ['}\n', 'yaml: did not find expected node content'],
  [',\n', 'yaml: did not find expected node content'],
  ['[}\n', 'yaml: did not find expected node content'],
  ['---\n{]\n', 'yaml: line 1: did not find expected node content'],
  ['a: [b\n---\n', "yaml: line 1: did not find expected ',' or ']'"],
  ['[a?b]\n', "yaml: did not find expected ',' or ']'"],
  ['[- a]\n', 'yaml: did not find expected node content'],
  ['[|]\n', 'yaml: found character that cannot start any token'],
  ['[>]\n', 'yaml: found character that cannot start any token'],
  ['[%a]\n', 'yaml: found character that cannot start any token'],
  ['[@]\n', 'yaml: found character that cannot start any token'],
  ['--- a: b\n', 'yaml: mapping values are not allowed in this context'],
  ['--- - a\n', 'yaml: block sequence entries are not allowed in this context'],
  ['a\u0085b: c\n', 'yaml: line 2: mapping values are not allowed in this context'],
  ['a\u2028b: c\n', 'yaml: line 2: mapping values are not allowed in this context'],
  ['a: &x [*x]\n', "yaml: anchor 'x' value contains itself"],
  ['<<: a\n', 'yaml: map merge requires map or sequence of maps as the value'],
  ['<<: [a]\n', 'yaml: map merge requires map or sequence of maps as the value'],
  ['a: !!int x\n', 'yaml: cannot decode !!str `x` as a !!int'],
  ['a: !!int 1.5\n', 'yaml: cannot decode !!float `1.5` as a !!int'],
  ['a: !!float x\n', 'yaml: cannot decode !!str `x` as a !!float'],
  ['a: !!bool 1\n', 'yaml: cannot decode !!int `1` as a !!bool'],
  ['a: !!null x\n', 'yaml: cannot decode !!str `x` as a !!null'],
  ['a: !!int true\n', 'yaml: cannot decode !!bool `true` as a !!int'],
  ['a: !!int ~\n', 'yaml: cannot decode !!null `~` as a !!int'],
  ['a: !!float <<\n', 'yaml: cannot decode !!str `<<` as a !!float'],
  ['a: !!timestamp x\n', 'yaml: cannot decode !!str `x` as a !!timestamp'],
  ['a: !!binary x\n', 'yaml: !!binary value contains invalid base64 data'],
  ['!!int x: a\n', 'yaml: cannot decode !!str `x` as a !!int'],
  ['a: !<tag:yaml.org,2002:int> x\n', 'yaml: cannot decode !!str `x` as a !!int'],
  ['a: {b: !!bool c}\n', 'yaml: cannot decode !!str `c` as a !!bool'],
  ['---\n{{ .Values.x }}\n', 'yaml: invalid map key: map[interface {}]interface {}{".Values.x":interface {}(nil)}'],
  ['a: {{ .Values.x }}\n', 'yaml: invalid map key: map[interface {}]interface {}{".Values.x":interface {}(nil)}'],
  ['---\n{{ .a }: b}: c\n', 'yaml: invalid map key: map[interface {}]interface {}{".a":interface {}(nil)}'],
  [
    '? [a, 1, true, ~, 1.5, {b: c, a: [d]}]\n: x\n',
    'yaml: invalid map key: []interface {}{"a", 1, true, interface {}(nil), 1.5, map[interface {}]interface {}{"a":[]interface {}{"d"}, "b":"c"}}',
  ],
  ['? {b: 1, a: "x\\n"}\n: y\n', 'yaml: invalid map key: map[interface {}]interface {}{"a":"x\\n", "b":1}'],
  ['a: .inf\n', 'json: unsupported value: +Inf'],
  ['a: -.Inf\n', 'json: unsupported value: -Inf'],
  ['a: .NaN\n', 'json: unsupported value: NaN'],
  ['a: \u0007\n', 'yaml: control characters are not allowed'],
  ['# \u0007\n---\na: b\n', 'yaml: control characters are not allowed'],
  ['\t# c\n---\na: b\n', 'yaml: found character that cannot start any token'],
  ['*x : a\n', "yaml: unknown anchor 'x' referenced"],
  ['&x [*y]\n', "yaml: unknown anchor 'y' referenced"],
]

/** Texts that the server accepts. */
const readable: readonly string[] = [
  '', '# c\n', '---\n', '--- \n', '---\na: b\n', '%YAML 1.1\n---\na: b\n', '%YAML 1.1 # c\n---\n', '%TAG ! !x\n---\na\n', 'a: &x y\nb: *x\n', 'a: &x !t z\n',
  'a: !t &x z\n', '&a\n', '!t\n', 'a: !<x> b\n', 'a: !!str b\n', 'a: !%41 b\n', 'a: !%C3%A9 b\n', 'a: !%E2%82%AC b\n', 'a: !%F0%9F%98%80 b\n',
  "a: 'it''s'\n", 'a: "b\n\n  c"\n', "a: 'b\n\n  c'\n", 'a: |\n  b\n', 'a: |+2\n    b\n', 'a: |2-\n    b\n', 'a: |-\n  b\n\n', 'a: >\n  b\n  c\n',
  'a: | # c\n  b\n', '|\n b\n', 'a: |\n', 'a: |1\n b\n', '- |\n b\n- c\n', 'a: |9\n', 'a: >-\r\n  b\r\n', 'a:\tb\n', ' a: b\nc: d\n', 'a: b\n c\n',
  '? a\n: b\n', '? a\n', '- a: b\n  c: d\n', '-\n- a\n-\n', 'a:\nb:\n- c\n- \nd:\n', 'x ? y\n', 'x - ? y\n', '- ? a\n', 'a: -b\n', '-a\n', '?a\n', ':a\n',
  'a: :b\n', 'a: ?b\n', 'a: b # c\n', 'a: b#c\n', 'a: #b\n', '[a, b]\n', '[a b: c]\n', '[a: b]\n', '[a: b, ? c : d, ? e]\n', '[? a b]\n', '[a: ]\n',
  '[a, ]\n', '[a] b\n', '---\n{a: b, c}\n', '---\n{? a : b}\n', '---\n{? a}\n', '---\n{a: , b}\n', '---\n{a: b, }\n', '---\n{a: b} c\n', '---\n{a: b}}\n',
  '[a\n- b]\n', '[a\n]\n', 'a: [b,\nc]\n', '[a, #c\nb]\n', '["a": b]\n', '---\n{"a":b}\n', '---\n{"a":"b","c":[1,2]}\n', '[a:b]\n', '[ -a]\n', '[-]\n',
  '[!t a, &x b, *x]\n', '[\ta]\n', '---\n{a:\tb}\n', '---\na\n---\nb: [\n', 'a: b\n...\nc: [\n', '--- |\n a\n', '---a\n', '--- #c\na: b\n', 'a: b\n--- c\n',
  '...a\n', 'a\n...\n', 'a: b\u2029c: d\n', '\ufeffa: b\n', '\ufeff# c\n', 'a: b\n\ufeffc: d\n', 'a: b\rc: d\r', 'a: b\r\n\r\nc: d\r\n', '<<: {a: b}\n',
  'a: &x {b: c}\n<<: *x\n', 'a: !!float 1\n', 'a: !!bool yes\n', 'a: !!null ~\n', 'a: !!binary aGk=\n', 'a: [!!int {b}]\n', 'a: !!int\n- b\n', 'a: 1e400\n',
  '&x a: *x\n', 'a: [[[[[]]]]]\n',
]

/** Error for a file with the text; undefined if it can be read. */
function errorOf(text: string): string | undefined {
  const document = readDocument(new SourceFile('config.yaml', text))
  return isUnreadable(document) ? document.error : undefined
}

describe('texts that go-yaml rejects', () => {
  for (const [text, message] of errors) {
    it(JSON.stringify(text), () => expect(errorOf(text)).to.equal(message))
  }

  it('include keys that are too long', () => {
    const expected = "yaml: line 2: could not find expected ':'"
    expect(goYamlError(`a: b\n${'c'.repeat(1030)}: d\n`)?.message).to.equal(expected)
  })
})

describe('texts that go-yaml accepts', () => {
  for (const text of readable) {
    it(JSON.stringify(text), () => {
      expect(goYamlError(text)).to.equal(undefined)
      expect(errorOf(text)).to.equal(undefined)
    })
  }
})
