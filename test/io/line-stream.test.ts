import {expect} from 'chai'
import * as fc from 'fast-check'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'

import {type LineOptions, readBlocks} from '../../src/io/line-stream.js'
import {decodedPieces, type LineBlock, linesOf, LineSplitter} from '../../src/io/split-lines.js'
import {append} from '../../src/machinery/collections/append.js'

/** The lines of a block; a piece of one ends in an ellipsis. */
const shown = (block: LineBlock): string[] => linesOf(block).map((line) => block.goesOn ? `${line}…` : line)

/** The lines of bytes that come in chunks. */
function split(chunks: readonly (Buffer | string)[], piece = 1000): string[] {
  const splitter = new LineSplitter(piece)
  const given = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)).flatMap(shown))
  return [...given, ...splitter.end().flatMap(shown)]
}

describe('LineSplitter', () => {
  const cases: readonly (readonly [what: string, chunks: readonly string[], lines: readonly string[]])[] = [
    ['nothing', [''], []],
    ['one line', ['a\n'], ['a']],
    ['a last line without an end', ['a\nb'], ['a', 'b']],
    ['empty lines', ['\n\na\n\n'], ['', '', 'a', '']],
    ['lines over several chunks', ['a', 'b', 'c\nd', '\n'], ['abc', 'd']],
    ['carriage returns', ['a\r\nb\r', '\nc\rd\r\n\r\n'], ['a', 'b', 'c\rd', '']],
    ['a byte order mark at the beginning', ['\ufeffa\n\ufeffb\n'], ['a', '\ufeffb']],
    ['letters beyond ASCII', ['é\n', '😀 a\nb\n'], ['é', '😀 a', 'b']],
    ['long lines', [`${'a'.repeat(5)}\n${'b'.repeat(5000)}\n`, 'c'.repeat(700), 'c'.repeat(700), 'cc\nd\n'], ['aaaaa', 'b'.repeat(5000), `${'c'.repeat(1400)}…`, 'cc', 'd']],
    ['long lines that end at the end of a chunk', ['a'.repeat(1001), '\nb\n'], [`${'a'.repeat(1001)}…`, '', 'b']],
    ['a long line without an end', ['a'.repeat(1001)], [`${'a'.repeat(1001)}…`, '']],
    ['a long line with carriage returns', [`${'a'.repeat(1001)}\r`, 'b\r\n'], [`${'a'.repeat(1001)}\r…`, 'b']],
  ]
  for (const [what, chunks, lines] of cases) it(`splits ${what}`, () => expect(split(chunks)).to.deep.equal(lines))

  it('does not depend on chunk boundaries (property)', () => {
    fc.assert(fc.property(fc.array(fc.string({unit: fc.constantFrom('a', 'é', '😀', '\r', ' ')})), fc.array(fc.integer({min: 0, max: 20})), (texts, cuts) => {
      const bytes = Buffer.from(texts.join('\n'))
      const chunks: Buffer[] = []
      let start = 0
      for (const cut of cuts) chunks.push(bytes.subarray(start, start += cut))
      expect(split([...chunks, bytes.subarray(start)])).to.deep.equal(split([bytes]))
    }))
  })

  it('does not split multi-byte characters (property)', () => {
    fc.assert(fc.property(fc.string({unit: fc.constantFrom('a', 'é', '漢', '😀', '\n'), minLength: 1}), fc.integer({min: 1, max: 9}), fc.integer({min: 0, max: 9}), (text, size, piece) => {
      const bytes = Buffer.from(text)
      const chunks = Array.from({length: Math.ceil(bytes.length / size)}, (_, i) => bytes.subarray(i * size, (i + 1) * size))
      expect(split(chunks, piece).join('\n').replaceAll('…\n', '')).to.equal(text.replace(/\n$/, ''))
    }))
  })

  it('replaces invalid bytes', () => {
    const bytes = Buffer.from([0x61, 0xff, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf, 0xe2, 0x82])
    expect(split([bytes], 3).join('').replace('…', '')).to.equal(bytes.toString())
  })

  it('copies the rest of a chunk whose buffer is reused', () => {
    const splitter = new LineSplitter(100)
    const chunk = Buffer.from('abc')
    splitter.push(chunk)
    chunk.fill('x')
    expect(splitter.push(Buffer.from('\n')).flatMap(linesOf)).to.deep.equal(['abc'])
  })
})

