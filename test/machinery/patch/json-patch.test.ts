import {expect} from 'chai'

import {jsonPatched, type JsonPatchOperation} from '../../../src/machinery/patch/json-patch.js'
import {PatchError} from '../../../src/machinery/patch/patch-error.js'

describe('jsonPatched', () => {
  const object = {a: {b: [1, 2]}, 'x/y': {'~': true}}
  const accepted: readonly (readonly [JsonPatchOperation, object])[] = [
    [{op: 'add', path: '/a/c', value: 3}, {a: {b: [1, 2], c: 3}, 'x/y': {'~': true}}],
    [{op: 'add', path: '/a/b/1', value: 9}, {a: {b: [1, 9, 2]}, 'x/y': {'~': true}}],
    [{op: 'add', path: '/a/b/-', value: 3}, {a: {b: [1, 2, 3]}, 'x/y': {'~': true}}],
    [{op: 'replace', path: '/a/b/0', value: null}, {a: {b: [null, 2]}, 'x/y': {'~': true}}],
    [{op: 'remove', path: '/a/b/0'}, {a: {b: [2]}, 'x/y': {'~': true}}],
    [{op: 'remove', path: '/x~1y/~0'}, {a: {b: [1, 2]}, 'x/y': {}}],
    [{op: 'move', from: '/a/b', path: '/c'}, {a: {}, c: [1, 2], 'x/y': {'~': true}}],
    [{op: 'copy', from: '/a/b/0', path: '/c'}, {a: {b: [1, 2]}, c: 1, 'x/y': {'~': true}}],
    [{op: 'test', path: '/a/b', value: [1, 2]}, object],
    [{op: 'replace', path: '', value: {z: 1}}, {z: 1}],
    [{op: 'replace', path: '/c', value: 1}, {a: {b: [1, 2]}, c: 1, 'x/y': {'~': true}}],
    [{op: 'replace', path: '/a/b/-1', value: 3}, {a: {b: [1, 3]}, 'x/y': {'~': true}}],
    [{op: 'test', path: '/c', value: null}, object],
    [{op: 'add', path: '/__proto__', value: 1}, JSON.parse('{"a":{"b":[1,2]},"x/y":{"~":true},"__proto__":1}') as object],
  ]
  for (const [operation, result] of accepted) {
    it(`applies ${JSON.stringify(operation)}`, () => {
      expect(jsonPatched(object, [operation])).eql(result)
      expect(object).eql({a: {b: [1, 2]}, 'x/y': {'~': true}})
    })
  }

  const rejected: readonly (readonly [JsonPatchOperation, string])[] = [
    [{op: 'remove', path: '/c'}, '"c" does not exist'],
    [{op: 'add', path: '/c/d', value: 1}, '"c" does not exist'],
    [{op: 'add', path: '/a/b/3', value: 1}, '"3" is not an index of a list of 2 items'],
    [{op: 'remove', path: '/a/b/-'}, '"-" is not an index of a list of 2 items'],
    [{op: 'add', path: 'a', value: 1}, '"a" is not a path: it must begin with "/"'],
    [{op: 'test', path: '/a/b/0', value: 2}, 'testing "/a/b/0" failed'],
    [{op: 'replace', path: '', value: 1}, 'the result is not an object'],
    [{op: 'move', from: '/c', path: '/d'}, '"c" does not exist'],
    [{op: 'add', path: '/a/b/0/c', value: 1}, '"c" does not exist'],
  ]
  for (const [operation, message] of rejected) {
    it(`rejects ${JSON.stringify(operation)}`, () => expect(() => jsonPatched(object, [operation])).throws(PatchError, message))
  }

  it('bounds what repeated copies make @slow', () => {
    const copies = Array.from({length: 40}, (_, i): JsonPatchOperation => ({op: 'copy', from: '/a', path: `/a/x${i}`}))
    expect(() => jsonPatched(object, copies)).throws(PatchError, 'the patch copies too much')
  })
})
