import {expect} from 'chai'
import fc from 'fast-check'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

import {parseYaml} from '../../src/source/parse-yaml.js'
import type {ParsedDocument} from '../../src/source/parsed-document.js'
import {hasOddCharacter} from '../../src/source/plain-characters.js'
import {readPlain, readPlainValue} from '../../src/source/plain-yaml.js'
import {SourceFile, type Span} from '../../src/source/source-file.js'
import {defaultLimits} from '../../src/source/source-limits.js'
import {yamlChunk} from '../../src/source/split-yaml.js'
import {toValue} from '../../src/source/to-value.js'
import {root} from '../helpers/run-kadm.js'

/** The documents of a text. */
function chunksOf(text: string): Span[] {
  const chunks: Span[] = []
  for (let start = 0; start < text.length; start = yamlChunk(text, start).next) chunks.push(yamlChunk(text, start))
  return chunks
}

/** For js-yaml, a marker without content is an empty scalar, which is equivalent to no root. */
const withoutEmpty = (parsed: ParsedDocument): ParsedDocument =>
  parsed.root?.kind === 'scalar' && parsed.root.value === null ? {...parsed, root: undefined} : parsed

/** Compares each document with the result of js-yaml. @returns the number of documents read without js-yaml */
function compare(text: string): number {
  if (hasOddCharacter(text)) return 0
  return chunksOf(text).filter((chunk) => {
    const plain = readPlain(text, chunk)
    compareValue(text, chunk, plain)
    if (plain === undefined) return false
    expect(plain, text.slice(chunk.start, chunk.end)).to.deep.equal(withoutEmpty(parseYaml(new SourceFile('a.yaml', text), chunk, defaultLimits)))
    return true
  }).length
}

/** Compares the value of a document, if it is not odd, with that of its tree. */
function compareValue(text: string, chunk: Span, plain: ParsedDocument | undefined): void {
  const read = readPlainValue(text, chunk)
  const document = text.slice(chunk.start, chunk.end)
  if (plain === undefined || read === undefined) expect([plain, read?.isOdd !== false], document).to.deep.equal([undefined, true])
  else if (plain.root === undefined) expect(read, document).to.deep.include({value: undefined, isOdd: false})
  else if (!read.isOdd) {
    const {root: {start, end}} = plain
    expect(read, document).to.deep.equal({value: toValue(plain.root), start, end, isOdd: false})
    expect(JSON.stringify(read.value), document).to.equal(JSON.stringify(toValue(plain.root)))
  }
}

const isPlain = (text: string): boolean => readPlain(text, {start: 0, end: text.length}) !== undefined

const texts = readdirSync(join(root, 'samples'), {recursive: true, encoding: 'utf8'}).filter((path) => path.endsWith('.yaml')).sort()
  .map((path) => readFileSync(join(root, 'samples', path), 'utf8'))

const pieces = [
  ' ', '\n', ':', ': ', '- ', '-', '#', ' #', '"', '\'', '[', ']', '{', '}', ',', '  ', '\n---\n', '\n...\n', ' |\n', ' |-\n', '&a', '*a', '!', '!!str ', '|', '>', '?', '? ', '~', 'null', '1', '.5', '0x1F',
  'yes', '\\', '{{', 'a: b', '\n\n', '\n  ', '%', '@', '<<: ', '.inf', 'é', '1e3', '=', '12:30', '--', '\n# c\n', 'key:\n', '- -1', ', ', '[]', '{}', ' - a', '\t', '\r',
]

