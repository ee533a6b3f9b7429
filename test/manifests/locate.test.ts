import {expect} from 'chai'

import {isWritten, locate, nodeAt, type Part, type Steps} from '../../src/manifests/locate.js'
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
    'nothing at all by its key': [['spec', 'limits', 0, 'min'], '6:5 min'],
    'an item by its first line': [['spec', 'limits', 0], '3:5 type: "Pod"'],
    'an item in braces': [['spec', 'limits', 1], '7:5 {type: Container}'],
    'the document by its first line': [[], '1:1 spec:'],
    'a key': [['spec', 'limits', 0, 'type'], '3:5 type', 'key'],
    'what is missing in a map by the key of the map': [['spec', 'limits', 0, 'max', 'memory'], '4:5 max'],
    'what is missing in an item by the item': [['spec', 'limits', 0, 'default', 'cpu'], '3:5 type: "Pod"'],
    'what is missing in a list by the list': [['spec', 'limits', 7], '2:3 limits'],
    'what is missing below a scalar by the key of the scalar': [['spec', 'limits', 0, 'type', 'x'], '3:5 type'],
    'a name in a list by the list': [['spec', 'limits', 'x'], '2:3 limits'],
    'what is missing in the document by the document': [['status', 'x'], '1:1 spec:'],
  }

  for (const [title, [steps, expected, part]] of Object.entries(cases)) {
    it(`marks ${title}`, () => expect(marked(text, steps, part)).to.equal(expected))
  }

  describe('takes the entry that counts', () => {
    it('the last of a name', () => expect(marked('a: 1\na: 2\n', ['a'])).to.equal('2:4 2'))

    it('one that is merged in', () => expect(marked('a: &a {x: 1}\nb: {<<: *a}\n', ['b', 'x'])).to.equal('1:11 1'))

    it('one behind a merge key', () => expect(marked('a: &a {x: 1}\nb: {<<: *a, x: 2}\n', ['b', 'x'])).to.equal('2:16 2'))

    it('not one in front of a merge key', () => expect(marked('a: &a {x: 1}\nb: {x: 2, <<: *a}\n', ['b', 'x'])).to.equal('1:11 1'))

    it('one in front of a merge key that has no such name', () =>
      expect(marked('a: &a {w: 1}\nb: {x: 2, <<: *a}\n', ['b', 'x'])).to.equal('2:8 2'))

    it('the first of several maps to merge', () => {
      expect(marked('a: &a {x: 1}\nb: &b {x: 2, w: 3}\nc: {<<: [*a, *b]}\n', ['c', 'x'])).to.equal('1:11 1')
      expect(marked('a: &a {x: 1}\nb: &b {x: 2, w: 3}\nc: {<<: [*a, *b]}\n', ['c', 'w'])).to.equal('2:17 3')
      expect(marked('a: &a {x: 1}\nc: {<<: [*a], z: 1}\n', ['c', 'w'])).to.equal('2:1 c')
    })
  })

  it('marks an alias where it stands, and what is below it where that is written', () => {
    expect(marked('a: &a 1\nb: *a\n', ['b'])).to.equal('2:4 *a')
    expect(marked('a: &a {x: 1}\nb: *a\n', ['b', 'x'])).to.equal('1:11 1')
    expect(marked('a: &a [1, 2]\nb: *a\n', ['b', 1])).to.equal('1:11 2')
  })
})

describe('isWritten', () => {
  const root = readDocuments(new SourceFile('f.yaml', 'a: {b: }\n'))[0]?.root

  it('is true of nulls too, and of nothing that is not there', () =>
    expect(root && [['a', 'b'], ['a', 'c'], []].map((steps) => isWritten(root, steps))).to.deep.equal([true, false, true]))
})

describe('nodeAt', () => {
  const root = readDocuments(new SourceFile('f.yaml', 'a: [x]\n'))[0]?.root

  it('finds what is written', () => expect(root && nodeAt(root, ['a', 0])).to.include({text: 'x'}))

  it('finds nothing else', () => {
    for (const steps of [['a', 1], ['b'], ['a', 0, 'b']]) expect(root && nodeAt(root, steps)).to.equal(undefined)
  })
})
