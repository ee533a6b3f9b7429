import {expect} from 'chai'

import {expectRecorded} from '../helpers/exceptions.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'
import {administrator, answers, comparable, inNamespace, type WholeCase} from '../helpers/whole-objects.js'

describe('recorded answers: more-kinds', () => {
  const cases = readVectors<WholeCase>('more-kinds').map(inNamespace)

  it('contain all cases', () => expect(cases).to.have.length(240))

  const given = ({requests, ...vector}: WholeCase): WholeCase => ({...vector, requests: requests.map((request) => ({...administrator, ...request}))})

  for (const vector of cases.filter(isReplayed)) {
    it(vector.id, () => expectRecorded('more-kinds', vector.id, () => expect(answers(given(vector)).map(comparable)).to.deep.equal(vector.responses.map(comparable))))
  }
})
