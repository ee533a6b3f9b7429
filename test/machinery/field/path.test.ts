import {expect} from 'chai'
import {FieldPath} from '../../../src/machinery/field/path.js'

describe('FieldPath', () => {
  const table: [path: FieldPath, text: string, steps: (string | number)[]][] = [
    [FieldPath.of('spec'), 'spec', ['spec']],
    [FieldPath.of('spec', 'limits'), 'spec.limits', ['spec', 'limits']],
    [FieldPath.of('spec', 'limits').index(0).child('max').key('cpu'), 'spec.limits[0].max[cpu]', ['spec', 'limits', 0, 'max', 'cpu']],
    [FieldPath.of('spec').child('requests', 'max').key('a.b/c[0]'), 'spec.requests.max[a.b/c[0]]', ['spec', 'requests', 'max', 'a.b/c[0]']],
    [FieldPath.of('data').key(''), 'data[]', ['data', '']],
    [FieldPath.of('data').key('0'), 'data[0]', ['data', '0']],
    [FieldPath.of('spec').child(), 'spec', ['spec']],
    [FieldPath.ofKey(0), '[0]', [0]],
    [FieldPath.ofKey('cpu').child('max').index(2).index(3), '[cpu].max[2][3]', ['cpu', 'max', 2, 3]],
  ]

  for (const [path, text, steps] of table) {
    it(`prints ${text}`, () => {
      expect(String(path)).to.equal(text)
      expect(path.steps()).to.deep.equal(steps)
    })
  }

  it('is not changed by its child paths', () => {
    const spec = FieldPath.of('spec')
    const limits = spec.child('limits')
    const paths = [limits.index(0), limits.index(1), limits, spec]
    expect(paths.map(String)).to.deep.equal(['spec.limits[0]', 'spec.limits[1]', 'spec.limits', 'spec'])
  })

  it('returns a new list of steps each time', () => {
    const path = FieldPath.of('spec', 'limits')
    path.steps().push('more')
    expect(path.steps()).to.deep.equal(['spec', 'limits'])
  })
})