describe('decodedPieces', () => {
  it('splits between lines, and returns the bytes of ASCII pieces', () => {
    const pieces = (text: string, size: number): string[] =>
      [...decodedPieces(Buffer.from(text), size)].map(([piece, ascii]) => `${piece}${ascii === undefined ? '?' : Buffer.from(ascii).equals(Buffer.from(piece)) ? '' : '!'}`)
    expect(pieces('a\nbc\nd\n', 3)).to.deep.equal(['a\n', 'bc\n', 'd\n'])
    expect(pieces('a\nb\nc\n', 4)).to.deep.equal(['a\nb\n', 'c\n'])
    expect(pieces('a\nlonger\né\n', 4)).to.deep.equal(['a\n', 'longer\n', 'é\n?'])
    expect(pieces('', 4)).to.deep.equal([])
  })
})

describe('readBlocks', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-lines-'))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  async function read(bytes: Buffer | string, options: Partial<LineOptions> = {}): Promise<{readonly lines: string[], readonly error: string | undefined}> {
    const path = join(folder, 'a.log')
    writeFileSync(path, bytes)
    const lines: string[] = []
    let error: string | undefined
    for await (const block of readBlocks(path, {piece: 1000, ...options})) {
      append(lines, linesOf(block))
      error = block.error
    }
    return {lines, error}
  }

  const many = Array.from({length: 50_000}, (_, i) => `line ${i} é`)

  it('reads files of any length', async () => {
    expect(await read(many.join('\n'))).to.deep.equal({lines: many, error: undefined})
    expect((await read('')).lines).to.deep.equal([])
    expect((await read('a')).lines).to.deep.equal(['a'])
  })

  it('decompresses gzip files with one or several members', async () => {
    expect(await read(gzipSync(many.join('\n')))).to.deep.equal({lines: many, error: undefined})
    expect((await read(Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]))).lines).to.deep.equal(['a', 'b'])
  })

  it('decodes UTF-16 with a byte order mark, compressed or not', async () => {
    const text = Buffer.from(`\ufeff${many.join('\r\n')}\r\n`, 'utf16le')
    expect(await read(text)).to.deep.equal({lines: many, error: undefined})
    expect((await read(gzipSync(text))).lines).to.deep.equal(many)
    expect((await read(Buffer.from(text).swap16())).lines).to.deep.equal(many)
  })

  it('returns the readable part of a truncated gzip file, and the error', async () => {
    const whole = gzipSync(many.join('\n'))
    const cut = await read(whole.subarray(0, whole.length - 1000))
    expect(cut.lines.length).to.be.greaterThan(100)
    expect(cut.lines.slice(0, -1)).to.deep.equal(many.slice(0, cut.lines.length - 1))
    expect(cut.error).to.match(/^cannot be decompressed any further: unexpected end of file$/)
    expect((await read(Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))).error).to.match(/^cannot be decompressed any further: /)
  })

  it('reports the number of bytes read', async () => {
    let count = 0
    await read(many.join('\n'), {onBytes: (bytes) => count += bytes})
    expect(count).to.equal(Buffer.byteLength(many.join('\n')))
  })

  it('rejects missing files and directories', async () => {
    for (const [path, reason] of [[join(folder, 'nothing'), /no such file/], [folder, /illegal operation on a directory/]] as const) {
      try {
        for await (const block of readBlocks(path, {piece: 10})) expect(linesOf(block)).to.deep.equal([])
        expect.fail('it was read')
      } catch (error) {
        expect(error).to.have.property('name', 'UsageError')
        expect(String(error)).to.match(reason)
      }
    }
  })

  it('can be stopped before the end', async () => {
    writeFileSync(join(folder, 'b.log.gz'), gzipSync(many.join('\n')))
    for await (const {bytes} of readBlocks(join(folder, 'b.log.gz'), {piece: 1000})) {
      if (bytes.length > 0) break
    }
  })
})
