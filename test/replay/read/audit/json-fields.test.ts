import {expect} from 'chai'
import * as fc from 'fast-check'

import {auditPaths} from '../../../../src/replay/read/audit/audit-fields.js'
import {JsonFields} from '../../../../src/replay/read/audit/json-fields.js'
import {anyJson} from '../../../properties/arbitraries.js'

const fields = new JsonFields(['verb', 'user.username', 'user', 'code', 'a.b.c', 'flag'])

describe('JsonFields', () => {
  const read: readonly (readonly [text: string, values: readonly unknown[]])[] = [
    ['{}', [undefined, undefined, undefined, undefined, undefined, undefined]],
    ['{"verb":"create","user":{"username":"x"},"code":429,"flag":true}', ['create', 'x', true, 429, undefined, true]],
    ['{"other":{"verb":"no","user":{"username":"no"}},"list":[{"verb":"no"},"]}"],"verb":"yes"}', ['yes', undefined, undefined, undefined, undefined, undefined]],
    ['{"a":{"x":1,"b":{"c":"deep","d":[]}},"verb":""}', ['', undefined, undefined, undefined, 'deep', undefined]],
    ['{"verb":"a \\"quoted\\" \\u0041","code":-1.5e3}', ['a "quoted" A', undefined, undefined, -1500, undefined, undefined]],
    ['{"x":"ends in a backslash \\\\","verb":"\\\\"}', ['\\', undefined, undefined, undefined, undefined, undefined]],
    ['{"verb":null,"user":"x","a":[1],"flag":false}', [undefined, undefined, 'x', undefined, undefined, false]],
    ['{"user":[{"username":"x"}],"code":{"x":1},"verb":["x"]}', [undefined, undefined, undefined, true, undefined, undefined]],
    ['{"verb":"é\u2028😀"}', ['é\u2028😀', undefined, undefined, undefined, undefined, undefined]],
  ]
  for (const [text, values] of read) {
    it(`reads ${text}`, () => {
      expect(fields.scan(text)).to.deep.equal(values)
      expect(fields.pick(JSON.parse(text))).to.deep.equal(values)
    })
  }

  for (const text of [
    '', '[]', '"a"', '{', '{"verb"', '{"verb":', '{"verb":}', '{"verb":"create"', '{"verb":"create}', '{"verb":"create",}', '{"verb":"create"}}', '{"verb":"create"} ', ' {"verb":"create"}',
    '{"verb" :"create"}', '{"verb": "create"}', '{verb:"create"}', '{"verb":"cre\\xate"}', '{"verb":tru}', '{"code":1.}', '{"x":{"a":[1,2}', '{"x":[{"a":"', '{"x":"\\"}', '{"verb":"a" "b"}',
    '{"x\\":1,"verb":"a"}', '{"x\\":1,":"a"}', '{"verb":"a\tb"}',
  ]) it(`does not scan ${JSON.stringify(text)}`, () => expect(fields.scan(text)).to.equal(undefined))

  it('returns the same values as JSON.parse @slow', () => {
    const names = fc.constantFrom('verb', 'user', 'username', 'code', 'a', 'b', 'c', 'flag', 'objectRef', 'resource', 'requestObject', 'kind', 'auditID')
    const value = fc.letrec<{value: unknown}>((tie) => ({
      value: fc.oneof({maxDepth: 4, depthSize: 'medium'}, fc.string(), fc.string({unit: 'binary'}), fc.double({noNaN: true, noDefaultInfinity: true}), fc.boolean(), fc.constant(null),
        fc.array(tie('value'), {maxLength: 3}), fc.dictionary(names, tie('value'), {maxKeys: 6}), anyJson.filter((json) => typeof json !== 'bigint' && !hasBigint(json))),
    })).value
    for (const reader of [fields, new JsonFields(auditPaths)]) {
      fc.assert(fc.property(fc.dictionary(names, value, {maxKeys: 8}), (object) => {
        const text = JSON.stringify(object)
        const plain = JSON.parse(text) as object
        // scan() does not support names with quotation marks.
        expect(reader.scan(text) ?? reader.pick(plain)).to.deep.equal(reader.pick(plain))
      }), {numRuns: 500})
    }
  })

  it('returns the same values after it read texts of a similar shape @slow', () => {
    const paths = ['verb', 'user.username', 'user', 'code', 'a.b.c', 'flag']
    const leaf = fc.oneof(fc.string(), fc.constantFrom('a "quoted" \\', '', 'é\u2028'), fc.integer(), fc.double({noNaN: true, noDefaultInfinity: true}), fc.boolean(), fc.constant(null))
    const names = fc.constantFrom('verb', 'user', 'username', 'code', 'a', 'b', 'c', 'flag', 'x', 'a.b')
    const {value} = fc.letrec<{value: unknown}>((tie) => ({
      value: fc.oneof({maxDepth: 4, depthSize: 'medium'}, leaf, fc.array(leaf, {maxLength: 3}), fc.array(tie('value'), {maxLength: 2}), fc.dictionary(names, tie('value'), {maxKeys: 5})),
    }))
    const changes = fc.array(fc.record({leaves: fc.infiniteStream(leaf), place: fc.nat(), character: fc.constantFrom('', '"', '\\', '}', ']', ',', '{', '1', 'a', ' ', '\n')}), {minLength: 1, maxLength: 5})
    let matches = 0
    fc.assert(fc.property(fc.dictionary(names, value, {maxKeys: 6}), changes, (object, all) => {
      const warm = new JsonFields(paths)
      const same = (text: string): unknown => {
        const values = warm.scan(text)?.slice()
        expect(values, text).to.deep.equal(new JsonFields(paths).scan(text)?.slice())
        return values
      }
      same(JSON.stringify(object))
      for (const {leaves, place, character} of all) {
        const text = JSON.stringify(withLeaves(object, leaves))
        if (same(text) !== undefined) matches++
        const at = place % text.length
        same(`${text.slice(0, at)}${character}${text.slice(at + 1)}`)
        same(`${text.slice(0, at)}${character}${text.slice(at)}`)
      }
    }), {numRuns: 500})
    expect(matches).to.be.above(500)
  })

  it('rejects raw control characters after it read texts of the same shape', () => {
    const warm = new JsonFields(['verb'])
    expect(warm.scan('{"verb":"a","x":"\\\\"}')?.slice()).to.deep.equal(['a'])
    for (const text of ['{"verb":"a\tb","x":"\\\\"}', '{"verb":"a\\tb\t","x":"\\\\"}']) expect(warm.scan(text), text).to.equal(undefined)
  })

  it('reads more shapes than it remembers', () => {
    const warm = new JsonFields(['verb', 'code'])
    for (let i = 0; i < 1000; i++) expect(warm.scan(`{"verb":"${'abc'.charAt(i % 3)}","x${i}":{},"code":${i}}`)).to.deep.equal(['abc'.charAt(i % 3), i])
  })

  it('does not scan a truncated text', () => {
    const text = '{"verb":"create","user":{"username":"x\\""},"list":[1,{"a":"b"}],"code":429}'
    for (let end = 0; end < text.length; end++) expect(fields.scan(text.slice(0, end)), text.slice(0, end)).to.equal(undefined)
  })
})

const hasBigint = (json: unknown): boolean =>
  typeof json === 'bigint' || (typeof json === 'object' && json !== null && Object.values(json).some(hasBigint))

/** Returns the same JSON with other scalar values. */
function withLeaves(json: unknown, leaves: Iterator<unknown>): unknown {
  if (Array.isArray(json)) return json.map((item: unknown) => withLeaves(item, leaves))
  if (typeof json !== 'object' || json === null) return leaves.next().value
  return Object.fromEntries(Object.entries(json).map(([name, item]) => [name, withLeaves(item, leaves)]))
}
