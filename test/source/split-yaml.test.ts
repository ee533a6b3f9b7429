import {expect} from 'chai'
import {yamlChunk} from '../../src/source/split-yaml.js'

/** The chunks of a text, `!` before those with an invalid separator. */
function chunksOf(text: string): string[] {
  const chunks: string[] = []
  for (let start = 0; start < text.length;) {
    const chunk = yamlChunk(text, start)
    chunks.push(`${chunk.problem === undefined ? '' : '!'}${text.slice(chunk.start, chunk.end)}`)
    start = chunk.next
  }
  return chunks
}

describe('yamlChunk', () => {
  const table: [name: string, text: string, chunks: string[]][] = [
    ['returns a text without separators as one chunk', 'a: 1\nb: 2', ['a: 1\nb: 2']],
    ['splits at a line of three dashes', 'a\n---\nb\n', ['a\n', 'b\n']],
    ['accepts white space and comments after the dashes', 'a\n---  \t\nb\n--- # c\nc\n---#d\nd', ['a\n', 'b\n', 'c\n', 'd']],
    ['keeps a separator at the start of the text', '---\na\n---\nb', ['---\na\n', 'b']],
    ['keeps a separator that follows another one', 'a\n---\n---\nb', ['a\n', '---\nb']],
    ['accepts CRLF', 'a\r\n---\r\nb\r\n', ['a\r\n', 'b\r\n']],
    ['does not treat CR as a line break', 'a\r---\rb', ['a\r---\rb']],
    ['does not split at indented dashes', 'a\n ---\nb', ['a\n ---\nb']],
    ['splits within block scalars and quotes', 'a: |\n  x\n---\nb: "\n---\n"', ['a: |\n  x\n', 'b: "\n', '"']],
    ['rejects text after the dashes', 'a\n--- x\nb', ['!a\n', 'b']],
    ['rejects four dashes', 'a\n----\nb', ['!a\n', 'b']],
    ['rejects an invalid separator at the start of the text', '--- {a: b}\nb', ['!', 'b']],
    ['ignores a separator at the end', 'a\n---', ['a\n']],
    ['accepts a no-break space after the dashes', 'a\n---\u00a0\nb', ['a\n', 'b']],
    ['rejects a byte order mark after the dashes', 'a\n---\ufeff\nb', ['!a\n', 'b']],
  ]
  for (const [name, text, chunks] of table) it(name, () => expect(chunksOf(text)).to.deep.equal(chunks))

  it('returns the range of an invalid separator', () => {
    const {problem} = yamlChunk('a\n--- x  \nb', 0)
    expect(problem).to.include({ruleId: 'yaml/document-separator', start: 2, end: 7})
  })
})
