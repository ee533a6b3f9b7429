import {expect} from 'chai'

import {isReplayed, readVectors} from '../helpers/vectors.js'
import {answers, comparable, inNamespace, type WholeCase} from '../helpers/whole-objects.js'

describe('recorded answers: more-kinds', () => {
  const cases = readVectors<WholeCase>('more-kinds').map(inNamespace)

  it('contain all cases', () => expect(cases).to.have.length(71))

  for (const vector of cases.filter(isReplayed)) {
    it(vector.id, () => expect(answers(vector).map(comparable)).to.deep.equal(vector.responses.map(comparable)))
  }
})