describe('readPlain', () => {
  it('reads most documents of the samples, with the same trees as js-yaml', () => {
    const [documents, plain] = [texts.reduce((sum, text) => sum + chunksOf(text).length, 0), texts.reduce((sum, text) => sum + compare(text), 0)]
    expect(plain).to.be.above(documents * 0.7)
  })

  it('returns the same trees as js-yaml for random changes @slow', () => {
    let plain = 0
    const change = fc.tuple(fc.nat(600), fc.constantFrom(...pieces), fc.nat(3))
    fc.assert(fc.property(fc.constantFrom(...texts), fc.array(change, {minLength: 1, maxLength: 3}), (text, changes) => {
      plain += compare(changes.reduce((changed, [at, piece, left]) => `${changed.slice(0, at)}${piece}${changed.slice(at + left)}`, text.slice(0, 600)))
    }), {numRuns: 3000})
    expect(plain).to.be.above(1000)
  })

  it('returns the same positions for empty values and comments', () => {
    for (const text of ['a:\n', 'a: # c\nb:\n', 'a:\n- b:\n  c: 1\n-\n- d\n', '- a:\n  b: []\n-\n', 'a:\n\n  # c\n  b: {c: [d, "e", {}]}  # f\n', '# c\n\n', 'a: |\n  b\n   c # d\n\n  e: |\n\n# f\ng: |-\n\n h\n\n', '- |\n a\n- b: |-\n    - c\n  d: 1\n', 'a:\n- |\n  ---\nb: 1\n', '---\na: 1', '--- # c\n"a b": \'c\'']) {
      expect(compare(text), text).to.equal(1)
    }
  })

  it('leaves unusual texts, and those that js-yaml and go-yaml read differently, to js-yaml', () => {
    for (const text of [
      'a: b: c\n', 'a: b\n  c\n', 'a: "b\\n"\n', 'a: "b\n  c"\n', 'a: \'b\'\'c\'\n', 'a: |\nb: 1\n', 'a: |+\n  b\n', 'a: >\n  b\n', 'a: |2\n  b\n', 'a: | # c\n  b\n', 'a: |\n  b\n  \n', 'a: |\n  b', 'a: |\n    b\n  c\n', 'a: &x b\n', 'a: *x\n', 'a: !!str 1\n', '<<: {a: 1}\n', '? a\n: b\n', '{a: 1}\n', 'a\n',
      '- - a\n', 'a: [b: c]\n', 'a: [b, ]\n', 'a: {b}\n', 'a: {b:1}\n', 'a: [b\n  , c]\n', 'a: [-]\n', 'a: .inf\n', 'null: a\n', 'a: 1\n b: 2\n', ' a: 1\n', 'a:\n  b: 1\n c: 2\n', 'a: "b"c\n',
      'a: [b]c\n', '...\n', '---#\na: 1\n', '%YAML 1.1\n', 'a: @b\n', `${'a'.repeat(600)}: b\n`, Array.from({length: 60}, (_, i) => `${' '.repeat(i)}a:\n`).join(''), `a: ${'['.repeat(60)}${']'.repeat(60)}\n`,
    ]) expect(isPlain(text), text).to.equal(false)
    for (const character of ['\t', '\r', '\x85', '\u2028', '\ufeff', '\ud83d', '\x00']) expect(hasOddCharacter(`a${character}`), character).to.equal(true)
    expect(hasOddCharacter('a: é\nb: 日本\n')).to.equal(false)
  })
})

describe('readPlainValue', () => {
  const isOdd = (text: string): boolean | undefined => readPlainValue(text, {start: 0, end: text.length})?.isOdd

  it('marks documents whose values may be wrong or unexpected', () => {
    for (const text of [
      'a: 1\nb: 2\na: 3\n', 'a: {b: 1, b: 1}\n', 'a:\nb: 1\na:\n', '__proto__: 1\n', 'a: {constructor: b}\n', 'on: a\n', '1: a\n', 'a: {y: 1}\n', 'a: 0644\n', 'a: -01\n', '- a\n',
    ]) expect(isOdd(text), text).to.equal(true)
    for (const text of ['a: 0\nb: 0.5\n"on": "0644"\nc: 08\nd: 0x10\n', 'a: {b: 1}\nc: {b: 1}\n', '# a\n', 'a:\nb: ~\n']) expect(isOdd(text), text).to.equal(false)
  })
})
