import {expect} from 'chai'
import {fieldOf, restarted, scaled, withField} from '../../../src/simulate/workloads/edit.js'

describe('withField', () => {
  it('returns a copy and creates missing fields', () => {
    const object = {a: {b: 1}, c: 2}
    expect(withField(object, ['a', 'd'], 3)).to.deep.equal({a: {b: 1, d: 3}, c: 2})
    expect(withField(object, ['x', 'y'], 3)).to.deep.equal({a: {b: 1}, c: 2, x: {y: 3}})
    expect(object).to.deep.equal({a: {b: 1}, c: 2})
  })

  it('replaces values on the path that are not objects', () => {
    expect([null, [1], 'text', 5].map((a) => withField({a}, ['a', 'b'], 1))).to.deep.equal(Array(4).fill({a: {b: 1}}))
  })

  it('returns an equal object for an empty path', () => expect(withField({a: 1}, [], 2)).to.deep.equal({a: 1}))
})

describe('fieldOf', () => {
  it('returns the value at a path, or undefined', () => {
    expect([['a', 'b'], ['a'], ['a', 'x'], ['a', 'b', 'c'], ['x', 'y']].map((path) => fieldOf({a: {b: 1}}, path))).to.deep.equal([1, {b: 1}, undefined, undefined, undefined])
  })
})

describe('restarted and scaled', () => {
  it('set the restart annotation of the template, and the replicas', () => {
    expect(restarted({spec: {template: {metadata: {labels: {a: 'b'}}}}}))
      .to.deep.equal({spec: {template: {metadata: {labels: {a: 'b'}, annotations: {'kubectl.kubernetes.io/restartedAt': 'now'}}}}})
    expect(scaled({spec: {replicas: 1, paused: true}}, 5)).to.deep.equal({spec: {replicas: 5, paused: true}})
  })
})
