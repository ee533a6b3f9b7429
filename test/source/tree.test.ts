import {expect} from 'chai'
import type {Node} from '../../src/source/node.js'
import type {SourceFile} from '../../src/source/source-file.js'
import {readText} from './read-text.js'

/** A tree as text: kind, style and source text of each node. */
function sketch(file: SourceFile, node: Node): unknown {
  const raw = file.slice(node)
  switch (node.kind) {
    case 'scalar': return `${node.style} ${raw}`
    case 'alias': return `alias ${raw} -> ${file.slice(node.target)}`
    case 'sequence': return [`${node.style} ${raw}`, ...node.items.map((item) => sketch(file, item))]
    case 'mapping': return [`${node.style} ${raw}`, ...node.entries.map(({key, merge, value}) => ({[`${merge ? 'merge ' : ''}${file.slice(key)}`]: sketch(file, value)}))]
  }
}

function treeOf(text: string): unknown {
  const [document] = readText(text)
  if (document?.root === undefined) throw new Error('nothing was read')
  expect(document.problems).to.deep.equal([])
  return sketch(document.file, document.root)
}

/** Text range of the value of the key `a`. */
const table: [name: string, text: string, value: unknown][] = [
  ['a plain scalar', 'a: b c  # d\n', 'plain b c'],
  ['a plain scalar on several lines', 'a: b\n  c\n\n  d\ne: f\n', 'plain b\n  c\n\n  d'],
  ['single quotes', "a: 'it''s' # c\n", "single-quoted 'it''s'"],
  ['double quotes', 'a: "b\\"\n  c"\n', 'double-quoted "b\\"\n  c"'],
  ['a literal block', 'a: |\n  b\n   c\n\n\ne: f\n', 'literal |\n  b\n   c'],
  ['a literal block with a full header', 'a: !!str |2- # c | d\n    b\ne: f\n', 'literal |2- # c | d\n    b'],
  ['a folded block', 'a: >+\n  b\n\n', 'folded >+\n  b'],
  ['an empty block', 'a: |\nb: c\n', 'literal |'],
  ['a block in CRLF', 'a: |\r\n  b\r\n  c\r\n', 'literal |\r\n  b\r\n  c'],
  ['a block with a tight comment', 'a: |2#c\n   b\n', 'literal |2#c\n   b'],
  ['a block scalar at the end of the file', 'a: |\n  b', 'literal |\n  b'],
  ['a block scalar after a quoted key', '"a": >\n  b\n', 'folded >\n  b'],
  ['an empty value', 'a:\nb: c\n', 'plain '],
  ['a flow list', 'a: [b, "c" , [d],] # e\n', ['flow [b, "c" , [d],]', 'plain b', 'double-quoted "c"', ['flow [d]', 'plain d']]],
  ['a flow list on several lines', 'a: [ # x\n  b, # ]\n]\n', ['flow [ # x\n  b, # ]\n]', 'plain b']],
  ['an empty flow list', 'a: [ ]\n', ['flow [ ]']],
  ['a flow map', 'a: {b: c, "d":{}, e, f: }\n', ['flow {b: c, "d":{}, e, f: }', {b: 'plain c'}, {'"d"': ['flow {}']}, {e: 'plain '}, {f: 'plain '}]],
  ['a pair in a flow list', 'a: [b: c]\n', ['flow [b: c]', ['flow b: c', {b: 'plain c'}]]],
  ['a list', 'a:\n- b\n-\n- - c\n  - d\ne: f\n', ['block - b\n-\n- - c\n  - d', 'plain b', 'plain ', ['block - c\n  - d', 'plain c', 'plain d']]],
  ['a map', 'a:\n  b: c\n  # d\n  e: f # g\n\nh: i\n', ['block b: c\n  # d\n  e: f', {b: 'plain c'}, {e: 'plain f'}]],
  ['an explicit key', 'a:\n  ? b\n  : c\n', ['block ? b\n  : c', {b: 'plain c'}]],
  ['an anchored value', 'a: &x !!str b\n', 'plain b'],
  ['an anchored empty value', 'a: &x\nb: c\n', 'plain '],
]

describe('positions of nodes', () => {
  for (const [name, text, value] of table) {
    it(`include all characters of ${name}`, () => {
      const [, first] = treeOf(text) as [string, object]
      expect(Object.values(first)[0]).to.deep.equal(value)
    })
  }

  it('count UTF-16 code units', () => {
    const [{root, file} = {}] = readText('"🚀": 1\na: b\n')
    expect(root?.kind === 'mapping' && root.entries.map(({value}) => file?.position(value.start))).to.deep.equal([{offset: 6, line: 1, column: 7}, {offset: 11, line: 2, column: 4}])
  })

  it('are relative to the file in every document', () => {
    const [, second] = readText('# c\na: 1\n---\n# d\nb: [2]\n')
    expect(second?.root === undefined ? undefined : sketch(second.file, second.root)).to.deep.equal(['block b: [2]', {b: ['flow [2]', 'plain 2']}])
    expect(second).to.include({start: 13, end: 24})
  })

  it('are correct in an indented text', () => expect(treeOf('  a: b\n  c: [d,\ne]\n')).to.deep.equal(['block a: b\n  c: [d,\ne]', {a: 'plain b'}, {c: ['flow [d,\ne]', 'plain d', 'plain e']}]))

  it('of an alias include its target', () => {
    expect(treeOf('a: &x {b: c}\nd: *x\ne: {<<: *x}\n')).to.deep.equal([
      'block a: &x {b: c}\nd: *x\ne: {<<: *x}', {a: ['flow {b: c}', {b: 'plain c'}]}, {d: 'alias *x -> {b: c}'}, {e: ['flow {<<: *x}', {'merge <<': 'alias *x -> {b: c}'}]},
    ])
  })

  it('are returned for JSON', () => {
    expect(treeOf(' {"a": [1, "\\u00e9", null], "b":{}}')).to.deep.equal([
      'flow {"a": [1, "\\u00e9", null], "b":{}}', {'"a"': ['flow [1, "\\u00e9", null]', 'plain 1', 'double-quoted "\\u00e9"', 'plain null']}, {'"b"': ['flow {}']},
    ])
  })
})
