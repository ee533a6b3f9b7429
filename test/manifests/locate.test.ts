import {expect} from 'chai'

import {isInSource, locate, nodeAt, type Part, type Steps} from '../../src/manifests/locate.js'
import {readDocuments} from '../../src/source/read-documents.js'
import {SourceFile} from '../../src/source/source-file.js'

function marked(text: string, steps: Steps, part?: Part): string {
  const file = new SourceFile('f.yaml', text)
  const root = readDocuments(file)[0]?.root
  if (root === undefined) throw new Error(`no document in ${text}`)
  const {start, end} = locate(file, root, steps, part)
  return `${file.position(start).line}:${file.position(start).column} ${text.slice(start, end)}`
}

describe('locate', () => {
  const text = 'spec:\n  limits:\n  - type: "Pod"\n    max:\n      cpu: 1\n    min:\n  - {type: Container}\n  note: |\n    a\n    b\n'
  const cases: Record<string, [steps: Steps, marked: string, part?: Part]> = {
    'a scalar by itself': [['spec', 'limits', 0, 'type'], '3:11 "Pod"'],
    'a block scalar by its first line': [['spec', 'note'], '8:9 |'],
    'a map by its key': [['spec', 'limits', 0, 'max'], '4:5 max'],
    'a list by its key': [['spec', 'limits'], '2:3 limits'],
    'an empty value by its key': [['spec', 'limits', 0, 'min'], '6:5 min'],
    'an item by its first line': [['spec', 'limits', 0], '3:5 type: "Pod"'],
    'an item in braces': [['spec', 'limits', 1], '7:5 {type: Container}'],
    'the document by its first line': [[], '1:1 spec:'],
    'a key': [['spec', 'limits', 0, 'type'], '3:5 type', 'key'],
    'a missing field of a map by the key of the map': [['spec', 'limits', 0, 'max', 'memory'], '4:5 max'],
    'a missing field of an item by the item': [['spec', 'limits', 0, 'default', 'cpu'], '3:5 type: "Pod"'],
    'a missing item by the list': [['spec', 'limits', 7], '2:3 limits'],
    'a missing field below a scalar by the key of the scalar': [['spec', 'limits', 0, 'type', 'x'], '3:5 type'],
    'a name in a list by the list': [['spec', 'limits', 'x'], '2:3 limits'],
    'a missing field of the document by the document': [['status', 'x'], '1:1 spec:'],
  }

  for (const [title, [steps, expected, part]] of Object.entries(cases)) {
    it(`marks ${title}`, () => expect(marked(text, steps, part)).to.equal(expected))
  }

  describe('uses the entry that takes effect', () => {
    it('the last of repeated keys', () => expect(marked('a: 1\na: 2\n', ['a'])).to.equal('2:4 2'))

    it('a merged entry', () => expect(marked('a: &a {x: 1}\nb: {<<: *a}\n', ['b', 'x'])).to.equal('1:11 1'))

    it('an entry after a merge key', () => expect(marked('a: &a {x: 1}\nb: {<<: *a, x: 2}\n', ['b', 'x'])).to.equal('2:16 2'))

    it('the merged entry if the other one is before the merge key', () => expect(marked('a: &a {x: 1}\nb: {x: 2, <<: *a}\n', ['b', 'x'])).to.equal('1:11 1'))

    it('an entry before a merge key without that name', () =>
      expect(marked('a: &a {w: 1}\nb: {x: 2, <<: *a}\n', ['b', 'x'])).to.equal('2:8 2'))

    it('the first of several maps to merge', () => {
      expect(marked('a: &a {x: 1}\nb: &b {x: 2, w: 3}\nc: {<<: [*a, *b]}\n', ['c', 'x'])).to.equal('1:11 1')
      expect(marked('a: &a {x: 1}\nb: &b {x: 2, w: 3}\nc: {<<: [*a, *b]}\n', ['c', 'w'])).to.equal('2:17 3')
      expect(marked('a: &a {x: 1}\nc: {<<: [*a], z: 1}\n', ['c', 'w'])).to.equal('2:1 c')
    })
  })

  it('marks an alias itself, and values within it at the anchor', () => {
    expect(marked('a: &a 1\nb: *a\n', ['b'])).to.equal('2:4 *a')
    expect(marked('a: &a {x: 1}\nb: *a\n', ['b', 'x'])).to.equal('1:11 1')
    expect(marked('a: &a [1, 2]\nb: *a\n', ['b', 1])).to.equal('1:11 2')
  })
})

describe('isInSource', () => {
  const root = readDocuments(new SourceFile('f.yaml', 'a: {b: }\n'))[0]?.root

  it('returns true for null values, and false for missing ones', () =>
    expect(root && [['a', 'b'], ['a', 'c'], []].map((steps) => isInSource(root, steps))).to.deep.equal([true, false, true]))
})

describe('nodeAt', () => {
  const root = readDocuments(new SourceFile('f.yaml', 'a: [x]\n'))[0]?.root

  it('returns an existing node', () => expect(root && nodeAt(root, ['a', 0])).to.include({text: 'x'}))

  it('returns undefined for missing nodes', () => {
    for (const steps of [['a', 1], ['b'], ['a', 0, 'b']]) expect(root && nodeAt(root, steps)).to.equal(undefined)
  })
})
