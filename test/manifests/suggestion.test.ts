import {expect} from 'chai'

import {isCertain, namesAtKey, siblingNames, spelling} from '../../src/manifests/suggestion.js'
import {readDocuments} from '../../src/source/read-documents.js'
import {SourceFile} from '../../src/source/source-file.js'

const fields = ['type', 'min', 'max', 'default', 'defaultRequest', 'maxLimitRequestRatio']

describe('spelling', () => {
  const certain: Readonly<Record<string, string>> = {
    defaultRequests: 'defaultRequest', Max: 'max', DEFAULT: 'default', 'default-request': 'defaultRequest', default_request: 'defaultRequest', mins: 'min',
    defautl: 'default', defualt: 'default', defaults: 'default', maxLimitRequestRati: 'maxLimitRequestRatio', mxaLimitRequestRatio: 'maxLimitRequestRatio',
  }
  for (const [word, to] of Object.entries(certain)) {
    it(`returns a fix for ${word}`, () => expect(spelling(word, fields)).to.deep.equal({hint: `write "${to}"`, fix: {from: word, to}}))
  }

  const uncertain: Readonly<Record<string, string>> = {maxx: 'max', mn: 'min', defaltReqest: 'defaultRequest', tipe: 'type'}
  for (const [word, to] of Object.entries(uncertain)) it(`returns only a hint for ${word}`, () => expect(spelling(word, fields)).to.deep.equal({hint: `write "${to}"`}))

  it('returns undefined for unknown and for correct words', () => {
    expect(['somethingElse', '', 'type'].map((word) => spelling(word, fields))).to.deep.equal([undefined, undefined, undefined])
  })

  it('returns no fix if another field has the same meaning, or in large maps', () => {
    const fixOf = (...names: string[]): unknown => spelling('Max', fields, ['Max', ...names])?.fix
    expect(fixOf('min', 'type')).to.deep.equal({from: 'Max', to: 'max'})
    expect([fixOf('max'), fixOf('MAX'), fixOf(...Array.from({length: 100}, (_, i) => `name-${i}`))]).to.deep.equal([undefined, undefined, undefined])
  })
})

describe('isCertain', () => {
  it('returns false if another candidate is equally similar', () => {
    expect(isCertain('limits.cpus', 'limits.cpu', ['limits.cpu', 'requests.cpu'])).to.equal(true)
    expect(isCertain('server', 'Server', ['Server', 'servers'])).to.equal(false)
    expect(isCertain('stored', 'stores', ['stores', 'storex'])).to.equal(false)
  })

  it('returns false for numbers', () => expect([isCertain('apps/v2', 'apps/v1', ['apps/v1']), isCertain('hugepages-2Mi', 'hugepages-1Mi', ['hugepages-1Mi'])]).to.deep.equal([false, false]))
})

const text = 'a: {b: 1, c: 2}\nd: [{e: 1}, {g: 2}]\nf: 1\n'
const [document] = readDocuments(new SourceFile('f.yaml', text))

describe('namesAtKey', () => {
  const names = (key: string): readonly string[] => namesAtKey(document!.root!, text.indexOf(key))

  it('returns the names in the map of a key', () => expect([names('b:'), names('e:'), names('g:'), names('f:')]).to.deep.equal([['b', 'c'], ['e'], ['g'], ['a', 'd', 'f']]))

  it('returns no names at other positions', () => expect([names('1, c'), names('[{e'), namesAtKey(document!.root!, 1), names('nowhere')]).to.deep.equal([[], [], [], []]))
})

describe('namesBeside', () => {
  const names = (...steps: (string | number)[]): readonly string[] => siblingNames(document!.root!, steps)

  it('returns the names in the map of a path', () => {
    expect([names('a', 'x'), names('d', 0, 'e'), names('x'), names('f', 'x'), names('d', 0), names('x', 'y')])
      .to.deep.equal([['b', 'c'], ['e'], ['a', 'd', 'f'], [], [], []])
  })
})
