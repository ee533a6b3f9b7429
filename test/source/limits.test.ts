import {expect} from 'chai'
import {defaultLimits} from '../../src/source/source-limits.js'
import {problemsOf, readText} from './read-text.js'

const lines = (count: number, line: (index: number) => string): string => Array.from({length: count}, (_, index) => line(index)).join('')

describe('source limits', () => {
  it('reject a file that is too large', () => {
    expect(problemsOf('a: b\n', {...defaultLimits, maxSize: 4})).to.deep.equal(['1:1-1:1 source/too-large the file is larger than 4 characters'])
    expect(problemsOf('a: b\n', {...defaultLimits, maxSize: 5})).to.deep.equal([])
  })

  it('reject too many documents', () => {
    const limits = {...defaultLimits, maxDocuments: 2}
    expect(problemsOf('a: 1\n---\nb: 2\n', limits)).to.deep.equal([])
    expect(problemsOf('a: 1\n---\nb: 2\n---\nc: 3\n', limits)).to.deep.equal(['5:1-5:1 source/too-many-documents the file holds more than 2 documents'])
    expect(problemsOf('{"a": 1}{"b": 2}{"c": 3}', limits)).to.deep.equal(['1:17-1:17 source/too-many-documents the file holds more than 2 documents'])
  })

  describe('on keys and values', () => {
    const limits = {...defaultLimits, maxNodes: 12, maxJsonNodes: 12}
    const rejection = '1:1-1:1 source/too-large the file has more than 12 maps, lists, keys and values: too many to read'
    const texts: [name: string, maximum: string, tooMany: string][] = [
      ['flow lists', '[1,2,3,4,5,6,7,8,9,10,11]', '[1,2,3,4,5,6,7,8,9,10,11,12]'],
      ['maps in flow lists', '[{a: 1,"b":2},c,d]', '[{a: 1,"b":2},c,d,e,f]'],
      ['maps', 'a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\n', 'a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\ng:'],
      ['nested lists', '- - - - - - 1', '- - - - - - - 1'],
      ['JSON', '{"a":[1,2],"b":{}}', '{"a":[1,2,3],"b":{}}'],
      ['strings with indicator characters', 'a: 12:30-a?b:c-d?e:f', 'a: "a, b, c, d, e, f, g, h, i, j, k, l"'],
    ]
    for (const [name, maximum, tooMany] of texts) {
      it(`count ${name}`, () => {
        expect(problemsOf(maximum, limits)).to.deep.equal([])
        expect(problemsOf(tooMany, limits)).to.deep.equal([rejection])
      })
    }
  })

  it('reject too many lines', () => {
    const limits = {...defaultLimits, maxLines: 2}
    expect(problemsOf('a: b\n#\n', limits)).to.deep.equal([])
    expect(problemsOf('a: b\n#\n#\n', limits)).to.deep.equal(['1:1-1:1 source/too-large the file has more than 2 lines: too many to read'])
  })

  it('allow more nodes in JSON than in YAML, without a fallback to YAML', () => {
    const limits = {...defaultLimits, maxNodes: 4}
    expect(problemsOf('{"a":[1,2,3]}', limits)).to.deep.equal([])
    expect(problemsOf('{"a":[1,2,3]', limits)).to.have.length(1).with.nested.property('[0]').that.contains('json/syntax')
    expect(problemsOf('{a: [1]}', limits)[0]).to.contain('json/syntax')
    expect(problemsOf('{a: b}', limits)).to.deep.equal([])
  })

  it('do not change the values of many documents @slow', () => {
    const documents = readText(lines(30_000, (i) => `---\na: ${i}\nb: [${i}, "#"] # ${i}\n`))
    expect(documents.map(({value}) => value)).to.deep.equal(Array.from({length: 30_000}, (_, i) => ({a: i, b: [i, '#']})))
    expect(documents.every(({file, root}) => file.text.slice(root?.start, root?.end).startsWith('a: '))).to.equal(true)
  })

  const deep: [name: string, text: (depth: number) => string, maximum?: number][] = [
    ['flow lists', (depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`],
    ['maps', (depth) => Array.from({length: depth}, (_, level) => `${' '.repeat(level)}a:`).join('\n'), 1000],
    ['lists', (depth) => `${'- '.repeat(depth)}a`],
    ['JSON', (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ]
  for (const [name, text, maximum = 100_000] of deep) {
    it(`reject ${name} that are nested too deeply`, () => {
      expect(readText(text(450))[0]?.problems).to.deep.equal([])
      const [problem] = readText(text(maximum))[0]?.problems ?? []
      expect(problem).to.include({ruleId: 'source/too-deep', message: 'maps and lists are nested more than 500 levels deep'})
    })
  }

  describe('on aliases', () => {
    it('reject exponential aliases like go-yaml', () => {
      const bomb = `a0: &a0 [${'x,'.repeat(9)}]\n${lines(8, (i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]\n`)}`
      expect(problemsOf(bomb)).to.deep.equal(['4:22-4:25 yaml/excessive-aliasing the aliases repeat too often: kubectl rejects the document'])
    })

    const repeated = (count: number): string => `a: &a [${'x,'.repeat(999)}]\nb:\n${'- *a\n'.repeat(count)}`

    it('accept as many aliases as go-yaml', () => expect(problemsOf(repeated(110))).to.deep.equal([]))

    it('reject the first number of aliases that go-yaml rejects', () => expect(problemsOf(repeated(111))).to.have.length(1))

    it('reject a document that aliases make too deep', () => {
      expect(problemsOf(`a0: &a0 [x]\n${lines(60, (i) => `a${i + 1}: &a${i + 1} {k: [[[[[[[[*a${i}]]]]]]]]}\n`)}`)[0]).to.match(/source\/too-deep with its aliases written out/)
    })

    it('accept a document that aliases make exactly as deep as allowed', () => {
      const nested = (depth: number): string => `a: &a ${'['.repeat(20)}x${']'.repeat(20)}\nb: ${'['.repeat(depth)}*a${']'.repeat(depth)}\n`
      expect(problemsOf(nested(8), {...defaultLimits, maxDepth: 30})).to.deep.equal([])
      expect(problemsOf(nested(9), {...defaultLimits, maxDepth: 30})).to.have.length(1)
    })

    it('reject a document that aliases make too large', () => {
      const text = `a: &a ${'x'.repeat(1000)}\nb: [${'*a,'.repeat(90)}]\n`
      expect(problemsOf(text)).to.deep.equal([])
      expect(problemsOf(text, {...defaultLimits, maxSize: 50_000})).to.deep.equal(['2:155-2:157 source/too-large with its aliases written out, the document is too large'])
    })
  })
})
