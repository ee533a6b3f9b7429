import {expect} from 'chai'

import {type ConfigurationDocument, embeddedDocument, isUnreadable, readDocument} from '../../src/configuration/document.js'
import {printTree} from '../../src/configuration/json-tree.js'
import {nodeAt} from '../../src/manifests/locate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {defaultLimits} from '../../src/source/source-limits.js'

function read(text: string): ConfigurationDocument {
  const document = readDocument(new SourceFile('f', text))
  if (isUnreadable(document)) throw new Error(document.error)
  return document
}

/** Value that the server parses from a text. */
const parsed = (text: string): string => printTree(read(text).tree)

/** Error of the server for a text, and findings of kadm with their lines: `4-5 rule message`. */
function rejection(text: string, limits = defaultLimits): [string, string] {
  const document = readDocument(new SourceFile('f', text), limits)
  if (!isUnreadable(document)) throw new Error('expected to be rejected')
  const {error, problem: {start, end, ruleId, message}} = document
  return [error, `${start}-${end} ${ruleId} ${message}`]
}

describe('configuration document', () => {
  it('is JSON if it begins with a brace, and YAML otherwise', () => {
    expect([' \n\t{"a": 1}', '\u00a0{"a": 1}', '# c\n{"a": 1}', '"a"'].map((text) => readDocument(new SourceFile('f', text))).map((document) =>
      isUnreadable(document) ? document.error : document.form)).to.deep.equal([
      'json', 'couldn\'t get version/kind; json parse error: invalid character \'Â\' looking for beginning of value', 'yaml', 'yaml',
    ])
  })

  it('is the first document of a YAML stream', () => {
    for (const text of ['a: 1\n---\n}{', '---\na: 1\n---\nb: 2\n', '# c\n--- # d\na: 1\n', '%YAML 1.1\n---\na: 1\n...\n}', '\ufeffa: 1\r\n---\r\n', '\n\n--- \na: 1']) {
      expect(parsed(text), text).to.equal('{"a":1}')
    }
  })

  it('is null if the first document of the stream is empty', () => {
    for (const text of ['', '\n', '# c\n', '---\n', '---\n---\na: 1\n', 'null', '~\n']) expect(parsed(text), text).to.equal('null')
  })

  it('keeps the text of the whole file', () => {
    expect(read('---\na: 1\n---\nb').data).to.equal('---\na: 1\n---\nb')
  })

  it('allows nothing after the closing brace of JSON', () => {
    expect(rejection('{"a": 1} x')).to.deep.equal([
      "couldn't get version/kind; json parse error: invalid character 'x' after top-level value", '9-10 json/syntax nothing can follow the closing brace',
    ])
    expect(parsed('{"a": 1}\n\t ')).to.equal('{"a":1}')
  })

  it('is rejected with the error of Go and a finding of kadm', () => {
    expect(rejection('{"a": 1,}')[0]).to.equal("couldn't get version/kind; json parse error: invalid character '}' looking for beginning of object key string")
    expect(rejection('a: [b\n')).to.deep.equal(["yaml: line 1: did not find expected ',' or ']'", '3-5 yaml/syntax the bracket [ is never closed'])
  })

  it('is rejected for an error before its start', () => {
    expect(rejection('# c\x07\n---\na: 1\n')).to.deep.equal([
      'yaml: control characters are not allowed', '3-4 source/control-character a control character is not allowed here',
    ])
    expect(rejection('# c\n\t# d\n---\na: 1\n')).to.deep.equal([
      'yaml: line 2: found character that cannot start any token', '4-8 yaml/syntax found character that cannot start any token',
    ])
    expect(rejection('%YAML 1.1\n')).to.deep.equal([
      'yaml: line 1: did not find expected <document start>', '10-10 yaml/syntax did not find expected <document start>',
    ])
  })

  it('is limited in size and depth', () => {
    const large = '#'.repeat(2 ** 20 + 1)
    expect(isUnreadable(readDocument(new SourceFile('f', large.slice(1))))).to.equal(false)
    const rejected = readDocument(new SourceFile('f', large))
    expect(isUnreadable(rejected) && rejected.error).to.equal('the configuration is larger than 1048576 characters')
    const limits = {...defaultLimits, maxDepth: 3, maxSize: 20}
    expect(rejection('a: [[[b]]]', limits)[1]).to.match(/ source\/too-deep /)
    expect(rejection('{"a": [[[1]]]}', limits)[1]).to.match(/ source\/too-deep /)
    expect(rejection('x'.repeat(21), limits)[1]).to.equal('0-0 source/too-large the configuration is larger than 20 characters')
  })
})

describe('embedded configuration document', () => {
  function embeddedIn(text: string): ConfigurationDocument {
    const outer = read(text)
    const node = outer.root && nodeAt(outer.root, ['c'])
    if (node === undefined) throw new Error('nothing at c')
    return embeddedDocument(outer, node, ['c'])
  }

  it('is sorted JSON on one line if the file is YAML', () => {
    const {data, form, steps} = embeddedIn('c:\n  b: 0x10\n  a: [yes, "<é>", ~, 1.50]\n')
    expect([data, form, steps]).to.deep.equal([String.raw`{"a":[true,"\u003cé\u003e",null,1.5],"b":16}`, 'json', ['c']])
  })

  it('is kept as written if the file is JSON', () => {
    const {data, tree} = embeddedIn('{"c": {"b": 1.50,  "a": {}, "a": []}}')
    expect([data, printTree(tree)]).to.deep.equal(['{"b": 1.50,  "a": {}, "a": []}', '{"b":1.50,"a":{},"a":[]}'])
  })
})
