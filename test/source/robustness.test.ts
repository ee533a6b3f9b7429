import {expect} from 'chai'
import fc from 'fast-check'
import type {Node} from '../../src/source/node.js'
import {parseYaml} from '../../src/source/parse-yaml.js'
import {readDocuments} from '../../src/source/read-documents.js'
import type {SourceDocument} from '../../src/source/source-document.js'
import {SourceFile, type Span} from '../../src/source/source-file.js'
import {defaultLimits} from '../../src/source/source-limits.js'
import {within} from '../helpers/cpu-time.js'
import {runs} from '../helpers/runs.js'
import {readText} from './read-text.js'

const piece = fc.constantFrom(
  'a', 'b: ', ':', ' ', '  ', '\n', '\n  ', '\r\n', '\r', '\t', '- ', '-', '[', ']', '{', '}', ', ', '"', "'", '\\', '#', ' # c', '|\n', '>-\n  ', '&x ', '*x', '!t ', '!!int ', '? ', '<<: ',
  '1', '.inf', '~', '%', '@', '---\n', '...\n', '\ufeff', '\u0085', '\u2028', '\0', '🚀', '\ud83d', '{{ ', ' }}', '{"a": ', '1e400', '\\u00',
)
const yaml = fc.array(piece, {maxLength: 40}).map((pieces) => pieces.join(''))

function expectWithin(inner: Span, outer: Span): void {
  expect(inner.start).to.be.within(outer.start, outer.end)
  expect(inner.end).to.be.within(inner.start, outer.end)
}

function expectNested(node: Node, outer: Span): void {
  expectWithin(node, outer)
  if (node.kind === 'sequence') for (const item of node.items) expectNested(item, node)
  if (node.kind === 'mapping') for (const {key, value} of node.entries) [key, value].forEach((child) => expectNested(child, node))
}

function expectSound({file, start, end, root, problems, ignored, value}: SourceDocument): void {
  const whole = {start: 0, end: file.text.length}
  expectWithin({start, end}, whole)
  for (const problem of problems) {
    expectWithin(problem, whole)
    expect(problem.message).to.match(/^\S[^\n\r]*[^\s.]$/)
  }
  if (problems.length === 0 && root !== undefined) expectNested(root, {start, end})
  if (ignored !== undefined) expectWithin(ignored, {start, end})
  expect(value === undefined || problems.length === 0).to.equal(true)
}

/** A tree whose root is read, for comparison. */
const withEntries = (root: Node | undefined): unknown => {
  if (root?.kind !== 'mapping') return root
  const {kind, start, end, style, entries} = root
  return {kind, start, end, style, entries}
}

describe('readDocuments with arbitrary input @slow', () => {
  it('does not throw, and returns positions within the text (property)', () => {
    fc.assert(fc.property(yaml, (text) => readText(text).forEach(expectSound)), {numRuns: runs(5000)})
  })

  it('does not throw for arbitrary bytes (property)', () => {
    fc.assert(fc.property(fc.uint8Array({maxLength: 60}), (bytes) => readDocuments(SourceFile.decode('f', bytes)).forEach(expectSound)), {numRuns: runs(2000)})
  })

  it('returns the same documents together and one by one (property)', () => {
    const line = fc.constantFrom('a: 1', 'b: [x, {y: 2}]', '  c: "d"', '- e', '- - f', 'g: |', '  h', '', '# i', 'j: &k l', 'm: *k', '---', '--- # n', '--- x', '----', 'o', 'p:\tq', '  \tr', 's: {', '}')
    fc.assert(fc.property(fc.array(line, {maxLength: 12}), (lines) => {
      const text = lines.map((each) => `${each}\n`).join('')
      for (const {file, start, end, root, problems} of readText(text)) {
        const separate = parseYaml(file, {start, end}, defaultLimits)
        const lost = problems.some(({ruleId}) => ruleId === 'yaml/document-separator')
        if (!lost) expect({root: withEntries(separate.root), problems: separate.problems}).to.deep.equal({root: withEntries(root), problems})
      }
    }), {numRuns: runs(3000)})
  })

  describe('is fast', () => {
    const size = 20_000
    const repeat = (text: string): string => text.repeat(Math.ceil(size / text.length))
    const grow = (line: (level: number) => string): string => Array.from({length: 700}, (_, level) => `${' '.repeat(level)}${line(level)}\n`).join('')
    const texts: Record<string, string> = {
      'of one character': 'a', 'of line breaks': '\n', 'of spaces': ' ', 'of tabs': '\t', 'of dashes': '- ', 'of question marks': '? ', 'of colons': ': ', 'of anchors': '&a ', 'of tags': '!a ',
      'of anchors on lines': '&a\n', 'of anchors and tags on lines': '&a !b\n', 'of opening brackets': '[', 'of opening braces and keys': '{a: ', 'of closing brackets': ']', 'of quotes': '"\n', 'of comments': '#\n',
      'of separators': '---\n', 'of bad separators': '--- x\n', 'of markers': '...\n', 'of documents': 'a: 1\n---\n', 'of broken documents': `[${' '.repeat(60)}\n---\n`, 'of keys': 'a: 1\n', 'of words': 'a\n',
      'of aliases': '- *a\n', 'of templates': '{{ a }}\n', 'of conflict markers': '<<<<<<< ', 'of JSON': '{"a":1}\n', 'of broken JSON': '{"a":1,}\n{', 'of byte order marks': '\ufeff\n', 'of escapes': '\\"',
      'of commas': ',', 'of CR': 'a: b\r', 'of U+0085': 'a: b\u0085', 'of pairs in flow lists': 'a: [b: c]\n', 'of block scalars': 'a: |\n b\n', 'of flow lists': 'a: [\nb]\n', 'of tabs after keys': 'a:\tb\n',
    }
    for (const [name, text] of Object.entries(texts)) {
      it(`for a text ${name}`, within(5, () => {
        for (const before of ['', 'a: [\n', '{"a": ["']) readText(`${before}${repeat(text)}`).forEach(expectSound)
      }))
    }

    const growing: Record<string, (level: number) => string> = {
      'with keys': () => 'a:', 'with items': () => '-', 'with anchored keys': (level) => `a: &x${level}`, 'with anchors': () => '&x', 'with tags': () => '!t', 'with explicit keys': () => '? &x', 'with words': () => 'a',
    }
    for (const [name, line] of Object.entries(growing)) it(`for indentation that grows ${name}`, within(5, () => readText(grow(line)).forEach(expectSound)))

    const single: Record<string, string> = {
      'a long key': `${'k'.repeat(size)}: v`, 'a long quoted text': `a: "${repeat('b\n ')}"`, 'a long number': `a: ${'9'.repeat(size)}`, 'a long tag': `a: !${'t'.repeat(size)} b`, 'a long header': `a: |${'+'.repeat(size)}`,
      'long keys in long keys': `${'['.repeat(400)}${repeat('a, ')}${'] : x'.repeat(400)}`, 'a merge of many': `a: &a {b: c}\nd:\n  <<: [${repeat('*a,')}]\n`, 'comments in brackets': `[a${repeat(' #\n')}, b]`,
    }
    for (const [name, text] of Object.entries(single)) it(`for ${name}`, within(5, () => readText(text).forEach(expectSound)))
  })
})
