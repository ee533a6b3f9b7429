import {expect} from 'chai'

import {isCertain, namesBeside, spelling} from '../../src/manifests/suggestion.js'
import {readDocuments} from '../../src/source/read-documents.js'
import {SourceFile} from '../../src/source/source-file.js'

const fields = ['type', 'min', 'max', 'default', 'defaultRequest', 'maxLimitRequestRatio']

describe('spelling', () => {
  const certain: Readonly<Record<string, string>> = {
    defaultRequests: 'defaultRequest', Max: 'max', DEFAULT: 'default', 'default-request': 'defaultRequest', default_request: 'defaultRequest', mins: 'min',
    defautl: 'default', defualt: 'default', defaults: 'default', maxLimitRequestRati: 'maxLimitRequestRatio', mxaLimitRequestRatio: 'maxLimitRequestRatio',
  }
  for (const [word, to] of Object.entries(certain)) {
    it(`is certain of ${word}`, () => expect(spelling(word, fields)).to.deep.equal({hint: `write "${to}"`, fix: {from: word, to}}))
  }

  const uncertain: Readonly<Record<string, string>> = {maxx: 'max', mn: 'min', defaltReqest: 'defaultRequest', tipe: 'type'}
  for (const [word, to] of Object.entries(uncertain)) it(`only hints at what ${word} may mean`, () => expect(spelling(word, fields)).to.deep.equal({hint: `write "${to}"`}))

  it('knows nothing of words unlike any, and of those that are right', () => {
    expect(['somethingElse', '', 'type'].map((word) => spelling(word, fields))).to.deep.equal([undefined, undefined, undefined])
  })

  it('is not certain where another name means the same, and in large maps', () => {
    const fixOf = (...names: string[]): unknown => spelling('Max', fields, ['Max', ...names])?.fix
    expect(fixOf('min', 'type')).to.deep.equal({from: 'Max', to: 'max'})
    expect([fixOf('max'), fixOf('MAX'), fixOf(...Array.from({length: 100}, (_, i) => `name-${i}`))]).to.deep.equal([undefined, undefined, undefined])
  })
})

describe('isCertain', () => {
  it('is not of words with two that are as near', () => {
    expect(isCertain('limits.cpus', 'limits.cpu', ['limits.cpu', 'requests.cpu'])).to.equal(true)
    expect(isCertain('server', 'Server', ['Server', 'servers'])).to.equal(false)
    expect(isCertain('stored', 'stores', ['stores', 'storex'])).to.equal(false)
  })

  it('is not of numbers', () => expect([isCertain('apps/v2', 'apps/v1', ['apps/v1']), isCertain('hugepages-2Mi', 'hugepages-1Mi', ['hugepages-1Mi'])]).to.deep.equal([false, false]))
})

describe('namesBeside', () => {
  const [document] = readDocuments(new SourceFile('f.yaml', 'a: {b: 1, c: 2}\nd: [{e: 1}]\nf: 1\n'))
  const names = (...steps: (string | number)[]): readonly string[] => namesBeside(document!.root!, steps)

  it('finds the names in the map around a place', () => {
    expect([names('a', 'x'), names('d', 0, 'e'), names('x'), names('f', 'x'), names('d', 0), names('x', 'y')])
      .to.deep.equal([['b', 'c'], ['e'], ['a', 'd', 'f'], [], [], []])
  })
})
