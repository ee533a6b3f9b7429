import {expect} from 'chai'
import * as fc from 'fast-check'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'

import {LineRanges} from '../../src/io/line-ranges.js'
import {readBlocks} from '../../src/io/line-stream.js'
import {linesOf} from '../../src/io/split-lines.js'
import {UsageError} from '../../src/usage-error.js'

describe('LineRanges', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kadm-ranges-'))
  const path = join(folder, 'a.log')
  after(() => rmSync(folder, {recursive: true}))

  const lineRanges = (content: string | Buffer, piece = 1 << 20): LineRanges | undefined => {
    writeFileSync(path, content)
    return LineRanges.open(path, piece)
  }

  it('returns each line once, as reading the whole file does @slow', async () => {
    const line = fc.oneof(fc.constantFrom('', '\r', '\ufeff', '\ufeffx', 'é漢😀'), fc.string({maxLength: 12}), fc.integer({min: 4090, max: 5000}).map((length) => 'x'.repeat(length)))
    await fc.assert(fc.asyncProperty(fc.array(line, {maxLength: 20}), fc.integer({min: 1, max: 60}), fc.constantFrom('', '\n'), async (lines, bytes, end) => {
      const text = `${lines.join('\n')}${end}`
      const file = lineRanges(text)
      const expected: string[] = []
      for await (const block of readBlocks(path, {piece: 1 << 20})) expected.push(...linesOf(block))
      const found = file && [...file.split(bytes)].flatMap((range) => [...file.read(range)].flatMap((block) => linesOf(block)))
      file?.close()
      expect(found ?? []).to.deep.equal(expected)
    }), {numRuns: 200})
  })

  it('returns a line beyond the limit in pieces', () => {
    const file = lineRanges(`a\n${'x'.repeat(300_000)}\nb\n`, 1000)
    const blocks = [...file?.read({start: 1, end: 3}) ?? []].map(({bytes, goesOn}) => [bytes.length, goesOn])
    expect(blocks.length).to.be.above(2)
    expect(blocks.map(([, goesOn]) => goesOn)).to.deep.equal([...blocks.slice(1).map(() => true), false])
    expect([...file?.read({start: 3, end: 300_000}) ?? []]).to.deep.equal([])
    file?.close()
  })

  it('rejects input that can only be read from its beginning', () => {
    expect(lineRanges(gzipSync('a\n'))).to.equal(undefined)
    expect(lineRanges(Buffer.from('\ufeffa\n', 'utf16le'))).to.equal(undefined)
    expect(lineRanges('')).to.equal(undefined)
    expect(LineRanges.open('-', 1)).to.equal(undefined)
    expect(LineRanges.open(join(folder, 'none.log'), 1)).to.equal(undefined)
  })

  it('reports a file that cannot be read', () => {
    const file = lineRanges('a\n')
    file?.close()
    expect(() => [...file?.read({start: 0, end: 1}) ?? []]).to.throw(UsageError, /^cannot read "/)
  })
})
