import {expect} from 'chai'
import * as fc from 'fast-check'

import {JsonDocument} from '../../../../src/replay/read/documents/json-document.js'

interface Parsed {
  readonly items: readonly (readonly [text: string | undefined, line: number])[]
  readonly document: JsonDocument
  /** The offset in the last line at which the document ends. */
  readonly end: number | undefined
}

/** Parses a document whose lines come in pieces. */
function readAll(lines: readonly (readonly string[])[], longest = 1e6): Parsed {
  const items: [string | undefined, number][] = []
  const document = new JsonDocument((text, line) => items.push([text?.trim(), line]), longest)
  let end: number | undefined
  for (const pieces of lines) {
    for (const piece of pieces) end ??= document.push(piece)
    document.endLine()
  }
  return {items, document, end}
}

const ofText = (text: string, longest?: number): Parsed => readAll(text.split('\n').map((line) => [line]), longest)

describe('JsonDocument', () => {
  it('reports the items of a list with their lines', () => {
    const {items, document, end} = ofText('{\n"metadata": {"a": {}, "items": [1]},\n"items": [\n{"a": [{}]},\n\n{"b": "}\\"\\n{]"}], "kind": "List"} x')
    expect(items).to.deep.equal([['{"a": [{}]}', 3], ['{"b": "}\\"\\n{]"}', 5]])
    expect(JSON.parse(document.text ?? '')).to.deep.equal({metadata: {a: {}, items: [1]}, items: [], kind: 'List'})
    expect(end).to.equal('{"b": "}\\"\\n{]"}], "kind": "List"}'.length)
  })

  it('reports the items of an array with their lines', () => expect(ofText('[\n{},\n{"a": [{}]}, 5]').items).to.deep.equal([['{}', 1], ['{"a": [{}]}', 2], ['5', 2]]))

  const none: Readonly<Record<string, string>> = {
    'an empty list': '{"items": [ ]}', 'an empty array': '[\n\n]',
    'lists under other names': '{"item": [1], "xitems": [2], "items": {"a": []}}', 'a nested list': '{"a": {"items": [1]}}',
  }
  for (const [what, text] of Object.entries(none)) {
    it(`reports no items for ${what}`, () => {
      const {items, document, end} = ofText(text)
      expect(items).to.deep.equal([])
      expect(JSON.parse(document.text ?? '')).to.deep.equal(JSON.parse(text))
      expect(end).not.to.equal(undefined)
    })
  }

  it('reports invalid and empty items as text', () => {
    expect(ofText('[{} {},, x]').items.map(([text]) => text)).to.deep.equal(['{} {}', '', 'x'])
    expect(ofText('[1,\n]').items).to.deep.equal([['1', 0], ['', 1]])
  })

  it('returns the head and the last item of an incomplete document', () => {
    const {document} = ofText('{"kind": "EventList",\n"items": [{"a": 1}, {"b":')
    expect(JSON.parse(document.head)).to.deep.equal({kind: 'EventList', items: []})
    expect(document.lastItem?.text?.trim()).to.equal('{"b":')
    expect(document.isBetweenItems).to.equal(false)
    expect(JSON.parse(ofText('[1, 2').document.head)).to.deep.equal([])
    const between = ofText('[1, ').document
    expect([between.isBetweenItems, between.lastItem]).to.deep.equal([true, undefined])
  })

  it('drops items and text longer than the maximum', () => {
    const {items, document} = ofText(`{"items": [{"a": "${'x'.repeat(100)}"}, 5], "b": "${'x'.repeat(100)}"}`, 50)
    expect(items).to.deep.equal([[undefined, 0], ['5', 0]])
    expect(document.text).to.equal(undefined)
  })

  it('joins any number of pieces', () => {
    const letters = [...`{"a": "${'x'.repeat(20_000)}", "items": [{"b": "${'y'.repeat(20_000)}"}], "c": 1}`]
    const {items, document} = readAll([letters])
    expect(items.map(([text]) => text?.length)).to.deep.equal([20_009])
    expect(JSON.parse(document.text ?? '')).to.deep.equal({a: 'x'.repeat(20_000), items: [], c: 1})
    // The name "items" is found at any offset, also across the boundary at which pieces are joined.
    for (let count = 4080; count < 4100; count++) expect(readAll([[...`{${' '.repeat(count)}"items":[1]}`]]).items).to.deep.equal([['1', 0]])
  })

  it('ends an unterminated string at the end of the line', () => {
    expect(ofText('[{"a": "b\n}, {"c": "]"}\n]').items).to.deep.equal([['{"a": "b\n}', 0], ['{"c": "]"}', 1]])
  })

  it('returns the same items for any pieces', () => {
    const value = fc.record({kind: fc.string(), items: fc.array(fc.jsonValue()), metadata: fc.jsonValue()})
    const list = fc.oneof(value, fc.array(fc.jsonValue()))
    fc.assert(fc.property(list, fc.constantFrom(undefined, 1, 4), fc.integer({min: 1, max: 7}), (data, indentation, size) => {
      const text = JSON.stringify(data, null, indentation)
      const {items, document} = readAll(text.split('\n').map((line) => line.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? ['']))
      expect(items.map(([item]) => JSON.parse(item ?? '') as unknown)).to.deep.equal(JSON.parse(JSON.stringify(Array.isArray(data) ? data : data.items)))
      expect(JSON.parse(document.text ?? '')).to.deep.equal(JSON.parse(JSON.stringify(Array.isArray(data) ? [] : {...data, items: []})))
      for (const [item, line] of items) expect(text.split('\n')[line]).to.contain(item?.split('\n')[0])
    }))
  })
})
